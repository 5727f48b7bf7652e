"""Text -> runs of one script, each with the eSpeak voice that can read it.

eSpeak changes its voice by itself when the script changes, and crashes the process while doing so: "₹-ान" is enough
(1.52). So it never gets two scripts at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import regex  # type: ignore[import-untyped]  # for the Unicode properties that `re` does not know

from koe.languages import LANGUAGES

_VOICES: Mapping[str, str] = MappingProxyType(
    # The script of a new language is read by its voice. For scripts of the table below, the table's voice is used.
    {language.script: language.espeak_voice for language in LANGUAGES.values() if language.espeak_voice}
    | {
        "Arabic": "ar",
        "Armenian": "hy",
        "Bengali": "bn",
        "Cyrillic": "ru",
        "Devanagari": "hi",
        "Ethiopic": "am",
        "Georgian": "ka",
        "Greek": "el",
        "Gujarati": "gu",
        "Gurmukhi": "pa",
        "Hangul": "ko",
        "Hebrew": "he",
        "Kannada": "kn",
        "Latin": "en-us",
        "Malayalam": "ml",
        "Sinhala": "si",
        "Tamil": "ta",
        "Telugu": "te",
    }
)
_SPOKEN = "".join(rf"\p{{{script}}}" for script in _VOICES)
# Words in scripts that no voice reads: Chinese, Thai, …
UNREADABLE = regex.compile(rf"[^{_SPOKEN}\p{{Common}}\p{{Inherited}}]+")

# The Hindi voice crashes on hyphens before a word ("---लच्छेद") and on symbols for which it has to ask the English one,
# so both come in runs of their own.
_BESIDE_DEVANAGARI = rf"(?P<symbols>[^{_SPOKEN}\p{{Inherited}}\s0-9.,;:!?…—\"“”()]+)"


class ScriptRuns:
    """Cuts texts of one language into runs of one script."""

    def __init__(self, language: str) -> None:
        self._runs = regex.compile("|".join(_foreign_runs(language)))

    def of(self, text: str) -> Iterator[tuple[str, str | None]]:
        """Every run with the eSpeak voice of its script; None: the voice of the language."""
        position = 0
        for run in self._runs.finditer(text):
            yield text[position : run.start()], None
            yield run[0], _VOICES.get(run.lastgroup)
            position = run.end()
        yield text[position:], None


def _foreign_runs(language: str) -> Iterator[str]:
    native = LANGUAGES[language].script
    for script in _VOICES:
        # English has names for single Greek letters: they are symbols there. Other voices would ask the Greek one.
        least = "{2,}+" if script == "Greek" and LANGUAGES[language].family == "en" else "++"
        if script != native:
            yield rf"(?P<{script}>\p{{{script}}}{least}(?: ?[\p{{{script}}}\p{{Inherited}}\u200c\u200d]++)*+)"
    if native == "Devanagari":
        yield _BESIDE_DEVANAGARI
