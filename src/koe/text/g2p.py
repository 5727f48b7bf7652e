"""Text and language -> phonemes within Kokoro's vocabulary. The libraries behind it are loaded when a language is."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Any, NamedTuple

import regex  # type: ignore[import-untyped]  # for the Unicode properties that `re` does not know

from koe.text import vocab
from koe.text.language import require_readable
from koe.text.sanitize import composed
from koe.text.scripts import without_unreadable

_PLAIN_PUNCTUATION = str.maketrans(
    {
        **dict.fromkeys("।॥。｡۔።", "."),
        **dict.fromkeys("，、،﹐", ","),
        **dict.fromkeys("！﹗", "!"),
        **dict.fromkeys("？؟﹖", "?"),
        **dict.fromkeys("；؛", ";"),
        **dict.fromkeys("：", ":"),
        **dict.fromkeys("（【", "("),
        **dict.fromkeys("）】", ")"),
        **dict.fromkeys("「『《", "“"),
        **dict.fromkeys("」』》", "”"),
        **dict.fromkeys("―─", "—"),
        "ʼ": "'",
    }
)
_GUILLEMETS = str.maketrans({"«": "“", "»": "”", "‹": "“", "›": "”"})
_PRESCRIBED = regex.compile(r"\[([^\[\]]*+)\]\(/[^()/]*+/\)")
_INVISIBLE = regex.compile(r"(?V1)[\p{C}--[\s\u200c\u200d]]")
_APOSTROPHE = regex.compile(r"(?<=\p{L})[’‘](?=\p{L})|(?<!\S)[’‘](?=[0-9]0s|t(?:is|was)\b|em\b)")

# Latin letters that eSpeak spells as a code point: "Nguyễn" would be "N G U Y letter 1 E C 5 N".
_RARE_LATIN = regex.compile(r"[\u0180-\u024f\u1e00-\u1eff]")
_LOOSE_MARK = regex.compile(r"[\u0300-\u036f]+")  # what NFC could not join to its letter: eSpeak would say "acute"

_FOREIGN_DIGIT = regex.compile(r"(?V1)[\p{Nd}--[0-9]]")
# 20 digits is a quintillion. Longer ones are codes, which people read digit by digit; num2words would take ever longer.
_LONG_NUMBER = regex.compile(r"[0-9][0-9.,]{19,}[0-9]")
# misaki tries every stretch of parts inside a word: 200 parts take 45 s, 16 take 5 ms.
_PARTS_PER_ENGLISH_WORD = 16
_ENGLISH_PART = regex.compile(r"\p{Lu}?\p{Ll}{1,49}|\p{L}{1,49}|[0-9]{1,20}|.")
_LONG_ENGLISH_WORD = regex.compile(rf"\S{{{_PARTS_PER_ENGLISH_WORD + 1},}}")
# eSpeak drops what comes after 160 bytes of a word.
_LETTERS_PER_WORD = 50
_LONG_WORD = regex.compile(rf"[\p{{L}}\p{{M}}\p{{N}}]{{{_LETTERS_PER_WORD}}}(?=[\p{{L}}\p{{M}}\p{{N}}])")

_FINAL_MARKS = frozenset(".!?…")
_SPACES = regex.compile(r"\s+")
_SPACE_AT_MARK = regex.compile(r" (?=[;:,.!?…)”])|(?<=[(“]) ")


class _Rung(NamedTuple):
    """One way of reading a sentence."""

    name: str
    read: Callable[[str], str]


class Phonemizer:
    """Reads a sentence in any way that works: the language's own, else eSpeak, else letter by letter.

    `falls` counts what the first way could not do: sentences read by "espeak" or "spelled" instead, words "spelled",
    words of "unreadable" scripts left out, sentences that gave "nothing". It never holds text.

    One lock guards it all: neither eSpeak nor spaCy may be entered twice.
    """

    def __init__(self) -> None:
        self.falls: Counter[str] = Counter()
        self._lock = Lock()
        self._ladders: dict[str, tuple[_Rung, ...]] = {}
        self._tagger: Any = None
        self._voices: Any = None

    def warm(self, language: str) -> None:
        """Loads what a language needs and reads once, so that the first sentence does not wait."""
        self.phonemize("Ready: 1.", language)  # the digit, because Hindi hands Latin letters to another voice

    def phonemize(self, text: str, language: str) -> str:
        """Raises only for the language: `UnknownLanguage`, `UnsupportedLanguage`."""
        code = require_readable(language)
        with self._lock:
            return self._climb(self._readable(text), self._ladder(code))

    def _climb(self, text: str, ladder: tuple[_Rung, ...]) -> str:
        if not any(character.isalnum() for character in text):
            ladder = ladder[:1]
        for height, rung in enumerate(ladder):
            try:
                phonemes = _with_last_mark(_in_vocabulary(rung.read(text)), text)
            except Exception:  # noqa: BLE001, S112 - a library's fault on odd text must not end the request
                continue
            if vocab.is_pronounceable(phonemes) or len(ladder) == 1:
                if height:
                    self.falls[rung.name] += 1
                return phonemes
        self.falls["nothing"] += 1
        return ""

    def _ladder(self, code: str) -> tuple[_Rung, ...]:
        if code not in self._ladders:
            from koe.text.espeak import EspeakVoices

            self._voices = self._voices or EspeakVoices()
            self._ladders[code] = self._english(code == "en-gb") if code.startswith("en") else self._foreign(code)
        return self._ladders[code]

    def _english(self, british: bool) -> tuple[_Rung, ...]:
        from koe.text.english import EnglishReader, load_tagger

        self._tagger = self._tagger or load_tagger()
        reader = EnglishReader(british, self._tagger, self._voices, self.falls)
        return (
            _Rung("misaki", lambda text: reader.read(_LONG_ENGLISH_WORD.sub(_loosened, text.translate(_GUILLEMETS)))),
            _Rung("espeak", reader.fallback.read),
            _Rung("spelled", reader.fallback.spell),
        )

    def _foreign(self, code: str) -> tuple[_Rung, ...]:
        from koe.text.espeak import EspeakReader

        reader = EspeakReader(code, self._voices)
        return (_Rung("espeak", reader.read), _Rung("spelled", reader.spell))

    def _readable(self, text: str) -> str:
        text = _PRESCRIBED.sub(r"\1", composed(_INVISIBLE.sub("", text))).translate(_PLAIN_PUNCTUATION)
        text, unreadable = without_unreadable(text)
        if unreadable:
            self.falls["unreadable"] += unreadable
        text = _APOSTROPHE.sub("'", _LOOSE_MARK.sub("", _RARE_LATIN.sub(_base_letter, text)))
        text = _LONG_NUMBER.sub(_digit_by_digit, _FOREIGN_DIGIT.sub(_ascii_digit, text))
        return str(_SPACES.sub(" ", _LONG_WORD.sub(r"\g<0> ", text))).strip()


def _base_letter(letter: regex.Match[str]) -> str:
    return unicodedata.normalize("NFD", letter[0])[0]


def _ascii_digit(digit: regex.Match[str]) -> str:
    return str(unicodedata.decimal(digit[0], "0"))


def _digit_by_digit(number: regex.Match[str]) -> str:
    whole, point, decimals = number[0].partition(".")
    if point and len(whole) <= 15 and decimals.isdigit():
        return f"{whole}.{decimals[0]} {' '.join(decimals[1:])}"
    digits = [character for character in number[0] if character.isdigit()]
    return " ".join(digits) if len(digits) > 20 else number[0]


def _loosened(word: regex.Match[str]) -> str:
    parts = _ENGLISH_PART.findall(word[0])
    starts = range(0, len(parts), _PARTS_PER_ENGLISH_WORD)
    return " ".join("".join(parts[start : start + _PARTS_PER_ENGLISH_WORD]) for start in starts)


def _in_vocabulary(phonemes: str) -> str:
    spoken = vocab.known(phonemes.replace("g", "ɡ"))
    return str(_SPACE_AT_MARK.sub("", _SPACES.sub(" ", spoken).strip()))


def _with_last_mark(phonemes: str, text: str) -> str:
    """A full stop that was read as part of "U.S." still ends the sentence, and the voice has to fall there."""
    last = text.rstrip("\"'”’»)]")[-1:]
    return phonemes + last if last in _FINAL_MARKS and phonemes[-1:] not in vocab.PUNCTUATION else phonemes
