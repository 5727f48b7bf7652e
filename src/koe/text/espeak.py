"""Text -> phonemes through eSpeak NG, in Kokoro's spelling.

Slow to import: only `g2p` does, when a language is asked for.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from misaki.espeak import EspeakFallback, EspeakG2P

from koe.text.scripts import ScriptRuns

_VOICES = {"es": "es", "fr": "fr-fr", "hi": "hi", "it": "it", "pt-br": "pt-br"}


def _drop(_record: logging.LogRecord) -> bool:
    return False


class EspeakVoices:
    """eSpeak's voices by its own codes, each loaded once (10 ms)."""

    def __init__(self) -> None:
        # It warns of voice changes. A filter, because it resets its own level and handlers with every voice.
        logging.getLogger("phonemizer").addFilter(_drop)
        self._voices: dict[str, Any] = {}

    def read(self, text: str, voice: str) -> str:
        if not text.strip():
            return ""
        if voice not in self._voices:
            self._voices[voice] = EspeakG2P(language=voice)
        phonemes, _ = self._voices[voice](text)
        return str(phonemes)


class EspeakReader:
    """A whole sentence of a language that is read by eSpeak alone."""

    def __init__(self, language: str, voices: EspeakVoices) -> None:
        self._voice = _VOICES[language]
        self._voices = voices
        self._runs = ScriptRuns(language)

    def read(self, text: str) -> str:
        return " ".join(self._voices.read(run, voice or self._voice) for run, voice in self._runs.of(text))

    def spell(self, text: str) -> str:
        return " ".join(self.read(character) for character in text if character.isalnum())


class _Word(NamedTuple):
    """As much of a misaki token as its fallback looks at."""

    text: str


class EnglishEspeak(EspeakFallback):  # type: ignore[misc]  # misaki has no types
    """English words that the dictionary lacks; what eSpeak leaves out is spelled with the dictionary's letter names."""

    def __init__(
        self, british: bool, letter_names: Mapping[str, Any], voices: EspeakVoices, falls: Counter[str]
    ) -> None:
        super().__init__(british)
        self._letter_names = letter_names
        self._voices = voices
        self._falls = falls
        self._runs = ScriptRuns("en")

    def __call__(self, token: Any) -> tuple[str, int]:
        """misaki's way of asking: a token in, phonemes and how good they are out."""
        phonemes = self.read(token.text)
        if phonemes:
            return phonemes, 2
        spelled = self.spell(token.text)
        if spelled:
            self._falls["spelled"] += 1
        return spelled, 1

    def read(self, text: str) -> str:
        spoken = (
            self._voices.read(run, voice) if voice else self._read_english(run) for run, voice in self._runs.of(text)
        )
        return " ".join(phonemes for phonemes in spoken if phonemes)

    def _read_english(self, text: str) -> str:
        phonemes = super().__call__(_Word(text))[0] if text.strip() else ""
        return str(phonemes or "")

    def spell(self, text: str) -> str:
        letters = re.sub(r"[^A-Z]", "", unicodedata.normalize("NFKD", text).upper())
        return " ".join(str(self._letter_names[letter]) for letter in letters)
