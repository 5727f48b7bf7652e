"""The JSON messages of a client on a live stream. docs/websocket.md is the specification."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Literal

from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    field_validator,
)

from koe.engine.framing import LONGEST_FRAME_MS, SHORTEST_FRAME_MS
from koe.errors import BadMessage, BadStart, OutOfRange, RequestError
from koe.server.errors import describe_invalid
from koe.server.fields import SoundFields, SpokenText


class _Message(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Start(SoundFields, SpokenText):
    """The text, voice and sound fields of POST /v1/audio/speech. Without `input` the text follows in pieces."""

    type: Literal["start"] = "start"
    input: StrictStr = Field("", validation_alias=AliasChoices("input", "text"))
    response_format: StrictStr = Field("pcm", validation_alias=AliasChoices("response_format", "format"))
    frame_ms: StrictInt | None = None  # by the degrade mode: usually 50
    timestamps: StrictBool = False
    timings: StrictBool = False
    fill_stalls: StrictBool = True
    pace: StrictBool = True

    @field_validator("frame_ms")
    @classmethod
    def _known_length(cls, value: int | None) -> int | None:
        if value is not None and not SHORTEST_FRAME_MS <= value <= LONGEST_FRAME_MS:
            raise OutOfRange("frame_ms", SHORTEST_FRAME_MS, LONGEST_FRAME_MS)
        return value


class Append(_Message):
    type: Literal["append"]
    text: StrictStr


class Flush(_Message):
    type: Literal["flush"]


class End(_Message):
    type: Literal["end"]


class Pause(_Message):
    type: Literal["pause"]


class Resume(_Message):
    type: Literal["resume"]


class Cancel(_Message):
    type: Literal["cancel"]


class Acknowledge(_Message):
    """Every frame before `chunk_id` has arrived."""

    type: Literal["ack"]
    chunk_id: StrictInt = Field(ge=0, lt=2**32)


class Reconnect(_Message):
    """`chunk_id` is the next frame that the client needs."""

    type: Literal["reconnect"]
    stream: StrictStr = Field(max_length=64)
    chunk_id: StrictInt = Field(ge=0, lt=2**32)


ClientMessage = Start | Append | Flush | End | Pause | Resume | Cancel | Acknowledge | Reconnect

_TYPES: Mapping[str, type[ClientMessage]] = {
    "start": Start,
    "append": Append,
    "flush": Flush,
    "end": End,
    "pause": Pause,
    "resume": Resume,
    "cancel": Cancel,
    "ack": Acknowledge,
    "reconnect": Reconnect,
}


def parse_message(text: str) -> ClientMessage:
    """Raises `BadMessage`, which repeats nothing of what was sent."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("The message is not valid JSON.", None) from None
    kind = body.get("type") if isinstance(body, dict) else None
    message = _TYPES.get(kind) if isinstance(kind, str) else None
    if message is None:
        raise BadMessage(f"type must be one of {', '.join(_TYPES)}.", "type")
    try:
        return message.model_validate(body)
    except RequestError as refused:
        raise BadStart(refused.message, refused.param) from None
    except ValidationError as invalid:
        reason, param, _ = describe_invalid(invalid.errors(include_input=False, include_url=False))
        raise (BadStart if message is Start else BadMessage)(reason, param) from None
