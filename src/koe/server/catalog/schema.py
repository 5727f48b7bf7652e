"""Voices and models as clients read them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from koe.model.voices import Voice


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
