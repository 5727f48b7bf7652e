"""One live stream: text comes in, frames are made and kept, whether or not anybody is connected."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace

import numpy as np

from koe.audio.pause import pause_after_ms, silence
from koe.audio.trim import AUDIBLE
from koe.engine.engine import Engine
from koe.engine.framing import FrameCutter, Framed
from koe.engine.output import Mastering, Output
from koe.engine.pipeline import Job
from koe.engine.stream import Stream
from koe.errors import BadMessage, Cancelled, RequestError, StreamIdle, TextTooLong, described
from koe.server.stream.bell import Bell
from koe.server.stream.schema import Start
from koe.text.feed import Piece, TextFeed
from koe.types import AudioBlock, Cue
from koe.wire.frames import encode_frame
from koe.wire.replay import Message, Replay

log = logging.getLogger("koe.server")

# With less in hand a listener gets a clause; with more there is time to wait for the end of the sentence.
HUNGRY_S = 0.6


@dataclass(frozen=True, slots=True)
class StreamLimits:
    max_characters: int = 20_000  # that wait to be spoken
    replay_bytes: int = 4_194_304
    unsent_bytes: int = 1_048_576
    idle_s: float = 300.0  # without text, or paused


@dataclass(frozen=True, slots=True)
class Statistics:
    chunks: int
    segments: int
    samples: int
    duration_s: float
    characters: int
    ttfa_ms: float | None  # from the first text that could be spoken to the first sound that was made
    rtf: float | None
    underruns: int
    stall_silence_ms: float


class Session:
    """Lives in one event loop. `outcome` is None while it goes on: then the statistics, or what went wrong."""

    def __init__(
        self,
        engine: Engine,
        start: Start,
        default_voice: str,
        mastering: Mastering,
        limits: StreamLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.token = secrets.token_urlsafe(24)
        self.start = start
        self.bell = Bell()
        self.outcome: Statistics | Exception | None = None
        self.is_paused = False
        self._is_attached = True  # somebody is connected
        self._limits = limits or StreamLimits()
        self.replay = Replay(self._limits.replay_bytes, self._limits.unsent_bytes)
        self._engine = engine
        self._request = start.to_request(default_voice)
        is_ssml = self._request.input_format == "ssml"
        if not start.input and not is_ssml:
            self._request = replace(self._request, input_format="text")
        self._mastering = replace(mastering, volume_db=start.volume_db)
        self._clock = clock
        self._feed = TextFeed(only_flushed=is_ssml)
        self._news = 0  # counts what was said about the text
        self._has_ended = False
        self._voice: str | None = None  # when it is known to be one
        self._whole: Job | None = None  # of a text that came with the start
        self._owed_ms = 0  # of silence, before the next piece: a line or a paragraph has ended
        self._cutter: FrameCutter | None = None
        self._stream: Stream | None = None
        self._task: asyncio.Task[None] | None = None
        self._begun_s: float | None = None
        self._first_sound_s: float | None = None
        self._speaking_s = 0.0
        self._underruns = 0
        self._stall_silence_s = 0.0
        if start.input:
            self.append(start.input)
            self.end()

    # Text

    def append(self, text: str) -> None:
        if self._has_ended:
            raise BadMessage("The text has ended: append must come before end.", "type")
        waiting = self._feed.waiting_characters + len(text)
        if waiting > self._limits.max_characters:
            raise TextTooLong(waiting, self._limits.max_characters)
        self._feed.append(text)
        self._tell()

    @property
    def characters(self) -> int:
        """That have arrived: a client that comes back sends the rest."""
        return self._feed.fed_characters

    @property
    def has_ended(self) -> bool:
        """No more text will come."""
        return self._has_ended

    def flush(self) -> None:
        self._feed.flush()
        self._tell()

    def end(self) -> None:
        self._has_ended = True
        self._feed.end()
        self._tell()

    def _tell(self) -> None:
        self._news += 1
        self.bell.ring()

    async def _hear(self, timeout_s: float) -> bool:
        news = self._news
        return await self.bell.wait_until(lambda: self._news != news, timeout_s)

    # Speech

    async def begin(self) -> None:
        """Refuses what can be refused before anything is promised: the request's fields by speaking nothing with them,
        a whole text by preparing it."""
        nothing = replace(self._request, text=".", input_format="text")
        job = await asyncio.to_thread(self._engine.prepare, self._request if self.start.input else nothing)
        self._whole = job if self.start.input else None
        self._task = asyncio.create_task(self._speak())

    async def _speak(self) -> None:
        try:
            await self._speak_pieces()
            self.outcome = self._statistics()
        except (Cancelled, asyncio.CancelledError):
            self.outcome = self.outcome or Cancelled("The stream was cancelled.")
        except Exception as error:  # noqa: BLE001  told to whoever is connected, or comes back
            self.outcome = error
        finally:
            self._let_go()
            self._record()
            self.bell.ring()

    def _record(self) -> None:
        """One line in the log, as for every request."""
        match self.outcome:
            case Statistics():
                outcome = "done"
            case Cancelled():
                outcome = "cancelled"
            case RequestError():
                outcome = "refused"
            case error:
                outcome = "failed"
                log.error("the live stream broke: %s", described(error) if error else "")
        told = {"outcome": outcome, "voice": self._voice, "format": self.start.response_format}
        log.info("live stream %s", outcome, extra={"fields": told | asdict(self._statistics())})

    async def _speak_pieces(self) -> None:
        while (piece := await self._next_piece()) is not None:
            await self._speak_piece(piece)
        cutter = self._cutter or self._opened()
        await self._keep(await asyncio.to_thread(cutter.end))

    async def _next_piece(self) -> Piece | None:
        while True:
            in_hand_s = 0.0 if self._stream is None else self._stream.playhead.deadline_s - self._clock()
            piece = self._feed.take(is_buffer_low=in_hand_s < HUNGRY_S)
            if piece is not None:
                return piece
            if self._feed.is_over:
                return None
            if self._feed.waiting_characters and in_hand_s > HUNGRY_S:
                await self._hear(in_hand_s - HUNGRY_S)
            elif not await self._hear(self._limits.idle_s):
                raise StreamIdle

    async def _speak_piece(self, piece: Piece) -> None:
        started_s = self._clock()
        self._begun_s = started_s if self._begun_s is None else self._begun_s
        job, self._whole = self._whole, None
        if job is None:
            job = await asyncio.to_thread(self._engine.prepare, replace(self._request, text=piece.text))
        self._voice = job.voice
        cutter = self._cutter or self._opened(job)
        pause = silence(self._owed_ms, self._engine.sample_rate_hz)
        await self._keep(await asyncio.to_thread(cutter.add, pause, self._stall_silence_s))
        cutter.begin_segment(piece.start)
        self._stream = stream = self._engine.stream(job, after=self._stream)
        stream.set_patient(self._is_patient)
        waited_s = 0.0
        async for block in stream:
            self._note_first_sound(block)
            stalled_s = self._stall_silence_s + stream.playhead.stall_silence_s
            framed = await asyncio.to_thread(cutter.add, block, stalled_s)
            waiting_s = self._clock()
            await self._keep(framed)
            waited_s += self._clock() - waiting_s
        if piece.lines_after:
            self._owed_ms = pause_after_ms(piece.text, piece.lines_after) - pause_after_ms(piece.text)
        else:
            self._owed_ms = 0
        await self._keep(await asyncio.to_thread(cutter.end_segment, piece.stop))
        self._speaking_s += self._clock() - started_s - waited_s
        self._underruns += stream.playhead.underruns
        self._stall_silence_s += stream.playhead.stall_silence_s

    def _opened(self, job: Job | None = None) -> FrameCutter:
        """The loudness of all of it follows one measurement: it is opened once, with the first piece."""
        rate, form = self._engine.sample_rate_hz, self.start.output
        follows = job is None or not job.has_volumes
        loss_lu = 0.0 if job is None else self._engine.loss_lu(job)
        output = Output(form, rate, self._mastering, follows=follows, loss_lu=loss_lu)
        self._cutter = FrameCutter(output, form, rate, self.start.frame_ms)
        return self._cutter

    def _note_first_sound(self, block: AudioBlock) -> None:
        if self._first_sound_s is None and np.abs(block.samples).max(initial=0.0) > AUDIBLE:
            self._first_sound_s = self._clock()

    async def _keep(self, framed: Iterable[Framed]) -> None:
        for one in framed:
            if not await self.bell.wait_until(lambda: self.replay.has_room, self._limits.idle_s):
                raise StreamIdle
            self.replay.add(Message(encode_frame(one.frame), self._notes(one)))
            self.bell.ring()

    def _notes(self, framed: Framed) -> tuple[str, ...]:
        if not (self.start.timestamps and framed.cues):
            return ()
        note = {
            "type": "words",
            "chunk_id": framed.frame.chunk_id,
            "segment_id": framed.frame.segment_id,
            "words": [_word(cue) for cue in framed.cues if not cue.is_mark],
            "marks": [_mark(cue) for cue in framed.cues if cue.is_mark],
        }
        return (json.dumps(note),)

    def _statistics(self) -> Statistics:
        duration_s = self._cutter.audio_s if self._cutter else 0.0
        ttfa_s = None
        if self._begun_s is not None and self._first_sound_s is not None:
            ttfa_s = self._first_sound_s - self._begun_s
        return Statistics(
            chunks=self.replay.next_chunk_id,
            segments=self._cutter.segments if self._cutter else 0,
            samples=self._cutter.samples if self._cutter else 0,
            duration_s=round(duration_s, 3),
            characters=self._feed.fed_characters,
            ttfa_ms=None if ttfa_s is None else round(1000 * ttfa_s, 1),
            rtf=round(self._speaking_s / duration_s, 3) if duration_s else None,
            underruns=self._underruns,
            stall_silence_ms=round(1000 * self._stall_silence_s, 1),
        )

    # The reader's side

    def pause(self) -> None:
        self._set_paused(True)

    def resume(self) -> None:
        self._set_paused(False)

    def _set_paused(self, is_paused: bool) -> None:
        self.is_paused = is_paused
        self._tell_patience()

    def set_attached(self, is_attached: bool) -> None:
        self._is_attached = is_attached
        self._tell_patience()

    @property
    def _is_patient(self) -> bool:
        return self.is_paused or not self._is_attached

    def _tell_patience(self) -> None:
        if self._stream is not None:
            self._stream.set_patient(self._is_patient)
        self.bell.ring()

    def next_message(self) -> Message | None:
        message = None if self.is_paused else self.replay.take()
        if message is not None:
            self.bell.ring()  # there may be room again
        return message

    @property
    def is_told(self) -> bool:
        """Nothing is left to send but how it went. A stream that failed does not play what was made before."""
        return self.outcome is not None and (self.replay.is_all_sent or not isinstance(self.outcome, Statistics))

    def cancel(self, reason: Exception | None = None) -> None:
        """However often; no further frame is made."""
        if not self.is_told:  # it may all be made, and not yet be heard
            self.outcome = reason or Cancelled("The stream was cancelled.")
        if self._stream is not None:
            self._stream.cancel()
        if self._task is not None:
            self._task.cancel()
        self.bell.ring()

    def _let_go(self) -> None:
        if self._stream is not None:
            self._stream.cancel()
        if self._cutter is not None:
            self._cutter.close()


def _word(cue: Cue) -> dict[str, object]:
    return {
        "word": cue.text,
        "start_s": round(cue.start_s, 3),
        "end_s": round(cue.end_s, 3),
        "start": cue.start,
        "stop": cue.stop,
    }


def _mark(cue: Cue) -> dict[str, object]:
    return {"mark": cue.text, "time_s": round(cue.start_s, 3), "start": cue.start}
