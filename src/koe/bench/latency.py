"""How long until something is heard: koe beside kokoro-onnx on the same weights, in the same run.

The time runs from the request to the first audible sample (above -50 dBFS): silence and headers do not count, and there
is no cache to hit.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from koe.audio.trim import AUDIBLE
from koe.engine.engine import Engine
from koe.types import SpeechRequest

_SENTENCES = (
    "The lighthouse keeper climbed the narrow stairs every single evening.",
    "From the top he could see three villages, the harbour with its fishing boats, and beyond them the long grey line "
    "of the sea.",
    "When the lamp was lit at last, he sat down by the window, opened the book that his sister had sent him from the "
    "city, and read until the first birds began to sing.",
    "Nobody came to visit him in winter, because the road was bad and the ferry did not sail in a storm.",
)
LENGTHS = (70, 190, 460, 2000)


def text_of(characters: int) -> str:
    """Whole sentences, of about that many characters in all."""
    text = ""
    for sentence in _SENTENCES * 20:
        if text and len(text) + len(sentence) > characters + 20:
            break
        text = f"{text} {sentence}".strip()
    return text


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds, medians over the trials; `p95_s` is koe's."""

    characters: int
    koe_s: float
    p95_s: float
    peer_s: float
    koe_rtf: float

    @property
    def ratio(self) -> float:
        return self.koe_s / self.peer_s

    def to_json(self) -> dict[str, object]:
        return asdict(self) | {"ratio": self.ratio}


def measure_latency(
    engine: Engine, peer: Any, voice: str, trials: int, on_trial: Callable[[], None] = lambda: None
) -> list[Latency]:
    """`peer` is a kokoro_onnx.Kokoro. The two take turns; the first round of each length is not counted."""
    results = []
    for characters in LENGTHS:
        text = text_of(characters)
        koe: list[float] = []
        other: list[float] = []
        rtf = 0.0
        for trial in range(trials + 1):
            first_s, rtf = _first_audible(engine, text, voice)
            peer_s = asyncio.run(_peer_first_audible(peer, text, voice))
            if trial:
                koe.append(first_s)
                other.append(peer_s)
            on_trial()
        p95 = float(np.quantile(koe, 0.95))
        results.append(Latency(len(text), statistics.median(koe), p95, statistics.median(other), rtf))
    return results


def flatness(results: Sequence[Latency]) -> float:
    """The longest text's time beside the shortest one's."""
    return results[-1].koe_s / results[0].koe_s


def _first_audible(engine: Engine, text: str, voice: str) -> tuple[float, float]:
    """Seconds to the first audible sample, and the RTF of what was made until two seconds of audio were there."""
    started_s = time.perf_counter()
    stream = engine.stream(engine.prepare(SpeechRequest(text, voice)))
    first_s, audio_s = 0.0, 0.0
    for block in stream:
        if not first_s and bool((np.abs(block.samples) > AUDIBLE).any()):
            first_s = time.perf_counter() - started_s
        audio_s += block.duration_s
        if audio_s > 2:
            break
    elapsed_s = time.perf_counter() - started_s
    stream.cancel()
    while engine.running_streams:  # the window in the making ends first
        time.sleep(0.001)
    return first_s, elapsed_s / audio_s


async def _peer_first_audible(peer: Any, text: str, voice: str) -> float:
    started_s = time.perf_counter()
    stream = peer.create_stream(text, voice=voice, speed=1.0, lang="en-us")
    async for samples, _ in stream:
        if (np.abs(samples) > AUDIBLE).any():
            first_s = time.perf_counter() - started_s
            await stream.aclose()
            return first_s
    return float("nan")
