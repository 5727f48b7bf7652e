from __future__ import annotations

import pytest

from koe.audio.pause import CLAUSE_MS, SENTENCE_MS, pause_after_ms, silence


@pytest.mark.parametrize(
    "text", ["Done.", "Done!", "Really?", 'He said "stop."', "(It was late.)", "Wait…", "अंत।", "A heading"]
)
def test_a_sentence_is_followed_by_the_long_pause(text: str) -> None:
    assert pause_after_ms(text) == SENTENCE_MS


@pytest.mark.parametrize("text", ["first this,", "then; ", "and so —", ""])
def test_a_piece_of_a_sentence_is_followed_by_the_short_one(text: str) -> None:
    assert pause_after_ms(text) == CLAUSE_MS < SENTENCE_MS


def test_silence_has_the_length_asked_for() -> None:
    block = silence(50, 24_000)
    assert len(block.samples) == 1200
    assert not block.samples.any()
