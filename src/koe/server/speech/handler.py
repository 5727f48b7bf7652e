"""SpeechBody -> a response: streamed with its header at once, or whole with exact sizes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from koe.audio.pause import silence
from koe.engine.engine import Engine
from koe.engine.stream import Stream
from koe.errors import Cancelled, StreamBroken
from koe.server.errors import request_id
from koe.server.speech.schema import MEDIA_TYPES, SpeechBody
from koe.wire.pcm import encode_pcm
from koe.wire.wav import wav_header

log = logging.getLogger("koe.server")

# Opens the player and its sound card before the first word arrives.
LEAD_IN_MS = 50


class SpokenResponse(StreamingResponse):
    """Ends its stream however it is left, also when the client was gone before the first byte."""

    def __init__(self, stream: Stream, content: AsyncIterator[bytes], media_type: str) -> None:
        super().__init__(content, media_type=media_type)
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._stream.cancel()


class SpeechHandler:
    def __init__(self, engine: Engine, default_voice: str) -> None:
        self._engine = engine
        self._default_voice = default_voice

    async def respond(self, body: SpeechBody, request: Request) -> Response:
        job = await asyncio.to_thread(self._engine.prepare, body.to_request(self._default_voice))
        stream = self._engine.stream(job)
        media_type = MEDIA_TYPES[body.response_format]
        with_header = body.response_format == "wav"
        if body.stream:
            content = self._streamed(stream, with_header, request_id(request.scope))
            return SpokenResponse(stream, content, media_type)
        return Response(await self._whole(stream, with_header, request), media_type=media_type)

    async def _streamed(self, stream: Stream, with_header: bool, name: str) -> AsyncIterator[bytes]:
        rate = self._engine.sample_rate_hz
        try:
            yield (wav_header(rate) if with_header else b"") + encode_pcm(silence(LEAD_IN_MS, rate))
            async for block in stream:
                yield encode_pcm(block)
        except Cancelled:
            raise StreamBroken("The stream was cancelled.") from None
        except Exception as error:  # noqa: BLE001  whatever it was, the client must see a cut connection
            log.error("stream %s broke: %s", name, type(error).__name__)
            raise StreamBroken("The stream broke after it had begun.") from None

    async def _whole(self, stream: Stream, with_header: bool, request: Request) -> bytes:
        rate = self._engine.sample_rate_hz
        async with _cancelled_on_disconnect(stream, request):
            pcm = b"".join([encode_pcm(block) async for block in stream])
        if not pcm:  # a text of nothing but symbols
            pcm = encode_pcm(silence(LEAD_IN_MS, rate))
        return (wav_header(rate, len(pcm)) if with_header else b"") + pcm


@asynccontextmanager
async def _cancelled_on_disconnect(stream: Stream, request: Request) -> AsyncIterator[None]:
    """Whoever hangs up frees the lane, also where no byte is sent until the end."""

    async def watch() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        stream.cancel()

    watcher = asyncio.create_task(watch())
    try:
        yield
    finally:
        stream.cancel()
        watcher.cancel()
        with suppress(asyncio.CancelledError):
            await watcher
