"""Abbreviations -> words; and for sentence splitting, which of them end with a full stop that ends no sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.romance.numbers import Numbers
from koe.text.normalize.rule import Rule, before, full_stop, rule

_CAPITAL = r"[A-ZÀ-ÖØ-Þ]"
_TITLE_BEFORE = re.compile(
    r"(?:\b(?:Dra?|Sra?|Srta|Prof|Profa|Lic|Ing|Dña)\.\s|\b(?:Dre?|Pre?|Mme|Mlle|Me)\s|\b[Dd]o[nñ]a?\s|-)\Z"
)
_DIVIDED = re.compile(r"[0-9€$]\s?/\Z")
_COUNT_BEFORE = re.compile(r"(?:\A|[^\d/.,–-])\d[\d.,]{0,11}\s\Z")
_NUMBER_BEFORE = re.compile(r"[0-9½⅓⅔¼¾]\s\Z")
_GOES_ON = r"(?=\s?[,;:)/]|\s(?:[(§]|[a-zà-ÿ0-9]))"


class Shortened(Numbers):
    """The abbreviations of one language. Keys are written without their last full stop; ". " inside them may also be
    "."; a key in small letters is taken with a capital too."""

    titles: ClassVar[Mapping[str, str]] = {}  # before a name
    before_numbers: ClassVar[Mapping[str, str]] = {}  # before a number, in digits or Roman
    short_words: ClassVar[Mapping[str, str]] = {}  # before other words: they never end a sentence
    last_words: ClassVar[Mapping[str, str]] = {}  # they may end a sentence
    # They may end a sentence too. Behind a number they are left to the rules for what is counted.
    clipped_words: ClassVar[Mapping[str, str]] = {}
    # Only where the sentence goes on in small letters or behind a comma: elsewhere they are plain words.
    inner_words: ClassVar[Mapping[str, str]] = {}
    # Whole, with their marks: "c/", "nº". They have no full stop, or it is optional and part of the pattern.
    marked: ClassVar[Mapping[str, str]] = {}
    # Marked ones that need a number behind them.
    marked_before_numbers: ClassVar[Mapping[str, str]] = {}
    # Words that the splitter must know besides those of the tables.
    other_abbreviations: ClassVar[Abbreviations] = Abbreviations()

    def spacing_rules(self) -> tuple[Rule, ...]:
        """Rules that put a space between an abbreviation and its number: "pág.12"."""
        stopped = "|".join(_pattern(_key(key)) for key in _with_capitals(self.before_numbers) if key.isalpha())
        marked = "|".join(_pattern(_key(key)) for key in _with_capitals(self.marked_before_numbers))
        found = "|".join(filter(None, (rf"(?:{stopped})\." if stopped else "", marked)))
        number = r"(?=[0-9]|[IVXLC]{1,7}(?![\w.]))"
        return (rule(rf"(?<![\w.])(?:{found}){number}", lambda match: f"{match[0]} "),) if found else ()

    def abbreviation_rules(self) -> tuple[Rule, ...]:
        number = r"(?=\s?(?:[0-9]|[IVXLC]{1,7}(?!\w|\.\w)))"
        return (
            *self._table(self.marked_before_numbers, "", number),
            *self._table(self.marked, "", r"(?!\w)"),
            *self._table(self._in_parts, r"\.", r"(?!\w)"),
            *self._table(_of_length(self.titles, 1), r"\.", rf"(?=\s?{_CAPITAL}[a-zà-ÿ])", _is_initial),
            *self._table(
                _of_length(self.titles, 2),
                r"\.",
                rf"(?=\s?(?:[«\"“(]|{_CAPITAL}))(?!\s?[IVXLC]{{1,7}}(?![\w.]))",
                self._is_month,
            ),
            *self._table(self.before_numbers, r"\.", number),
            *self._table({**self.short_words, **self.last_words}, r"\.", r"(?!\w)", self._is_divisor),
            *self._table(self.clipped_words, r"\.", r"(?![\w/])", self._is_counted),
            *self._table(self.inner_words, r"\.", _GOES_ON, self._is_counted),
        )

    @property
    def _in_parts(self) -> Mapping[str, str]:
        """Abbreviations of several parts, whose first part must not be taken for another one: "S. A."."""
        tables = {**self.clipped_words, **self.short_words, **self.last_words}
        return {key: words for key, words in tables.items() if ". " in key}

    def is_unit(self, short: str) -> bool:
        """Whether a rule for what is counted knows the abbreviation: "comp." in "2 comp."."""
        return False

    def _is_divisor(self, match: re.Match[str]) -> bool:
        """ "5 €/pers.", "1.250 págs.": the rules for prices, rates and measures read it."""
        ahead, is_counted = before(match), f"{match['short']}." in self.counted_units
        if _DIVIDED.search(ahead):
            return is_counted or match["short"] in self.divisors
        return is_counted and _COUNT_BEFORE.search(ahead) is not None

    @cached_property
    def divisors(self) -> frozenset[str]:
        """What prices are for, without a full stop."""
        return frozenset()

    @cached_property
    def counted_units(self) -> frozenset[str]:
        """Units that only a number makes of an abbreviation."""
        return frozenset()

    def _is_counted(self, match: re.Match[str]) -> bool:
        ahead = before(match)
        if ahead.endswith("/"):
            return True
        return _NUMBER_BEFORE.search(ahead) is not None and self.is_unit(match["short"])

    def _is_month(self, match: re.Match[str]) -> bool:
        """ "31 gen." is no general."""
        return _NUMBER_BEFORE.search(before(match)) is not None

    def _table(
        self, table: Mapping[str, str], stop: str, behind: str, is_other: Callable[[re.Match[str]], bool] | None = None
    ) -> tuple[Rule, ...]:
        if not table:
            return ()
        spoken = {_key(key): words for key, words in _with_capitals(table).items()}
        keys = "|".join(_pattern(key) for key in sorted(spoken, key=len, reverse=True))

        def speak(match: re.Match[str]) -> str | None:
            if is_other and is_other(match):
                return None
            space = " " if match.string[match.end() : match.end() + 1].isalnum() else ""
            return spoken[_key(match["short"])] + space + full_stop(match)

        begin = r"(?<![\w.])" if stop else r"(?<!\w)"
        return (rule(rf"{begin}(?P<short>{keys}){stop}{behind}", speak, kind="abbreviations", name="abbreviation"),)

    @cached_property
    def known_abbreviations(self) -> Abbreviations:
        """What the sentence splitter asks."""
        tables = (self.titles, self.before_numbers, self.short_words, self.last_words, self.clipped_words)
        keys = [key for table in tables for key in table]
        first_parts = {part for key in keys for part in _parts_before_capitals(key)}
        # A sentence does not end in "p. ej.", though it may be in small letters from its beginning.
        others = {part for key in keys for part in key.casefold().split(". ")[:-1]} - first_parts - {"i"}
        return self.other_abbreviations | Abbreviations(
            never_last=frozenset(_longer(first_parts | _last_parts(self.short_words))),
            titles=frozenset(_last_parts(self.titles) | others),
            before_number=frozenset(_last_parts(self.before_numbers)),
            often_last=frozenset(_longer(_last_parts([*self.last_words, *self.clipped_words])) | first_parts),
        )


def _is_initial(match: re.Match[str]) -> bool:
    """Behind another title a letter is an initial: "la Dra. P. Gómez"."""
    return match["short"] in ("P", "M") and _TITLE_BEFORE.search(before(match)) is not None


def _of_length(table: Mapping[str, str], length: int) -> Mapping[str, str]:
    """The abbreviations of one letter, or those of more: a letter before another initial is an initial itself."""
    return {key: words for key, words in table.items() if (len(key) > 1) == (length > 1)}


def _key(text: str) -> str:
    return text.replace(". ", ".")


def _pattern(key: str) -> str:
    return re.escape(key[:-1]).replace(r"\.", r"\.\s?") + re.escape(key[-1])


def _with_capitals(table: Mapping[str, str]) -> Mapping[str, str]:
    return {**{key[:1].upper() + key[1:]: words for key, words in table.items()}, **table}


def _parts_before_capitals(key: str) -> set[str]:
    """The parts of an abbreviation like "EE. UU" whose full stop is before a capital."""
    pairs = pairwise(key.split(". "))
    return {part.casefold() for part, following in pairs if following[0].isupper()}


def _last_parts(keys: Iterable[str]) -> set[str]:
    return {part for key in keys for part in (re.split(r"\.? ", key.casefold())[-1], _key(key).casefold())}


def _longer(parts: set[str]) -> set[str]:
    """Without single letters: the splitter takes them for initials, and a word like "a" may end a sentence."""
    return {part for part in parts if len(part) > 1}
