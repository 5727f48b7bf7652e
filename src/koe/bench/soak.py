"""A koe server in mixed use for minutes -> requests by outcome, refusals that were not needed, its memory over time."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from threading import Lock
from typing import TYPE_CHECKING

from koe.engine.agenda import HEADROOM
from koe.languages import Language

if TYPE_CHECKING:
    import httpx

SAMPLE_S = 5.0
_RETRY_S = 1.0
_FORMATS = ("wav", "mp3", "pcm", "opus", "flac", "aac")
_SPEEDS = (1.0, 1.0, 1.0, 0.8, 1.3)
_EXPECTED = frozenset({200, 429, 503})
_RUNNING = re.compile(r"^(\d+) streams")

Body = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Soak:
    """`answers` are counted by status, 0 for a broken answer. `refused_with_room` are answers 429 although the streams
    that ran and the new one together would have left a tenth of the lane free. Memory is in bytes: after the warm-up,
    after every language was spoken once, and the least and the most after that."""

    answers: Mapping[int, int]
    refused_with_room: int
    warm_bytes: int
    spoken_once_bytes: int
    least_bytes: int
    most_bytes: int
    samples: tuple[int, ...]

    @property
    def spread(self) -> float:
        """How far the memory moved from where it was when every language had been spoken once."""
        return max(self.most_bytes - self.spoken_once_bytes, self.spoken_once_bytes - self.least_bytes) / (
            self.spoken_once_bytes
        )

    def to_json(self) -> dict[str, object]:
        return {**asdict(self), "spread": self.spread}


@dataclass(frozen=True, slots=True)
class LimitedSoak:
    """A soak under a memory limit. `memory` is that of /status at the end; `first_audible_s` are medians on the server
    alone, without the limit and after the soak with it."""

    soak: Soak
    idle_bytes: int
    limit_bytes: int
    memory: Mapping[str, object]
    first_audible_s: float
    first_audible_after_s: float

    @property
    def lost(self) -> int:
        """Answers that broke, or failed for another reason than a refusal."""
        return sum(count for status, count in self.soak.answers.items() if status not in _EXPECTED)

    def to_json(self) -> dict[str, object]:
        return {**asdict(self), "soak": self.soak.to_json(), "lost": self.lost}


class SoakBench:
    """`memory` returns the bytes that the server has in RAM."""

    def __init__(
        self, http: httpx.Client, texts: Sequence[str], languages: Sequence[Language], memory: Callable[[], int]
    ) -> None:
        self._http = http
        self._texts = texts
        self._languages = languages
        self._memory = memory
        self._lock = Lock()
        self._answers: Counter[int] = Counter()
        self._refused_with_room = 0

    def measure(self, clients: int, seconds: float, on_sample: Callable[[float], None]) -> Soak:
        warm = self._memory()
        for language in self._languages:
            self._speak({"input": language.preview, "voice": language.best_voice})
        spoken_once = self._memory()
        until_s = time.monotonic() + seconds
        with ThreadPoolExecutor(clients) as threads:
            running = [threads.submit(self._client, seed, until_s) for seed in range(clients)]
            samples = list(self._samples(until_s, on_sample))
            for client in running:
                client.result()
        samples.append(self._memory())
        return Soak(
            dict(self._answers), self._refused_with_room, warm, spoken_once, min(samples), max(samples), tuple(samples)
        )

    def _samples(self, until_s: float, on_sample: Callable[[float], None]) -> Iterator[int]:
        """At least one, however late it is."""
        left_s = until_s - time.monotonic()
        while True:
            wait_s = min(SAMPLE_S, max(0.0, left_s))
            time.sleep(wait_s)
            on_sample(wait_s)
            yield self._memory()
            left_s = until_s - time.monotonic()
            if left_s <= 0:
                return

    def _client(self, seed: int, until_s: float) -> None:
        choices = random.Random(seed)  # noqa: S311  the same mix each time, no secret
        while time.monotonic() < until_s:
            if self._speak(self._body(choices)) != 200:
                time.sleep(_RETRY_S)

    def _body(self, choices: random.Random) -> Body:
        """English texts of any length, now and then a sentence in another language; played or saved."""
        language = choices.choice(self._languages)
        is_english = choices.random() < 0.7
        body: dict[str, object] = {
            "input": choices.choice(self._texts) if is_english else language.preview,
            "voice": self._languages[0].best_voice if is_english else language.best_voice,
            "response_format": choices.choice(_FORMATS),
            "speed": choices.choice(_SPEEDS),
        }
        if choices.random() < 0.4:
            body["stream"] = False
        return body

    def _speak(self, body: Body) -> int:
        import httpx

        try:
            response = self._http.post("/v1/audio/speech", json=body)
        except httpx.HTTPError:
            with self._lock:
                self._answers[0] += 1
            return 0
        had_room = response.status_code == 429 and self._had_room(response)
        with self._lock:
            self._answers[response.status_code] += 1
            self._refused_with_room += had_room
        return response.status_code

    def _had_room(self, refusal: httpx.Response) -> bool:
        running = _RUNNING.match(str(refusal.json()["error"]["message"]))
        share = float(self._http.get("/status").raise_for_status().json()["costs"]["share"])
        return running is not None and (int(running[1]) + 1) * share <= HEADROOM
