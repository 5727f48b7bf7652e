"""Voices -> the clips of an evaluation: which voice speaks which held-out sentence, and how fast.

Three quarters are English, the rest in the other languages that have held-out sentences. The list of a longer
evaluation begins with that of a shorter one, so that its clips are not measured again.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, cycle

from koe.build.calibrate import CorpusSentence, read_corpus
from koe.languages import ENGLISH_CODES, LANGUAGES
from koe.model.voices import Voice

ENGLISH = "en-us"
OTHERS = ("es", "fr", "hi", "it", "pt-br")
# Mostly as people use it. Speeds above 1.2 are made by stretching the audio, which is no matter of the model.
SPEEDS = (1.0, 1.0, 1.0, 0.85, 1.0, 1.0, 1.15)
# One clip of four is in another language; one English clip of five has a voice of a language without a corpus.
_CLIPS_PER_OTHER = 4
_CLIPS_PER_FOREIGN_VOICE = 5
# Whisper base does not know Hindi well enough to be a judge.
_NOT_TRANSCRIBED = ("hi",)


@dataclass(frozen=True, slots=True)
class EvaluationClip:
    """A held-out sentence in one voice. `number` is the line of the sentence in its file, from 1."""

    number: int
    sentence: CorpusSentence

    @property
    def name(self) -> str:
        return f"{self.sentence.voice}/{LANGUAGES[self.sentence.language].family}-{self.number}"

    @property
    def is_transcribed(self) -> bool:
        """False for a voice that speaks a language other than its own: Whisper would measure its accent."""
        own = LANGUAGES[Voice.from_id(self.sentence.voice).language].family
        return own == LANGUAGES[self.sentence.language].family and own not in _NOT_TRANSCRIBED


def choose_clips(voices: Sequence[Voice], clips: int) -> list[EvaluationClip]:
    """The same list every time. No voice speaks a sentence twice, and no sentence comes twice before all others of its
    language have come."""
    english, others, speeds = _english(voices), _others(voices), cycle(SPEEDS)
    chosen: list[EvaluationClip] = []
    for place in range(clips):
        row = next(others, None) if place % _CLIPS_PER_OTHER == _CLIPS_PER_OTHER // 2 else None
        number, voice, language, text = row or next(english)
        chosen.append(EvaluationClip(number, CorpusSentence(voice.id, language, text, next(speeds))))
    return chosen


_Row = tuple[int, Voice, str, str]


def _english(voices: Sequence[Voice]) -> Iterator[_Row]:
    foreign = _shuffled([voice for voice in voices if voice.language not in (*ENGLISH_CODES, *OTHERS)])
    native = _shuffled([voice for voice in voices if voice.language in ENGLISH_CODES]) or foreign
    texts = read_corpus("heldout", ENGLISH)
    for place in count():
        turn, line = divmod(place, len(texts))
        pool = foreign if foreign and place % _CLIPS_PER_FOREIGN_VOICE == _CLIPS_PER_FOREIGN_VOICE - 1 else native
        voice = pool[(line + turn) % len(pool)]
        yield line + 1, voice, voice.language if voice.language in ENGLISH_CODES else ENGLISH, texts[line]


def _others(voices: Sequence[Voice]) -> Iterator[_Row]:
    """The languages in turn, until each voice has spoken every sentence of its own."""
    rows = deque(_of_language(voices, language) for language in OTHERS)
    while rows:
        row = rows.popleft()
        if (clip := next(row, None)) is not None:
            yield clip
            rows.append(row)


def _of_language(voices: Sequence[Voice], language: str) -> Iterator[_Row]:
    own = _shuffled([voice for voice in voices if voice.language == language])
    texts = read_corpus("heldout", language)
    for place in range(len(texts) * len(own)):
        turn, line = divmod(place, len(texts))
        yield line + 1, own[(line + turn) % len(own)], language, texts[line]


def _shuffled(voices: Sequence[Voice]) -> list[Voice]:
    """In an order that mixes genders and accents: a short evaluation hears all kinds."""
    mixed = sorted(voices, key=lambda voice: voice.id)
    random.Random("evaluation").shuffle(mixed)  # noqa: S311  a shuffle, not a secret
    return mixed
