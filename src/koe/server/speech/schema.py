"""The body of POST /v1/audio/speech: OpenAI's fields and koe's. Unknown ones are ignored."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, StrictBool, StrictStr, field_validator, model_validator

from koe.engine.output import OutputFormat
from koe.errors import OneOf, OutOfRange
from koe.types import NORMALIZATION_KINDS, NormalizationKind, SpeechRequest
from koe.wire.codecs import FORMATS

DEFAULT_FORMAT = "mp3"  # as OpenAI's contract has it
DEFAULT_RATE_HZ = 24_000
SOFTEST = 0.1
LOUDEST = 4.0

# As clients of Kokoro-FastAPI name the kinds; what else they send there is theirs.
_OPTIONS: Mapping[str, tuple[NormalizationKind, ...]] = {
    "normalize": NORMALIZATION_KINDS,
    "unit_normalization": ("units",),
    "url_normalization": ("urls",),
    "email_normalization": ("emails",),
    "phone_normalization": ("phones",),
    "optional_pluralization_normalization": ("plurals",),
    "replace_remaining_symbols": ("symbols",),
}


class VoiceReference(BaseModel):
    """A voice as newer clients of OpenAI's API name it."""

    id: StrictStr


class SpeechBody(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    input: StrictStr = Field(
        validation_alias=AliasChoices("input", "text"), description="The text to speak. Also accepted as `text`."
    )
    model: StrictStr = Field("kokoro", description="Any name is accepted: there is one model.")
    voice: StrictStr | VoiceReference | None = Field(
        None,
        description="A voice of GET /v1/audio/voices, one of OpenAI's names, or a mix: `af_heart(2)+bf_emma(1)`.",
    )
    instructions: Any = Field(None, description="Accepted and ignored: Kokoro takes no directions.")
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
    volume_multiplier: float = Field(
        1.0, strict=True, description="0.1 to 4: softer or louder than usual. The ceiling for peaks holds all the same."
    )
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
    normalization: bool | dict[str, bool] = Field(
        True,
        description="false: numbers, dates, addresses and the like stay as they are written. Or an object of booleans "
        f"by kind: {', '.join(NORMALIZATION_KINDS)}; what is not named is put into words.",
    )
    normalization_options: dict[str, bool] = Field({}, description="The same in the words of Kokoro-FastAPI.")
    stream: StrictBool = Field(True, description="false: one answer with exact sizes, when all is spoken.")
    stream_format: Literal["audio", "sse"] = Field(
        "audio", description="sse: server-sent events with the audio in base64."
    )
    timestamps: StrictBool = Field(False, description="With stream_format sse: also an event for each word.")

    @model_validator(mode="before")
    @classmethod
    def _null_is_absent(cls, body: Any) -> Any:
        return _without_nulls(body) if isinstance(body, dict) else body

    @field_validator("response_format", mode="before")
    @classmethod
    def _known_format(cls, value: object) -> object:
        if not isinstance(value, str) or value not in FORMATS:
            raise ValueError(f"must be one of {', '.join(FORMATS)}")
        return value

    @field_validator("normalization", mode="before")
    @classmethod
    def _known_kinds(cls, value: object) -> object:
        if isinstance(value, bool):
            return value
        kinds = _booleans(value)
        if kinds is None or not kinds.keys() <= set(NORMALIZATION_KINDS):
            raise ValueError(f"must be true, false or an object of booleans by kind: {', '.join(NORMALIZATION_KINDS)}")
        return kinds

    @field_validator("normalization_options", mode="before")
    @classmethod
    def _known_options(cls, value: object) -> object:
        options = _booleans({name: value[name] for name in _OPTIONS if name in value} if isinstance(value, dict) else 0)
        if options is None:
            raise ValueError(f"must be an object of booleans: {', '.join(_OPTIONS)}")
        return options

    @model_validator(mode="after")
    def _allowed_numbers(self) -> Self:
        rates = FORMATS[self.response_format].sample_rates_hz
        if self.sample_rate not in rates:
            raise OneOf("sample_rate", rates)
        if not SOFTEST <= self.volume_multiplier <= LOUDEST:
            raise OutOfRange("volume_multiplier", SOFTEST, LOUDEST)
        return self

    @property
    def output(self) -> OutputFormat:
        return OutputFormat(self.response_format, self.sample_rate)

    @property
    def volume_db(self) -> float:
        return 20 * math.log10(self.volume_multiplier)

    @property
    def as_written(self) -> tuple[NormalizationKind, ...]:
        """The kinds that are switched off, in either way."""
        options = (name for name in _OPTIONS if not self.normalization_options.get(name, True))
        off = {kind for name in options for kind in _OPTIONS[name]}
        by_kind = self.normalization
        if isinstance(by_kind, bool):
            by_kind = dict.fromkeys(NORMALIZATION_KINDS, by_kind)
        return tuple(kind for kind in NORMALIZATION_KINDS if kind in off or not by_kind.get(kind, True))

    @property
    def characters(self) -> int:
        """Of what is spoken."""
        return len(self.input)

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
            as_written=self.as_written,
        )


def _without_nulls(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _booleans(value: object) -> dict[str, bool] | None:
    """None if it is anything else."""
    if not isinstance(value, dict):
        return None
    fields = _without_nulls(value)
    return fields if all(isinstance(field, bool) for field in fields.values()) else None
