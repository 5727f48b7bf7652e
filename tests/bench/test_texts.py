"""Lengths of the benchmark texts, and the single long sentence."""

from __future__ import annotations

import pytest

from koe.bench.texts import LENGTHS, TEXTS, text_of
from koe.text.split import split_sentences
from koe.text.traced import Traced


@pytest.mark.parametrize("characters", LENGTHS)
def test_texts_have_about_the_expected_length(characters: int) -> None:
    text = text_of(characters)
    assert abs(len(text) - characters) <= 20
    assert text.endswith(".")


def test_one_text_is_a_single_long_sentence() -> None:
    *_, long = TEXTS
    assert long.one_sentence
    assert 440 <= long.characters <= 480
    assert len(split_sentences(Traced.of(long.text))) == 1
    assert long.text.index(",") > 100
    assert long.name == f"{long.characters}, one sentence"


def test_only_the_long_sentence_begins_differently() -> None:
    *others, long = TEXTS
    assert len({text.text[:40] for text in others}) == 1
    assert long.text[:40] != others[0].text[:40]
