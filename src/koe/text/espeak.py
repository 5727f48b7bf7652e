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
from phonemizer.backend import EspeakBackend

ESPEAK_VOICES: Mapping[str, str] = {"es": "es", "fr": "fr-fr", "hi": "hi", "it": "it", "pt-br": "pt-br"}


class _Word(NamedTuple):
    """As much of a misaki token as the fallback looks at."""

    text: str


def silence_phonemizer() -> None:
    """It warns of eSpeak's language changes. A filter, because it resets its own level and handlers."""
    logging.getLogger("phonemizer").addFilter(_drop)


def _drop(_record: logging.LogRecord) -> bool:
    return False


class EspeakReader:
    """A whole sentence of one of `ESPEAK_VOICES`."""

    def __init__(self, language: str) -> None:
        silence_phonemizer()
        self._g2p = EspeakG2P(language=ESPEAK_VOICES[language])

    def read(self, text: str) -> str:
        phonemes, _ = self._g2p(text)
        return str(phonemes)

    def spell(self, text: str) -> str:
        return " ".join(self.read(character) for character in text if character.isalnum())


class EnglishEspeak(EspeakFallback):  # type: ignore[misc]  # misaki has no types
    """English words that the dictionary lacks; what eSpeak leaves out is spelled with the dictionary's letter names.

    misaki's own set-up would keep eSpeak's language marks, and "(hi)" would be spoken.
    """

    def __init__(self, british: bool, letter_names: Mapping[str, Any], falls: Counter[str]) -> None:
        silence_phonemizer()
        self.british = british
        self.version = None
        self.backend = EspeakBackend(
            language="en-gb" if british else "en-us",
            preserve_punctuation=True,
            with_stress=True,
            tie="^",
            language_switch="remove-flags",
        )
        self._letter_names = letter_names
        self._falls = falls

    def __call__(self, token: Any) -> tuple[str, int]:
        phonemes, rating = super().__call__(token)
        if phonemes:
            return str(phonemes), int(rating)
        spelled = self.spell(token.text)
        self._falls["spelled"] += bool(spelled)
        return spelled, 1

    def read(self, text: str) -> str:
        phonemes, _ = self(_Word(text))
        return phonemes

    def spell(self, text: str) -> str:
        letters = re.sub(r"[^A-Z]", "", unicodedata.normalize("NFKD", text).upper())
        return " ".join(str(self._letter_names[letter]) for letter in letters)
