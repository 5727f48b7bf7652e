"""Cues come with the block they begin in, at the time at which they are heard."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from koe.engine.word_clock import WordClock
from koe.types import AudioBlock, Cue


def block(duration_s: float, *cues: Cue) -> AudioBlock:
    return AudioBlock(np.zeros(round(24_000 * duration_s), dtype=np.float32), 24_000, cues=cues)


def word(text: str, start_s: float, end_s: float) -> Cue:
    return Cue(text, 0, len(text), start_s, end_s)


def times_of(words: list[Cue]) -> list[tuple[str, float, float]]:
    return [(cue.text, round(cue.start_s, 6), round(cue.end_s, 6)) for cue in words]


def test_word_waits_for_its_block() -> None:
    clock = WordClock(lead_in_s=0.05)
    sentence = (word("one", 0.0, 0.2), word("two", 0.25, 0.4), word("three", 0.5, 0.7))
    assert times_of(clock.add(block(0.3, *sentence))) == [("one", 0.05, 0.25), ("two", 0.3, 0.45)]
    assert times_of(clock.add(block(0.15))) == []
    assert times_of(clock.add(block(0.3))) == [("three", 0.55, 0.75)]
    assert clock.sent_s == pytest.approx(0.8)
    assert times_of(clock.add(block(0.1, word("four", 0.02, 0.1)))) == [("four", 0.82, 0.9)]
    assert clock.rest() == []


def test_filler_delays_later_words() -> None:
    clock = WordClock()
    clock.add(block(0.1, word("one", 0.0, 0.1), word("two", 0.15, 0.3)))
    filler = replace(block(0.02), is_filler=True)
    assert clock.add(filler) == []
    assert clock.add(filler) == []
    assert times_of(clock.add(block(0.2))) == [("two", 0.195, 0.345)]  # 5 ms lead back to the speech
    assert times_of(clock.add(block(0.2, word("three", 0.0, 0.1)))) == [("three", 0.345, 0.445)]


def test_no_word_ends_after_the_next_has_begun() -> None:
    clock = WordClock()
    assert times_of(clock.add(block(1, word("one", 0.0, 0.3), word("two", 0.2, 0.4)))) == [
        ("one", 0.0, 0.2),
        ("two", 0.2, 0.4),
    ]


def test_marks_are_reported_where_they_are_reached_and_shorten_no_word() -> None:
    clock = WordClock()
    mark = Cue("here", 3, 3, 0.05, 0.05, is_mark=True)
    assert clock.add(block(0.1, word("early", 0.0, 0.2), mark, word("late", 0.2, 0.3))) == [
        word("early", 0.0, 0.2),
        mark,
    ]
    assert times_of(clock.rest()) == [("late", 0.2, 0.3)]
    assert clock.rest() == []
