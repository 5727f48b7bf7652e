"""A server -> its speed with 1, 2, 4 … clients at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import median

from koe.bench.client import SpeechClient
from koe.bench.listening import Punctuality
from koe.bench.speakers import ServedSpeaker, Spoken
from koe.bench.texts import Preset
from koe.errors import Refused

Connect = Callable[[], SpeechClient]


@dataclass(frozen=True, slots=True)
class ConcurrencyPoint:
    """Medians over the streams that were not refused; None: all were."""

    clients: int
    ttfa_s: float | None
    rtf: float | None
    refused: int
    underruns: int
    speech_per_s: float


def client_counts(most: int) -> list[int]:
    """Powers of two, and the most itself."""
    return sorted({most, *(1 << power for power in range(most.bit_length()) if 1 << power <= most)})


def measure_concurrency(
    connect: Connect, preset: Preset, most: int, on_point: Callable[[], None] = lambda: None
) -> tuple[ConcurrencyPoint, ...]:
    points, turn = [], 0
    for clients in client_counts(most):
        points.append(_point(connect, [preset.text(turn + at) for at in range(clients)]))
        turn += clients
        on_point()
    return tuple(points)


def _point(connect: Connect, texts: list[str]) -> ConcurrencyPoint:
    def listen(text: str) -> Spoken | None:
        with connect() as client:
            try:
                return ServedSpeaker(client).speak(text).without_samples()
            except Refused:
                return None

    with ThreadPoolExecutor(len(texts)) as threads:
        answers = list(threads.map(listen, texts))
    heard = [one for one in answers if one is not None]
    longest_s = max((one.complete_s for one in heard), default=1.0)
    return ConcurrencyPoint(
        len(texts),
        median(one.first_audible_s for one in heard) if heard else None,
        median(one.rtf for one in heard) if heard else None,
        len(texts) - len(heard),
        Punctuality.of(one.playthrough for one in heard).underruns,
        sum(one.speech_s for one in heard) / longest_s,
    )
