"""Overhead of HTTP: time to first sound at the socket and of the bare engine, and latency of /health under load."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from http.client import HTTPConnection
from statistics import median
from urllib.parse import urlsplit

import numpy as np

from koe.bench.client import SpeechClient
from koe.bench.timing import Timing
from koe.constants import AUDIBLE
from koe.errors import BadOutput
from koe.types import AudioBlock

_HEALTH_EVERY_S = 0.02

Speak = Callable[[str], Iterable[AudioBlock]]


@dataclass(frozen=True, slots=True)
class HttpCost:
    """Seconds. `bare_s`: from the call of the engine to the first audible sample in its caller's hands."""

    bare_s: Timing
    bare_least_s: float
    first_audible_s: Timing
    first_audible_least_s: float
    first_byte_s: Timing
    health_p50_s: float
    health_p99_s: float
    health_answers: int

    @property
    def overhead_s(self) -> float:
        """The difference of the minima: noise between two processes on a shared machine is larger than the overhead."""
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
    """Engine and server take turns; the first round is a warm-up and not counted."""
    bare, heard = [], []
    for trial in range(trials + 1):
        bare_s = _first_audible_s(speak, short)
        first = koe.time_first_sound(short)
        if trial:
            bare.append(bare_s)
            heard.append(first)
        on_trial()
    health = _health_while_busy(koe, address, long)
    return HttpCost(
        bare_s=Timing.of(bare),
        bare_least_s=min(bare),
        first_audible_s=Timing.of([first.first_audible_s for first in heard]),
        first_audible_least_s=min(first.first_audible_s for first in heard),
        first_byte_s=Timing.of([first.first_byte_s for first in heard]),
        health_p50_s=median(health),
        health_p99_s=float(np.quantile(health, 0.99)),
        health_answers=len(health),
    )


def _first_audible_s(speak: Speak, text: str) -> float:
    started_s = time.perf_counter()
    for block in speak(text):
        if np.abs(block.samples).max(initial=0.0) > AUDIBLE:
            return time.perf_counter() - started_s
    raise BadOutput("The engine produced nothing audible.")


def _ask_health(address: str) -> None:
    """Uses http.client: httpx takes 30 ms to set up a connection pool."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=60)
    try:
        connection.request("GET", "/health")
        if connection.getresponse().status != 200:
            raise BadOutput("/health did not respond with 200.")
    finally:
        connection.close()


def _health_while_busy(koe: SpeechClient, address: str, long: str) -> list[float]:
    """A new connection for each check, as a watchdog does."""
    answers_s = []
    with ThreadPoolExecutor(1) as threads:
        speech = threads.submit(koe.play_through, long)
        while not speech.done():
            started_s = time.perf_counter()
            _ask_health(address)
            answers_s.append(time.perf_counter() - started_s)
            time.sleep(_HEALTH_EVERY_S)
        speech.result()
    return answers_s
