"""SpeechBody -> a response: streamed with its header at once, or whole with exact sizes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from koe.audio.pause import silence
from koe.audio.trim import AUDIBLE
from koe.engine.engine import Engine
from koe.engine.output import Mastering, Output, whole_output
from koe.engine.pipeline import Job
from koe.engine.stream import Stream
from koe.engine.word_clock import WordClock
from koe.errors import Cancelled, StreamBroken, described
from koe.server.disconnect import cancelled_on_disconnect
from koe.server.errors import body_of
from koe.server.record import record_of
from koe.server.speech.delivery import AudioDelivery, Delivery, EventDelivery
from koe.server.speech.schema import SpeechBody
from koe.types import AudioBlock
from koe.wire.sse import Usage

log = logging.getLogger("koe.server")

# Opens the player and its sound card before the first word arrives.
LEAD_IN_MS = 50
# A frame of Kokoro's: what a token of audio is here.
FRAME_S = 0.025
# A proxy that collects a stream, or keeps it, takes its point away.
_AS_IT_COMES = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class SpokenResponse(StreamingResponse):
    """Ends its stream however it is left, also when the client was gone before the first byte."""

    def __init__(
        self, stream: Stream, content: AsyncIterator[bytes], media_type: str, headers: Mapping[str, str]
    ) -> None:
        super().__init__(content, media_type=media_type, headers=headers)
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._stream.cancel()


class SpeechHandler:
    def __init__(
        self,
        engine: Engine,
        default_voice: str,
        mastering: Mastering,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._engine = engine
        self._default_voice = default_voice
        self._mastering = mastering
        self._clock = clock

    async def respond(self, body: SpeechBody, request: Request) -> Response:
        record_of(request.scope).set_request(body.characters, body.response_format, live=body.stream)
        began_s = self._clock()
        job = await asyncio.to_thread(self._engine.prepare, body.to_request(self._default_voice))
        return await self.speak(job, body, request, began_s)

    async def speak(self, job: Job, body: SpeechBody, request: Request, began_s: float | None = None) -> Response:
        """What was prepared, in the form that the body asks for."""
        began_s = self._clock() if began_s is None else began_s
        record = record_of(request.scope)
        record.voice = job.voice
        record.stream = stream = self._engine.stream(job)
        delivery = _delivery(body)
        if not body.stream:
            return await self._whole(stream, job, body, delivery, request, began_s)
        content = self._streamed(stream, self._output(job, body), delivery, body)
        headers = {"X-Audio-Sample-Rate": str(body.sample_rate), **_AS_IT_COMES}
        return SpokenResponse(stream, content, delivery.media_type, headers)

    def _mastered(self, body: SpeechBody) -> Mastering:
        return replace(self._mastering, volume_db=body.volume_db)

    def _output(self, job: Job, body: SpeechBody) -> Output:
        return Output(
            body.output,
            self._engine.sample_rate_hz,
            self._mastered(body),
            follows=not job.has_volumes,
            loss_lu=self._engine.loss_lu(job),
        )

    async def _streamed(
        self, stream: Stream, output: Output, delivery: Delivery, body: SpeechBody
    ) -> AsyncIterator[bytes]:
        clock = WordClock(LEAD_IN_MS / 1000)
        try:
            yield delivery.piece(output.begin(LEAD_IN_MS))
            async for block in stream:
                words = clock.add(block, stream.playhead.stall_silence_s)
                yield delivery.piece(await asyncio.to_thread(output.add, block), words)  # a second of Opus takes 10 ms
            yield delivery.piece(await asyncio.to_thread(output.end), clock.rest())
            yield delivery.end(_usage(body, clock.sent_s))
        except Exception as error:  # noqa: BLE001  whatever it was, the client must see a cut connection
            if not isinstance(error, Cancelled):
                log.error("the stream broke: %s", described(error))
            yield delivery.failure(body_of(error)["error"])
            raise StreamBroken("The stream broke after it had begun.") from None
        finally:
            output.close()

    async def _whole(
        self, stream: Stream, job: Job, body: SpeechBody, delivery: Delivery, request: Request, began_s: float
    ) -> Response:
        headers = {"X-Audio-Sample-Rate": str(body.sample_rate)}

        def note_first_sound(block: AudioBlock) -> None:
            if "X-Koe-TTFA-Ms" not in headers and np.any(np.abs(block.samples) > AUDIBLE):
                headers["X-Koe-TTFA-Ms"] = f"{1000 * (self._clock() - began_s):.1f}"

        blocks = await self.whole_blocks(stream, request, note_first_sound)
        audio = await asyncio.to_thread(self.file, blocks, job, body)
        duration_s = sum(block.duration_s for block in blocks)
        headers["X-Audio-Duration-S"] = f"{duration_s:.3f}"
        headers["X-Koe-RTF"] = f"{(self._clock() - began_s) / duration_s:.3f}"
        content = _at_once(delivery, audio, blocks) + delivery.end(_usage(body, duration_s))
        return Response(content, media_type=delivery.media_type, headers=headers)

    async def whole_blocks(
        self, stream: Stream, request: Request, on_block: Callable[[AudioBlock], None] = lambda _: None
    ) -> list[AudioBlock]:
        blocks: list[AudioBlock] = []
        async with cancelled_on_disconnect(stream, request):
            async for block in stream:
                blocks.append(block)
                on_block(block)
        if any(block.samples.size for block in blocks):
            return blocks
        return [silence(LEAD_IN_MS, self._engine.sample_rate_hz)]  # a text of nothing but symbols

    def file(self, blocks: list[AudioBlock], job: Job, body: SpeechBody) -> bytes:
        """Some milliseconds for each second of speech: not for an event loop."""
        rate = self._engine.sample_rate_hz
        return whole_output(blocks, body.output, rate, self._mastered(body), is_exact=not job.has_volumes)


def _delivery(body: SpeechBody) -> Delivery:
    return EventDelivery(body.timestamps) if body.stream_format == "sse" else AudioDelivery(body.response_format)


def _at_once(delivery: Delivery, audio: bytes, blocks: Sequence[AudioBlock]) -> bytes:
    clock = WordClock()
    words = [word for block in blocks for word in clock.add(block)]
    return delivery.piece(audio, [*words, *clock.rest()])


def _usage(body: SpeechBody, audio_s: float) -> Usage:
    return Usage(body.characters, round(audio_s / FRAME_S))
