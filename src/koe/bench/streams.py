"""A koe server -> how many streams it carries at once, their underruns, and the time to first sound of one more."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass

from koe.bench.client import SpeechClient
from koe.bench.listening import Playthrough, Punctuality
from koe.errors import Refused

# The share of the machine's time that admission control gives to streams.
USABLE_SHARE = 0.9
# A server that refuses nobody is filled with this many times the number that fits by the RTF, and no further.
MOST_STREAMS = 2
# Time between two new streams, so that each one starts while the others are speaking.
_START_INTERVAL_S = 1.0

Connect = Callable[[], SpeechClient]


@dataclass(frozen=True, slots=True)
class StreamCapacity:
    """`by_rtf` is how many would fit by the RTF of one stream alone, `streams` how many the server admitted, one after
    the other, until it refused one with 429; if it refused none, `one_more_was_refused` is False.

    `loaded_first_s` is the time to first sound of a new stream beside `streams - 1` others, and `loaded_refusals` how
    often such a one had to ask again.
    """

    rtf: float
    by_rtf: int
    streams: int
    punctuality: Punctuality
    one_more_was_refused: bool
    retry_after_s: int | None
    idle_first_s: float
    loaded_first_s: float
    loaded_refusals: int

    @property
    def first_ratio(self) -> float:
        return self.loaded_first_s / self.idle_first_s

    def to_json(self) -> dict[str, object]:
        return asdict(self) | {"first_ratio": self.first_ratio}


def measure_streams(
    connect: Connect, short: str, long: str, trials: int, on_part: Callable[[], None]
) -> StreamCapacity:
    """Three parts: one stream alone; as many as are admitted; new streams beside one fewer."""
    with connect() as alone:
        idle = [alone.time_first_sound(short).first_audible_s for _ in range(trials)]
        _, playthrough = alone.play_through(long)
    on_part()
    by_rtf = max(1, math.floor(USABLE_SHARE / playthrough.rtf))
    playthroughs, refusal = _fill(connect, MOST_STREAMS * by_rtf, long)
    on_part()
    loaded, refusals = _first_sounds_beside(connect, len(playthroughs) - 1, short, long, trials)
    on_part()
    return StreamCapacity(
        rtf=playthrough.rtf,
        by_rtf=by_rtf,
        streams=len(playthroughs),
        punctuality=Punctuality.of(playthroughs),
        one_more_was_refused=refusal is not None,
        retry_after_s=None if refusal is None else refusal.retry_after_s,
        idle_first_s=statistics.median(idle),
        loaded_first_s=statistics.median(loaded),
        loaded_refusals=refusals,
    )


def _fill(connect: Connect, most: int, text: str) -> tuple[list[Playthrough], Refused | None]:
    """Start streams until one is refused or `most` run; returns their playthroughs and the refusal if there was one."""
    running: list[Future[Playthrough]] = []
    with ThreadPoolExecutor(most) as threads:
        while len(running) < most and not any(map(_is_refused, running)):
            running.append(_start(threads, connect, text))
    refusals = [problem for stream in running if isinstance(problem := stream.exception(), Refused)]
    return [stream.result() for stream in running if not _is_refused(stream)], next(iter(refusals), None)


def _first_sounds_beside(connect: Connect, others: int, short: str, long: str, trials: int) -> tuple[list[float], int]:
    """Seconds to the first sound of each new stream while `others` streams run, and how often one was refused; streams
    that end are restarted."""
    first_s: list[float] = []
    refusals = 0
    with ThreadPoolExecutor(max(1, others)) as threads, connect() as client:
        running = [_start(threads, connect, long) for _ in range(others)]
        while len(first_s) < trials:
            running = [_start(threads, connect, long) if stream.done() else stream for stream in running]
            try:
                first_s.append(client.time_first_sound(short).first_audible_s)
            except Refused as refusal:
                refusals += 1
                time.sleep(refusal.retry_after_s)
            time.sleep(_START_INTERVAL_S / 4)
        for stream in running:
            stream.exception()  # a refused one has run all the same, for others
    return first_s, refusals


def _is_refused(stream: Future[Playthrough]) -> bool:
    return stream.done() and isinstance(stream.exception(), Refused)


def _start(threads: ThreadPoolExecutor, connect: Connect, text: str) -> Future[Playthrough]:
    def listen() -> Playthrough:
        with connect() as client:
            return client.play_through(text)[1]

    stream = threads.submit(listen)
    time.sleep(_START_INTERVAL_S)
    return stream
