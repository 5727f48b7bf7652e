"""Time to first sound and lateness of streams: koe compared with kokoro-onnx, same weights, same run.

koe is measured at the socket of its server; the peer runs in process, without HTTP. The time runs from the request to
the first audible sample (above -50 dBFS): headers and silence do not count, and caches are off.
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

from koe.bench.client import SpeechClient
from koe.bench.listening import Playthrough, Punctuality
from koe.bench.texts import BenchText
from koe.bench.timing import Timing
from koe.constants import AUDIBLE
from koe.errors import BadOutput

Start = Callable[[], AbstractContextManager[SpeechClient]]

LATER_REQUESTS = 5


@dataclass(frozen=True, slots=True)
class Latency:
    """The measurements of one text. `rtf` is the median over the playthroughs."""

    text: BenchText
    first_byte_s: Timing
    first_audible_s: Timing
    peer_first_audible_s: Timing
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
    """The first request to a fresh server compared with later ones to the same server: medians over the starts."""

    first_s: float
    later_s: float
    ratio: float


@dataclass(frozen=True, slots=True)
class Report:
    """`stages_ms`: name of the text -> stage -> milliseconds spent before the first sound."""

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
    playthroughs: int,
    on_trial: Callable[[], None] = lambda: None,
) -> Latency:
    """`peer` is a kokoro_onnx.Kokoro. The two take turns; the first round is a warm-up and not counted.

    The last `playthroughs` of the trials listen to the end.
    """
    heard, peer_s = [], []
    whole: list[Playthrough] = []
    for trial in range(trials + 1):
        if trial > trials - playthroughs:
            first, playthrough = koe.play_through(text.text)
            whole.append(playthrough)
        else:
            first = koe.time_first_sound(text.text)
        other_s = asyncio.run(_peer_first_audible(peer, text.text, koe.voice))
        if trial:
            heard.append(first)
            peer_s.append(other_s)
        on_trial()
    return Latency(
        text=text,
        first_byte_s=Timing.of([first.first_byte_s for first in heard]),
        first_audible_s=Timing.of([first.first_audible_s for first in heard]),
        peer_first_audible_s=Timing.of(peer_s),
        rtf=median(playthrough.rtf for playthrough in whole),
        punctuality=Punctuality.of(whole),
    )


def measure_first_request(
    start: Start, text: BenchText, starts: int, on_start: Callable[[], None] = lambda: None
) -> FirstRequest:
    rounds = []
    for _ in range(starts):
        with start() as koe:
            first_s, *later_s = (koe.time_first_sound(text.text).first_audible_s for _ in range(1 + LATER_REQUESTS))
        rounds.append((first_s, median(later_s)))
        on_start()
    first, later = zip(*rounds, strict=True)
    return FirstRequest(median(first), median(later), median(first_s / later_s for first_s, later_s in rounds))


def flatness(latencies: Sequence[Latency]) -> float:
    """Time to first sound of the longest text divided by that of the shortest."""
    by_length = sorted(latencies, key=lambda latency: latency.text.characters)
    return by_length[-1].first_audible_s.median / by_length[0].first_audible_s.median


async def _peer_first_audible(peer: Any, text: str, voice: str) -> float:
    """asyncio.run waits for the batch in progress, so that koe has the machine to itself afterwards."""
    started_s = time.perf_counter()
    stream = peer.create_stream(text, voice=voice, speed=1.0, lang="en-us")
    async for samples, _ in stream:
        if bool((np.abs(samples) > AUDIBLE).any()):
            first_s = time.perf_counter() - started_s
            await stream.aclose()
            return first_s
    raise BadOutput("The peer produced nothing audible.")
