"""JSON of words and marks: names tell seconds from characters."""

from __future__ import annotations

from koe.types import Cue
from koe.wire.words import mark_json, word_json


def test_word_has_seconds_of_audio_and_characters_of_text() -> None:
    assert word_json(Cue("naïve", 3, 8, 0.12345, 0.5006)) == {
        "word": "naïve",
        "start_s": 0.123,
        "end_s": 0.501,
        "text_start": 3,
        "text_stop": 8,
    }


def test_mark_has_one_time_and_one_place() -> None:
    assert mark_json(Cue("chapter-2", 40, 58, 12.3456, 12.3456, is_mark=True)) == {
        "mark": "chapter-2",
        "time_s": 12.346,
        "text_start": 40,
    }
