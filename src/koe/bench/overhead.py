"""What koe's own code costs: the engine beside one bare call of the whole model for each of the same spans."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from koe.engine.engine import Engine
from koe.model.backends import Array, Session
from koe.model.voices import VoiceBook
from koe.text.plan import Planner
from koe.types import Samples, Span, SpeechRequest

# About ten seconds of speech.
PARAGRAPH = (
    "The lighthouse keeper climbed the stairs every evening, counting the steps aloud. "
    "From the top he could see three villages, the harbour and the long grey line of the sea. "
    "When the lamp was lit, he sat down and read until the morning."
)


@dataclass(frozen=True, slots=True)
class Overhead:
    """Medians over the trials. `ratio` is koe ÷ bare; `ratio_spread` the lowest and highest pair of one trial."""

    trials: int
    audio_s: float
    bare_s: float
    koe_s: float
    ratio: float
    ratio_spread: tuple[float, float]

    @property
    def bare_rtf(self) -> float:
        return self.bare_s / self.audio_s

    @property
    def koe_rtf(self) -> float:
        return self.koe_s / self.audio_s

    def to_json(self) -> dict[str, object]:
        return asdict(self) | {"bare_rtf": self.bare_rtf, "koe_rtf": self.koe_rtf}


class BareModel:
    """The published graph, called as its authors call it."""

    def __init__(self, session: Session, voices: VoiceBook) -> None:
        self._session = session
        self._voices = voices

    def speak(self, span: Span, voice: str, speed: float = 1.0) -> Samples:
        style = self._voices.style(voice, len(span.tokens))
        ids = np.array([[0, *span.tokens, 0]], dtype=np.int64)
        inputs: dict[str, Array] = {"input_ids": ids, "style": style, "speed": np.array([speed], dtype=np.float32)}
        waveform = self._session.run(inputs)["waveform"]
        return np.asarray(waveform[0], dtype=np.float32)


def measure_overhead(
    engine: Engine,
    bare: BareModel,
    planner: Planner,
    voice: str = "af_heart",
    trials: int = 5,
    on_trial: Callable[[], None] = lambda: None,
) -> Overhead:
    """The two take turns, so that a machine that slows down slows both."""
    spans = [span for sentence in planner.sentences(PARAGRAPH) for span in planner.spans(sentence, "en-us")]
    _time_bare(bare, spans, voice)  # warm both
    _time_koe(engine, voice)
    bare_times, koe_times = [], []
    audio_s = 0.0
    for _ in range(trials):
        elapsed_s, audio_s = _time_bare(bare, spans, voice)
        bare_times.append(elapsed_s)
        koe_times.append(_time_koe(engine, voice))
        on_trial()
    pairs = [koe_s / bare_s for koe_s, bare_s in zip(koe_times, bare_times, strict=True)]
    return Overhead(
        trials=trials,
        audio_s=audio_s,
        bare_s=statistics.median(bare_times),
        koe_s=statistics.median(koe_times),
        ratio=statistics.median(pairs),
        ratio_spread=(min(pairs), max(pairs)),
    )


def _time_bare(bare: BareModel, spans: Sequence[Span], voice: str) -> tuple[float, float]:
    started_s = time.perf_counter()
    samples = sum(len(bare.speak(span, voice)) for span in spans)
    return time.perf_counter() - started_s, samples / 24_000


def _time_koe(engine: Engine, voice: str) -> float:
    started_s = time.perf_counter()
    for _ in engine.stream(engine.prepare(SpeechRequest(PARAGRAPH, voice))):
        pass
    return time.perf_counter() - started_s
