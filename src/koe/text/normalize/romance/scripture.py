"""Places in the Bible -> words: "Mt 5,3-12", "1 Co 13, 4-8", "Sal 23"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from koe.text.normalize.romance.numbers import Numbers
from koe.text.normalize.rule import Rule, alternatives, rule

_ROMAN = {"I": 1, "II": 2, "III": 3}


class Scripture(Numbers):
    """The books of the Bible in one language."""

    books: ClassVar[Mapping[str, str]] = {}  # by abbreviation: "Mt" -> "Mateo"
    # Books of which there are several: "Co" -> "{} a los Corintios", and what stands for their number.
    numbered_books: ClassVar[Mapping[str, str]] = {}
    # Books that are cited by their chapter alone: "Sal 23".
    psalms: ClassVar[frozenset[str]] = frozenset()
    first_books: ClassVar[tuple[str, str, str]] = ("", "", "")  # "primera", "segunda", "tercera"
    first_letters: ClassVar[tuple[str, str, str]] = ("", "", "")
    through: ClassVar[str] = "{0} {to} {1}"  # the verses from one to another

    def verse_rules(self) -> tuple[Rule, ...]:
        if not self.books:
            return ()
        place = (
            r"\.?\s(?P<chapter>[0-9]{1,3})\s?[,:.]\s?(?P<verse>[0-9]{1,3})[ab]?"
            r"(?:\s?[-–]\s?(?P<last>[0-9]{1,3})[ab]?)?(?![\w%°€$]|\s?[%°€$]|[.,:/][0-9]|\s(?:[kcm]?m|kg|g|h)\b)"
        )
        full = alternatives({name for name in self.books.values() if " " not in name})
        whole_name = (
            rf"(?<![\w.,-])(?P<number>)(?P<book>{full})\s(?P<chapter>[0-9]{{1,3}})\s?[,:]\s?(?P<verse>[0-9]{{1,3}})"
        )
        whole_name += r"(?:\s?[-–]\s?(?P<last>[0-9]{1,3}))?(?![\w%°€$]|\s?[%°€$]|[.,:/][0-9])"
        numbered = rf"(?<![\w.,])(?P<number>[1-3]|I{{1,3}})\s?(?P<book>{alternatives(self.numbered_books)}){place}"
        single = rf"(?<![\w.,-])(?<![0-9]\s)(?P<number>)(?P<book>{alternatives(self.books)}){place}"
        psalm = (
            rf"(?<![\w.,-])(?P<book>{alternatives(self.psalms)})\.?\s(?P<chapter>[0-9]{{1,3}})"
            r"(?P<number>)(?P<verse>)(?P<last>)(?!\w|[.,:/-]?[0-9])"
        )
        longer = alternatives(book for book in self.numbered_books if len(book) > 1)
        whole = (
            rf"(?<![\w.,])(?P<number>[1-3])\s?(?P<book>{longer})\.?\s(?P<chapter>[0-9]{{1,2}})"
            r"(?P<verse>)(?P<last>)(?=[.;,)]|\Z)(?![.,][0-9])"
        )
        patterns = (numbered, single, psalm, whole)
        return (
            *(rule(pattern, self._verse_of_book, kind="numbers", name="verse") for pattern in patterns),
            rule(whole_name, self._verse_of_full_name, kind="numbers", name="verse"),
        )

    def _verse_of_full_name(self, match: re.Match[str]) -> str | None:
        """ "Genesi 1,1-5", "Juan 3:16"; "Marco 7,5" may be a mark."""
        if not match["last"] and ":" not in match[0]:
            return None
        return self._chapter_and_verse(match["book"], match)

    def _verse_of_book(self, match: re.Match[str]) -> str:
        book = (self.numbered_books if match["number"] else self.books)[match["book"]]
        if match["number"]:
            place = _ROMAN.get(match["number"]) or int(match["number"])
            ordinals = self.first_books if "{book}" in book else self.first_letters
            book = re.sub(r"\{\w*\}", ordinals[place - 1], book)
        return self._chapter_and_verse(book, match)

    def _chapter_and_verse(self, book: str, match: re.Match[str]) -> str:
        chapter = self.cardinal(match["chapter"])
        if not match["verse"]:
            return f"{book} {chapter}"
        verse = self.cardinal(match["verse"])
        if match["last"]:
            verse = self.through.format(verse, self.cardinal(match["last"]), to=self.to)
        return f"{book} {chapter}, {verse}"
