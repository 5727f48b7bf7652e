"""A prepared job -> an HTTP response: streamed with its header at once, or whole with exact sizes."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from dataclasses import dataclass

from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from koe.constants import MODEL_FRAME_S
from koe.engine.marks import Marks
from koe.engine.prepare import Job
from koe.engine.speech import Chunk, Clip, Speaking, SpeechService
from koe.errors import Cancelled, StreamBroken, described
from koe.server.disconnect import cancelled_on_disconnect
from koe.server.errors import body_of
from koe.server.fields import DeliveredSound
from koe.server.record import record_of
from koe.server.speech.delivery import AudioDelivery, Delivery, EventDelivery
from koe.wire.sse import Usage
from koe.wire.warnings import warnings_header

log = logging.getLogger("koe.server")

TIMINGS_HEADER = "X-Koe-Timings"
# A proxy that buffers or caches a stream defeats its purpose.
_UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A job in flight whose header has been encoded."""

    speaking: Speaking
    header: Chunk
    chunks: AsyncGenerator[Chunk, None]


@dataclass(frozen=True, slots=True)
class _Outline:
    """What is sent of a job in flight, and how; `timings` only where the client has asked for them."""

    spoken: _Spoken
    delivery: Delivery
    characters: int | None
    timings: Callable[[], Mapping[str, object]] | None


class SpokenResponse(StreamingResponse):
    """Cancels its stream and frees the encoder however it ends, also if the client was gone before the first byte."""

    def __init__(
        self, spoken: _Spoken, content: AsyncIterator[bytes], media_type: str, headers: Mapping[str, str]
    ) -> None:
        super().__init__(content, media_type=media_type, headers=headers)
        self._spoken = spoken
        self._content = content

    async def collected(self, request: Request) -> bytes:
        """All bytes that it would send. A client that disconnects meanwhile frees the lane."""
        stream = self._spoken.speaking.stream
        try:
            async with cancelled_on_disconnect(stream, request):
                return b"".join([bytes(chunk) async for chunk in self._content])
        except StreamBroken as broken:
            raise stream.error or broken from None
        finally:
            await self._spoken.chunks.aclose()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._spoken.speaking.stream.cancel()
            await self._spoken.chunks.aclose()


async def speech_response(
    service: SpeechService,
    job: Job,
    body: DeliveredSound,
    request: Request,
    delivery: Delivery | None = None,
) -> Response:
    """`delivery` None: as the body asks for."""
    record = record_of(request.scope)
    record.set_job(job)
    speaking = service.speak(job, body.sound, fills_stalls=body.stream and body.fill_stalls, marks=record.marks)
    record.stream = speaking.stream
    delivery = delivery or _delivery(body)
    headers = {"X-Audio-Sample-Rate": str(body.sample_rate), **job_headers(job)}
    if body.stream:
        spoken = await _begun(speaking)
        outline = _Outline(spoken, delivery, record.characters, record.timings if body.timings else None)
        content = _streamed(outline, delivery.begin(job.warnings))
        return SpokenResponse(spoken, content, delivery.media_type, headers | _UNBUFFERED)
    clip = await whole_clip(speaking, request)
    audio = await asyncio.to_thread(service.file, clip, job, body.sound)
    headers |= _whole_headers(speaking.marks, clip)
    timings = record.timings() if body.timings else None
    if timings is not None:
        headers[TIMINGS_HEADER] = json.dumps(timings)
    whole = delivery.begin(job.warnings) + delivery.chunk(audio, clip.cues)
    whole += delivery.end(_usage(record.characters, clip.duration_s), timings)
    return Response(whole, media_type=delivery.media_type, headers=headers)


def job_headers(job: Job) -> dict[str, str]:
    """Which build speaks, and what is done in another way than the request asks for."""
    return {"X-Koe-Build": job.build, **warnings_header(job.warnings)}


async def whole_clip(speaking: Speaking, request: Request) -> Clip:
    """All audio of a job. A client that disconnects meanwhile frees the lane."""
    async with cancelled_on_disconnect(speaking.stream, request):
        return await speaking.clip()


async def _begun(speaking: Speaking) -> _Spoken:
    """The header is made before the status line is sent: an encoder that cannot be opened is a 500."""
    chunks = speaking.chunks()
    try:
        return _Spoken(speaking, await anext(chunks), chunks)
    except BaseException:
        speaking.stream.cancel()
        raise


async def _streamed(outline: _Outline, opening: bytes) -> AsyncIterator[bytes]:
    spoken, delivery = outline.spoken, outline.delivery
    try:
        yield opening + delivery.chunk(spoken.header.audio)
        async for chunk in spoken.chunks:
            yield delivery.chunk(chunk.audio, chunk.cues)
            if chunk.is_audible:  # it has been handed to the socket when the next one is asked for
                spoken.speaking.marks.mark("audible")
        timings = None if outline.timings is None else outline.timings()
        yield delivery.end(_usage(outline.characters, spoken.speaking.sent_s), timings)
    except Exception as error:  # noqa: BLE001  after the first byte, an error of any kind must break the connection
        if not isinstance(error, Cancelled):
            log.error("the stream broke: %s", described(error))
        yield delivery.failure(body_of(error)["error"])
        raise StreamBroken("The stream broke after it had begun.") from None


def _whole_headers(marks: Marks, clip: Clip) -> dict[str, str]:
    """All of a whole answer leaves at once, and now."""
    if clip.is_audible:
        marks.mark("audible")
    headers = {"X-Audio-Duration-S": f"{clip.duration_s:.3f}", "X-Koe-RTF": f"{marks.rtf or 0.0:.3f}"}
    if marks.answer_s is not None:
        headers["X-Koe-TTFA-Ms"] = f"{1000 * marks.answer_s:.1f}"
    return headers


def _delivery(body: DeliveredSound) -> Delivery:
    return EventDelivery(body.timestamps) if body.stream_format == "sse" else AudioDelivery(body.response_format)


def _usage(characters: int | None, audio_s: float) -> Usage:
    """Output tokens are model frames."""
    return Usage(characters or 0, round(audio_s / MODEL_FRAME_S))
