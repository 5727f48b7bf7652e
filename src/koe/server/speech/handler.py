"""SpeechBody -> a response."""

from __future__ import annotations

import asyncio

from fastapi import Request, Response

from koe.engine.speech import SpeechService
from koe.server.record import record_of
from koe.server.speech.response import speech_response
from koe.server.speech.schema import SpeechBody


class SpeechHandler:
    def __init__(self, service: SpeechService) -> None:
        self._service = service

    async def respond(self, body: SpeechBody, request: Request) -> Response:
        record_of(request.scope).set_request(body.characters, body.response_format, live=body.stream)
        spoken = body.to_request(self._service.default_voice, live=body.stream, model=body.model)
        job = await asyncio.to_thread(self._service.engine.prepare, spoken)
        return await speech_response(self._service, job, body, request)
