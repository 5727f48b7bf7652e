"""PhonemizeBody -> how a text will be read; PhonemesBody -> speech."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from fastapi import Request, Response
from pydantic import BaseModel

from koe.engine.speech import SpeechService
from koe.errors import Cancelled
from koe.server.disconnect import on_disconnect
from koe.server.phonemes.schema import KokoroFastApiPhonemes, PhonemesBody, PhonemizeBody, Phonemized
from koe.server.record import record_of
from koe.server.speech.response import speech_response
from koe.text.preview import SentencePreview, TextPreview
from koe.wire.warnings import warnings_header


class PhonemesHandler:
    def __init__(self, service: SpeechService) -> None:
        self._service = service
        # Requests take turns sentence by sentence: G2P has one lock, and running streams need it and the threads more.
        self._turn = asyncio.Semaphore(1)

    async def phonemize(self, body: PhonemizeBody, request: Request) -> Response:
        return await self._answer(Phonemized.of, body, request)

    async def phonemize_as_kokoro_fastapi(self, body: PhonemizeBody, request: Request) -> Response:
        return await self._answer(KokoroFastApiPhonemes.of, body, request)

    async def speak_phonemes(self, body: PhonemesBody, request: Request) -> Response:
        record_of(request.scope).set_request(body.characters, body.response_format, live=body.stream)
        spoken = body.to_phoneme_request(self._service.default_voice)
        job = await asyncio.to_thread(self._service.engine.prepare_phonemes, spoken)
        return await speech_response(self._service, job, body, request)

    async def _read(self, body: PhonemizeBody, request: Request) -> TextPreview:
        engine, spoken = self._service.engine, body.to_request(self._service.default_voice)
        has_left = asyncio.Event()
        read: list[SentencePreview] = []
        async with on_disconnect(request, has_left.set):
            async with self._turn:
                preview = await asyncio.to_thread(engine.preview, spoken)
            while not has_left.is_set():
                async with self._turn:
                    segment = await asyncio.to_thread(next, preview.sentences, None)
                if segment is None:
                    return replace(preview, sentences=iter(read))
                read.append(segment)
        raise Cancelled("The client has disconnected.")

    async def _answer(
        self, shape: Callable[[Sequence[SentencePreview]], BaseModel], body: PhonemizeBody, request: Request
    ) -> Response:
        """Encodes in a pool thread: there may be thousands of words."""
        preview = await self._read(body, request)
        content = await asyncio.to_thread(lambda: shape(list(preview)).model_dump_json())
        return Response(content, media_type="application/json", headers=warnings_header(preview.warnings))
