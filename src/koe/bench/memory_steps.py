"""A koe server -> its memory, threads and descriptors after each kind of work, and whether repeating it takes more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from koe.bench.client import SpeechClient
from koe.bench.run.profile import Sample
from koe.bench.texts import Preset

Take = Callable[[], Sample]


@dataclass(frozen=True, slots=True)
class MemoryStep:
    """`more_bytes` than after the step before."""

    name: str
    resident_bytes: int
    more_bytes: int
    threads: int
    descriptors: int


@dataclass(frozen=True, slots=True)
class MemoryReport:
    """`growth`: the memory after the last repetition compared with that after the first; 0.02 is two per cent more."""

    steps: tuple[MemoryStep, ...]
    repetitions: int
    growth: float


def measure_memory(
    clients: Sequence[tuple[str, SpeechClient]],
    presets: Sequence[Preset],
    repetitions: int,
    take: Take,
    on_step: Callable[[], None] = lambda: None,
) -> MemoryReport:
    """`clients` speak in their own way, such as streamed and whole."""
    samples: list[tuple[str, Sample]] = [("warmed up", take())]
    for way, client in clients:
        for preset in presets:
            client.listen(preset.text())
            samples.append((f"{preset.name}, {way}", take()))
            on_step()
    for turn in range(1, repetitions + 1):
        for _, client in clients:
            for preset in presets:
                client.listen(preset.text(turn))
        samples.append((f"all again, {turn}", take()))
        on_step()
    first, last = samples[-repetitions][1], samples[-1][1]
    return MemoryReport(tuple(_steps(samples)), repetitions, _bytes(last) / max(_bytes(first), 1) - 1)


def _steps(samples: Sequence[tuple[str, Sample]]) -> list[MemoryStep]:
    steps, before = [], _bytes(samples[0][1])
    for name, sample in samples:
        resident = _bytes(sample)
        steps.append(MemoryStep(name, resident, resident - before, sample.threads or 0, sample.descriptors or 0))
        before = resident
    return steps


def _bytes(sample: Sample) -> int:
    return sample.resident_bytes or 0
