"""How a text will be read, and speech of phonemes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from fastapi import Request, Response
from pydantic import BaseModel

from koe.engine.engine import Engine
from koe.errors import Cancelled
from koe.server.disconnect import on_disconnect
from koe.server.reading.schema import KokoroFastApiPhonemes, PhonemesBody, PhonemizeBody, Phonemized
from koe.server.record import record_of
from koe.server.speech.handler import SpeechHandler
from koe.text.preview import SentencePreview


class ReadingHandler:
    def __init__(self, engine: Engine, default_voice: str, speech: SpeechHandler) -> None:
        self._engine = engine
        self._default_voice = default_voice
        self._speech = speech
        # There is one reader, and running streams need it and the threads more: a sentence of one text at a time.
        self._turn = asyncio.Semaphore(1)

    async def phonemize(self, body: PhonemizeBody, request: Request) -> Response:
        return await self._answer(Phonemized.of, await self._segments(body, request))

    async def phonemize_as_kokoro_fastapi(self, body: PhonemizeBody, request: Request) -> Response:
        return await self._answer(KokoroFastApiPhonemes.of, await self._segments(body, request))

    async def speak_phonemes(self, body: PhonemesBody, request: Request) -> Response:
        record_of(request.scope).asked(body.characters, body.response_format, live=body.stream)
        spoken = body.to_phoneme_request(self._default_voice)
        job = await asyncio.to_thread(self._engine.prepare_phonemes, spoken)
        return await self._speech.speak(job, body, request)

    async def _segments(self, body: PhonemizeBody, request: Request) -> list[SentencePreview]:
        has_left = asyncio.Event()
        read: list[SentencePreview] = []
        async with on_disconnect(request, has_left.set):
            async with self._turn:
                segments = await asyncio.to_thread(self._engine.preview, body.to_request(self._default_voice))
            while not has_left.is_set():
                async with self._turn:
                    segment = await asyncio.to_thread(next, segments, None)
                if segment is None:
                    return read
                read.append(segment)
        raise Cancelled("The client has hung up.")

    async def _answer(
        self, shape: Callable[[Sequence[SentencePreview]], BaseModel], segments: Sequence[SentencePreview]
    ) -> Response:
        """Thousands of words are made into JSON where nobody waits for it."""
        content = await asyncio.to_thread(lambda: shape(segments).model_dump_json())
        return Response(content, media_type="application/json")
