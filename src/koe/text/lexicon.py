"""Lexicon entries (TSV, CSV, JSON or of a request) -> a matcher that writes their pronunciations into a text.

docs/lexicon.md has the format. Where the files are and which of them takes precedence is in `lexicon_files`.
"""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from koe.errors import BadLexicon, EngineError
from koe.languages import ENGLISH_CODES, LANGUAGES
from koe.text import ipa, prescribed, vocab
from koe.text.traced import Traced

Kind = Literal["tsv", "csv", "json"]

COLUMNS = ("lang", "grapheme", "phoneme", "flags")
LONGEST_GRAPHEME = 100
LONGEST_SPOKEN = 200
MOST_REQUEST_ENTRIES = 200
MOST_REQUEST_BYTES = 32_768

_LANGUAGES = {code: (code,) for code in LANGUAGES} | {"en": ENGLISH_CODES}

# Universal part-of-speech tag -> prefix of the Penn Treebank tags that the tagger uses.
_PARTS_OF_SPEECH = {
    "ADJ": "JJ",
    "ADP": "IN",
    "ADV": "RB",
    "AUX": "MD",
    "DET": "DT",
    "INTJ": "UH",
    "NOUN": "NN",
    "NUM": "CD",
    "PRON": "PRP",
    "PROPN": "NNP",
    "VERB": "VB",
}
_TAG = re.compile(r"CC|CD|DT|EX|FW|IN|JJ[RS]?|MD|NNP?S?|PDT|POS|PRP|RB[RS]?|RP|TO|UH|VB[DGNPZ]?|WDT|WP|WRB")
_SWITCHES = frozenset({"alias", "case", "part"})

# Characters that would end the notation of a pronunciation, or the line of a file.
_FORBIDDEN = re.compile(r"[\[\](){}<>/\\\x00-\x1f\x7f\u2028\u2029]")
_FLAG_SEPARATORS = re.compile(r"[\s,;]+")


class LexiconError(EngineError):
    """A lexicon file has a fault. The message gives place and reason, and repeats nothing of the file's text."""

    code = "lexicon_error"

    def __init__(self, name: str, line: int, reason: str) -> None:
        super().__init__(f"{name}:{line}: {reason}")
        self.name = name
        self.line = line
        self.reason = reason


class _InvalidEntry(ValueError):
    """An entry cannot be used. The message is the reason."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One word or phrase and its pronunciation: `spoken` is IPA as it was written, or other words for an alias."""

    lang: str
    grapheme: str
    spoken: str
    tag: str = ""  # prefix of the Penn Treebank tag that the word must have; "": any
    is_alias: bool = False
    is_case_sensitive: bool = False
    is_part: bool = False

    @property
    def key(self) -> tuple[str, str, str, bool]:
        """Identity of an entry: of several with the same key, the first is used."""
        grapheme = self.grapheme if self.is_case_sensitive else _folded(self.grapheme)
        return self.lang, grapheme, self.tag, self.is_case_sensitive

    @property
    def flags(self) -> str:
        switches = {"alias": self.is_alias, "case": self.is_case_sensitive, "part": self.is_part}
        names = [name for name, is_set in switches.items() if is_set]
        return " ".join([*names, f"pos={self.tag}"] if self.tag else names)

    @property
    def row(self) -> tuple[str, str, str, str]:
        return self.lang, self.grapheme, self.spoken, self.flags

    def applies_to(self, language: str) -> bool:
        return language in _LANGUAGES[self.lang]


# --- Parsing entries ------------------------------------------------------------------------------------------------


class _Row(NamedTuple):
    line: int
    fields: Mapping[str, object]


def parse_entries(text: str, kind: Kind, name: str) -> list[Entry]:
    """Raises `LexiconError` for the first entry that cannot be used."""
    entries: list[Entry] = []
    for result in checked_entries(text, kind, name):
        if isinstance(result, LexiconError):
            raise result
        entries.append(result)
    return entries


