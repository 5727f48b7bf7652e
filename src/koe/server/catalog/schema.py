"""Voices and models as clients read them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from koe.errors import RequestError
from koe.model.mix import MOST_PARTS
from koe.model.voices import Voice

# The body of POST /v1/audio/voices/combine, in the API description.
COMBINED_VOICES: dict[str, Any] = {
    "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "maxItems": MOST_PARTS}],
    "description": "A mix such as `af_bella(2)+af_sky(1)`, or a list of voices in equal parts.",
}


def combined_name(body: Any) -> str:
    """The name of the mix that the body asks for."""
    parts = body if isinstance(body, list) else [body]
    if not all(isinstance(part, str) and part.strip() for part in parts) or not 1 <= len(parts) <= MOST_PARTS:
        message = f"voices must be a mix such as af_bella(2)+af_sky(1), or a list of up to {MOST_PARTS} voices."
        raise RequestError(message, "voices")
    return "+".join(parts)


class VoiceObject(BaseModel):
    id: str
    name: str
    language: str
    gender: str

    @classmethod
    def of(cls, voice: Voice) -> VoiceObject:
        return cls(id=voice.id, name=voice.name, language=voice.language, gender=voice.gender)


class VoiceDetail(VoiceObject):
    preview_url: str

    @classmethod
    def of(cls, voice: Voice) -> VoiceDetail:
        listed = VoiceObject.of(voice)
        return cls(**listed.model_dump(), preview_url=f"/v1/audio/voices/{voice.id}/preview")


class VoiceList(BaseModel):
    voices: list[VoiceObject] | list[str]


class ModelObject(BaseModel):
    id: str
    name: str
    object: Literal["model"] = "model"
    created: int
    owned_by: str = "koe"


class ModelList(BaseModel):
    object: Literal["list"] = "list"
    data: list[ModelObject]
    models: list[ModelObject]
