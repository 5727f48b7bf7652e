"""The values that cross folders: frozen, with the unit in the name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]
InputFormat = Literal["text", "ssml"]
SsmlMode = Literal["lenient", "strict"]
# Kinds of text that normalisation writes out as words: "Dr.", "FBI", a path, "2025-03-04", …
NormalizationKind = Literal[
    "abbreviations",
    "acronyms",
    "code",
    "dates",
    "emails",
    "money",
    "numbers",
    "phones",
    "plurals",
    "symbols",
    "times",
    "units",
    "urls",
]
NORMALIZATION_KINDS: tuple[NormalizationKind, ...] = get_args(NormalizationKind)
SAMPLE_RATES_HZ = (8_000, 16_000, 22_050, 24_000, 44_100, 48_000)  # of the output


@dataclass(frozen=True, slots=True)
class TextBefore:
    """What the text before this one has left behind, where a text comes in pieces: its length, and the voice and rate
    that its inline tags have set. `voice` None is the request's."""

    characters: int = 0
    voice: str | None = None
    rate: float = 1.0


NO_TEXT_BEFORE = TextBefore()


@dataclass(frozen=True, slots=True)
class SpeechRequest:
    """A text and how to speak it. `language` None is the voice's own, "auto" is detected; `live` audio is played while
    it is made, other audio is waited for until its end."""

    text: str
    voice: str = "af_heart"
    speed: float = 1.0
    language: str | None = None
    live: bool = True
    input_format: InputFormat | None = None  # None: SSML if the text begins with <speak
    lexicon: tuple[Mapping[str, object], ...] = ()  # pronunciations for this request alone
    as_written: tuple[NormalizationKind, ...] = ()  # kinds that normalisation leaves alone
    before: TextBefore = NO_TEXT_BEFORE
    ssml_mode: SsmlMode | None = None  # None: the mode of the settings
    model: str = "kokoro"  # names the build, as koe.engine.build_choice reads it


@dataclass(frozen=True, slots=True)
class SpeechWarning:
    """Something that a request asks for and koe does in another way or not at all. The message holds no user text.
    `line` and `column` count from 1 and are those of the first of `count` places; None: not in the text."""

    code: str
    message: str
    param: str = "input"
    line: int | None = None
    column: int | None = None
    count: int = 1

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line is not None else ""
        return place + self.message + (f" ({self.count} times)" if self.count > 1 else "")


@dataclass(frozen=True, slots=True)
class PhonemeRequest:
    """Phonemes to speak, without G2P: a string for each sentence, in the model's alphabet."""

    phonemes: tuple[str, ...]
    voice: str = "af_heart"
    speed: float = 1.0
    live: bool = True
    model: str = "kokoro"


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or the name of a mark: its place `start:stop` in the text that was sent, and the tokens that speak it."""

    text: str
    start: int
    stop: int
    first_token: int
    stop_token: int
    is_mark: bool = False


@dataclass(frozen=True, slots=True)
class ProsodyMark:
    """Rate, pitch and gain of the tokens from `first_token` up to `stop_token`, relative to what the model predicts."""

    first_token: int
    stop_token: int
    rate: float = 1.0
    pitch: float = 1.0
    gain_db: float = 0.0


@dataclass(frozen=True, slots=True)
class Span:
    """Text that goes through the model in one pass: at most MAX_TOKENS tokens."""

    text: str
    phonemes: str
    tokens: tuple[int, ...]
    words: tuple[Word, ...] = ()
    marks: tuple[ProsodyMark, ...] = ()
    pause_ms: float | None = None  # exact silence after it; None: by its punctuation and `lines_after`
    lines_after: int = 0  # 1: the next span begins a line (a list, a verse, a heading), 2: a paragraph


@dataclass(frozen=True, slots=True)
class Cue:
    """A word or mark with its time in seconds; `start:stop` is its place in the text that was sent."""

    text: str
    start: int
    stop: int
    start_s: float
    end_s: float
    is_mark: bool = False

    def later(self, seconds: float) -> Cue:
        return replace(self, start_s=self.start_s + seconds, end_s=self.end_s + seconds)


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture, such as the cover of a book."""

    data: bytes
    media_type: Literal["image/jpeg", "image/png"]


@dataclass(frozen=True, slots=True)
class AudioBlock:
    """Mono float audio in [-1, 1], one-dimensional. The next block repeats the last `overlap` samples and cross-fades
    with them. `cues` count from the beginning of the block and may lie behind its end. `is_filler`: silence in place of
    speech that was late."""

    samples: Samples
    sample_rate_hz: int
    overlap: int = 0
    cues: tuple[Cue, ...] = ()
    is_filler: bool = False

    @property
    def duration_s(self) -> float:
        return (len(self.samples) - self.overlap) / self.sample_rate_hz
