"""Audio, words, end and errors of a stream -> server-sent events, in the shapes of OpenAI's API.

Events have only `data` lines: the type is inside the JSON, and a browser's `onmessage` ignores named events.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from koe.types import Cue, SpeechWarning
from koe.wire.warnings import warning_json
from koe.wire.words import word_json

MEDIA_TYPE = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Usage:
    """Input in characters of the text, output in model frames of audio: koe counts no other tokens."""

    input_tokens: int
    output_tokens: int


def audio_event(audio: bytes) -> bytes:
    """No event for empty `audio`: an encoder may return nothing yet."""
    return _event("speech.audio.delta", {"audio": base64.b64encode(audio).decode("ascii")}) if audio else b""


def word_event(word: Cue) -> bytes:
    return _event("speech.word", word_json(word))


def warnings_event(warnings: Sequence[SpeechWarning]) -> bytes:
    """No event without warnings: clients that know only OpenAI's events need not see others."""
    return _event("speech.warnings", {"warnings": [warning_json(one) for one in warnings]}) if warnings else b""


def done_event(usage: Usage, timings: Mapping[str, object] | None = None) -> bytes:
    counts = {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "total_tokens": usage.input_tokens + usage.output_tokens,
    }
    measured = {} if timings is None else {"timings": timings}
    return _event("speech.audio.done", {"usage": counts, **measured})


def error_event(error: Mapping[str, object]) -> bytes:
    """The stream failed; the connection is closed after this event."""
    return _event("error", {"error": error})


def _event(kind: str, fields: Mapping[str, object]) -> bytes:
    """ASCII JSON contains no line break, not even one of Unicode's, so an event is one line."""
    return b"data: " + json.dumps({"type": kind, **fields}).encode("ascii") + b"\n\n"
