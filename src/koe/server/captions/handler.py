"""CaptionsBody -> speech with the times of its words, or the captions alone."""

from __future__ import annotations

import asyncio
import base64
from dataclasses import dataclass, replace

from fastapi import Request, Response

from koe.engine.engine import Engine
from koe.engine.pipeline import Job
from koe.server.captions.schema import CaptionedSpeech, CaptionObject, CaptionsBody, WordTime
from koe.server.record import record_of
from koe.server.speech.handler import SpeechHandler
from koe.types import AudioBlock, Cue
from koe.wire.captions import CaptionFormat, CueSheet, captions_of, encode_captions
from koe.wire.codecs import FORMATS

JSON = "application/json"
MEDIA_TYPES: dict[CaptionFormat, str] = {"json": JSON, "vtt": "text/vtt", "srt": "application/x-subrip"}


@dataclass(frozen=True, slots=True)
class _Wish:
    caption_format: CaptionFormat
    is_alone: bool  # the captions are all of the answer


class CaptionsHandler:
    def __init__(self, engine: Engine, default_voice: str, speech: SpeechHandler) -> None:
        self._engine = engine
        self._default_voice = default_voice
        self._speech = speech

    async def respond(self, body: CaptionsBody, request: Request) -> Response:
        record = record_of(request.scope)
        record.set_request(body.characters, body.response_format, live=False)
        wish = _wish(body, request.headers.get("accept", ""))
        spoken = replace(body.to_request(self._default_voice), live=False)
        job = await asyncio.to_thread(self._engine.prepare, spoken)
        record.voice = job.voice
        record.stream = stream = self._engine.stream(job)
        blocks = await self._speech.whole_blocks(stream, request)
        content = await asyncio.to_thread(self._content, blocks, job, body, wish)
        return Response(content, media_type=MEDIA_TYPES[wish.caption_format] if wish.is_alone else JSON)

    def _content(self, blocks: list[AudioBlock], job: Job, body: CaptionsBody, wish: _Wish) -> bytes:
        sheet = CueSheet()
        for block in blocks:
            sheet.add(block)
        lead_s = FORMATS[body.response_format].lead_samples / body.sample_rate if body.audio else 0.0
        words = [word.later(lead_s) for word in sheet.words]
        if wish.is_alone:
            return encode_captions(words, body.input, wish.caption_format).encode()
        audio = base64.b64encode(self._speech.file(blocks, job, body)).decode() if body.audio else None
        answer = CaptionedSpeech(
            audio=audio,
            format=body.response_format,
            sample_rate=body.sample_rate,
            duration_s=round(sheet.duration_s + lead_s, 3),
            words=[WordTime.of(word) for word in words],
            captions=_captions(words, body.input, wish.caption_format),
        )
        return answer.model_dump_json(exclude_none=True).encode()


def _captions(words: list[Cue], text: str, caption_format: CaptionFormat) -> list[CaptionObject] | str:
    if caption_format == "json":
        return [CaptionObject.of(caption) for caption in captions_of(words, text)]
    return encode_captions(words, text, caption_format)


def _wish(body: CaptionsBody, accept: str) -> _Wish:
    """A client that accepts only a caption file gets one, whatever its body says."""
    for media_type in _by_preference(accept):
        for caption_format, its_type in MEDIA_TYPES.items():
            if media_type == its_type != JSON:
                return _Wish(caption_format, is_alone=True)
        if media_type in (JSON, "application/*", "*/*"):
            break
    return _Wish(body.caption_format, is_alone=not body.audio and body.caption_format != "json")


def _by_preference(accept: str) -> list[str]:
    """The media types of an Accept header, the dearest first, without those that are refused."""
    weighed: list[tuple[float, str]] = []
    for entry in accept.split(","):
        media_type, *parameters = (part.strip().lower() for part in entry.split(";"))
        weights = [parameter[2:] for parameter in parameters if parameter.startswith("q=")]
        weighed.append((_weight(weights[0]) if weights else 1.0, media_type))
    return [media_type for weight, media_type in sorted(weighed, key=lambda one: -one[0]) if weight > 0]


def _weight(written: str) -> float:
    try:
        return min(1.0, max(0.0, float(written)))
    except ValueError:
        return 0.0
