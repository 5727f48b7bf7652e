"""Cue -> JSON fields of a word or a mark: the only mapping, used by SSE, WebSocket and captions.

Names that end in `_s` are seconds of audio; names that begin with `text_` are places in the text that was sent, in
characters (Unicode code points). `text_stop` is the place behind the last character.
"""

from __future__ import annotations

from typing import TypedDict

from koe.types import Cue


class WordJson(TypedDict):
    word: str
    start_s: float
    end_s: float
    text_start: int
    text_stop: int


class MarkJson(TypedDict):
    mark: str
    time_s: float
    text_start: int


def word_json(cue: Cue) -> WordJson:
    return {
        "word": cue.text,
        "start_s": _rounded(cue.start_s),
        "end_s": _rounded(cue.end_s),
        "text_start": cue.start,
        "text_stop": cue.stop,
    }


def mark_json(cue: Cue) -> MarkJson:
    return {"mark": cue.text, "time_s": _rounded(cue.start_s), "text_start": cue.start}


def _rounded(seconds: float) -> float:
    return round(seconds, 3)
