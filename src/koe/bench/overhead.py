"""Overhead of koe's own code: the engine compared with one bare call of the whole model for each span."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from koe.engine.engine import Engine
from koe.model.backends import Array, Session
from koe.model.voices import VoiceBook
from koe.text.plan import Planner, TextToPlan
from koe.types import Samples, Span, SpeechRequest

# About ten seconds of speech.
PARAGRAPH = (
    "The lighthouse keeper climbed the stairs every evening, counting the steps aloud. "
    "From the top he could see three villages, the harbour and the long grey line of the sea. "
    "When the lamp was lit, he sat down and read until the morning."
)


@dataclass(frozen=True, slots=True)
class Overhead:
    """Medians over the trials. Ratios are koe / bare, trial by trial: for a file, and live in growing windows."""

    trials: int
    audio_s: float
    bare_s: float
    file_s: float
    live_s: float
    file_ratio: float
    live_ratio: float

    def to_json(self) -> dict[str, object]:
        return asdict(self)


class BareModel:
    """The published graph, called the way its authors call it."""

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
    """They take turns, so that a slow phase of the machine affects both."""
    spans = [span for sentence in planner.sentences(TextToPlan(PARAGRAPH, "en-us")) for span in planner.spans(sentence)]
    _time_bare(bare, spans, voice)  # warm-up of both
    _time_koe(engine, voice, live=True)
    _time_koe(engine, voice, live=False)
    rounds = []
    audio_s = 0.0
    for _ in range(trials):
        bare_s, samples = _time_bare(bare, spans, voice)
        audio_s = samples / engine.sample_rate_hz
        rounds.append((bare_s, _time_koe(engine, voice, live=False), _time_koe(engine, voice, live=True)))
        on_trial()
    bare_times, file_times, live_times = zip(*rounds, strict=True)
    return Overhead(
        trials=trials,
        audio_s=audio_s,
        bare_s=statistics.median(bare_times),
        file_s=statistics.median(file_times),
        live_s=statistics.median(live_times),
        file_ratio=statistics.median(file_s / bare_s for bare_s, file_s, _ in rounds),
        live_ratio=statistics.median(live_s / bare_s for bare_s, _, live_s in rounds),
    )


def _time_bare(bare: BareModel, spans: Sequence[Span], voice: str) -> tuple[float, int]:
    """Seconds, and the number of samples produced."""
    started_s = time.perf_counter()
    samples = sum(len(bare.speak(span, voice)) for span in spans)
    return time.perf_counter() - started_s, samples


def _time_koe(engine: Engine, voice: str, live: bool) -> float:
    started_s = time.perf_counter()
    for _ in engine.stream(engine.prepare(SpeechRequest(PARAGRAPH, voice, live=live))):
        pass
    return time.perf_counter() - started_s
