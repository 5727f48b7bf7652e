"""What normalisation knows of one language: the rules for its expressions, its typography and its abbreviations."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from koe.text.normalize.expressions import Expression, To, recognise
from koe.text.normalize.rule import Rule, apply
from koe.text.traced import Traced
from koe.types import NormalizationKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Abbreviations:
    """Abbreviations that are written with a full stop: without it, and in lower case. Sentence splitting asks whether
    the full stop also ends the sentence."""

    never_last: frozenset[str] = frozenset()  # "e.g": something always follows
    titles: frozenset[str] = frozenset()  # "dr": a name follows
    before_number: frozenset[str] = frozenset()  # "no": a number follows
    often_last: frozenset[str] = frozenset()  # "inc": the sentence goes on unless the next word can hardly be a name

    def __contains__(self, short: str) -> bool:
        return any(short in group for group in (self.never_last, self.titles, self.before_number, self.often_last))

    def __bool__(self) -> bool:
        return bool(self.never_last or self.titles or self.before_number or self.often_last)

    def __or__(self, other: Abbreviations) -> Abbreviations:
        return Abbreviations(
            never_last=self.never_last | other.never_last,
            titles=self.titles | other.titles,
            before_number=self.before_number | other.before_number,
            often_last=self.often_last | other.often_last,
        )


def keys(*tables: Mapping[str, str]) -> frozenset[str]:
    """The abbreviations of tables of words, as `Abbreviations` has them."""
    return frozenset(short.casefold() for table in tables for short in table)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """`first` and `last` are typography: each of their rules rewrites the result of the one before. `expressions` see
    what `first` leaves, in the order in which they may claim it. `to` joins the ends of a range."""

    first: tuple[Rule, ...] = ()
    expressions: tuple[Rule, ...] = ()
    last: tuple[Rule, ...] = ()
    to: To | None = None
    parts_words: bool = False  # whether the words of neighbours are kept apart by a space
    abbreviations: Abbreviations = field(default_factory=Abbreviations)

    def read(
        self, text: Traced, as_written: Collection[NormalizationKind] = ()
    ) -> tuple[Traced, tuple[Expression, ...]]:
        """The text in words, and its expressions with their places in the original."""
        text = apply(self.first, text, as_written)
        expressions = self.recognise(text.text, as_written)
        parts: list[Traced] = []
        done = 0
        for expression in expressions:
            words = text.retold(expression.start, expression.stop, expression.said.words)
            if self.parts_words and expression.start == done and parts and _meet(parts[-1], words):
                parts.append(Traced.standing_for(*text.source_range(done, done), " "))
            parts += (text[done : expression.start], words)
            done = expression.stop
        spoken = Traced.join([*parts, text[done:]]) if parts else text
        return apply(self.last, spoken, as_written), tuple(_placed(expression, text) for expression in expressions)

    def recognise(self, text: str, as_written: Collection[NormalizationKind] = ()) -> list[Expression]:
        return recognise(text, self.expressions, as_written, self.to)


def _meet(left: Traced, right: Traced) -> bool:
    """Whether two words would become one: "p = .009" may be two expressions."""
    return left.text[-1:].isalpha() and right.text[:1].isalpha()


def _placed(expression: Expression, text: Traced) -> Expression:
    start, stop = text.source_range(expression.start, expression.stop)
    return Expression(expression.kind, expression.name, start, stop, expression.said)
