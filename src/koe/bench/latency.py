"""How long until something is heard, and whether it goes on: koe beside kokoro-onnx, same weights, same run.

koe is measured at the socket of its server, the peer in its own process, which spares it the way through HTTP. The time
runs from the request to the first audible sample (above -50 dBFS): headers and silence do not count, and there is no
cache to hit.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

import numpy as np

from koe.audio.trim import AUDIBLE
from koe.bench.client import SpeechClient
from koe.bench.listening import Punctuality, Reading
from koe.bench.texts import BenchText
from koe.errors import BadOutput

Start = Callable[[], AbstractContextManager[SpeechClient]]

LATER_REQUESTS = 5


@dataclass(frozen=True, slots=True)
class Spread:
    median: float
    p95: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(median(values), float(np.quantile(values, 0.95)))


@dataclass(frozen=True, slots=True)
class Latency:
    """One text. `rtf` is of the whole text, the median of its readings."""

    text: BenchText
    first_byte_s: Spread
    first_audible_s: Spread
    peer_first_audible_s: Spread
    rtf: float
    punctuality: Punctuality

    @property
    def ratio(self) -> float:
        return self.first_audible_s.median / self.peer_first_audible_s.median

    def to_json(self) -> dict[str, object]:
        return {
            "text": self.text.name,
            "characters": self.text.characters,
            "one_sentence": self.text.one_sentence,
            "first_byte_s": asdict(self.first_byte_s),
            "first_audible_s": asdict(self.first_audible_s),
            "peer_first_audible_s": asdict(self.peer_first_audible_s),
            "ratio": self.ratio,
            "rtf": self.rtf,
            "punctuality": asdict(self.punctuality),
        }


@dataclass(frozen=True, slots=True)
class FirstRequest:
    """The first request to a fresh server beside later ones to the same: medians over the starts."""

    first_s: float
    later_s: float
    ratio: float


@dataclass(frozen=True, slots=True)
class Report:
    """`stages_ms` has the milliseconds of each stage up to the first sound, for each text by its name."""

    peer: str
    voice: str
    trials: int
    latencies: tuple[Latency, ...]
    cold: FirstRequest
    warmed: FirstRequest
    stages_ms: Mapping[str, Mapping[str, float]]

    def to_json(self) -> dict[str, object]:
        return {
            "peer": self.peer,
            "voice": self.voice,
            "trials": self.trials,
            "texts": [latency.to_json() for latency in self.latencies],
            "flatness": flatness(self.latencies),
            "first_request": {"cold": asdict(self.cold), "warmed_up": asdict(self.warmed)},
            "stages_ms": {text: dict(stages) for text, stages in self.stages_ms.items()},
        }


def measure_latency(
    koe: SpeechClient,
    peer: Any,
    text: BenchText,
    trials: int,
    readings: int,
    on_trial: Callable[[], None] = lambda: None,
) -> Latency:
    """`peer` is a kokoro_onnx.Kokoro. The two take turns; the first round is not counted.

    The last `readings` of the trials listen to the end.
    """
    heard, peer_s = [], []
    whole: list[Reading] = []
    for trial in range(trials + 1):
        if trial > trials - readings:
            first, reading = koe.hear_out(text.text)
            whole.append(reading)
        else:
            first = koe.hear_first(text.text)
        other_s = asyncio.run(_peer_first_audible(peer, text.text, koe.voice))
        if trial:
            heard.append(first)
            peer_s.append(other_s)
        on_trial()
    return Latency(
        text=text,
        first_byte_s=Spread.of([first.first_byte_s for first in heard]),
        first_audible_s=Spread.of([first.first_audible_s for first in heard]),
        peer_first_audible_s=Spread.of(peer_s),
        rtf=median(reading.rtf for reading in whole),
        punctuality=Punctuality.of(whole),
    )


def measure_first_request(
    start: Start, text: BenchText, starts: int, on_start: Callable[[], None] = lambda: None
) -> FirstRequest:
    rounds = []
    for _ in range(starts):
        with start() as koe:
            first_s, *later_s = (koe.hear_first(text.text).first_audible_s for _ in range(1 + LATER_REQUESTS))
        rounds.append((first_s, median(later_s)))
        on_start()
    first, later = zip(*rounds, strict=True)
    return FirstRequest(median(first), median(later), median(first_s / later_s for first_s, later_s in rounds))


def flatness(latencies: Sequence[Latency]) -> float:
    """The longest text's time beside the shortest one's."""
    by_length = sorted(latencies, key=lambda latency: latency.text.characters)
    return by_length[-1].first_audible_s.median / by_length[0].first_audible_s.median


async def _peer_first_audible(peer: Any, text: str, voice: str) -> float:
    """The loop that runs this waits for the batch in the making, so that koe has the machine for itself again."""
    started_s = time.perf_counter()
    stream = peer.create_stream(text, voice=voice, speed=1.0, lang="en-us")
    async for samples, _ in stream:
        if bool((np.abs(samples) > AUDIBLE).any()):
            first_s = time.perf_counter() - started_s
            await stream.aclose()
            return first_s
    raise BadOutput("Nothing audible came from the peer.")
