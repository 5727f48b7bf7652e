"""Text -> phonemes through eSpeak NG, in Kokoro's spelling.

eSpeak itself runs in another process (`espeak_process`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from koe.languages import LANGUAGES
from koe.text import french, vocab
from koe.text.espeak_process import Espeak, EspeakFailed
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


class EspeakVoices:
    """eSpeak's voices, by its own codes. The process is started by `start`, or with the first text."""

    def __init__(self) -> None:
        self._espeak = Espeak()

    def start(self) -> None:
        """Does not wait until it can read, and does not raise."""
        self._espeak.start()

    def wait_until_ready(self) -> None:
        """Starts it if it is not there, and does not raise."""
        self._espeak.wait_until_ready()

    def close(self) -> None:
        """A call that waits for eSpeak raises, and so do later ones."""
        self._espeak.close()

    @property
    def cpu_s(self) -> float | None:
        """CPU time of eSpeak since the start; None where the system does not tell."""
        return self._espeak.cpu_s

    def read(self, text: str, voice: str) -> str:
        if not text.strip():
            return ""
        phonemes = self._espeak.read(text, voice)
        return phonemes.replace(*_FLAP) if voice == "hi" else phonemes

    def read_word(self, text: str, voice: str) -> str:
        """An English word, in misaki's spelling; nothing if eSpeak fails on it."""
        try:
            return self._espeak.read(text, voice, is_word=True) if text.strip() else ""
        except (EspeakFailed, OSError):
            return ""


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


class EnglishEspeak:
    """Reads English words that the dictionary lacks. Words that eSpeak leaves out are spelled with the dictionary's
    letter names."""

    def __init__(self, british: bool, letter_names: Mapping[str, Any], voices: EspeakVoices) -> None:
        self._voice = "en-gb" if british else "en-us"
        self._letter_names = letter_names
        self._voices = voices
        self.spelled_words = 0  # in the sentence that is read
        self._runs = ScriptRuns(self._voice)

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
        return self._voices.read_word(text, self._voice).replace(*_DOUBLED_R)

    def spell(self, text: str) -> str:
        letters = re.sub(r"[^A-Z]", "", unicodedata.normalize("NFKD", text).upper())
        return " ".join(str(self._letter_names[letter]) for letter in letters)
