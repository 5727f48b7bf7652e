"""Warnings as JSON, and as a header that is short, ASCII and of one line."""

from __future__ import annotations

import json

from koe.types import SpeechWarning
from koe.wire.sse import warnings_event
from koe.wire.warnings import HEADER, LONGEST_HEADER_BYTES, warning_json, warnings_header

WARNING = SpeechWarning("voice_replaced", "Another voice speaks.", "voice")
PLACED = SpeechWarning("ssml_unsupported_element", "audio is not played.", "input", 2, 7, 3)


def test_json_has_the_place_and_number_only_where_there_are_some() -> None:
    assert warning_json(WARNING) == {"code": "voice_replaced", "message": "Another voice speaks.", "param": "voice"}
    assert warning_json(PLACED) == {
        "code": "ssml_unsupported_element",
        "message": "audio is not played.",
        "param": "input",
        "line": 2,
        "column": 7,
        "count": 3,
    }


def test_header_is_a_json_array() -> None:
    assert json.loads(warnings_header([WARNING, PLACED])[HEADER]) == [warning_json(WARNING), warning_json(PLACED)]
    assert warnings_header([]) == {}


def test_header_is_one_line_of_ascii() -> None:
    (value,) = warnings_header([SpeechWarning("a", "é\r\nX-Evil: 1\u2028", "input")]).values()
    assert value.isascii()
    assert value.isprintable()


def test_long_header_is_cut_between_warnings_and_counts_the_rest() -> None:
    many = [SpeechWarning("a", "b" * 200, "input", number, 1, 2) for number in range(1, 21)]
    (value,) = warnings_header(many).values()
    *kept, last = json.loads(value)
    assert len(value) <= LONGEST_HEADER_BYTES
    assert kept == [warning_json(one) for one in many[: len(kept)]]
    assert 3 <= len(kept) < 20
    assert (last["code"], last["count"]) == ("more_warnings", 2 * (20 - len(kept)))
    (value,) = warnings_header([SpeechWarning("a", "b" * 5000)]).values()
    assert [one["code"] for one in json.loads(value)] == ["more_warnings"]


def test_event_has_all_warnings_and_is_left_out_without_any() -> None:
    event = json.loads(warnings_event([WARNING, PLACED]).removeprefix(b"data: "))
    assert event == {"type": "speech.warnings", "warnings": [warning_json(WARNING), warning_json(PLACED)]}
    assert warnings_event([]) == b""
