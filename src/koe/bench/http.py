"""What HTTP costs: a server's socket beside the bare engine, and whether /health answers while every lane is busy."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from http.client import HTTPConnection
from statistics import median
from urllib.parse import urlsplit

import numpy as np

from koe.audio.trim import AUDIBLE
from koe.bench.client import SpeechClient
from koe.bench.latency import Spread
from koe.errors import BadOutput
from koe.types import AudioBlock

# Between two questions after its health.
_HEALTH_EVERY_S = 0.02

Speak = Callable[[str], Iterable[AudioBlock]]


@dataclass(frozen=True, slots=True)
class HttpCost:
    """Seconds. `bare_s`: from the text to the first audible sample in the hands of whoever called the engine."""

    bare_s: Spread
    bare_least_s: float
    first_audible_s: Spread
    first_audible_least_s: float
    first_byte_s: Spread
    health_p50_s: float
    health_p99_s: float
    health_answers: int

    @property
    def overhead_s(self) -> float:
        """Of the least of each: two processes on a shared machine disturb each other by more than it is."""
        return self.first_audible_least_s - self.bare_least_s

    def to_json(self) -> dict[str, object]:
        return asdict(self) | {"overhead_s": self.overhead_s}


def measure_http(
    speak: Speak,
    koe: SpeechClient,
    address: str,
    short: str,
    long: str,
    trials: int,
    on_trial: Callable[[], None] = lambda: None,
) -> HttpCost:
    """The engine and the server take turns; the first round is not counted."""
    bare, heard = [], []
    for trial in range(trials + 1):
        bare_s = _first_audible_s(speak, short)
        first = koe.hear_first(short)
        if trial:
            bare.append(bare_s)
            heard.append(first)
        on_trial()
    health = _health_while_busy(koe, address, long)
    return HttpCost(
        Spread.of(bare),
        min(bare),
        Spread.of([first.first_audible_s for first in heard]),
        min(first.first_audible_s for first in heard),
        Spread.of([first.first_byte_s for first in heard]),
        median(health),
        float(np.quantile(health, 0.99)),
        len(health),
    )


def _first_audible_s(speak: Speak, text: str) -> float:
    started_s = time.perf_counter()
    for block in speak(text):
        if np.abs(block.samples).max(initial=0.0) > AUDIBLE:
            return time.perf_counter() - started_s
    raise BadOutput("Nothing audible came from the engine.")


def _ask_health(address: str) -> None:
    """Without a library that takes 30 ms to set itself up."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=60)
    try:
        connection.request("GET", "/health")
        if connection.getresponse().status != 200:
            raise BadOutput("The server does not say that it is well.")
    finally:
        connection.close()


def _health_while_busy(koe: SpeechClient, address: str, long: str) -> list[float]:
    """Over connections of their own, as a watchdog asks."""
    answers_s = []
    with ThreadPoolExecutor(1) as threads:
        speech = threads.submit(koe.hear_out, long)
        while not speech.done():
            started_s = time.perf_counter()
            _ask_health(address)
            answers_s.append(time.perf_counter() - started_s)
            time.sleep(_HEALTH_EVERY_S)
        speech.result()
    return answers_s
