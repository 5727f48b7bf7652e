"""Middleware that logs one line for each speech request at its end: outcome, times and sizes, no user text."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.engine.marks import Marks
from koe.engine.prepare import Job
from koe.engine.stream import Stream
from koe.errors import Cancelled
from koe.observe.history import Outcome
from koe.observe.process_watch import ProcessWatch
from koe.observe.stream_fields import log_fields
from koe.observe.telemetry import Telemetry
from koe.server.outcome import outcome_of_status

log = logging.getLogger("koe.server")

# Requests to these paths are logged also if they are refused before a handler sees them.
SPEECH_PATHS = frozenset(
    {
        "/v1/audio/speech",
        "/v1/audio/captions",
        "/v1/audio/speech/phonemes",
        "/dev/captioned_speech",
        "/dev/generate_from_phonemes",
    }
)
# A CORS preflight asks for no speech, and HEAD for no body.
_METHODS_WITHOUT_SPEECH = frozenset({"HEAD", "OPTIONS"})
_KEY = "koe.record"


@dataclass(slots=True)
class SpeechRecord:
    """What is logged of a request; filled in as far as the request comes. `voice` must be the name of a known voice:
    an unknown one may be misplaced user text."""

    is_speech: bool = False
    marks: Marks = field(default_factory=Marks)
    voice: str | None = None
    build: str | None = None
    characters: int | None = None
    audio_format: str | None = None
    live: bool | None = None
    stream: Stream | None = None
    status: int | None = None
    is_complete: bool = False  # the last byte was sent
    has_raised: bool = False
    watch: ProcessWatch | None = None

    def set_request(self, characters: int, audio_format: str, *, live: bool) -> None:
        self.is_speech = True
        self.characters = characters
        self.audio_format = audio_format
        self.live = live

    def set_job(self, job: Job) -> None:
        self.voice = job.voice
        self.build = job.build

    @property
    def outcome(self) -> Outcome:
        if self.status is not None and self.status >= 400:
            return outcome_of_status(self.status)
        if self.is_complete:
            return "done"
        error = self.stream.error if self.stream is not None else None
        if error is None:  # the stream itself did not fail
            return "failed" if self.has_raised else "cancelled"
        return "cancelled" if isinstance(error, Cancelled) else "failed"

    def timings(self) -> dict[str, Any]:
        """What the log line will say of the answer, as far as it is known now."""
        if self.watch is not None:
            self.watch.note(self.marks)
        return log_fields(self.marks)

    @property
    def fields(self) -> dict[str, Any]:
        values = {
            "outcome": self.outcome,
            "status": self.status,
            "voice": self.voice,
            "build": self.build,
            "characters": self.characters,
            "format": self.audio_format,
            "live": self.live,
        }
        if self.stream is not None:
            values |= log_fields(self.marks)
        return {name: value for name, value in values.items() if value is not None}


def record_of(scope: Scope) -> SpeechRecord:
    """The record of this request. Without the middleware it is a new one that is never logged."""
    record = scope.setdefault(_KEY, SpeechRecord())
    assert isinstance(record, SpeechRecord)  # noqa: S101  no other code writes this key
    return record


class SpeechRecords:
    """Middleware that logs the record when the request ends, however it ends."""

    def __init__(self, app: ASGIApp, telemetry: Telemetry | None = None) -> None:
        self._app = app
        self._telemetry = telemetry or Telemetry()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        record = record_of(scope)
        record.is_speech = scope["path"] in SPEECH_PATHS and scope["method"] not in _METHODS_WITHOUT_SPEECH

        async def send_and_note(message: Message) -> None:
            if message["type"] == "http.response.start":
                record.status = message["status"]
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                record.is_complete = True

        record.watch = self._telemetry.watch()
        try:
            return await self._app(scope, receive, send_and_note)
        except Exception:
            record.has_raised = True
            raise
        finally:
            if record.is_speech:
                record.watch.note(record.marks)
                self._telemetry.finished(record.marks, record.outcome)
                log.info("speech %s", record.outcome, extra={"fields": record.fields})
