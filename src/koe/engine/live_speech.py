"""Text that arrives in pieces -> blocks of audio, segment by segment. Knows no protocol.

Each piece of text that can be spoken on its own is a segment: a whole sentence where the listener has audio in hand, a
clause where they would run dry.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace

from koe.audio.pause import pause_after_ms, silence
from koe.constants import MAX_CHARACTERS
from koe.engine.engine import Engine
from koe.engine.marks import Marks
from koe.engine.prepare import Job
from koe.engine.signal import Signal
from koe.engine.stream import Stream
from koe.errors import BadMessage, Cancelled, StreamIdle, TextTooLong
from koe.text.feed import Piece, TextFeed
from koe.text.inline import left_behind
from koe.types import NO_TEXT_BEFORE, AudioBlock, SpeechRequest

# With less audio in hand a listener gets a clause; with more there is time to wait for the end of the sentence.
LOW_BUFFER_S = 0.6


@dataclass(frozen=True, slots=True)
class SegmentStart:
    """The blocks that follow speak a piece that begins at this character of all the text."""

    text_start: int
    job: Job


@dataclass(frozen=True, slots=True)
class SegmentEnd:
    text_stop: int


LiveEvent = SegmentStart | AudioBlock | SegmentEnd


class LiveSpeech:
    """Lives in one event loop. `request.text` is the whole text if it is known at the start, else empty."""

    def __init__(
        self,
        engine: Engine,
        request: SpeechRequest,
        max_characters: int = MAX_CHARACTERS,
        idle_timeout_s: float = 300.0,
        clock: Callable[[], float] = time.monotonic,
        *,
        fills_stalls: bool = True,
    ) -> None:
        self._engine = engine
        self._fills_stalls = fills_stalls
        self._max_characters = max_characters  # that wait to be spoken
        self._idle_timeout_s = idle_timeout_s  # without text
        self._clock = clock
        is_ssml = request.input_format == "ssml"
        # Pieces of a plain text are not searched for SSML one by one.
        self._request = request if request.text or is_ssml else replace(request, input_format="text")
        self._feed = TextFeed(only_flushed=is_ssml)
        self._text_changed = Signal()
        self._changes = 0
        self._has_ended = False
        self._may_stall = False
        self._is_cancelled = False
        self._whole: Job | None = None  # of a text that was known at the start
        self._before = NO_TEXT_BEFORE
        self._pause_due_ms = 0  # before the next segment: a line or a paragraph has ended
        self._stream: Stream | None = None
        # Accepted now if the text is known, else when the first piece that can be spoken is there. The consumer marks
        # when the first audible frame has left.
        self.marks = Marks(clock)
        self._has_begun = bool(request.text)
        self.voice: str | None = None  # once it is known to exist
        self.build = engine.builds.default
        if request.text:
            self.append(request.text)
            self.end()

    # Text

    @property
    def characters(self) -> int:
        """Characters that have arrived: a client that reconnects sends the rest."""
        return self._feed.fed_characters

    @property
    def has_ended(self) -> bool:
        """No more text will come."""
        return self._has_ended

    def append(self, text: str) -> None:
        if self._has_ended:
            raise BadMessage("The text has ended: nothing can be appended any more.", "type")
        waiting = self._feed.waiting_characters + len(text)
        if waiting > self._max_characters:
            raise TextTooLong(waiting, self._max_characters)
        self._feed.append(text)
        self._notify()

    def flush(self) -> None:
        self._feed.flush()
        self._notify()

    def end(self) -> None:
        self._has_ended = True
        self._feed.end()
        self._notify()

    def _notify(self) -> None:
        self._changes += 1
        self._text_changed.notify()

    # Speech

    async def check(self) -> None:
        """Refuse what can be refused before anything is promised: a whole text by preparing it, else the request's
        fields by preparing a word with them, which also gives the language of what comes."""
        if self._request.text:
            job = self._whole = await asyncio.to_thread(self._engine.prepare, self._request)
        else:
            checked = replace(self._request, text="a", input_format="text")
            job = await asyncio.to_thread(self._engine.prepare, checked)
            self._feed.expect(_last_language(job))
        self.build = job.build

    async def events(self) -> AsyncGenerator[LiveEvent, None]:
        """The blocks of each segment between its start and its end; a pause that a line or paragraph needs comes as a
        block before the start. Raises what `Engine.prepare` and the stream raise, and `StreamIdle` when no text comes
        for too long. A consumer that stops early closes the generator (`contextlib.aclosing`), which cancels the
        stream."""
        while (piece := await self._next_piece()) is not None:
            async with aclosing(self._segment(piece)) as segment:
                async for event in segment:
                    yield event

    async def _next_piece(self) -> Piece | None:
        while True:
            in_hand_s = 0.0 if self._stream is None else self._stream.playhead.deadline_s - self._clock()
            piece = self._feed.take(is_buffer_low=in_hand_s < LOW_BUFFER_S)
            if piece is not None:
                return piece
            if self._feed.is_over:
                return None
            if self._feed.waiting_characters and in_hand_s > LOW_BUFFER_S:
                await self._text_comes(in_hand_s - LOW_BUFFER_S)
            elif not await self._text_comes(self._idle_timeout_s):
                raise StreamIdle

    async def _text_comes(self, timeout_s: float) -> bool:
        known = self._changes
        return await self._text_changed.wait_until(lambda: self._changes != known, timeout_s)

    async def _segment(self, piece: Piece) -> AsyncGenerator[LiveEvent, None]:
        if not self._has_begun:
            self._has_begun = True
            self.marks.accept_again(self._clock())
        job, self._whole = self._whole, None
        if job is None:
            before = replace(self._before, characters=piece.start)
            request = replace(self._request, text=piece.text, before=before)
            job = await asyncio.to_thread(self._engine.prepare, request)
            self._feed.expect(_last_language(job))
            if request.input_format != "ssml":
                self._before = left_behind(piece.text, before)
        self.voice = job.voice
        if self._pause_due_ms:
            yield silence(self._pause_due_ms, self._engine.sample_rate_hz)
        yield SegmentStart(piece.start, job)
        if self._is_cancelled:
            raise Cancelled("The stream was cancelled.")
        self._stream = stream = self._engine.stream(
            job, self._stream, fills_stalls=self._fills_stalls, marks=self.marks
        )
        stream.set_may_stall(self._may_stall)
        try:
            async for block in stream:
                yield _placed(block, piece.start)
        finally:
            stream.cancel()  # a consumer that stops early frees the lane
        self._pause_due_ms = _extra_pause_ms(piece)
        yield SegmentEnd(piece.stop)

    def set_may_stall(self, may_stall: bool) -> None:
        """The client is paused or reconnecting, and is not dropped for not reading."""
        self._may_stall = may_stall
        if self._stream is not None:
            self._stream.set_may_stall(may_stall)

    def cancel(self) -> None:
        """Stop the stream that runs, and start no other. Any number of times."""
        self._is_cancelled = True
        if self._stream is not None:
            self._stream.cancel()


def _last_language(job: Job) -> str | None:
    return job.sentences[-1].language if job.sentences else None


def _placed(block: AudioBlock, text_start: int) -> AudioBlock:
    """The block with cues whose places count in all the text, not in its piece."""
    cues = tuple(replace(cue, start=cue.start + text_start, stop=cue.stop + text_start) for cue in block.cues)
    return replace(block, cues=cues)


def _extra_pause_ms(piece: Piece) -> int:
    """What the end of a line or paragraph adds to the pause that the punctuation has made."""
    if not piece.lines_after:
        return 0
    return pause_after_ms(piece.text, piece.lines_after) - pause_after_ms(piece.text)
