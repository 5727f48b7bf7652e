"""Many listeners at once: how many the server carries, whether anybody runs dry, and what the next one hears."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass

from koe.bench.client import FirstSound, SpeechClient
from koe.bench.listening import Punctuality, Reading
from koe.errors import Refused

# What may be promised of the machine's time.
PROMISED = 0.9
# Between two listeners who come, so that each finds the others speaking.
_APART_S = 1.0

Connect = Callable[[], SpeechClient]


@dataclass(frozen=True, slots=True)
class Crowd:
    """`streams` is as many as fit by the time that one takes alone; one stream more came and was refused or not."""

    rtf: float
    streams: int
    punctuality: Punctuality
    one_more_was_refused: bool
    retry_after_s: int | None
    idle_first_s: float
    crowded_first_s: float

    @property
    def first_ratio(self) -> float:
        return self.crowded_first_s / self.idle_first_s

    def to_json(self) -> dict[str, object]:
        return asdict(self) | {"first_ratio": self.first_ratio}


def measure_crowd(connect: Connect, short: str, long: str, trials: int, on_trial: Callable[[], None]) -> Crowd:
    """First alone, then one listener fewer than fit and newcomers one after the other, then as many as fit."""
    with connect() as alone:
        idle = [alone.hear_first(short).first_audible_s for _ in range(trials)]
        _, reading = alone.hear_out(long)
    on_trial()
    streams = max(1, math.floor(PROMISED / reading.rtf))
    crowded = _newcomers_among(connect, streams - 1, short, long, trials)
    on_trial()
    readings, refusal = _as_many_as_fit(connect, streams, long)
    on_trial()
    return Crowd(
        rtf=reading.rtf,
        streams=streams,
        punctuality=Punctuality.of(readings),
        one_more_was_refused=refusal is not None,
        retry_after_s=None if refusal is None else refusal.retry_after_s,
        idle_first_s=statistics.median(idle),
        crowded_first_s=statistics.median(crowded),
    )


def _newcomers_among(connect: Connect, others: int, short: str, long: str, trials: int) -> list[float]:
    """Seconds to the first sound of each newcomer, while `others` are being spoken to without a pause."""
    heard: list[float] = []
    with ThreadPoolExecutor(max(1, others)) as threads, connect() as newcomer:
        speeches = [_begin(threads, connect, long) for _ in range(others)]
        for _ in range(trials):
            speeches = [_begin(threads, connect, long) if speech.done() else speech for speech in speeches]
            heard.append(newcomer.hear_first(short).first_audible_s)
            time.sleep(_APART_S / 4)
        for speech in speeches:
            speech.result()
    return heard


def _as_many_as_fit(connect: Connect, streams: int, text: str) -> tuple[list[Reading], Refused | None]:
    refusal: Refused | None = None
    with ThreadPoolExecutor(streams) as threads, connect() as one_more:
        speeches = [_begin(threads, connect, text) for _ in range(streams)]
        try:
            one_more.hear_first(text)
        except Refused as refused:
            refusal = refused
        return [speech.result()[1] for speech in speeches], refusal


def _begin(threads: ThreadPoolExecutor, connect: Connect, text: str) -> Future[tuple[FirstSound, Reading]]:
    def listen() -> tuple[FirstSound, Reading]:
        with connect() as listener:
            return listener.hear_out(text)

    speech = threads.submit(listen)
    time.sleep(_APART_S)
    return speech
