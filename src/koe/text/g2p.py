"""Text and language -> phonemes within Kokoro's vocabulary. The libraries behind it are loaded when a language is."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable
from threading import RLock
from typing import Any, NamedTuple

import regex  # type: ignore[import-untyped]  # for the Unicode properties that `re` does not know

from koe.text import vocab
from koe.text.language import require_readable
from koe.text.sanitize import composed

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

# Scripts of which eSpeak reads words or at least names the letters. Of the others it says "Chinese letter" or a number
# for every character.
_UNREADABLE = regex.compile(
    r"(?V1)[[\p{L}\p{M}\p{N}]--[\p{Common}\p{Inherited}\p{Latin}\p{Greek}\p{Cyrillic}\p{Armenian}\p{Hebrew}\p{Arabic}"
    r"\p{Devanagari}\p{Bengali}\p{Gurmukhi}\p{Gujarati}\p{Tamil}\p{Telugu}\p{Kannada}\p{Malayalam}\p{Sinhala}\p{Georgian}"
    r"\p{Hangul}]]+"
)
# Latin letters that eSpeak spells as a code point: "Nguyễn" would be "N G U Y letter 1 E C 5 N".
_RARE_LATIN = regex.compile(r"[\u0180-\u024f\u1e00-\u1eff]")
_MARKS_ON_LATIN = regex.compile(r"(?<=\p{Latin})[\u0300-\u036f]+")

# 20 digits is a quintillion. Longer ones are codes, which people read digit by digit; num2words would take ever longer.
_LONG_NUMBER = regex.compile(r"\d[\d.,]{20,}")
# misaki tries every stretch of parts inside a word: 200 parts take 45 s, 16 take 5 ms. eSpeak drops the end of a word
# after 160 bytes.
_PARTS_PER_WORD = 16
_LETTERS_PER_WORD = 50
_LONG_WORD = regex.compile(r"\S{17,}")
_PART = regex.compile(r"\p{Lu}?\p{Ll}{1,49}|\p{L}{1,49}|\d{1,20}|.")

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
        self._lock = RLock()
        self._ladders: dict[str, tuple[_Rung, ...]] = {}
        self._tagger: Any = None

    def warm(self, language: str) -> None:
        """Loads what a language needs and reads once, so that the first sentence does not wait."""
        self.phonemize("Ready.", language)

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
            self._ladders[code] = self._english(code == "en-gb") if code.startswith("en") else _foreign(code)
        return self._ladders[code]

    def _english(self, british: bool) -> tuple[_Rung, ...]:
        from koe.text.english import EnglishReader, load_tagger

        self._tagger = self._tagger or load_tagger()
        reader = EnglishReader(british, self._tagger, self.falls)
        return (
            _Rung("misaki", lambda text: reader.read(text.translate(_GUILLEMETS))),
            _Rung("espeak", reader.fallback.read),
            _Rung("spelled", reader.fallback.spell),
        )

    def _readable(self, text: str) -> str:
        text = _PRESCRIBED.sub(r"\1", composed(_INVISIBLE.sub("", text))).translate(_PLAIN_PUNCTUATION)
        text, unreadable = _UNREADABLE.subn(" ", text)
        if unreadable:
            self.falls["unreadable"] += unreadable
        text = _APOSTROPHE.sub("'", _MARKS_ON_LATIN.sub("", _RARE_LATIN.sub(_base_letter, text)))
        text = _LONG_NUMBER.sub(_digit_by_digit, text)
        return str(_SPACES.sub(" ", _LONG_WORD.sub(_loosened, text))).strip()


def _foreign(code: str) -> tuple[_Rung, ...]:
    from koe.text.espeak import EspeakReader

    reader = EspeakReader(code)
    return (_Rung("espeak", reader.read), _Rung("spelled", reader.spell))


def _base_letter(letter: regex.Match[str]) -> str:
    return unicodedata.normalize("NFD", letter[0])[0]


def _digit_by_digit(number: regex.Match[str]) -> str:
    whole, point, decimals = number[0].partition(".")
    if point and len(whole) <= 15 and decimals.isdigit():
        return f"{whole}.{decimals[0]} {' '.join(decimals[1:])}"
    digits = [character for character in number[0] if character.isdigit()]
    return " ".join(digits) if len(digits) > 20 else number[0]


def _loosened(word: regex.Match[str]) -> str:
    pieces: list[str] = [""]
    parts = 0
    for part in _PART.findall(word[0]):
        if parts == _PARTS_PER_WORD or len(pieces[-1]) + len(part) > _LETTERS_PER_WORD:
            pieces.append("")
            parts = 0
        pieces[-1] += part
        parts += 1
    return " ".join(pieces)


def _in_vocabulary(phonemes: str) -> str:
    spoken = vocab.known(phonemes.replace("g", "ɡ"))
    return str(_SPACE_AT_MARK.sub("", _SPACES.sub(" ", spoken).strip()))


def _with_last_mark(phonemes: str, text: str) -> str:
    """A full stop that was read as part of "U.S." still ends the sentence, and the voice has to fall there."""
    last = text.rstrip("\"'”’»)]")[-1:]
    return phonemes + last if last in _FINAL_MARKS and phonemes[-1:] not in vocab.PUNCTUATION else phonemes
