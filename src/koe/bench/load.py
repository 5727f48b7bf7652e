"""A koe server under load -> whether saved answers change, how long whole answers wait, how soon 429 ends after it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from threading import Event
from typing import TYPE_CHECKING

from koe.bench.timing import Timing

if TYPE_CHECKING:
    import httpx

LISTENERS = 2
_SLOW_PHASE_S = 15.0
_LONGEST_REFUSALS_S = 120.0
_RETRY_S = 0.5
_START_INTERVAL_S = 1.0

# What clients save: official ones send no `stream`.
SAVED: Mapping[str, Mapping[str, object]] = {
    "wav": {"response_format": "wav"},
    "mp3": {"response_format": "mp3"},
    "pcm at 16 kHz": {"response_format": "pcm", "sample_rate": 16_000},
    "whole wav": {"response_format": "wav", "stream": False},
}


@dataclass(frozen=True, slots=True)
class Load:
    """`changed` are saved answers whose bytes differed from those of the idle machine. `file_ratio` is the time of a
    whole answer beside two listeners compared with the median alone, at p95, by characters. The shares are the lane
    time for a second of audio that admission counts with."""

    changed: tuple[str, ...]
    file_ratio: Mapping[int, float]
    idle_share: float
    loaded_share: float
    refused_for_s: float

    def to_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class LoadTexts:
    saved: str
    files: Mapping[int, str]  # by characters
    long: str


class LoadBench:
    """`hogs` is the number of busy processes of the slow phase."""

    def __init__(self, http: httpx.Client, texts: LoadTexts, trials: int, hogs: int) -> None:
        self._http = http
        self._texts = texts
        self._trials = trials
        self._hogs = hogs

    def measure(self, on_part: Callable[[], None]) -> Load:
        idle = self._digests()
        alone = {size: Timing.of(self._file_times(text)).median for size, text in self._texts.files.items()}
        idle_share = self._share()
        on_part()
        with self._listeners(LISTENERS):
            beside = {size: Timing.of(self._file_times(text)).p95 for size, text in self._texts.files.items()}
        with self._listeners(1):  # a third stream would be refused
            among_listeners = self._digests()
        on_part()
        with busy_processes(self._hogs):
            until_s = time.monotonic() + _SLOW_PHASE_S
            among_hogs = self._digests()
            while time.monotonic() < until_s:
                self._speak(self._texts.saved)
            loaded_share = self._share()
        on_part()
        refused_for_s = self._refused_for_s()
        on_part()
        changed = [
            f"{name} beside {load}"
            for load, digests in (("listeners", among_listeners), ("busy processes", among_hogs))
            for name in SAVED
            if digests[name] != idle[name]
        ]
        ratio = {size: beside[size] / alone[size] for size in alone}
        return Load(tuple(changed), ratio, idle_share, loaded_share, refused_for_s)

    def _speak(self, text: str, **fields: object) -> httpx.Response:
        return self._http.post("/v1/audio/speech", json={"input": text, **fields})

    def _digests(self) -> dict[str, str]:
        answers = {name: self._speak_patiently(self._texts.saved, fields) for name, fields in SAVED.items()}
        return {name: hashlib.sha256(audio).hexdigest() for name, audio in answers.items()}

    def _speak_patiently(self, text: str, fields: Mapping[str, object]) -> bytes:
        """On a slow machine even a second stream may be refused for a while."""
        until_s = time.monotonic() + _LONGEST_REFUSALS_S
        while (response := self._speak(text, **fields)).status_code == 429 and time.monotonic() < until_s:
            time.sleep(_RETRY_S)
        return response.raise_for_status().content

    def _file_times(self, text: str) -> list[float]:
        times_s: list[float] = []
        for _ in range(self._trials):
            began_s = time.perf_counter()
            self._speak(text, stream=False, response_format="wav").raise_for_status()
            times_s.append(time.perf_counter() - began_s)
        return times_s

    @contextmanager
    def _listeners(self, count: int) -> Iterator[None]:
        """Streams that are read as fast as they come, started again whenever one ends."""
        stop = Event()

        def listen() -> None:
            while not stop.is_set():
                with self._http.stream("POST", "/v1/audio/speech", json={"input": self._texts.long}) as response:
                    for _ in response.iter_raw():
                        if stop.is_set():
                            return
                time.sleep(_RETRY_S if response.status_code == 429 else 0.0)

        with ThreadPoolExecutor(count) as threads:
            for _ in range(count):
                threads.submit(listen)
                time.sleep(_START_INTERVAL_S)
            try:
                yield
            finally:
                stop.set()

    def _share(self) -> float:
        return float(self._http.get("/status").raise_for_status().json()["costs"]["share"])

    def _refused_for_s(self) -> float:
        """Seconds after the load until two streams at once are admitted."""
        began_s = time.monotonic()
        with ThreadPoolExecutor(2) as threads:
            while time.monotonic() < began_s + _LONGEST_REFUSALS_S:
                tried_s = time.monotonic() - began_s
                answers = list(threads.map(lambda _: self._speak(self._texts.saved).status_code, range(2)))
                if answers == [200, 200]:
                    return tried_s
                time.sleep(_RETRY_S)
        return _LONGEST_REFUSALS_S


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    context = get_context("spawn")
    with ExitStack() as stack:
        for _ in range(count):
            process = context.Process(target=_spin, daemon=True)
            process.start()
            stack.callback(process.join)
            stack.callback(process.kill)
        yield


def _spin() -> None:
    number = 1
    while True:
        number = number * 31 % 1_000_003