def checked_entries(text: str, kind: Kind, name: str) -> Iterator[Entry | LexiconError]:
    """Every entry, or the error for it. Does not raise."""
    try:
        text = text.removeprefix("\ufeff")
        for line, fields in _json_rows(text) if kind == "json" else _table_rows(text, kind):
            try:
                yield _entry(fields)
            except _InvalidEntry as fault:
                yield LexiconError(name, line, str(fault))
    except json.JSONDecodeError as error:
        yield LexiconError(name, error.lineno, f"is not valid JSON (column {error.colno})")
    except (csv.Error, RecursionError, _InvalidEntry) as error:
        yield LexiconError(name, 1, str(error) if isinstance(error, _InvalidEntry) else f"is not valid {kind.upper()}")


def _table_rows(text: str, kind: Kind) -> Iterator[_Row]:
    """Rows of TSV or CSV. Columns after the fourth are ignored, and so is a first line with the column names."""
    lines = text.splitlines()
    rows = csv.reader(lines) if kind == "csv" else (line.split("\t") for line in lines)
    for number, cells in enumerate(rows, start=1):
        cells = [cell.strip() for cell in cells]
        if not any(cells) or cells[0].startswith("#") or (number == 1 and tuple(cells[:3]) == COLUMNS[:3]):
            continue
        yield _Row(number, dict(zip(COLUMNS, cells, strict=False)))


def _json_rows(text: str) -> Iterator[_Row]:
    items = json.loads(text)
    if not isinstance(items, list):
        raise _InvalidEntry("must be a list of objects")
    decoder = json.JSONDecoder()
    place = text.index("[") + 1
    for item in items:
        place += len(text[place:]) - len(text[place:].lstrip(" \t\r\n,"))
        line = text.count("\n", 0, place) + 1
        _, place = decoder.raw_decode(text, place)
        yield _Row(line, item if isinstance(item, dict) else {})


def entries_of_request(raw: Sequence[Mapping[str, object]], language: str = "en") -> tuple[Entry, ...]:
    """Entries of a request's `lexicon` field. `language` is used for those without `lang`. Raises `BadLexicon`."""
    if len(raw) > MOST_REQUEST_ENTRIES:
        raise BadLexicon(f"lexicon has {len(raw)} entries; at most {MOST_REQUEST_ENTRIES} are allowed.")
    entries: list[Entry] = []
    size = 0
    for number, fields in enumerate(raw, start=1):
        try:
            entry = _entry({"lang": language, **fields})
        except _InvalidEntry as fault:
            raise BadLexicon(f"lexicon: entry {number}: {fault}.") from None
        size += sum(len(cell.encode()) for cell in entry.row)
        entries.append(entry)
    if size > MOST_REQUEST_BYTES:
        raise BadLexicon(f"lexicon has {size} bytes; at most {MOST_REQUEST_BYTES} are allowed.")
    return tuple(entries)


def _entry(fields: Mapping[str, object]) -> Entry:
    known = {*COLUMNS, "alias"}
    if not fields.keys() <= known:
        raise _InvalidEntry(f"keys must be among {', '.join(sorted(known))}")
    if ("alias" in fields) == ("phoneme" in fields):
        raise _InvalidEntry("needs lang, grapheme, and either phoneme or alias")
    switches, tag = _flags(fields.get("flags", ""))
    entry = Entry(
        lang=_text(fields, "lang").lower().replace("_", "-"),
        grapheme=_folded_marks(_text(fields, "grapheme")),
        spoken=_text(fields, "alias" if "alias" in fields else "phoneme"),
        tag=tag,
        is_alias="alias" in fields or "alias" in switches,
        is_case_sensitive="case" in switches,
        is_part="part" in switches,
    )
    if entry.lang not in _LANGUAGES:
        raise _InvalidEntry(f"lang must be one of {', '.join(sorted(_LANGUAGES))}")
    _check_words(entry.grapheme, "grapheme", LONGEST_GRAPHEME)
    _check_tag(entry)
    if entry.is_alias:
        _check_words(entry.spoken, "alias", LONGEST_SPOKEN)
        return entry
    entry = replace(entry, spoken=_bare(entry.spoken))
    for language in _LANGUAGES[entry.lang]:
        _check_phonemes(entry.spoken, language)
    return entry


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not value.strip():
        raise _InvalidEntry(f"{name} must be a non-empty string")
    if not value.isprintable():
        raise _InvalidEntry(f"{name} must not contain line breaks or other control characters")
    return unicodedata.normalize("NFC", value.strip())


