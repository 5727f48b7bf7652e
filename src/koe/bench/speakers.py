"""What is measured: a server at its socket, and kokoro-onnx in process. Each tells when its speech was heard."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from koe.bench.client import SpeechClient
from koe.bench.listening import Arrival, Playthrough
from koe.bench.machine import cpu_s
from koe.constants import AUDIBLE
from koe.errors import BadOutput

_NOTHING: NDArray[np.int16] = np.zeros(0, dtype=np.int16)
_FULL_SCALE = 32_767
_IDLE_TICK_S = 0.01
_MOST_IDLE_TICKS = 50


@dataclass(frozen=True, slots=True)
class Spoken:
    """Seconds since the request. `cpu_s`: CPU time of the process that spoke, `first_cpu_s` until it was heard; None:
    unknown. `speech_s` begins with the first audible sample."""

    first_byte_s: float
    first_audible_s: float
    complete_s: float
    speech_s: float
    lateness_s: tuple[float, ...] = ()
    cpu_s: float | None = None
    first_cpu_s: float | None = None
    sample_rate_hz: int = 24_000
    samples: NDArray[np.int16] = field(default_factory=lambda: _NOTHING, repr=False, compare=False)

    @property
    def rtf(self) -> float:
        return self.complete_s / self.speech_s

    @property
    def playthrough(self) -> Playthrough:
        return Playthrough(self.complete_s, self.speech_s, self.lateness_s)

    def without_samples(self) -> Spoken:
        return replace(self, samples=_NOTHING)


class Speaks(Protocol):
    """Speaks a text to its end."""

    def speak(self, text: str) -> Spoken: ...


class CpuClock:
    """The CPU time of a process since now; None: unknown. `pid` None: it runs elsewhere."""

    def __init__(self, pid: int | None) -> None:
        self._pid = pid
        self._began_s = self._now_s()
        self.noted_s: float | None = None

    def note(self) -> None:
        self.noted_s = self.used_s

    @property
    def used_s(self) -> float | None:
        now_s = self._now_s()
        return None if now_s is None or self._began_s is None else now_s - self._began_s

    def _now_s(self) -> float | None:
        return None if self._pid is None else cpu_s(self._pid)


class ServedSpeaker:
    """`pid` is that of the server, if it runs on this machine."""

    def __init__(self, client: SpeechClient, pid: int | None = None) -> None:
        self._client = client
        self._pid = pid

    def speak(self, text: str) -> Spoken:
        clock = CpuClock(self._pid)
        speech = self._client.listen(text, clock.note)
        first, audio = speech.first_sound, (speech.sample_rate_hz, speech.samples)
        return _spoken((first.first_byte_s, first.first_audible_s), speech.playthrough, clock, audio)


class KokoroOnnx:
    """`kokoro` is a kokoro_onnx.Kokoro. It gives a passage of up to 510 phonemes at a time."""

    def __init__(self, kokoro: Any, voice: str) -> None:
        self._kokoro = kokoro
        self._voice = voice

    def speak(self, text: str) -> Spoken:
        clock = CpuClock(os.getpid())
        spoken = asyncio.run(self._speak(text, clock))
        spoken = replace(spoken, cpu_s=clock.used_s)
        _wait_for_idle_threads()
        return spoken

    async def _speak(self, text: str, clock: CpuClock) -> Spoken:
        """asyncio.run waits for the batch in progress, so that others have the machine to themselves afterwards."""
        began_s = time.perf_counter()
        arrivals: list[Arrival] = []
        pieces: list[NDArray[np.int16]] = []
        first_s, first_sample, rate_hz, count = None, 0, 0, 0
        async for samples, its_rate_hz in self._kokoro.create_stream(text, voice=self._voice, speed=1.0, lang="en-us"):
            at_s = time.perf_counter() - began_s
            audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
            if first_s is None and audible.size:
                first_s, first_sample = at_s, count + int(audible[0])
                clock.note()
            arrivals.append(Arrival(at_s, len(samples)))
            pieces.append((np.clip(samples, -1, 1) * _FULL_SCALE).astype(np.int16))
            count += len(samples)
            rate_hz = its_rate_hz
        if first_s is None:
            raise BadOutput("The peer produced nothing audible.")
        played = Playthrough.of(arrivals, first_sample, rate_hz)
        return _spoken((arrivals[0].at_s, first_s), played, clock, (rate_hz, np.concatenate(pieces)))


def _wait_for_idle_threads() -> None:
    """ONNX Runtime's threads go on spinning for some ten milliseconds after a run: whatever is measured next would
    share its cores with them."""
    for _ in range(_MOST_IDLE_TICKS):
        used_s = time.process_time()
        time.sleep(_IDLE_TICK_S)
        if time.process_time() - used_s < _IDLE_TICK_S / 5:
            return


def _spoken(
    firsts_s: tuple[float, float], played: Playthrough, clock: CpuClock, audio: tuple[int, NDArray[np.int16]]
) -> Spoken:
    return Spoken(
        *firsts_s,
        played.elapsed_s,
        played.audio_s,
        played.lateness_s,
        cpu_s=clock.used_s,
        first_cpu_s=clock.noted_s,
        sample_rate_hz=audio[0],
        samples=audio[1],
    )
