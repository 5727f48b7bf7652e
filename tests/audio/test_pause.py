"""Pauses after sentences, clauses, lines and paragraphs."""

from __future__ import annotations

import pytest

from koe.audio.pause import CLAUSE_MS, LINE_MS, PARAGRAPH_MS, SENTENCE_MS, pause_after_ms, silence


@pytest.mark.parametrize(
    "text", ["Done.", "Done!", "Really?", 'He said "stop."', "(It was late.)", "Wait…", "अंत।", "A heading"]
)
def test_sentence_is_followed_by_the_long_pause(text: str) -> None:
    assert pause_after_ms(text) == SENTENCE_MS


@pytest.mark.parametrize("text", ["first this,", "then; ", "and so —", ""])
def test_clause_is_followed_by_the_short_pause(text: str) -> None:
    assert pause_after_ms(text) == CLAUSE_MS < SENTENCE_MS


@pytest.mark.parametrize("text", ["Done.", "first this,", "A heading", "eggs"])
def test_pauses_grow_from_sentence_to_line_to_paragraph(text: str) -> None:
    assert SENTENCE_MS < pause_after_ms(text, lines_after=1) == LINE_MS
    assert pause_after_ms(text, lines_after=2) == PARAGRAPH_MS > LINE_MS


def test_pauses_have_the_length_of_prose() -> None:
    assert 120 <= SENTENCE_MS <= 180
    assert 60 <= CLAUSE_MS <= 100


def test_silence_has_the_requested_length() -> None:
    block = silence(50, 24_000)
    assert len(block.samples) == 1200
    assert not block.samples.any()
