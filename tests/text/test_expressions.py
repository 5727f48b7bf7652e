"""Expressions are recognised in the text as written: each stretch once, by the first rule, and neighbours as ranges."""

from __future__ import annotations

import pytest

from koe.languages import LANGUAGES
from koe.text.language_runs import language_runs
from koe.text.normalize import NORMALIZERS, read
from koe.text.normalize.expressions import recognise
from koe.text.normalize.rule import Said, rule
from koe.text.split import split_long, split_sentences
from koe.text.traced import Traced

PERCENT = rule(
    r"([0-9]+)%", lambda match: Said(f"{match[1]} percent", match[1], "percent"), kind="units", name="percentage"
)
NUMBER = rule(r"[0-9]+", lambda match: f"n{match[0]}", kind="numbers", name="number")
WORD = rule(r"\bpercent\b", lambda _: "wrong", kind="symbols", name="word")


def found(text: str, *rules: object, to: str | None = "{first} to {last}") -> list[tuple[str, str]]:
    expressions = recognise(text, rules, to=to)  # type: ignore[arg-type]
    return [(text[one.start : one.stop], one.said.words) for one in expressions]


def test_the_first_rule_claims_a_stretch() -> None:
    assert found("5% of 7", PERCENT, NUMBER) == [("5%", "5 percent"), ("7", "n7")]
    assert found("5% of 7", NUMBER, PERCENT) == [("5", "n5"), ("7", "n7")]


def test_no_rule_sees_the_words_of_another() -> None:
    assert found("5%, percent", PERCENT, WORD) == [("5%", "5 percent"), ("percent", "wrong")]


def test_a_match_that_overlaps_a_claim_does_not_hide_the_next_one() -> None:
    pair = rule(r"[0-9]+%? [0-9]+", lambda _: "pair", kind="numbers")
    assert found("5% 6 7", PERCENT, pair) == [("5%", "5 percent"), ("6 7", "pair")]


def test_words_that_are_only_context_stay_free_for_other_rules() -> None:
    room = rule(r"room ([0-9]+)", lambda match: f"room r{match[1]}", kind="numbers")
    called = rule(r"\broom\b", lambda _: "chamber", kind="symbols")
    assert found("room 5", room, called) == [("room", "chamber"), ("5", "r5")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("10%-20%", "10 to 20 percent"),
        ("10-20%", "n10 to 20 percent"),
        ("10% – 20%", "10 to 20 percent"),
        ("10%-20%-30%", "10 to 20 percent"),
    ],
)
def test_two_neighbours_with_a_dash_are_a_range(text: str, words: str) -> None:
    assert found(text, PERCENT, NUMBER)[0][1] == words


@pytest.mark.parametrize("text", ["10%, 20%", "10% 20%", "10% -- 20%", "20%-word"])
def test_other_neighbours_are_no_range(text: str) -> None:
    assert found(text, PERCENT, NUMBER)[0][1] in {"10 percent", "20 percent"}


def test_kinds_that_stay_as_written_claim_nothing() -> None:
    assert recognise("5%", [PERCENT], as_written=("units",)) == []


def test_places_are_those_of_the_original() -> None:
    text = "On 3/4/2025 he paid “$5”."
    _, expressions = read(Traced.of(text), "en-us")
    assert {(one.kind, text[one.start : one.stop]) for one in expressions} == {("dates", "3/4/2025"), ("money", "$5")}


@pytest.mark.parametrize("text", ["气温25°C左右。", "时速100km/h。", "風速は5m/sです。", "रफ़्तार 60 km/h है।"])
def test_a_sentence_is_not_cut_inside_an_expression(text: str) -> None:
    language = "zh" if "。" in text and "で" not in text else "ja" if "で" in text else "hi"
    assert [run.text for run, _ in language_runs(Traced.of(text), language, False)] == [text]


@pytest.mark.parametrize(
    ("text", "language"),
    [("कीमत रु. 500 है।", "hi"), ("at 5th Ave. and Main", "en-us"), ("see vol. III for it", "en-us")],
)
def test_a_sentence_does_not_end_at_an_abbreviation_of_its_language(text: str, language: str) -> None:
    assert [cut.text.text for cut in split_sentences(Traced.of(text), language)] == [text]


def test_a_long_sentence_is_not_cut_inside_an_expression() -> None:
    text = "he came home again on the evening of 5 April 2025 and stayed for a while with them"

    def is_whole(language: str | None) -> bool:
        return any("5 April 2025" in part.text for part in split_long(Traced.of(text), 45, language))

    assert is_whole("en-us")
    assert not is_whole(None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_a_language_says_what_it_recognises(language: str) -> None:
    """`koe text` shows it, and the kind is what `normalization` switches off."""
    grammar = NORMALIZERS[LANGUAGES[language].normalizer](language, "drop")
    assert len(grammar.expressions) > 100
    assert [rule.pattern.pattern for rule in grammar.expressions if not (rule.name and rule.kind)] == []
