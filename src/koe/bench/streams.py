"""A koe server -> how many streams it carries at once, their underruns, and the time to first sound of one more."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass

from koe.bench.client import FirstSound, SpeechClient
from koe.bench.listening import Playthrough, Punctuality
from koe.errors import Refused

# The share of the machine's time that admission control gives to streams.
USABLE_SHARE = 0.9
# Time between two new streams, so that each one starts while the others are speaking.
_START_INTERVAL_S = 1.0

Connect = Callable[[], SpeechClient]


@dataclass(frozen=True, slots=True)
class StreamCapacity:
    """`streams` is how many fit by the RTF of one stream alone. `one_more_was_refused`: the next one got 429.

    `loaded_first_s` is the time to first sound of a new stream beside `streams - 1` others.
    """

    rtf: float
    streams: int
    punctuality: Punctuality
    one_more_was_refused: bool
    retry_after_s: int | None
    idle_first_s: float
    loaded_first_s: float

    @property
    def first_ratio(self) -> float:
        return self.loaded_first_s / self.idle_first_s

    def to_json(self) -> dict[str, object]:
        return asdict(self) | {"first_ratio": self.first_ratio}


def measure_streams(
    connect: Connect, short: str, long: str, trials: int, on_part: Callable[[], None]
) -> StreamCapacity:
    """Three parts: one stream alone; new streams beside one fewer than fit; as many as fit and one more."""
    with connect() as alone:
        idle = [alone.time_first_sound(short).first_audible_s for _ in range(trials)]
        _, playthrough = alone.play_through(long)
    on_part()
    streams = max(1, math.floor(USABLE_SHARE / playthrough.rtf))
    loaded = _first_sounds_beside(connect, streams - 1, short, long, trials)
    on_part()
    playthroughs, refusal = _fill(connect, streams, long)
    on_part()
    return StreamCapacity(
        rtf=playthrough.rtf,
        streams=streams,
        punctuality=Punctuality.of(playthroughs),
        one_more_was_refused=refusal is not None,
        retry_after_s=None if refusal is None else refusal.retry_after_s,
        idle_first_s=statistics.median(idle),
        loaded_first_s=statistics.median(loaded),
    )


def _first_sounds_beside(connect: Connect, others: int, short: str, long: str, trials: int) -> list[float]:
    """Seconds to the first sound of each new stream while `others` streams run; those that end are restarted."""
    first_s: list[float] = []
    with ThreadPoolExecutor(max(1, others)) as threads, connect() as client:
        running = [_start(threads, connect, long) for _ in range(others)]
        for _ in range(trials):
            running = [_start(threads, connect, long) if stream.done() else stream for stream in running]
            first_s.append(client.time_first_sound(short).first_audible_s)
            time.sleep(_START_INTERVAL_S / 4)
        for stream in running:
            stream.result()
    return first_s


def _fill(connect: Connect, streams: int, text: str) -> tuple[list[Playthrough], Refused | None]:
    """Run as many streams as fit and try one more; returns the playthroughs and the refusal, if there was one."""
    refusal: Refused | None = None
    with ThreadPoolExecutor(streams) as threads, connect() as one_more:
        running = [_start(threads, connect, text) for _ in range(streams)]
        try:
            one_more.time_first_sound(text)
        except Refused as refused:
            refusal = refused
        return [stream.result()[1] for stream in running], refusal


def _start(threads: ThreadPoolExecutor, connect: Connect, text: str) -> Future[tuple[FirstSound, Playthrough]]:
    def listen() -> tuple[FirstSound, Playthrough]:
        with connect() as client:
            return client.play_through(text)

    stream = threads.submit(listen)
    time.sleep(_START_INTERVAL_S)
    return stream
