"""Sentences with marks inside -> how long speech is quiet at each mark, as the model makes it and as koe sets it.

Quiet is what is 35 dB softer than the speech of the clip, by the level of 10 ms. Some voices breathe in their pauses,
40 dB below the speech, which a listener takes for silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from statistics import fmean
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from koe.audio.meters import find_clicks
from koe.bench.mos import Rating
from koe.bench.speaker import Speaker, trimmed
from koe.bench.words import WordErrors, heard_errors
from koe.languages import LANGUAGES
from koe.model.clause_pauses import RANGES
from koe.model.prosody import PAUSE_FRAMES_AFTER, PAUSE_FRAMES_BEFORE, Prosody
from koe.model.voices import VoiceBook
from koe.text import vocab
from koe.text.plan import Planner, Sentence
from koe.types import Samples, Span

QUIET_DB = 35.0
TOLERANCE_MS = 15.0
_WINDOW_S, _STEP_S = 0.010, 0.0025
_SPEECH_DB = 30.0  # what is softer than the loudest window by more than this is no speech
_SILENT = frozenset(' "“”') | RANGES.keys()


class RatesSpeech(Protocol):
    def rate(self, samples: Samples, sample_rate_hz: int) -> Rating | None: ...


class Transcriber(Protocol):
    def transcribe(self, samples: Samples, sample_rate_hz: int, language: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Heard:
    """What listeners made of a clip; None: they were not asked."""

    clicks: int
    rating: float | None
    errors: WordErrors | None


@dataclass(frozen=True, slots=True)
class MeasuredPause:
    """A pause of the model, and the same as koe sets it."""

    mark: str
    voice: str
    language: str
    model_ms: float
    set_ms: float
    shortest_ms: float
    longest_ms: float

    def is_in_range(self, pause_ms: float, tolerance_ms: float = 0.0) -> bool:
        return self.shortest_ms - tolerance_ms <= pause_ms <= self.longest_ms + tolerance_ms


@dataclass(frozen=True, slots=True)
class PauseRow:
    """Pauses at one mark. Shares are within the range, and within 15 ms of it."""

    mark: str
    count: int
    mean_ms: tuple[float, float]  # of the model, as set
    share: tuple[float, float]
    share_near: tuple[float, float]

    @classmethod
    def of(cls, mark: str, pauses: Sequence[MeasuredPause]) -> PauseRow:
        def both(value: Callable[[MeasuredPause, float], float]) -> tuple[float, float]:
            return fmean(value(one, one.model_ms) for one in pauses), fmean(value(one, one.set_ms) for one in pauses)

        return cls(
            mark,
            len(pauses),
            both(lambda _, pause_ms: pause_ms),
            both(lambda one, pause_ms: one.is_in_range(pause_ms)),
            both(lambda one, pause_ms: one.is_in_range(pause_ms, TOLERANCE_MS)),
        )


@dataclass(frozen=True, slots=True)
class PausesReport:
    pauses: tuple[MeasuredPause, ...]
    model: tuple[Heard, ...]
    set: tuple[Heard, ...]

    def rows(self) -> list[PauseRow]:
        """One for each mark, in the order of RANGES, and one for all of them."""
        marks = {mark: [one for one in self.pauses if one.mark == mark] for mark in RANGES}
        return [*(PauseRow.of(mark, own) for mark, own in marks.items() if own), PauseRow.of("all", self.pauses)]

    def to_json(self) -> dict[str, object]:
        return {**asdict(self), "rows": [asdict(row) for row in self.rows()]}


class PauseMeter:
    """`model` speaks with the pauses of the model, `koe` with set ones."""

    def __init__(
        self,
        model: Speaker,
        koe: Speaker,
        voices: VoiceBook,
        planner: Planner,
        rater: RatesSpeech | None = None,
        transcriber: Transcriber | None = None,
    ) -> None:
        self._model, self._koe = model, koe
        self._voices = voices
        self._planner = planner
        self._rater = rater
        self._transcriber = transcriber

    def measure(
        self,
        voices: Mapping[str, Sequence[str]],
        texts: Mapping[str, Sequence[str]],
        speed: float = 1.0,
        on_clip: Callable[[], None] = lambda: None,
    ) -> PausesReport:
        """Languages -> voices, and languages -> texts."""
        pauses: list[MeasuredPause] = []
        heard: tuple[list[Heard], list[Heard]] = [], []
        for language, names in voices.items():
            for voice in names:
                for text in texts[language]:
                    for span in self._planner.spans(Sentence.of(text, language)):
                        clips = [self._spoken(speaker, span, voice, speed) for speaker in (self._model, self._koe)]
                        pauses += self._pauses(clips, voice, language, speed)
                        for part, (_, samples) in zip(heard, clips, strict=True):
                            part.append(self._listened(samples, span.text, language))
                    on_clip()
        return PausesReport(tuple(pauses), tuple(heard[0]), tuple(heard[1]))

    def _spoken(self, speaker: Speaker, span: Span, voice: str, speed: float) -> tuple[Prosody, Samples]:
        prosody = speaker.prosody(span.tokens, self._voices.style(voice, len(span.tokens)), speed)
        return prosody, speaker.whole(prosody)

    def _pauses(
        self, clips: Sequence[tuple[Prosody, Samples]], voice: str, language: str, speed: float
    ) -> Iterator[MeasuredPause]:
        rate = self._model.sample_rate_hz
        quiet_db = speech_level_db(clips[0][1], rate) - QUIET_DB
        for first, stop, mark in marks_inside(clips[0][0].tokens.tolist()):
            model_ms, set_ms = (pause_ms(*clip, (first, stop), quiet_db, rate) for clip in clips)
            pause = RANGES[mark]
            shortest_ms, longest_ms = pause.shortest_ms / speed, pause.longest_ms / speed
            yield MeasuredPause(mark, voice, language, model_ms, set_ms, shortest_ms, longest_ms)

    def _listened(self, samples: Samples, text: str, language: str) -> Heard:
        rate = self._model.sample_rate_hz
        speech = trimmed(samples, rate)
        rating = self._rater.rate(speech, rate) if self._rater else None
        errors = None
        if self._transcriber and language.startswith("en"):
            heard = self._transcriber.transcribe(speech, rate, LANGUAGES[language].family)
            errors = heard_errors(text, heard, language)
        return Heard(len(find_clicks(speech, rate)), rating.overall if rating else None, errors)


def marks_inside(tokens: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    """First and stop token of the marks between two sounds, not counting the padding, and the mark of the longest
    pause. `tokens` has the padding."""
    symbols = {token: symbol for symbol, token in vocab.IDS.items()}
    spoken = [symbols[token] for token in tokens[1:-1]]
    for is_silent, group in groupby(range(len(spoken)), lambda number: spoken[number] in _SILENT):
        numbers = list(group)
        marks = [spoken[number] for number in numbers if spoken[number] in RANGES]
        if is_silent and marks and numbers[0] > 0 and numbers[-1] < len(spoken) - 1:
            yield numbers[0], numbers[-1] + 1, max(marks, key=lambda mark: RANGES[mark].longest_ms)


def pause_ms(
    prosody: Prosody, samples: Samples, tokens: tuple[int, int], quiet_db: float, sample_rate_hz: int
) -> float:
    """The longest time that speech is quiet at these tokens."""
    step = round(_STEP_S * sample_rate_hz)
    frame = len(samples) // prosody.frame_count
    first, stop = map(prosody.first_frame_of_token, tokens)
    is_quiet = np.pad(levels_db(samples, sample_rate_hz) < quiet_db, 1)
    edges = np.flatnonzero(np.diff(is_quiet)) * step
    lengths = [
        end - start
        for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
        if end > (first - PAUSE_FRAMES_BEFORE) * frame and start < (stop + PAUSE_FRAMES_AFTER) * frame
    ]
    return 1000 * max(lengths, default=0) / sample_rate_hz


def speech_level_db(samples: Samples, sample_rate_hz: int) -> float:
    """Mean power of what is speech in the clip."""
    levels = levels_db(samples, sample_rate_hz)
    speech = levels[levels > levels.max() - _SPEECH_DB]
    return float(10 * np.log10(np.mean(10 ** (speech / 10))))


def levels_db(samples: Samples, sample_rate_hz: int) -> NDArray[np.float64]:
    """The level around every 2.5 ms."""
    half = round(_WINDOW_S * sample_rate_hz / 2)
    powers = np.concatenate([[0.0], np.cumsum(samples.astype(np.float64) ** 2)])
    middles = np.arange(0, len(samples), round(_STEP_S * sample_rate_hz))
    first, stop = np.maximum(middles - half, 0), np.minimum(middles + half, len(samples))
    return np.asarray(10 * np.log10((powers[stop] - powers[first]) / (stop - first) + 1e-12))
