"""The fields that request bodies are composed of: text, voice, sound, delivery. Unknown fields are ignored.

Each body inherits only the groups it supports, so that the API description lists no other fields. Pydantic checks and
lists the fields of the last base class first: bases stand in reverse order, so that `input` comes first.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, StrictBool, StrictStr, field_validator, model_validator

from koe.constants import MODEL_NAME
from koe.engine.output import OutputFormat
from koe.engine.speech import Sound
from koe.errors import OneOf, OutOfRange
from koe.types import NORMALIZATION_KINDS, NormalizationKind, SpeechRequest
from koe.wire.codecs import FORMATS

DEFAULT_FORMAT = "mp3"  # OpenAI's default
DEFAULT_RATE_HZ = 24_000
FORMAT_NAMES: dict[str, Any] = {"enum": list(FORMATS)}  # for the API description
SOFTEST = 0.1
LOUDEST = 4.0

# Kokoro-FastAPI's names for the kinds; its other options mean nothing here.
_OPTIONS: Mapping[str, tuple[NormalizationKind, ...]] = {
    "normalize": NORMALIZATION_KINDS,
    "unit_normalization": ("units",),
    "url_normalization": ("urls",),
    "email_normalization": ("emails",),
    "phone_normalization": ("phones",),
    "optional_pluralization_normalization": ("plurals",),
    "replace_remaining_symbols": ("symbols",),
}


class Fields(BaseModel):
    """The base of all groups. A field that is null counts as absent."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _null_is_absent(cls, body: Any) -> Any:
        return _without_nulls(body) if isinstance(body, dict) else body


class TextFields(Fields):
    """What is spoken, and how it is read."""

    input: StrictStr = Field(
        validation_alias=AliasChoices("input", "text"), description="The text to speak. Also accepted as `text`."
    )
    language: StrictStr | None = Field(
        None,
        validation_alias=AliasChoices("language", "lang", "lang_code"),
        description="Default: the voice's own; `auto` detects it. Also accepted as `lang` or `lang_code`.",
    )
    input_format: Literal["text", "ssml"] | None = Field(
        None, description="Default: `ssml` if the input begins with `<speak`, else `text`."
    )
    ssml_mode: Literal["lenient", "strict"] | None = Field(
        None,
        description="SSML that koe does not do: `lenient` speaks its content and warns, `strict` refuses it. Default: "
        "KOKORO_SSML_MODE.",
    )
    lexicon: list[dict[str, Any]] = Field(
        [],
        max_length=200,
        description="Pronunciations for this request alone: objects with `grapheme` and `phoneme` or `alias`.",
    )
    normalization: bool | dict[str, bool] = Field(
        True,
        description="false: numbers, dates, addresses and the like are not written out as words. Or an object of "
        f"booleans by kind: {', '.join(NORMALIZATION_KINDS)}; kinds that are not named are written out.",
    )
    normalization_options: dict[str, bool] = Field({}, description="The same under Kokoro-FastAPI's names.")

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

    @property
    def as_written(self) -> tuple[NormalizationKind, ...]:
        """The kinds that either field switches off."""
        options = (name for name in _OPTIONS if not self.normalization_options.get(name, True))
        off = {kind for name in options for kind in _OPTIONS[name]}
        by_kind = self.normalization
        if isinstance(by_kind, bool):
            by_kind = dict.fromkeys(NORMALIZATION_KINDS, by_kind)
        return tuple(kind for kind in NORMALIZATION_KINDS if kind in off or not by_kind.get(kind, True))

    @property
    def characters(self) -> int:
        return len(self.input)


class VoiceReference(BaseModel):
    """A voice as newer OpenAI clients name it."""

    id: StrictStr


class VoiceFields(Fields):
    """The voice and its speed."""

    voice: StrictStr | VoiceReference | None = Field(
        None,
        description="A voice of GET /v1/audio/voices, one of OpenAI's names, or a mix: `af_heart(2)+bf_emma(1)`.",
    )
    speed: float = Field(1.0, description="0.25 to 4.", strict=True)

    def voice_name(self, default: str) -> str:
        name = self.voice.id if isinstance(self.voice, VoiceReference) else self.voice
        return default if name is None else name


class SpokenText(VoiceFields, TextFields):
    """A text and its voice: what `Engine.prepare` checks."""

    def to_request(self, default_voice: str, *, live: bool = True, model: str = MODEL_NAME) -> SpeechRequest:
        return SpeechRequest(
            text=self.input,
            voice=self.voice_name(default_voice),
            speed=self.speed,
            language=self.language,
            live=live,
            input_format=self.input_format,
            lexicon=tuple(self.lexicon),
            as_written=self.as_written,
            ssml_mode=self.ssml_mode,
            model=model,
        )


class SoundFields(Fields):
    """How the audio is made and encoded."""

    model: StrictStr = Field(
        MODEL_NAME,
        description="`kokoro-NAME` is the model in that build, as GET /v1/models lists it. Any other name is accepted "
        "and is the default build.",
    )
    response_format: StrictStr = Field(
        DEFAULT_FORMAT,
        validation_alias=AliasChoices("response_format", "format"),
        description=f"{', '.join(FORMATS)}; pcm is 16-bit little-endian mono without a header. Also accepted as "
        "`format`.",
        json_schema_extra=FORMAT_NAMES,
    )
    sample_rate: int = Field(
        DEFAULT_RATE_HZ,
        strict=True,
        description="8000, 16000, 22050, 24000, 44100 or 48000; opus, ogg and webm have no 22050 and 44100.",
    )
    volume_multiplier: float = Field(
        1.0, strict=True, description="0.1 to 4: softer or louder than usual. The ceiling for peaks still holds."
    )

    @field_validator("response_format", mode="before")
    @classmethod
    def _known_format(cls, value: object) -> object:
        if not isinstance(value, str) or value not in FORMATS:
            raise ValueError(f"must be one of {', '.join(FORMATS)}")
        return value

    @model_validator(mode="after")
    def _allowed_numbers(self) -> Self:
        rates = FORMATS[self.response_format].sample_rates_hz
        if self.sample_rate not in rates:
            raise OneOf("sample_rate", rates)
        if not SOFTEST <= self.volume_multiplier <= LOUDEST:
            raise OutOfRange("volume_multiplier", SOFTEST, LOUDEST)
        return self

    @property
    def sound(self) -> Sound:
        return Sound(OutputFormat(self.response_format, self.sample_rate), 20 * math.log10(self.volume_multiplier))


class DeliveryFields(Fields):
    """How the answer is sent."""

    stream: StrictBool = Field(True, description="false: one answer with exact sizes, when all is spoken.")
    stream_format: Literal["audio", "sse"] = Field(
        "audio", description="sse: server-sent events with the audio in base64."
    )
    timestamps: StrictBool = Field(False, description="With stream_format sse: also an event for each word.")
    timings: StrictBool = Field(
        False,
        description="Also say how the answer was made, as its log line does: with stream_format sse in the last event, "
        "with `stream: false` in the header X-Koe-Timings.",
    )
    fill_stalls: StrictBool = Field(
        False,
        description="With stream: send silence, 20 ms at a time, when speech comes too late for a listener. For "
        "clients that play the audio as it comes; a saved answer must not have such gaps.",
    )


class DeliveredSound(DeliveryFields, SoundFields):
    """What `speech_response` needs to know of a body."""


def _without_nulls(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _booleans(value: object) -> dict[str, bool] | None:
    """None if it is anything else."""
    if not isinstance(value, dict):
        return None
    fields = _without_nulls(value)
    return fields if all(isinstance(field, bool) for field in fields.values()) else None
