"""The query of GET /v1/audio/speech: the fields of a speech body that fit into a link."""

from __future__ import annotations

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from koe.constants import MODEL_NAME
from koe.errors import OneOf
from koe.server.fields import DEFAULT_FORMAT, DEFAULT_RATE_HZ, FORMAT_NAMES
from koe.server.speech.schema import SpeechBody
from koe.wire.codecs import FORMATS


class LinkQuery(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    input: str = Field(description="The text to speak.")
    model: str = Field(MODEL_NAME, description="As in a body.")
    voice: str | None = Field(None, description="A voice of GET /v1/audio/voices.")
    format: str = Field(DEFAULT_FORMAT, description=f"One of {', '.join(FORMATS)}.", json_schema_extra=FORMAT_NAMES)
    sample_rate: int = Field(DEFAULT_RATE_HZ, description="As in a body.")
    speed: float = Field(1.0, description="0.25 to 4.")
    language: str | None = Field(None, description="Default: the voice's own; `auto` detects it.")
    stream: bool = Field(True, description="false: one answer with exact sizes, when all is spoken.")

    def to_body(self) -> SpeechBody:
        if self.format not in FORMATS:
            raise OneOf("format", tuple(FORMATS))
        try:
            return SpeechBody.model_validate(self.model_dump())
        except ValidationError as invalid:
            raise RequestValidationError(invalid.errors(include_input=False, include_url=False)) from None