def _flags(value: object) -> tuple[frozenset[str], str]:
    """The switches among the flags, and the tag given by `pos=`."""
    given = value if isinstance(value, list) else [value]
    names = [name for name in given if isinstance(name, str)]
    if len(names) < len(given):
        raise _InvalidEntry("flags must be a string or a list of strings")
    switches: set[str] = set()
    tag = ""
    for flag in filter(None, _FLAG_SEPARATORS.split(" ".join(names))):
        name, is_pos, part = flag.partition("=")
        tag = part.upper() if is_pos else tag
        if (is_pos and name.lower() != "pos") or (not is_pos and flag.lower() not in _SWITCHES):
            raise _InvalidEntry("flags may be alias, case, part and pos=…")
        if not is_pos:
            switches.add(flag.lower())
    tag = _PARTS_OF_SPEECH.get(tag, tag)
    if tag and not _TAG.fullmatch(tag):
        raise _InvalidEntry(f"pos must be one of {', '.join(_PARTS_OF_SPEECH)}, or a Penn Treebank tag such as VBD")
    return frozenset(switches), tag


def _check_tag(entry: Entry) -> None:
    if entry.tag and entry.is_alias:
        raise _InvalidEntry("pos is allowed with phoneme only, not with alias")
    if entry.tag and entry.lang not in ("en", *ENGLISH_CODES):
        raise _InvalidEntry("pos is allowed for English only: the other languages have no part-of-speech tagger")


def _check_words(words: str, name: str, longest: int) -> None:
    if len(words) > longest:
        raise _InvalidEntry(f"{name} must have at most {longest} characters")
    if _FORBIDDEN.search(words):
        raise _InvalidEntry(f"{name} must not contain brackets, slashes or line breaks")
    if not any(character.isalnum() for character in words):
        raise _InvalidEntry(f"{name} must contain at least one letter or digit")


def _bare(phonemes: str) -> str:
    """The phonemes without the slashes or brackets that dictionaries put around them."""
    is_enclosed = len(phonemes) > 2 and phonemes[0] + phonemes[-1] in ("//", "[]")
    return phonemes[1:-1].strip() if is_enclosed else phonemes


def _check_phonemes(phonemes: str, language: str) -> None:
    if len(phonemes) > LONGEST_SPOKEN:
        raise _InvalidEntry(f"phoneme must have at most {LONGEST_SPOKEN} characters")
    unknown = ipa.unknown_symbols(phonemes, language) | (set("/") & set(phonemes))
    if unknown:
        places = [number for number, symbol in enumerate(phonemes, start=1) if symbol in unknown]
        where = f"character {places[0]} of phoneme" if places else "phoneme"
        raise _InvalidEntry(f"{where} is not an IPA symbol that the model knows")
    if not vocab.is_pronounceable(ipa.to_phonemes(phonemes, language)):
        raise _InvalidEntry("phoneme must contain at least one sound")


# --- Matching entries in a text -------------------------------------------------------------------------------------


def _folded_marks(text: str) -> str:
    return text.replace("’", "'")


def _folded(text: str) -> str:
    return _folded_marks(text).lower()


class _Match(NamedTuple):
    """An entry found in a text, in the form that `Traced.replace_matches` needs: `match[0]` is the word as the caller
    spelt it."""

    word: str
    start: int
    stop: int
    entry: Entry

    def span(self) -> tuple[int, int]:
        return self.start, self.stop


_WORD_START = r"\b\w|[^\w\s]"
_WORD = re.compile(r"\w")
_JOINED_BEFORE = re.compile(r"\w['’]\Z")
# "can" in "can't" is not a word of its own; "Kokoro" in "Kokoro's" is.
_JOINED_AFTER = re.compile(r"['’]t\b", re.IGNORECASE)
# Languages in which an apostrophe stands between two words: "l'eau", "un'ora".
_ELIDING = frozenset({"fr", "it"})

