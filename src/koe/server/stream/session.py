"""One live stream: text in, frames made and kept, whether or not a client is connected."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import aclosing
from contextvars import copy_context
from dataclasses import asdict, dataclass

from koe.constants import MAX_CHARACTERS
from koe.engine.frame_pace import FramePace
from koe.engine.framing import FrameCutter, Framed
from koe.engine.live_speech import LiveSpeech, SegmentEnd, SegmentStart
from koe.engine.prepare import Job
from koe.engine.signal import Signal
from koe.engine.speech import SpeechService
from koe.errors import Cancelled, EngineError, StreamIdle, described
from koe.observe.history import Outcome
from koe.observe.stream_fields import log_fields
from koe.observe.telemetry import Telemetry
from koe.server.outcome import outcome_of_error
from koe.server.stream.schema import Start
from koe.types import AudioBlock, SpeechWarning
from koe.wire.frames import encode_frame
from koe.wire.replay import Message, Replay
from koe.wire.warnings import warning_json
from koe.wire.words import mark_json, word_json

log = logging.getLogger("koe.server")


@dataclass(frozen=True, slots=True)
class StreamLimits:
    max_characters: int = MAX_CHARACTERS  # that wait to be spoken
    replay_bytes: int = 4_194_304
    unsent_bytes: int = 1_048_576
    idle_s: float = 300.0  # without text, or paused
    lead_s: float = 0.0  # of audio that is sent ahead of the listener; 0: every frame leaves at once


@dataclass(frozen=True, slots=True)
class Statistics:
    chunks: int
    segments: int
    samples: int
    duration_s: float
    characters: int
    ttfa_ms: float | None  # from the first text that could be spoken to the first audible sample at the socket
    hit_ms: float | None  # the same where the opening came from the cache
    rtf: float | None
    underruns: int
    stall_silence_ms: float


def new_token() -> str:
    return secrets.token_urlsafe(24)


class Session:
    """Lives in one event loop. `outcome` is None while it runs: then the statistics, or the error that ended it."""

    def __init__(
        self,
        service: SpeechService,
        start: Start,
        limits: StreamLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
        telemetry: Telemetry | None = None,
        token: str | None = None,
    ) -> None:
        self._clock = clock
        self._telemetry = telemetry or Telemetry()
        self._context = copy_context()  # the line about its end has the id of the request that began it
        self._is_reported = False
        self._limits = limits or StreamLimits()
        self.token = token or new_token()
        self.start = start
        self.signal = Signal()  # frames, room for frames, pause, outcome
        self.replay = Replay(self._limits.replay_bytes, self._limits.unsent_bytes)
        self.outcome: Statistics | Exception | None = None
        self.is_paused = False
        self._is_attached = True  # a client is connected
        self._service = service
        self._clock = clock
        self.began_s = clock()
        changes = service.engine.safeguards.modes.changes
        self.frame_ms = start.frame_ms or changes.frame_ms
        self.prebuffer_ms = changes.prebuffer_ms
        request = start.to_request(service.default_voice, model=start.model)
        self.speech = LiveSpeech(
            service.engine,
            request,
            self._limits.max_characters,
            self._limits.idle_s,
            clock,
            fills_stalls=start.fill_stalls,
        )
        self.speech.marks.frame_ms, self.speech.marks.prebuffer_ms = self.frame_ms, self.prebuffer_ms
        self._watch = self._telemetry.watch()
        self.pace = FramePace(self._limits.lead_s if start.pace else 0.0)
        self._cutter: FrameCutter | None = None
        self._told: set[SpeechWarning] = set()
        self._untold: list[dict[str, object]] = []  # warnings that go before the next frame
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Starts the stream. Raises every error that can be found before the client gets `started`."""
        await self.speech.check()
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            await self._make_frames()
            self.outcome = self.statistics()
        except (Cancelled, asyncio.CancelledError):
            self.outcome = self.outcome or Cancelled("The stream was cancelled.")
        except Exception as error:  # noqa: BLE001  reported to the client, also after a reconnect
            self.outcome = error
        finally:
            self.speech.cancel()
            if self._cutter is not None:
                self._cutter.close()
            if not isinstance(self.outcome, Statistics):  # else its frames are still to be sent
                self.report()
            self.signal.notify()

    def report(self) -> None:
        """Log how it ended, once: when its last frame has left, or when it is given up."""
        if not self._is_reported:
            self._is_reported = True
            self._context.run(self._report)

    def _report(self) -> None:
        outcome: Outcome
        match self.outcome:
            case Statistics():
                outcome = "done" if self.replay.is_all_sent else "cancelled"
            case Cancelled():
                outcome = "cancelled"
            case Exception() as error:
                outcome = outcome_of_error(error)
                if outcome == "failed":
                    log.error("the live stream broke: %s", described(error))
                elif isinstance(error, EngineError):
                    log.warning("live stream refused: %s", described(error))
            case None:
                outcome = "failed"
                log.error("the live stream ended without an outcome")
        self._watch.note(self.speech.marks)
        self._telemetry.finished(self.speech.marks, outcome)
        fields: dict[str, object] = {"outcome": outcome, "voice": self.speech.voice, "build": self.speech.build}
        fields["format"] = self.start.response_format
        statistics = {name: value for name, value in asdict(self.statistics()).items() if value is not None}
        fields |= statistics | log_fields(self.speech.marks)
        log.info("live stream %s", outcome, extra={"fields": fields})

    async def _make_frames(self) -> None:
        async with aclosing(self.speech.events()) as events:
            async for event in events:
                match event:
                    case SegmentStart():
                        (self._cutter or self._opened(event.job)).begin_segment()
                        self._collect_warnings(event)
                    case AudioBlock():
                        await self._keep(await asyncio.to_thread((self._cutter or self._opened()).add, event))
                    case SegmentEnd():
                        cutter = self._cutter or self._opened()
                        await self._keep(await asyncio.to_thread(cutter.end_segment, event.text_stop))
        await self._keep(await asyncio.to_thread((self._cutter or self._opened()).end))

    def _opened(self, job: Job | None = None) -> FrameCutter:
        """Opened once, with the first piece: loudness normalisation goes on over all segments."""
        sound = self.start.sound
        output = self._service.output(sound, job)
        self._cutter = FrameCutter(output, sound.form, self._service.engine.sample_rate_hz, self.frame_ms)
        return self._cutter

    async def _keep(self, framed: Iterable[Framed]) -> None:
        """Back-pressure: waits while the client has too much to read."""
        for one in framed:
            if not await self.signal.wait_until(lambda: self.replay.has_room, self._limits.idle_s):
                raise StreamIdle
            frame = encode_frame(one.frame)
            self.replay.add(Message(frame, self._notes(one), one.start_s, self._clock(), one.is_audible))
            self.signal.notify()

    def _collect_warnings(self, segment: SegmentStart) -> None:
        """Of every segment the warnings about its text; those about the other fields once."""
        news = [one for one in segment.job.warnings if one.line is not None or one not in self._told]
        self._told.update(segment.job.warnings)
        self._untold += ({**warning_json(one), "text_start": segment.text_start} for one in news)

    def _notes(self, framed: Framed) -> tuple[str, ...]:
        """What is sent before a frame, also when the frame is sent again."""
        place = {"chunk_id": framed.frame.chunk_id, "segment_id": framed.frame.segment_id}
        notes: list[dict[str, object]] = []
        if self._untold:
            notes.append({"type": "warnings", **place, "warnings": self._untold})
            self._untold = []
        if self.start.timestamps and framed.cues:
            words = [word_json(cue) for cue in framed.cues if not cue.is_mark]
            marks = [mark_json(cue) for cue in framed.cues if cue.is_mark]
            notes.append({"type": "words", **place, "words": words, "marks": marks})
        return tuple(map(json.dumps, notes))

    def statistics(self) -> Statistics:
        duration_s = self._cutter.audio_s if self._cutter else 0.0
        marks = self.speech.marks
        return Statistics(
            chunks=self.replay.next_chunk_id,
            segments=self._cutter.segments if self._cutter else 0,
            samples=self._cutter.samples if self._cutter else 0,
            duration_s=round(duration_s, 3),
            characters=self.speech.characters,
            ttfa_ms=None if marks.ttfa_s is None else round(1000 * marks.ttfa_s, 1),
            hit_ms=None if marks.hit_s is None else round(1000 * marks.hit_s, 1),
            rtf=None if marks.rtf is None else round(marks.rtf, 3),
            underruns=marks.underruns,
            stall_silence_ms=round(1000 * marks.stall_silence_s, 1),
        )

    def timings(self) -> dict[str, object]:
        """What the log line says of the stream, as far as it is known now."""
        self._watch.note(self.speech.marks)
        return log_fields(self.speech.marks)

    # The client's side

    def pause(self) -> None:
        self.is_paused = True
        self.pace.pause(self._clock())
        self.speech.marks.hold()
        self._client_changed()

    def resume(self) -> None:
        self.is_paused = False
        self.pace.resume(self._clock())
        self.speech.marks.break_pace()
        self._client_changed()

    def set_attached(self, is_attached: bool) -> None:
        self._is_attached = is_attached
        self.speech.marks.break_pace()
        self._client_changed()

    def _client_changed(self) -> None:
        self.speech.set_may_stall(self.is_paused or not self._is_attached)
        self.signal.notify()

    def due_in_s(self) -> float | None:
        """Seconds until the next message may leave, 0 if it may now; None if there is none."""
        message = None if self.is_paused else self.replay.peek()
        if message is None:
            return None
        due_s = self.pace.due_s(message.start_s)
        return 0.0 if due_s is None else max(0.0, due_s - self._clock())

    def next_message(self) -> Message | None:
        """None if none may leave now."""
        if self.due_in_s() != 0:
            return None
        message = self.replay.take()
        self.signal.notify()  # there may be room again
        return message

    def handed(self, message: Message) -> None:
        """Its frame was handed to the socket."""
        marks, due_s = self.speech.marks, self.pace.due_s(message.start_s)
        if message.is_audible:
            marks.mark("audible")
        # A frame that was made too late for its turn says how fast the model is, not how evenly frames leave.
        jitter_s = marks.frame_handed(message.start_s, is_paced=due_s is not None and message.made_s <= due_s)
        self._telemetry.frame(marks.kind, jitter_s)
        self.pace.sent(message.start_s, self._clock())

    def hurry(self) -> None:
        """koe shuts down: what is made leaves at once."""
        self.pace.hurry()
        self.signal.notify()

    @property
    def is_finished(self) -> bool:
        """Only the outcome is left to send. A stream that failed does not send the rest of its frames."""
        return self.outcome is not None and (self.replay.is_all_sent or not isinstance(self.outcome, Statistics))

    @property
    def age_s(self) -> float:
        return self._clock() - self.began_s

    def cancel(self, reason: Exception | None = None) -> None:
        """No further frame is made. Any number of times."""
        if not self.is_finished:  # all frames may be made, and not yet be sent
            self.outcome = reason or Cancelled("The stream was cancelled.")
        self.speech.cancel()
        if self._task is not None:
            self._task.cancel()
        if self._task is None or self._task.done():
            self.report()
        self.signal.notify()
