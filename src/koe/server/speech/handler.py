"""SpeechBody -> a response: streamed with its header at once, or whole with exact sizes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from koe.audio.pause import silence
from koe.engine.engine import Engine
from koe.engine.output import Mastering, Output, whole_output
from koe.engine.pipeline import Job
from koe.engine.stream import Stream
from koe.errors import Cancelled, StreamBroken, described
from koe.server.disconnect import cancelled_on_disconnect
from koe.server.record import record_of
from koe.server.speech.schema import SpeechBody
from koe.types import AudioBlock
from koe.wire.codecs import FORMATS

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
    def __init__(self, engine: Engine, default_voice: str, mastering: Mastering) -> None:
        self._engine = engine
        self._default_voice = default_voice
        self._mastering = mastering

    async def respond(self, body: SpeechBody, request: Request) -> Response:
        record = record_of(request.scope)
        record.asked(len(body.input), body.response_format, live=body.stream)
        job = await asyncio.to_thread(self._engine.prepare, body.to_request(self._default_voice))
        return await self.speak(job, body, request)

    async def speak(self, job: Job, body: SpeechBody, request: Request) -> Response:
        """What was prepared, in the form that the body asks for."""
        record = record_of(request.scope)
        record.voice = job.voice
        record.stream = stream = self._engine.stream(job)
        media_type = FORMATS[body.response_format].media_type
        if body.stream:
            content = self._streamed(stream, self._output(job, body))
            return SpokenResponse(stream, content, media_type)
        return Response(await self._whole(stream, job, body, request), media_type=media_type)

    def _output(self, job: Job, body: SpeechBody) -> Output:
        return Output(
            body.output,
            self._engine.sample_rate_hz,
            self._mastering,
            follows=not job.has_volumes,
            loss_lu=self._engine.loss_lu(job),
        )

    async def _streamed(self, stream: Stream, output: Output) -> AsyncIterator[bytes]:
        try:
            yield output.begin(LEAD_IN_MS)
            async for block in stream:
                yield await asyncio.to_thread(output.add, block)  # a second of Opus takes 10 ms
            yield await asyncio.to_thread(output.end)
        except Cancelled:
            raise StreamBroken("The stream was cancelled.") from None
        except Exception as error:  # noqa: BLE001  whatever it was, the client must see a cut connection
            log.error("the stream broke: %s", described(error))
            raise StreamBroken("The stream broke after it had begun.") from None
        finally:
            output.close()

    async def _whole(self, stream: Stream, job: Job, body: SpeechBody, request: Request) -> bytes:
        blocks = await self.whole_blocks(stream, request)
        return await asyncio.to_thread(self.file, blocks, job, body)

    async def whole_blocks(self, stream: Stream, request: Request) -> list[AudioBlock]:
        async with cancelled_on_disconnect(stream, request):
            blocks = [block async for block in stream]
        if any(block.samples.size for block in blocks):
            return blocks
        return [silence(LEAD_IN_MS, self._engine.sample_rate_hz)]  # a text of nothing but symbols

    def file(self, blocks: list[AudioBlock], job: Job, body: SpeechBody) -> bytes:
        """Some milliseconds for each second of speech: not for an event loop."""
        rate = self._engine.sample_rate_hz
        return whole_output(blocks, body.output, rate, self._mastering, is_exact=not job.has_volumes)
