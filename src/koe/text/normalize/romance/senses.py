"""Abbreviations that mean several things -> the word that their neighbours ask for: "c/ exp.", "exp. n.º 3"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import ClassVar, NamedTuple

from koe.text.normalize.romance.numbers import Numbers
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, rule


class Sense(NamedTuple):
    """A word for an abbreviation, and what stands before and behind it. An empty pattern allows anything."""

    short: str
    words: str
    ahead: str = ""
    behind: str = ""

    def fits(self, match: re.Match[str]) -> bool:
        return bool(
            _compiled(rf"(?:{self.ahead})\Z").search(before(match)) and _compiled(self.behind).match(after(match))
        )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """The pattern; `re` itself keeps only 512 of them."""
    return re.compile(pattern)


class Senses(Numbers):
    """The abbreviations of several senses in one language."""

    # The first that fits counts; if none does, the tables of abbreviations decide.
    senses: ClassVar[tuple[Sense, ...]] = ()
    bare_senses: ClassVar[tuple[Sense, ...]] = ()  # written without a full stop

    def sense_rules(self) -> tuple[Rule, ...]:
        return (*_rules(self.senses, r"\."), *_rules(self.bare_senses, r"(?!\.\s?[,;:a-zà-ÿ])"))


def _rules(senses: Iterable[Sense], stop: str) -> tuple[Rule, ...]:
    by_key: dict[str, list[Sense]] = {}
    for sense in senses:
        by_key.setdefault(sense.short, []).append(sense)
    if not by_key:
        return ()

    def speak(match: re.Match[str]) -> str | None:
        words = next((sense.words for sense in by_key[match["short"]] if sense.fits(match)), None)
        if words is None:
            return None
        space = " " if match.string[match.start() - 1 : match.start()].isdigit() else ""
        return f"{space}{words}{full_stop(match)}"

    pattern = rf"(?<![^\W\d])(?<!\.)(?P<short>{alternatives(by_key)}){stop}(?!\w)"
    return (rule(pattern, speak, kind="abbreviations", name="abbreviation"),)
