"""The routes of phonemization and of speech from phonemes."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from koe.server.guards import JsonRoute
from koe.server.openapi import audio_answer
from koe.server.phonemes.handler import PhonemesHandler
from koe.server.phonemes.schema import (
    KokoroFastApiPhonemes,
    KokoroFastApiPhonemesBody,
    KokoroFastApiPhonemizeBody,
    PhonemesBody,
    PhonemizeBody,
    Phonemized,
)
from koe.wire.codecs import FORMATS


def phonemes_router(handler: PhonemesHandler) -> APIRouter:
    router = APIRouter(tags=["phonemes"], route_class=JsonRoute)

    @router.post("/v1/phonemize", summary="How a text will be read", response_model=Phonemized)
    async def phonemize(body: PhonemizeBody, request: Request) -> Response:
        return await handler.phonemize(body, request)

    @router.post(
        "/v1/audio/speech/phonemes",
        summary="Speech from phonemes",
        response_class=Response,
        responses=audio_answer(),
    )
    async def speak_phonemes(body: PhonemesBody, request: Request) -> Response:
        return await handler.speak_phonemes(body, request)

    @router.post(
        "/dev/phonemize",
        summary="As POST /v1/phonemize, in the shape of Kokoro-FastAPI",
        response_model=KokoroFastApiPhonemes,
        deprecated=True,
    )
    async def dev_phonemize(body: KokoroFastApiPhonemizeBody, request: Request) -> Response:
        return await handler.phonemize_as_kokoro_fastapi(body, request)

    @router.post(
        "/dev/generate_from_phonemes",
        summary="As POST /v1/audio/speech/phonemes, in the shape of Kokoro-FastAPI",
        response_class=Response,
        responses=audio_answer(),
        deprecated=True,
    )
    async def dev_generate_from_phonemes(body: KokoroFastApiPhonemesBody, request: Request) -> Response:
        response = await handler.speak_phonemes(body, request)
        suffix = FORMATS[body.response_format].suffix
        response.headers["Content-Disposition"] = f"attachment; filename=speech{suffix}"
        return response

    return router
