"""What happens in a stream -> server-sent events, in the shapes that clients of OpenAI's API read.

Only `data` lines: the type is inside, and a browser's `onmessage` hears nothing else.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass

from koe.types import Cue
from koe.wire.words import word_json

MEDIA_TYPE = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Usage:
    """In characters that were sent and frames of audio that came back: koe counts no other tokens."""

    input_tokens: int
    output_tokens: int


def audio_event(audio: bytes) -> bytes:
    """Nothing where there is nothing to hear: an encoder may hold everything back."""
    return _event("speech.audio.delta", {"audio": base64.b64encode(audio).decode("ascii")}) if audio else b""


def word_event(word: Cue) -> bytes:
    return _event("speech.word", word_json(word))


def done_event(usage: Usage) -> bytes:
    counts = {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "total_tokens": usage.input_tokens + usage.output_tokens,
    }
    return _event("speech.audio.done", {"usage": counts})


def error_event(error: Mapping[str, object]) -> bytes:
    """The stream broke: the connection is cut after it."""
    return _event("error", {"error": error})


def _event(kind: str, fields: Mapping[str, object]) -> bytes:
    """JSON has no raw line breaks, and in ASCII none of Unicode's either: an event is one line."""
    return b"data: " + json.dumps({"type": kind, **fields}).encode("ascii") + b"\n\n"
