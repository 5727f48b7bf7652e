"""Text -> phonemes through eSpeak NG, in Kokoro's spelling.

Slow to import: only `readers` imports it, when a language is first read.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from misaki.espeak import EspeakFallback, EspeakG2P

from koe.languages import LANGUAGES
from koe.text import french, vocab
from koe.text.phoneme_run import PhonemeRun, without_marks
from koe.text.prescribed import Prescription, read_around
from koe.text.scripts import ScriptRuns

_WORD = re.compile(r"\S*\w\S*")
# eSpeak writes Hindi's retroflex flap (ड़, ढ़) with a full stop, which the model would take for the end of a sentence.
_FLAP = ("r.", "ɽ")
# eSpeak's American English has an r-coloured vowel before another r: "Zara" would be /zɑɹɹə/.
_DOUBLED_R = ("ɹɹ", "ɹ")

# Functions that spell the words of a language so that eSpeak sounds them right, word for word.
_RESPELLERS: Mapping[str, Callable[[str], str]] = {"fr": french.respelled}


def _drop(_record: logging.LogRecord) -> bool:
    return False


class EspeakVoices:
    """Loads eSpeak's voices, by its own codes, each once (10 ms)."""

    def __init__(self) -> None:
        # The library warns of voice changes. A filter, because it resets its own level and handlers with every voice.
        logging.getLogger("phonemizer").addFilter(_drop)
        self._voices: dict[str, Any] = {}

    def read(self, text: str, voice: str) -> str:
        if not text.strip():
            return ""
        if voice not in self._voices:
            self._voices[voice] = EspeakG2P(language=voice)
        phonemes, _ = self._voices[voice](text)
        return str(phonemes).replace(*_FLAP) if voice == "hi" else str(phonemes)


def aligned(text: str, phonemes: str, place: int = 0) -> Iterator[PhonemeRun]:
    """The words of the text, each with its phonemes. If text and phonemes have the same number of words, these are
    paired in order; else phonemes are shared out by the length of the words. `place`: where the text begins."""
    words = list(_WORD.finditer(text))
    spoken = phonemes.split()
    sounds = [sound for sound in spoken if vocab.is_pronounceable(sound)]
    if not words or not sounds:
        if phonemes.strip():
            yield PhonemeRun(place, place + len(text), phonemes)
        return
    owners = range(len(words)) if len(words) == len(sounds) else _shares([len(word[0]) for word in words], sounds)
    owner = -1
    shares: list[list[str]] = [[] for _ in words]
    remaining = iter(owners)
    for sound in spoken:
        if vocab.is_pronounceable(sound):
            owner = next(remaining)
        shares[max(owner, 0)].append(sound)
    for word, share in zip(words, shares, strict=True):
        start, stop, _ = without_marks(text, PhonemeRun(word.start(), word.end(), ""))
        yield PhonemeRun(place + start, place + stop, " ".join(share) + " " if share else "")


def _shares(lengths: Sequence[int], sounds: Sequence[str]) -> Iterator[int]:
    """For each sounding word, the number of the written word at the same place of the sentence."""
    total, spoken = sum(lengths), sum(map(len, sounds))
    number, written, heard = 0, lengths[0], 0
    for word in sounds:
        middle = (heard + len(word) / 2) / spoken * total
        while middle > written and number < len(lengths) - 1:
            number += 1
            written += lengths[number]
        yield number
        heard += len(word)


class EspeakReader:
    """Reads a whole sentence of a language that eSpeak alone reads."""

    def __init__(self, language: str, voices: EspeakVoices) -> None:
        voice = LANGUAGES[language].espeak_voice
        if voice is None:
            raise ValueError(f"eSpeak does not read {language}")
        self._voice = voice
        self._voices = voices
        self._runs = ScriptRuns(language)
        self._respell = _RESPELLERS.get(language, str)

    def read(self, text: str, prescriptions: Sequence[Prescription] = ()) -> list[PhonemeRun]:
        return read_around(text, prescriptions, self._read_between)

    def _read_between(self, text: str, start: int) -> Iterator[PhonemeRun]:
        for run, voice in self._runs.of(text):
            if run.strip():
                sounds = self._voices.read(run, voice) if voice else self._voices.read(self._respell(run), self._voice)
                yield from aligned(run, sounds, start)
            start += len(run)

    def spell(self, text: str) -> list[PhonemeRun]:
        letters = ((place, character) for place, character in enumerate(text) if character.isalnum())
        return [
            PhonemeRun(place, place + 1, "".join(run.phonemes for run in self.read(letter)).strip() + " ")
            for place, letter in letters
        ]


class _Word(NamedTuple):
    """The part of a misaki token that its fallback uses."""

    text: str


class EnglishEspeak(EspeakFallback):  # type: ignore[misc]  # misaki has no types
    """Reads English words that the dictionary lacks. Words that eSpeak leaves out are spelled with the dictionary's
    letter names."""

    def __init__(self, british: bool, letter_names: Mapping[str, Any], voices: EspeakVoices) -> None:
        super().__init__(british)
        self._letter_names = letter_names
        self._voices = voices
        self.spelled_words = 0  # in the sentence that is read
        self._runs = ScriptRuns("en-gb" if british else "en-us")

    def __call__(self, token: Any) -> tuple[str, int]:
        """misaki calls it with a token, and takes the phonemes and a rating of how good they are."""
        phonemes = self.read(token.text)
        if phonemes:
            return phonemes, 2
        spelled = self.spell(token.text)
        if spelled:
            self.spelled_words += 1
        return spelled, 1

    def read(self, text: str) -> str:
        spoken = (
            self._voices.read(run, voice) if voice else self._read_english(run) for run, voice in self._runs.of(text)
        )
        return " ".join(phonemes for phonemes in spoken if phonemes)

    def _read_english(self, text: str) -> str:
        phonemes = super().__call__(_Word(text))[0] if text.strip() else ""
        return str(phonemes or "").replace(*_DOUBLED_R)

    def spell(self, text: str) -> str:
        letters = re.sub(r"[^A-Z]", "", unicodedata.normalize("NFKD", text).upper())
        return " ".join(str(self._letter_names[letter]) for letter in letters)
