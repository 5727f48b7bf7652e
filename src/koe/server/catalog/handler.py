"""The engine's voices and the model's names, as lists; one voice, and how it sounds."""

from __future__ import annotations

import asyncio

from fastapi import Request, Response
from starlette.exceptions import HTTPException

from koe.engine.engine import Engine
from koe.errors import OneOf, UnknownVoice
from koe.languages import LANGUAGES
from koe.model.voices import Voice
from koe.server.catalog.previews import Preview, Previews
from koe.server.catalog.schema import ModelList, ModelObject, VoiceDetail, VoiceList, VoiceObject
from koe.server.errors import refusal
from koe.server.speech.handler import SpeechHandler
from koe.server.speech.schema import SpeechBody
from koe.wire.codecs import FORMATS

# OpenAI's names are listed too: clients offer only what the list holds.
_MODEL_NAMES = ("kokoro", "tts-1", "tts-1-hd", "gpt-4o-mini-tts")
_KOKORO_V1_RELEASED = 1_737_936_000  # 2025-01-27
# A voice changes with the build of the model only; the tag tells.
_CACHE_CONTROL = "private, max-age=86400"


class CatalogHandler:
    def __init__(self, engine: Engine, speech: SpeechHandler, previews: Previews | None = None) -> None:
        self._engine = engine
        self._speech = speech
        self._previews = previews or Previews()
        # One at a time: who waits for the same one finds it then, and a page of voices does not fill the lanes.
        self._turn = asyncio.Semaphore(1)

    def voices(self, legacy: bool) -> VoiceList:
        if legacy:
            return VoiceList(voices=[voice.id for voice in self._engine.voices])
        return VoiceList(voices=[VoiceObject.of(voice) for voice in self._engine.voices])

    def model(self, name: str) -> ModelObject:
        found = next((model for model in self.models().data if model.id == name), None)
        if found is None:
            raise HTTPException(404)
        return found

    def models(self) -> ModelList:
        models = [ModelObject(id=name, name=name, created=_KOKORO_V1_RELEASED) for name in _MODEL_NAMES]
        return ModelList(data=models, models=models)

    def voice(self, voice_id: str) -> Response:
        try:
            return Response(VoiceDetail.of(self._listed(voice_id)).model_dump_json(), media_type="application/json")
        except UnknownVoice as unknown:
            return _not_found(unknown)

    async def preview(self, voice_id: str, form: str, request: Request) -> Response:
        try:
            voice = self._listed(voice_id)
        except UnknownVoice as unknown:
            return _not_found(unknown)
        if form not in FORMATS:
            raise OneOf("format", tuple(FORMATS))
        async with self._turn:
            preview = self._previews.find(voice.id, form) or await self._spoken(voice, form, request)
        headers = {"ETag": preview.etag, "Cache-Control": _CACHE_CONTROL}
        if _is_known(preview.etag, request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        return Response(preview.content, media_type=FORMATS[form].media_type, headers=headers)

    def _listed(self, voice_id: str) -> Voice:
        """By its id in the list and in no other way: any page can make a browser ask, so that there must be few things
        to ask for."""
        by_id = {voice.id: voice for voice in self._engine.voices}
        if voice_id not in by_id:
            raise UnknownVoice(voice_id, list(by_id))
        return by_id[voice_id]

    async def _spoken(self, voice: Voice, form: str, request: Request) -> Preview:
        body = SpeechBody(
            input=LANGUAGES[voice.language].preview,
            voice=voice.id,
            language=voice.language,
            response_format=form,
            stream=False,
        )
        job = await asyncio.to_thread(self._engine.prepare, body.to_request(voice.id))
        blocks = await self._speech.whole_blocks(self._engine.stream(job), request)
        preview = Preview.of(await asyncio.to_thread(self._speech.file, blocks, job, body))
        self._previews.keep(voice.id, form, preview)
        return preview


def _not_found(unknown: UnknownVoice) -> Response:
    return refusal(404, unknown.message, unknown.code, unknown.param)


def _is_known(etag: str, if_none_match: str) -> bool:
    tags = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
    return etag in tags or "*" in tags
