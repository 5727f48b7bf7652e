"""Lists of voices and models; one voice, and a preview of it."""

from __future__ import annotations

import asyncio
import re

from fastapi import Request, Response

from koe.engine.build_choice import model_name
from koe.engine.output import OutputFormat
from koe.engine.speech import Sound, SpeechService
from koe.errors import OneOf, UnknownVoice
from koe.languages import LANGUAGES
from koe.model.voice_file import voice_file
from koe.model.voices import Voice
from koe.server.catalog.previews import Preview, PreviewCache, preview_cache
from koe.server.catalog.schema import ModelList, ModelObject, VoiceDetail, VoiceList, VoiceObject
from koe.server.errors import refusal
from koe.server.fields import DEFAULT_RATE_HZ
from koe.server.ranges import file_response
from koe.server.speech.response import whole_clip
from koe.types import SpeechRequest
from koe.wire.codecs import FORMATS

# OpenAI's names are listed too: clients offer only the models of this list.
_OPENAI_NAMES = ("tts-1", "tts-1-hd", "gpt-4o-mini-tts")
_KOKORO_V1_RELEASED = 1_737_936_000  # 2025-01-27
# A preview changes only with the build of the model; then its ETag does too.
_CACHE_CONTROL = "private, max-age=86400"
_NOT_IN_FILE_NAMES = re.compile(r"[^a-z0-9.-]+")


class CatalogHandler:
    def __init__(self, service: SpeechService, previews: PreviewCache | None = None) -> None:
        self._service = service
        self.previews = previews or preview_cache()
        # One preview is made at a time: requests for the same one find it in the cache then, and a page that lists all
        # voices does not fill the lanes.
        self._turn = asyncio.Semaphore(1)

    def voices(self, legacy: bool) -> VoiceList:
        if legacy:
            return VoiceList(voices=[voice.id for voice in self._service.engine.voices])
        return VoiceList(voices=[VoiceObject.of(voice) for voice in self._service.engine.voices])

    def model(self, name: str) -> Response:
        found = next((model for model in self.models().data if model.id == name), None)
        if found is None:
            message = "model is unknown. GET /v1/models lists the names; for speech other names are accepted too."
            return refusal(404, message, "model_not_found", "model")
        return Response(found.model_dump_json(), media_type="application/json")

    def models(self) -> ModelList:
        default, *builds = self._service.engine.builds.models
        names = (default, *_OPENAI_NAMES, *builds)
        models = [ModelObject(id=name, name=name, created=_KOKORO_V1_RELEASED) for name in names]
        return ModelList(data=models, models=models)

    async def combined(self, name: str) -> Response:
        """The voice file of a mix, for programs that use Kokoro with PyTorch. koe itself needs only the mix's name."""
        voice, pack = await asyncio.to_thread(self._service.engine.voice_pack, name)
        content = await asyncio.to_thread(voice_file, pack)
        file_name = _NOT_IN_FILE_NAMES.sub("_", voice.id).strip("_")
        headers = {"Content-Disposition": f'attachment; filename="{file_name}.pt"', "Cache-Control": "no-cache"}
        return Response(content, media_type="application/octet-stream", headers=headers)

    def voice(self, voice_id: str) -> Response:
        try:
            return Response(VoiceDetail.of(self._listed(voice_id)).model_dump_json(), media_type="application/json")
        except UnknownVoice as unknown:
            return _not_found(unknown)

    async def preview(self, voice_id: str, form: str, model: str, request: Request) -> Response:
        try:
            voice = self._listed(voice_id)
        except UnknownVoice as unknown:
            return _not_found(unknown)
        if form not in FORMATS:
            raise OneOf("format", tuple(FORMATS))
        build = self._service.engine.builds.choose(model)
        async with self._turn:
            preview = self.previews.get((voice.id, form, build)) or await self._spoken(voice, form, build, request)
        headers = {"Cache-Control": _CACHE_CONTROL, "X-Koe-Build": build}
        return file_response(request, preview.content, preview.etag, FORMATS[form].media_type, headers)

    def _listed(self, voice_id: str) -> Voice:
        """A voice by its id alone, not by mixes or other names: any web page can make a browser send this request, so
        that there must be few different ones."""
        by_id = {voice.id: voice for voice in self._service.engine.voices}
        if voice_id not in by_id:
            raise UnknownVoice(voice_id, list(by_id))
        return by_id[voice_id]

    async def _spoken(self, voice: Voice, form: str, build: str, request: Request) -> Preview:
        engine, sound = self._service.engine, Sound(OutputFormat(form, DEFAULT_RATE_HZ))
        spoken = SpeechRequest(
            LANGUAGES[voice.language].preview,
            voice.id,
            language=voice.language,
            live=False,
            model=model_name(build),
        )
        job = await asyncio.to_thread(engine.prepare, spoken)
        clip = await whole_clip(self._service.speak(job, sound), request)
        preview = Preview.of(await asyncio.to_thread(self._service.file, clip, job, sound))
        self.previews.put((voice.id, form, build), preview)
        return preview


def _not_found(unknown: UnknownVoice) -> Response:
    return refusal(404, unknown.message, unknown.code, unknown.param)
