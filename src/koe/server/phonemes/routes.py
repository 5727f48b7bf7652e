"""Where phonemes are asked for, and spoken."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from koe.server.guards import JsonRoute
from koe.server.openapi import audio_answer
from koe.server.reading.handler import ReadingHandler
from koe.server.reading.schema import (
    KokoroFastApiPhonemes,
    KokoroFastApiPhonemesBody,
    KokoroFastApiPhonemizeBody,
    PhonemesBody,
    PhonemizeBody,
    Phonemized,
)


def reading_router(handler: ReadingHandler) -> APIRouter:
    router = APIRouter(tags=["reading"], route_class=JsonRoute)

    @router.post("/v1/phonemize", summary="How a text will be read", response_model=Phonemized)
    async def phonemize(body: PhonemizeBody, request: Request) -> Response:
        return await handler.phonemize(body, request)

    @router.post(
        "/v1/audio/speech/phonemes",
        summary="Speech of phonemes",
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
        return await handler.speak_phonemes(body, request)

    return router
