"""CaptionsBody -> speech with the times of its words, or the captions alone."""

from __future__ import annotations

import asyncio
import base64
from dataclasses import dataclass

from fastapi import Request, Response

from koe.engine.prepare import Job
from koe.engine.speech import Clip, SpeechService
from koe.server.captions.json_lines import JsonLines
from koe.server.captions.schema import (
    CaptionedSpeech,
    CaptionObject,
    CaptionsBody,
    KokoroFastApiCaptionsBody,
    WordTime,
)
from koe.server.record import record_of
from koe.server.speech.response import job_headers, speech_response, whole_clip
from koe.types import Cue
from koe.wire.captions import CaptionFormat, CueSheet, captions_of, encode_captions
from koe.wire.codecs import FORMATS

JSON = "application/json"
MEDIA_TYPES: dict[CaptionFormat, str] = {"json": JSON, "vtt": "text/vtt", "srt": "application/x-subrip"}


@dataclass(frozen=True, slots=True)
class _AnswerFormat:
    captions: CaptionFormat
    captions_only: bool


class CaptionsHandler:
    def __init__(self, service: SpeechService) -> None:
        self._service = service

    async def respond(self, body: CaptionsBody, request: Request) -> Response:
        record = record_of(request.scope)
        record.set_request(body.characters, body.response_format, live=False)
        form = _answer_format(body, request.headers.get("accept", ""))
        spoken = body.to_request(self._service.default_voice, live=False, model=body.model)
        job = await asyncio.to_thread(self._service.engine.prepare, spoken)
        speaking = self._service.speak(job, body.sound, marks=record.marks)
        record.set_job(job)
        record.stream = speaking.stream
        clip = await whole_clip(speaking, request)
        content = await asyncio.to_thread(self._content, clip, job, body, form)
        if clip.is_audible and not form.captions_only:
            record.marks.mark("audible")
        media_type = MEDIA_TYPES[form.captions] if form.captions_only else JSON
        return Response(content, media_type=media_type, headers=job_headers(job))

    async def respond_as_kokoro_fastapi(self, body: KokoroFastApiCaptionsBody, request: Request) -> Response:
        record_of(request.scope).set_request(body.characters, body.response_format, live=body.stream)
        spoken = body.to_request(self._service.default_voice, live=body.stream, model=body.model)
        job = await asyncio.to_thread(self._service.engine.prepare, spoken)
        delivery = JsonLines(body)
        response = await speech_response(self._service, job, body, request, delivery)
        suffix = FORMATS[body.response_format].suffix
        response.headers["Content-Disposition"] = f"attachment; filename=speech{suffix}"
        response.headers.setdefault("Cache-Control", "no-cache")
        return response

    def _content(self, clip: Clip, job: Job, body: CaptionsBody, form: _AnswerFormat) -> bytes:
        sheet = CueSheet()
        for block in clip.blocks:
            sheet.add(block)
        # What a decoder puts before the first sample.
        lead_s = FORMATS[body.response_format].lead_samples / body.sample_rate if body.audio else 0.0
        words = [word.later(lead_s) for word in sheet.words]
        if form.captions_only:
            return encode_captions(words, body.input, form.captions).encode()
        audio = base64.b64encode(self._service.file(clip, job, body.sound)).decode() if body.audio else None
        answer = CaptionedSpeech(
            audio=audio,
            format=body.response_format,
            sample_rate=body.sample_rate,
            duration_s=round(sheet.duration_s + lead_s, 3),
            words=[WordTime.of(word) for word in words],
            captions=_captions(words, body.input, form.captions),
        )
        return answer.model_dump_json(exclude_none=True).encode()


def _captions(words: list[Cue], text: str, caption_format: CaptionFormat) -> list[CaptionObject] | str:
    if caption_format == "json":
        return [CaptionObject.of(caption) for caption in captions_of(words, text)]
    return encode_captions(words, text, caption_format)


def _answer_format(body: CaptionsBody, accept: str) -> _AnswerFormat:
    """A client that accepts only a caption file gets one, whatever its body says."""
    for media_type in _by_preference(accept):
        for caption_format, its_type in MEDIA_TYPES.items():
            if media_type == its_type != JSON:
                return _AnswerFormat(caption_format, captions_only=True)
        if media_type in (JSON, "application/*", "*/*"):
            break
    return _AnswerFormat(body.caption_format, captions_only=not body.audio and body.caption_format != "json")


def _by_preference(accept: str) -> list[str]:
    """The media types of an Accept header, the most preferred first, without those of weight 0."""
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
