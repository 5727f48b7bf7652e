"""Builds at the sockets of their servers, and kokoro-onnx in process: first sound and whole speech, taking turns.

Each build has a server of its own, which is idle while another one speaks. The peer has the same weights as `exact`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

import numpy as np

from koe.bench.client import SpeechClient
from koe.constants import AUDIBLE
from koe.errors import BadOutput


class Speaks(Protocol):
    """Speaks a text to its end, and tells when it was first heard, when it was complete and how long it is."""

    def speak(self, text: str) -> Spoken: ...


@dataclass(frozen=True, slots=True)
class Spoken:
    first_audible_s: float
    complete_s: float
    speech_s: float

    @property
    def rtf(self) -> float:
        return self.complete_s / self.speech_s


@dataclass(frozen=True, slots=True)
class Turn:
    """Least and median over the trials; `rtf` is the least."""

    first_audible_s: tuple[float, float]
    complete_s: tuple[float, float]
    rtf: float

    @classmethod
    def of(cls, trials: Sequence[Spoken]) -> Turn:
        firsts, completes = ([getattr(one, name) for one in trials] for name in ("first_audible_s", "complete_s"))
        return cls(_least_and_median(firsts), _least_and_median(completes), min(one.rtf for one in trials))


def _least_and_median(values: Sequence[float]) -> tuple[float, float]:
    return min(values), float(np.median(values))


@dataclass(frozen=True, slots=True)
class BuildSpeeds:
    """By name of the speaker, then by characters of the text; the peer is one of the speakers. `memory_mb` is the
    resident memory of a server after all trials."""

    peer: str
    turns: Mapping[str, Mapping[int, Turn]]
    memory_mb: Mapping[str, int] = field(default_factory=dict)

    def ratio(self, name: str, characters: int) -> tuple[float, float]:
        """Time compared with the peer: to the first sound, and for the whole text. Medians."""
        ours, theirs = self.turns[name][characters], self.turns[self.peer][characters]
        return ours.first_audible_s[1] / theirs.first_audible_s[1], ours.complete_s[1] / theirs.complete_s[1]

    def to_json(self) -> dict[str, object]:
        builds = {
            name: {
                str(characters): {
                    **asdict(turn),
                    "first_ratio": self.ratio(name, characters)[0],
                    "whole_ratio": self.ratio(name, characters)[1],
                }
                for characters, turn in texts.items()
            }
            for name, texts in self.turns.items()
        }
        return {"peer": self.peer, "speakers": builds, "memory_mb": dict(self.memory_mb)}


def measure_builds(
    speakers: Mapping[str, Speaks],
    texts: Sequence[str],
    trials: int,
    on_turn: Callable[[], None] = lambda: None,
) -> dict[str, dict[int, Turn]]:
    """All speakers take turns, text by text. The first round warms up and does not count."""
    found: dict[str, dict[int, Turn]] = {name: {} for name in speakers}
    for text in texts:
        spoken: dict[str, list[Spoken]] = {name: [] for name in speakers}
        for trial in range(trials + 1):
            for name, speaker in speakers.items():
                one = speaker.speak(text)
                if trial:
                    spoken[name].append(one)
                on_turn()
        for name, some in spoken.items():
            found[name][len(text)] = Turn.of(some)
    return found


class ServedBuild:
    def __init__(self, client: SpeechClient) -> None:
        self._client = client

    def speak(self, text: str) -> Spoken:
        first, playthrough = self._client.play_through(text)
        return Spoken(first.first_audible_s, playthrough.elapsed_s, playthrough.audio_s)


class Peer:
    """`kokoro` is a kokoro_onnx.Kokoro. It gives a passage of up to 510 phonemes at a time."""

    def __init__(self, kokoro: Any, voice: str) -> None:
        self._kokoro = kokoro
        self._voice = voice

    def speak(self, text: str) -> Spoken:
        return asyncio.run(self._speak(text))

    async def _speak(self, text: str) -> Spoken:
        began_s, first_s, speech_s = time.perf_counter(), None, 0.0
        async for samples, rate_hz in self._kokoro.create_stream(text, voice=self._voice, speed=1.0, lang="en-us"):
            if first_s is None and bool((np.abs(samples) > AUDIBLE).any()):
                first_s = time.perf_counter() - began_s
            speech_s += len(samples) / rate_hz
        if first_s is None:
            raise BadOutput("The peer produced nothing audible.")
        return Spoken(first_s, time.perf_counter() - began_s, speech_s)
