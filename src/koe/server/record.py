"""A speech request, from its arrival to its end -> one line in the log, with numbers and nothing that was said."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from typing import Any, Literal

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.engine.stream import Stream
from koe.errors import Cancelled

log = logging.getLogger("koe.server")

Outcome = Literal["done", "cancelled", "failed", "refused"]

# Those that are refused before a handler sees them have a line too.
SPEECH_PATHS = frozenset(
    {"/v1/audio/speech", "/v1/audio/captions", "/v1/audio/speech/phonemes", "/dev/generate_from_phonemes"}
)
_KEY = "koe.record"
_HUNG_UP = 499
_NO_ROOM = 503


@dataclass(slots=True)
class SpeechRecord:
    """Filled as far as the request comes. `voice` only by whoever knows that there is such a voice."""

    is_speech: bool = False
    arrived_s: float = field(default_factory=time.monotonic)
    voice: str | None = None
    characters: int | None = None
    audio_format: str | None = None
    live: bool | None = None
    stream: Stream | None = None
    status: int | None = None
    is_complete: bool = False  # the last byte was sent
    has_raised: bool = False

    def asked(self, characters: int, audio_format: str, *, live: bool) -> None:
        self.is_speech = True
        self.characters = characters
        self.audio_format = audio_format
        self.live = live

    @property
    def outcome(self) -> Outcome:
        if self.status is not None and self.status >= 400:
            return self._outcome_of_error(self.status)
        if self.is_complete:
            return "done"
        told = self.stream.error if self.stream is not None else None
        if told is None:  # of a stream that nothing is known against
            return "failed" if self.has_raised else "cancelled"
        return "cancelled" if isinstance(told, Cancelled) else "failed"

    @staticmethod
    def _outcome_of_error(status: int) -> Outcome:
        if status == _HUNG_UP:
            return "cancelled"
        return "refused" if status < 500 or status == _NO_ROOM else "failed"

    @property
    def fields(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "outcome": self.outcome,
            "status": self.status,
            "voice": self.voice,
            "characters": self.characters,
            "format": self.audio_format,
            "live": self.live,
        }
        if self.stream is not None:
            told |= self._times(self.stream)
        return {name: value for name, value in told.items() if value is not None}

    def _times(self, stream: Stream) -> dict[str, float | None]:
        """`ttfa_ms`: from the arrival of the request to the first sound. `rtf`: work for a second of audio, so that a
        slow reader is not counted."""
        audio_s, begun_s = stream.playhead.made_s, stream.playhead.begun_s
        return {
            "audio_s": round(audio_s, 3),
            "ttfa_ms": None if begun_s is None else round(1000 * (begun_s - self.arrived_s), 1),
            "rtf": round(stream.work_s / audio_s, 3) if audio_s else None,
            "underruns": stream.playhead.underruns or None,
            "stall_silence_ms": round(1000 * stream.playhead.stall_silence_s, 1) or None,
        }


def record_of(scope: Scope) -> SpeechRecord:
    """Of a request that no middleware has seen: one that nobody reads."""
    record = scope.setdefault(_KEY, SpeechRecord())
    assert isinstance(record, SpeechRecord)  # noqa: S101  nobody else writes there
    return record


class SpeechRecords:
    """Sees how a request ends, whoever ends it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        record = record_of(scope)
        record.is_speech = scope["path"] in SPEECH_PATHS

        async def send_and_note(message: Message) -> None:
            if message["type"] == "http.response.start":
                record.status = message["status"]
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                record.is_complete = True

        try:
            return await self._app(scope, receive, send_and_note)
        except Exception:
            record.has_raised = True
            raise
        finally:
            if record.is_speech:
                log.info("speech %s", record.outcome, extra={"fields": record.fields})
