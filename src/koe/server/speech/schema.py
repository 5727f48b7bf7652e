"""The body of POST /v1/audio/speech: OpenAI's fields and koe's. Unknown ones are ignored."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, StrictBool, StrictStr, field_validator, model_validator

from koe.engine.output import OutputFormat
from koe.errors import OneOf
from koe.types import SpeechRequest
from koe.wire.codecs import FORMATS

DEFAULT_FORMAT = "mp3"  # as OpenAI's contract has it
DEFAULT_RATE_HZ = 24_000


class VoiceReference(BaseModel):
    """A voice as newer clients of OpenAI's API name it."""

    id: StrictStr


class SpeechBody(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    input: StrictStr = Field(
        validation_alias=AliasChoices("input", "text"), description="The text to speak. Also accepted as `text`."
    )
    model: StrictStr = Field("kokoro", description="Any name is accepted: there is one model.")
    voice: StrictStr | VoiceReference | None = Field(None, description="A voice of GET /v1/audio/voices.")
    response_format: StrictStr = Field(
        DEFAULT_FORMAT,
        validation_alias=AliasChoices("response_format", "format"),
        description="mp3, opus, aac, flac, wav or pcm (16-bit little-endian mono without a header). Also accepted as "
        "`format`.",
    )
    sample_rate: int = Field(
        DEFAULT_RATE_HZ,
        strict=True,
        description="8000, 16000, 22050, 24000, 44100 or 48000; opus knows no 22050 and 44100.",
    )
    speed: float = Field(1.0, description="0.25 to 4.", strict=True)
    language: StrictStr | None = Field(
        None,
        validation_alias=AliasChoices("language", "lang", "lang_code"),
        description="Default: the voice's own; `auto` finds it out. Also accepted as `lang` or `lang_code`.",
    )
    input_format: Literal["text", "ssml"] | None = Field(
        None, description="Default: `ssml` if the input begins with `<speak`, else `text`."
    )
    lexicon: list[dict[str, Any]] = Field(
        [],
        max_length=200,
        description="Pronunciations for this request alone: objects with `grapheme` and `phoneme` or `alias`.",
    )
    stream: StrictBool = Field(True, description="false: one answer with exact sizes, when all is spoken.")

    @model_validator(mode="before")
    @classmethod
    def _null_is_absent(cls, body: Any) -> Any:
        return {key: value for key, value in body.items() if value is not None} if isinstance(body, dict) else body

    @field_validator("response_format", mode="before")
    @classmethod
    def _known_format(cls, value: object) -> object:
        if not isinstance(value, str) or value not in FORMATS:
            raise ValueError(f"must be one of {', '.join(FORMATS)}")
        return value

    @model_validator(mode="after")
    def _known_rate(self) -> Self:
        rates = FORMATS[self.response_format].sample_rates_hz
        if self.sample_rate not in rates:
            raise OneOf("sample_rate", rates)
        return self

    @property
    def output(self) -> OutputFormat:
        return OutputFormat(self.response_format, self.sample_rate)

    def to_request(self, default_voice: str) -> SpeechRequest:
        voice = self.voice.id if isinstance(self.voice, VoiceReference) else self.voice
        return SpeechRequest(
            text=self.input,
            voice=default_voice if voice is None else voice,
            speed=self.speed,
            language=self.language,
            live=self.stream,
            input_format=self.input_format,
            lexicon=tuple(self.lexicon),
        )
