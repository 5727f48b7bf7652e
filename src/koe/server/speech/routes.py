"""The route of POST /v1/audio/speech."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from koe.server.guards import JsonRoute
from koe.server.speech.handler import SpeechHandler
from koe.server.speech.schema import SpeechBody
from koe.wire.codecs import FORMATS
from koe.wire.sse import MEDIA_TYPE

_MEDIA_TYPES = [*(one.media_type for one in FORMATS.values()), MEDIA_TYPE]


def speech_router(handler: SpeechHandler) -> APIRouter:
    router = APIRouter(tags=["speech"], route_class=JsonRoute)

    @router.post(
        "/v1/audio/speech",
        response_class=Response,
        responses={200: {"content": {name: {} for name in _MEDIA_TYPES}, "description": "Speech, mono."}},
    )
    async def create_speech(body: SpeechBody, request: Request) -> Response:
        return await handler.respond(body, request)

    return router