# Web and mail addresses, paths, names in code. Normalisation takes them apart first, and entries are then matched
# against their words.
_ADDRESS_BEFORE = re.compile(r"://|[@\\]|\A[(\"'“]*[~./]|\w[.:]\Z")
_ADDRESS_AFTER = re.compile(r"://|[@\\]|\A[.:]\w")
_LONGEST_TOKEN = 200
_HEAD = 2


class Lexicon:
    """The entries of one language; immutable. Of entries for the same words the first that fits is used, and of words
    that begin at the same place the longest.

    Each word costs one table lookup, whatever the number of entries (6 µs with 10,000).
    """

    def __init__(self, entries: Iterable[Entry], language: str) -> None:
        self.language = language
        first: dict[tuple[str, str, str, bool], Entry] = {}
        for entry in entries:
            if entry.applies_to(language):
                first.setdefault(entry.key, entry)
        self.entries = tuple(first.values())
        self._by_words: dict[str, list[Entry]] = {}
        lengths: dict[str, set[int]] = {}
        for entry in self.entries:
            self._by_words.setdefault(_folded(entry.grapheme), []).append(entry)
            lengths.setdefault(_folded(entry.grapheme[:_HEAD]), set()).add(len(entry.grapheme))
        self._lengths = {head: tuple(sorted(some, reverse=True)) for head, some in lengths.items()}
        inside = sorted({re.escape(entry.grapheme[:_HEAD]) for entry in self.entries if entry.is_part})
        self._starts = re.compile("|".join([_WORD_START, *inside]), re.IGNORECASE)

    def prescribe(self, text: Traced) -> Traced:
        """The text with the pronunciations and aliases of the entries written into it. Pronunciations that it has
        already are left alone. Applied twice: before normalisation, so that "SQL" is still there, and after it, when
        numbers and addresses are words."""
        return text.replace_matches(self, self._rewritten) if self.entries else text

    def finditer(self, string: str, /) -> Iterator[_Match]:
        place = 0
        for taken in prescribed.PATTERN.finditer(string):
            yield from self._between(string, place, taken.start())
            place = taken.end()
        yield from self._between(string, place, len(string))

    def _rewritten(self, match: _Match) -> str:
        entry = match.entry
        if entry.is_alias:
            return entry.spoken
        return prescribed.written(match.word, ipa.to_phonemes(entry.spoken, self.language), entry.tag)

    def _between(self, text: str, start: int, stop: int) -> Iterator[_Match]:
        place = start
        for candidate in self._starts.finditer(text, start, stop):
            if candidate.start() < place:
                continue
            match = self._longest(text, candidate.start(), stop)
            if match:
                yield match
                place = match.stop

    def _longest(self, text: str, start: int, stop: int) -> _Match | None:
        heads = (_folded(text[start : start + length]) for length in range(_HEAD, 0, -1))
        for length in (length for head in heads for length in self._lengths.get(head, ())):
            end = start + length
            word = text[start:end]
            for entry in self._by_words.get(_folded(word), ()):
                if end <= stop and self._fits(entry, word, text, start):
                    return _Match(word, start, end, entry)
        return None

    def _fits(self, entry: Entry, word: str, text: str, start: int) -> bool:
        if entry.is_case_sensitive and _folded_marks(word) != entry.grapheme:
            return False
        before, after = text[max(0, start - _LONGEST_TOKEN) : start], text[start + len(word) :][:_LONGEST_TOKEN]
        return (entry.is_part or self._stands_alone(word, before, after)) and not _is_in_address(before, after)

    def _stands_alone(self, word: str, before: str, after: str) -> bool:
        goes_on_left = _WORD.match(word[0]) and (
            _WORD.match(before[-1:]) or (self.language not in _ELIDING and _JOINED_BEFORE.search(before[-2:]))
        )
        goes_on_right = _WORD.match(word[-1]) and (_WORD.match(after[:1]) or _JOINED_AFTER.match(after))
        return not goes_on_left and not goes_on_right


def _is_in_address(before: str, after: str) -> bool:
    left = before.split()[-1] if before and not before[-1].isspace() else ""
    right = after.split()[0] if after and not after[0].isspace() else ""
    return bool((left and _ADDRESS_BEFORE.search(left)) or (right and _ADDRESS_AFTER.search(right)))
