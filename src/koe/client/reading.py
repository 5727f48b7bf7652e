"""A text -> frames, whatever becomes of the server: when it restarts, the reading goes on at the next whole word."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from koe.client.stream import LiveStream, StreamRefused
from koe.errors import EngineError, StreamBroken
from koe.wire.frames import Flags, Frame

# Refusals that end when the server has restarted, or has less to do.
_PASSING = frozenset(
    (
        *("unknown_stream", "stopping", "stream_idle", "cancelled", "chunk_expired", "chunk_in_future"),
        *("rate_limit_exceeded", "too_many_streams", "memory_short", "lane_stalled", "took_too_long"),
    )
)
_BACK_OFF_S = (0.05, 0.1, 0.2, 0.4, 0.8)  # the last one again and again
_SAME_FAILURES = 3  # of the model at the same word
# A server refuses a text that is longer than this at once (KOKORO_MAX_CHARACTERS is 20,000); what is sent in portions
# may be of any length.
_PORTION = 4000
_BYTES_PER_SAMPLE = 2
# `[voice:…]` and `[rate:…]` hold until the next tag of their kind, so what follows needs them again (docs/text.md).
_TAG = re.compile(r"(?i)(?<!\\)\[(?:(?P<voice>/voice|voice:[^\[\]\n]{1,400})|(?P<rate>/rate|rate:[^\[\]\n]{1,20}))\]")

# What belongs to the word before it: it is not spoken, and would begin the next stream.
_BEHIND_WORD = re.compile(r"[.,;:!?…)\]}\"'”’»。、，！？；：]*\s*")


class NoServer(EngineError):
    """No server is there that could speak now."""

    code = "no_server"


@dataclass(frozen=True, slots=True)
class Server:
    """Where a server listens, and the headers that it wants."""

    address: str
    headers: Mapping[str, str] = field(default_factory=dict)


FindServer = Callable[[], Awaitable[Server]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where speech goes on: in the text, in the audio, and in the numbers of frames."""

    character: int = 0
    first_sample: int = 0
    chunk_id: int = 0


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word with its place in the text and in the audio."""

    start: int
    stop: int
    first_sample: int
    end_sample: int


class Reading:
    """Plain text goes on at the next word that has not come whole, with the tags that hold there. SSML is spoken again
    from the beginning, and what has come is dropped: equal requests give equal audio."""

    def __init__(
        self,
        text: str,
        start: Mapping[str, Any],
        find_server: FindServer,
        place: Place | None = None,
        patience_s: float = 120.0,
    ) -> None:
        self._text = text
        self._start = {**start, "timestamps": True}
        self._is_cut_anywhere = start.get("input_format") != "ssml" and not text.lstrip().startswith("<speak")
        self._find_server = find_server
        self._patience_s = patience_s
        self._base = place or Place()  # of the stream that runs
        self._next = self._base  # behind the last frame
        self._text_base = self._base.character  # what is added to characters of the stream
        self._speech_samples = 0  # without filler, of SSML
        self._sample_rate = 24_000
        self._stream: LiveStream | None = None
        self._has_begun = False
        self._playing = asyncio.Event()
        self._playing.set()
        self.words: list[SpokenWord] = []
        self.restarts = 0
        self.reconnections = 0
        self.server = ""

    @property
    def next_place(self) -> Place:
        """Behind the last frame that has come."""
        return self._next

    async def pause(self, is_paused: bool = True) -> None:
        """While it is paused the server sends nothing, and no server is looked for."""
        self._playing.clear() if is_paused else self._playing.set()
        if self._stream is not None and self._stream.started:
            with suppress(ConnectionClosed):
                await self._stream.pause(is_paused)

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Each frame once; where a word begins again, its frame begins before the end of those that came. Raises
        `StreamRefused` for a request that no server would accept, `StreamBroken` when it cannot go on."""
        loop = asyncio.get_running_loop()
        failures, failed_at, since_s = 0, self._next, loop.time()
        while True:
            try:
                async with aclosing(self._one_stream()) as frames:
                    async for frame in frames:
                        yield frame
                return
            except (OSError, EngineError, InvalidHandshake, ConnectionClosed) as problem:
                if self._next != failed_at:
                    failures, failed_at, since_s = 0, self._next, loop.time()
                failures += 1
                self._judge(problem, failures, loop.time() - since_s)
            if self._rest_is_silent():
                yield Frame(0, self._next.chunk_id, self._next.first_sample, 0, len(self._text), b"", Flags.LAST)
                return
            await asyncio.sleep(_BACK_OFF_S[min(failures, len(_BACK_OFF_S)) - 1])
            waited_s = loop.time()
            await self._playing.wait()
            since_s += loop.time() - waited_s

    def _judge(self, problem: Exception, failures: int, elapsed_s: float) -> None:
        """Raises the problem if trying again does not help."""
        passes = isinstance(problem, StreamRefused) and problem.code in _PASSING
        if isinstance(problem, StreamRefused) and not passes and (problem.param or failures >= _SAME_FAILURES):
            raise problem
        if elapsed_s > self._patience_s:
            raise StreamBroken(f"No server could go on for {self._patience_s:g} s ({problem}).") from None

    async def _one_stream(self) -> AsyncGenerator[Frame, None]:
        """A stream from the next place on, its frames as those of the whole reading."""
        server = await self._find_server()
        text = self._begin()
        whole = text if len(text) <= _PORTION else None
        start = {**self._start, "input": whole} if whole is not None else self._start
        stream = self._stream = LiveStream(server.address, start, server.headers)
        sent, counted_words = len(text) if whole is not None else 0, 0
        skipped = 0 if self._is_cut_anywhere else self._speech_samples
        async with stream:
            self.restarts += self._has_begun
            self._has_begun, self.server = True, server.address
            self._sample_rate = int(stream.started.get("sample_rate", self._sample_rate))
            if not self._playing.is_set():
                await stream.pause()
            sent = await self._send_portion(stream, text, sent)
            async for frame in stream:
                for word in stream.words[counted_words:]:
                    self.words.append(self._placed(word))
                counted_words = len(stream.words)
                if frame.text_stop + _PORTION > sent:
                    sent = await self._send_portion(stream, text, sent)
                dropped = min(skipped, frame.sample_count)
                skipped -= 0 if frame.is_filler else dropped
                if dropped < frame.sample_count or frame.is_last:
                    yield self._rebased(_without(frame, dropped))
            self.reconnections += stream.reconnections

    async def _send_portion(self, stream: LiveStream, text: str, sent: int) -> int:
        if sent < len(text):
            await stream.append(text[sent : sent + _PORTION])
            sent += _PORTION
            if sent >= len(text):
                await stream.end()
        return min(sent, len(text))

    def _begin(self) -> str:
        """The text of the next stream, and its base."""
        if not self._is_cut_anywhere:
            self._text_base, self.words = 0, []
            first_sample = self._next.first_sample - self._speech_samples
            self._base = self._next = replace(self._next, first_sample=first_sample)
            return self._text
        place = self._next = self._base = self._next_word()
        self.words = [word for word in self.words if word.end_sample <= place.first_sample]
        tags = tags_in_effect(self._text[: place.character])
        self._text_base = place.character - len(tags)
        return tags + self._text[place.character :]

    def _next_word(self) -> Place:
        """A word that did not come whole is spoken again."""
        place = self._next
        cut = next((word for word in self.words if word.first_sample < place.first_sample < word.end_sample), None)
        if cut is not None:
            return replace(place, character=cut.start, first_sample=cut.first_sample)
        behind = _BEHIND_WORD.match(self._text, place.character) if self.words else None
        return replace(place, character=behind.end() if behind else place.character)

    def _rest_is_silent(self) -> bool:
        return self._is_cut_anywhere and not any(map(str.isalnum, self._text[self._next.character :]))

    def _placed(self, word: Mapping[str, Any]) -> SpokenWord:
        first, end = (self._base.first_sample + round(word[at] * self._sample_rate) for at in ("start_s", "end_s"))
        return SpokenWord(self._text_base + word["text_start"], self._text_base + word["text_stop"], first, end)

    def _rebased(self, frame: Frame) -> Frame:
        chunk_id = self._next.chunk_id
        first = self._base.first_sample + frame.first_sample
        text_stop = max(0, self._text_base + frame.text_stop)
        end = first + frame.sample_count
        heard = max((word.stop for word in self.words if word.end_sample <= end), default=self._base.character)
        # At the end of a segment all of its text is spoken, and what stands between its last word and the next one too.
        self._next = Place(max(heard, self._base.character), end, chunk_id + 1)
        if not frame.is_filler:
            self._speech_samples += frame.sample_count
        return replace(frame, chunk_id=chunk_id, first_sample=first, text_stop=text_stop)


def tags_in_effect(text: str) -> str:
    """The voice and the rate that the tags of a text have set at its end, as tags."""
    voice = rate = ""
    for tag in _TAG.finditer(text):
        if tag["voice"]:
            voice, rate = tag[0], ""
        else:
            rate = tag[0]
    return "".join(tag for tag in (voice, rate) if not tag.startswith("[/"))


def _without(frame: Frame, dropped: int) -> Frame:
    """The frame without its first samples, which were heard before a restart."""
    if not dropped:
        return frame
    payload = frame.payload[dropped * _BYTES_PER_SAMPLE :]
    count, first_sample = frame.sample_count - dropped, frame.first_sample + dropped
    return replace(frame, payload=payload, sample_count=count, first_sample=first_sample)
