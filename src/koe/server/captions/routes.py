"""The route of POST /v1/audio/captions."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from koe.server.captions.handler import MEDIA_TYPES, CaptionsHandler
from koe.server.captions.schema import (
    CaptionedSpeech,
    CaptionsBody,
    KokoroFastApiCaptioned,
    KokoroFastApiCaptionsBody,
)
from koe.server.guards import JsonRoute


def captions_router(handler: CaptionsHandler) -> APIRouter:
    router = APIRouter(tags=["speech"], route_class=JsonRoute)
    files = {MEDIA_TYPES[name]: {"schema": {"type": "string"}} for name in ("vtt", "srt")}

    @router.post(
        "/v1/audio/captions",
        summary="Speech with the times of its words, or captions alone",
        response_model=CaptionedSpeech,
        responses={200: {"description": "Speech and its words, or a caption file.", "content": files}},
    )
    async def create_captions(body: CaptionsBody, request: Request) -> Response:
        return await handler.respond(body, request)

    @router.post(
        "/dev/captioned_speech",
        summary="Speech with the times of its words, in the shape of Kokoro-FastAPI",
        response_model=KokoroFastApiCaptioned,
        responses={200: {"description": "One object or, as a stream, one in each line."}},
        deprecated=True,
    )
    async def dev_captioned_speech(body: KokoroFastApiCaptionsBody, request: Request) -> Response:
        return await handler.respond_as_kokoro_fastapi(body, request)

    return router
