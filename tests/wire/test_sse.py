"""Server-sent events: one line of JSON each, in the shapes of OpenAI's API."""

from __future__ import annotations

import base64
import json
import os

from koe.types import Cue
from koe.wire.sse import Usage, audio_event, done_event, error_event, word_event


def fields(event: bytes) -> dict[str, object]:
    assert event.startswith(b"data: ")
    assert event.endswith(b"\n\n")
    line = event.removeprefix(b"data: ").removesuffix(b"\n\n")
    assert not any(end in line.decode() for end in "\n\r\x85\u2028\u2029")
    read: dict[str, object] = json.loads(line)
    return read


def test_audio_is_base64() -> None:
    audio = os.urandom(1001)
    event = fields(audio_event(audio))
    assert event["type"] == "speech.audio.delta"
    assert base64.b64decode(str(event["audio"]), validate=True) == audio
    assert audio_event(b"") == b""


def test_word_event_has_time_and_place() -> None:
    assert fields(word_event(Cue("naïve\u2028\n\r", 3, 8, 0.12345, 0.5))) == {
        "type": "speech.word",
        "word": "naïve\u2028\n\r",
        "start_s": 0.123,
        "end_s": 0.5,
        "text_start": 3,
        "text_stop": 8,
    }


def test_done_event_has_usage() -> None:
    assert fields(done_event(Usage(12, 30))) == {
        "type": "speech.audio.done",
        "usage": {"input_tokens": 12, "output_tokens": 30, "total_tokens": 42},
    }


def test_error_event_is_openais_object() -> None:
    error = {"message": "No.", "type": "server_error", "param": None, "code": "bad_output"}
    assert fields(error_event(error)) == {"type": "error", "error": error}
