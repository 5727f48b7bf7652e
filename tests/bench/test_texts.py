"""Lengths of the benchmark texts, their first sentences, and the single long sentence."""

from __future__ import annotations

import pytest

from koe.bench.texts import PRESETS, SENTENCE, TURNS, Preset, long_sentence, text_of
from koe.text.split import split_sentences
from koe.text.traced import Traced


@pytest.mark.parametrize("characters", [70, 190, *PRESETS.values()])
def test_texts_have_about_the_expected_length(characters: int) -> None:
    text = text_of(characters)
    assert abs(len(text) - characters) <= 100
    assert len(text) <= characters + 20
    assert text.endswith(".")


def test_one_text_is_a_single_long_sentence() -> None:
    long = long_sentence()
    assert 440 <= len(long) <= 500
    assert len(split_sentences(Traced.of(long))) == 1
    assert long.index(",") > 100
    assert Preset(SENTENCE).text() == long


@pytest.mark.parametrize("name", [*PRESETS, SENTENCE])
def test_every_turn_has_a_first_sentence_of_its_own_and_nearly_the_same_length(name: str) -> None:
    """A cache of openings must not know the next one."""
    texts = [Preset(name).text(turn) for turn in range(TURNS)]
    assert len({text.split(".")[0] for text in texts}) == TURNS
    assert max(map(len, texts)) - min(map(len, texts)) <= 110


def test_texts_of_one_turn_begin_alike() -> None:
    assert len({Preset(name).text(3)[:50] for name in PRESETS}) == 1
