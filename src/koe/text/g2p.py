"""Text and language -> phonemes within Kokoro's vocabulary. The libraries behind it are loaded when a language is."""

from __future__ import annotations

import logging
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from threading import Lock

import regex  # type: ignore[import-untyped]  # for the Unicode properties that `re` does not know

from koe.text import ipa, vocab
from koe.text.cache import CacheState, PieceCache, key_of
from koe.text.language import require_readable
from koe.text.patience import Stalled, Worker
from koe.text.piece import Piece
from koe.text.prescribed import Prescription, taken_out
from koe.text.readers import Readers, Rung
from koe.text.sanitize import composed
from koe.text.scripts import UNREADABLE
from koe.text.traced import Traced

log = logging.getLogger("koe.text")

_PLAIN_PUNCTUATION = {
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
_OTHER_PUNCTUATION = regex.compile(f"[{''.join(_PLAIN_PUNCTUATION)}]")
_GUILLEMETS = {"«": "“", "»": "”", "‹": "“", "›": "”"}
_GUILLEMET = regex.compile("[«»‹›]")
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

# Hindi has a digit, because it hands Latin letters to another voice.
_READY = {"ja": "準備できました。", "zh": "准备好了。", "hi": "तैयार 1।"}
# Their readers know their own punctuation and scripts.
_OWN_MARKS = ("ja", "zh")
_FINAL_MARKS = frozenset(".!?…")
_SPACES = regex.compile(r"\s{2,}|[^\S ]")
_SPACE_AT_MARK = regex.compile(r" (?=[;:,.!?…)”])|(?<=[(“]) ")


class Phonemizer:
    """Reads a sentence in any way that works: the language's own, else eSpeak, else letter by letter.

    `falls` counts what the first way could not do: sentences read by "espeak" or "spelled" instead, readers that
    "stalled" or "failed", words "spelled", words of "unreadable" scripts left out, sentences that gave "nothing". It
    never holds text.

    One lock guards it all: neither eSpeak nor spaCy may be entered twice.
    """

    def __init__(self, cache_bytes: int = 0, times_patience: float = 1.0) -> None:
        """`times_patience`: where nobody listens, a reader on a busy machine has more time before it is given up."""
        self._times_patience = times_patience
        self.falls: Counter[str] = Counter()
        self._lock = Lock()
        self._readers = Readers(self.falls)
        self._worker = Worker("koe-reader")
        self._cache = PieceCache(cache_bytes)

    @property
    def cache(self) -> CacheState:
        with self._lock:
            return self._cache.state

    def warm(self, language: str) -> None:
        """Loads what a language needs and reads once, so that the first sentence does not wait."""
        self.phonemize(_READY.get(require_readable(language), "Ready: 1."), language)

    def phonemize(self, text: str, language: str) -> str:
        return self.read(Traced.of(text), language).text

    def read(self, text: Traced, language: str) -> Traced:
        """Every phoneme knows what of the original it speaks. Raises only for the language: `UnknownLanguage`,
        `MissingExtra`."""
        code = require_readable(language)
        with self._lock:
            readable, prescriptions = self._readable(text, code)
            key = key_of(code, readable.text, prescriptions)
            pieces: Sequence[Piece] | None = self._cache.find(key)
            if pieces is None:
                pieces, is_best = self._climb(readable, prescriptions, code)
                if is_best:
                    self._cache.keep(key, pieces)
            return _spoken(readable, pieces) if pieces else readable[:0]

    def read_apart(self, text: Traced, language: str) -> tuple[Traced, Mapping[str, int]]:
        """As `read`, with the falls of this text alone. Neither the memory nor `falls` knows of it afterwards: who only
        looks at a reading must not change what is told of those who speak."""
        code = require_readable(language)
        with self._lock:
            before = Counter(self.falls)
            try:
                readable, prescriptions = self._readable(text, code)
                pieces, _ = self._climb(readable, prescriptions, code)
                return (_spoken(readable, pieces) if pieces else readable[:0]), self.falls - before
            finally:
                # In place: the readers hold it too.
                self.falls.clear()
                self.falls.update(before)

    def _climb(self, text: Traced, prescriptions: Sequence[Prescription], code: str) -> tuple[Sequence[Piece], bool]:
        """What the first rung that manages makes of the text, and whether it was the best one."""
        has_words = any(character.isalnum() for character in text.text)
        tried: set[str] = set()
        # Asked for again each time: a reader that hung is replaced by others.
        while rung := next((rung for rung in self._readers.ladder(code) if rung.name not in tried), None):
            tried.add(rung.name)
            pieces = self._tried(rung, text, prescriptions, code)
            if not has_words:
                return pieces or (), pieces is not None
            if pieces is not None and vocab.is_pronounceable(_spoken(text, pieces).text):
                if not rung.is_best:
                    self.falls[rung.name] += 1
                    log.info("characters %s: %s, read by %s", _place(text), code, rung.name)
                return pieces, rung.is_best
        self.falls["nothing"] += 1
        return (), False

    def _tried(self, rung: Rung, text: Traced, prescriptions: Sequence[Prescription], code: str) -> list[Piece] | None:
        try:
            return self._worker.call(
                lambda: rung.read(text.text, prescriptions), rung.patience_s * self._times_patience
            )
        except Stalled:
            self.falls["stalled"] += 1
            log.warning("characters %s: %s did not answer in %s and is replaced", _place(text), rung.name, code)
            self._worker.retire()
            self._worker = Worker("koe-reader")
            self._readers.renew(code)
        except Exception as error:  # noqa: BLE001 - a library's fault on odd text must not end the request
            self.falls["failed"] += 1
            log.info("characters %s: %s failed in %s: %s", _place(text), rung.name, code, type(error).__name__)
        return None

    def _readable(self, text: Traced, code: str) -> tuple[Traced, list[Prescription]]:
        text, prescriptions = taken_out(text, lambda words: self._plain(words, code))
        margin = len(text.text) - len(text.text.lstrip())
        return text.stripped(), [
            Prescription(start - margin, stop - margin, ipa.to_phonemes(phonemes, code), tag)
            for start, stop, phonemes, tag in prescriptions
        ]

    def _plain(self, text: Traced, code: str) -> Traced:
        """What the readers can stand."""
        text = composed(text.replace_matches(_INVISIBLE, lambda _: ""))
        if code in _OWN_MARKS:
            return text.replace_matches(_SPACES, lambda _: " ")
        text = text.replace_matches(_OTHER_PUNCTUATION, lambda mark: _PLAIN_PUNCTUATION[mark[0]])
        text = text.replace_matches(UNREADABLE, self._left_out)
        text = text.replace_matches(_RARE_LATIN, _base_letter).replace_matches(_LOOSE_MARK, lambda _: "")
        text = text.replace_matches(_APOSTROPHE, lambda _: "'").replace_matches(_FOREIGN_DIGIT, _ascii_digit)
        text = text.replace_matches(_LONG_NUMBER, _digit_by_digit)
        text = text.replace_matches(_LONG_WORD, lambda word: word[0] + " ").replace_matches(_SPACES, lambda _: " ")
        if not code.startswith("en"):
            return text
        text = text.replace_matches(_GUILLEMET, lambda mark: _GUILLEMETS[mark[0]])
        return text.replace_matches(_LONG_ENGLISH_WORD, _loosened)

    def _left_out(self, _word: regex.Match[str]) -> str:
        self.falls["unreadable"] += 1
        return " "


def _place(text: Traced) -> str:
    """In the caller's text: what stands there is nobody's business."""
    start, stop = text.source_range(0, len(text))
    return f"{start} to {stop}"


def _base_letter(letter: regex.Match[str]) -> str:
    return unicodedata.normalize("NFD", letter[0])[0]


def _ascii_digit(digit: regex.Match[str]) -> str:
    return str(unicodedata.decimal(digit[0], "0"))


def _digit_by_digit(number: regex.Match[str]) -> str:
    whole, point, decimals = number[0].partition(".")
    if point and len(whole) <= 15 and decimals.isdigit():
        return f"{whole}.{decimals[0]} {' '.join(decimals[1:])}"
    digits = [character for character in number[0] if character.isdigit()]
    return " ".join(digits) if len(digits) > 20 else str(number[0])


def _loosened(word: regex.Match[str]) -> str:
    parts = _ENGLISH_PART.findall(word[0])
    starts = range(0, len(parts), _PARTS_PER_ENGLISH_WORD)
    return " ".join("".join(parts[start : start + _PARTS_PER_ENGLISH_WORD]) for start in starts)


def _spoken(text: Traced, pieces: Sequence[Piece]) -> Traced:
    """The phonemes of all pieces as the model takes them."""
    phonemes = Traced.join(
        Traced.standing_for(*text.source_range(start, stop), vocab.known(spoken.replace("g", "ɡ")))
        for start, stop, spoken in pieces
    )
    phonemes = phonemes.replace_matches(_SPACES, lambda _: " ").stripped().replace_matches(_SPACE_AT_MARK, lambda _: "")
    last = _last_mark(text.text)
    if last in _FINAL_MARKS and phonemes.text[-1:] not in vocab.PUNCTUATION:
        # A full stop that was read as part of "U.S." still ends the sentence, and the voice has to fall there.
        place = text.source_range(len(text) - 1, len(text))
        return Traced.join([phonemes, Traced.standing_for(*place, last)])
    return phonemes


def _last_mark(text: str) -> str:
    return text.rstrip("\"'”’»)]")[-1:]
