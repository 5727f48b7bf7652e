"""The body of POST /v1/audio/speech: OpenAI's fields and koe's. Unknown ones are ignored."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, StrictBool, StrictStr, field_validator, model_validator

from koe.types import SpeechRequest

MEDIA_TYPES = {"wav": "audio/wav", "pcm": "audio/pcm"}


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
    response_format: Literal["wav", "pcm"] = Field(
        "wav",
        validation_alias=AliasChoices("response_format", "format"),
        description="`pcm` is 16-bit little-endian mono without a header. Also accepted as `format`.",
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
        if not isinstance(value, str) or value not in MEDIA_TYPES:
            raise ValueError("must be wav or pcm")
        return value

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
