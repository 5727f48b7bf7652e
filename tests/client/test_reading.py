"""A reading goes on when its server restarts: every word once, whole, in order; no sample twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest

from fakes import live_server, tiny_engine
from koe.client.reading import NoServer, Place, Reading, Server, tags_in_effect
from koe.client.stream import StreamRefused
from koe.errors import StreamBroken
from koe.model.voices import VoiceBook
from koe.playback.track import Track
from koe.settings import Settings
from koe.wire.frames import Frame
from stream_client import TEXT, audio_of, run, spoken

LONG = TEXT
FIELDS = {"frame_ms": 30, "pace": False}
PACED = {"frame_ms": 30}  # else all of it has come before the server stops


class Servers:
    """A server that can be replaced by a new one, which knows nothing of the streams of the old one."""

    def __init__(self, voices: VoiceBook) -> None:
        self._voices = voices
        self._running: Any = None
        self._engine: Any = None
        self._address: str | None = None
        self.asked = 0

    async def find(self) -> Server:
        self.asked += 1
        if self._address is None:
            raise NoServer("No server is there.")
        return Server(self._address)

    async def start(self) -> None:
        self._engine = tiny_engine(self._voices)
        self._running = live_server(self._engine, Settings(shutdown_grace_s=0, resume_s=5))
        self._address = await asyncio.to_thread(self._running.__enter__)

    async def stop(self) -> None:
        self._address = None
        await asyncio.to_thread(self._running.__exit__, None, None, None)
        await asyncio.to_thread(self._engine.close)


@asynccontextmanager
async def servers(voices: VoiceBook) -> AsyncIterator[Servers]:
    one = Servers(voices)
    await one.start()
    try:
        yield one
    finally:
        await one.stop()


async def heard(reading: Reading) -> list[Frame]:
    return [frame async for frame in reading.frames()]


def words_of(text: str, reading: Reading) -> list[str]:
    return [text[word.start : word.stop] for word in reading.words]


def played(frames: list[Frame]) -> int:
    """Samples that a listener hears who got all frames before the first one was played."""
    track = Track()
    for frame in frames:
        track.add(frame)
    return track.ahead


def test_reading_is_the_stream_where_the_server_lives(voices: VoiceBook) -> None:
    async def main() -> None:
        async with servers(voices) as one:
            server = (await one.find()).address
            expected, whole = await spoken(server, None, input=LONG, timestamps=True, **FIELDS)
            reading = Reading(LONG, FIELDS, one.find)
            frames = await heard(reading)
            assert audio_of(frames) == audio_of(expected)
            assert [frame.first_sample for frame in frames] == [frame.first_sample for frame in expected]
            assert words_of(LONG, reading) == [LONG[w["text_start"] : w["text_stop"]] for w in whole.words]
            assert reading.restarts == 0

    run(main)


def test_text_of_any_length_is_sent_in_portions(voices: VoiceBook) -> None:
    async def main() -> None:
        async with servers(voices) as one:
            text = "One two three four five. " * 200  # longer than a portion
            reading = Reading(text, FIELDS, one.find)
            frames = await heard(reading)
            assert frames[-1].is_last
            assert words_of(text, reading) == text.replace(".", "").split()

    run(main)


@pytest.mark.parametrize("cut_after", [1, 40])
def test_restarted_server_goes_on_at_the_next_whole_word(voices: VoiceBook, cut_after: int) -> None:
    async def main() -> None:
        async with servers(voices) as one:
            reading = Reading(LONG, PACED, one.find)
            frames: list[Frame] = []
            async with aclosing(reading.frames()) as coming:
                async for frame in coming:
                    frames.append(frame)
                    if len(frames) == cut_after:
                        await one.stop()
                        await one.start()
            assert reading.restarts == 1
            assert words_of(LONG, reading) == words_of(LONG, await complete(one))
            assert [frame.chunk_id for frame in frames] == list(range(len(frames)))
            assert all(one.first_sample + one.sample_count >= other.first_sample for one, other in pairwise(frames))
            assert all(one.end_sample <= other.first_sample for one, other in pairwise(reading.words))
            assert played(frames) >= reading.words[-1].end_sample

    async def complete(one: Servers) -> Reading:
        reading = Reading(LONG, FIELDS, one.find)
        await heard(reading)
        return reading

    run(main)


def test_markup_is_spoken_again_and_what_was_heard_is_dropped(voices: VoiceBook) -> None:
    text = f"<speak>{LONG}</speak>"

    async def main() -> None:
        async with servers(voices) as one:
            expected = await heard(Reading(text, FIELDS, one.find))
            reading = Reading(text, PACED, one.find)
            frames: list[Frame] = []
            async with aclosing(reading.frames()) as coming:
                async for frame in coming:
                    frames.append(frame)
                    if len(frames) == 20:
                        await one.stop()
                        await one.start()
            assert audio_of(frames) == audio_of(expected)
            assert all(one.first_sample + one.sample_count == other.first_sample for one, other in pairwise(frames))

    run(main)


def test_it_waits_for_a_server_and_gives_up_after_a_while(voices: VoiceBook) -> None:
    async def main() -> None:
        one = Servers(voices)
        with pytest.raises(StreamBroken, match="No server could go on"):
            await heard(Reading("Hello.", FIELDS, one.find, patience_s=0.3))
        assert one.asked > 2

    run(main)


def test_request_that_no_server_accepts_is_refused_at_once(voices: VoiceBook) -> None:
    async def main() -> None:
        async with servers(voices) as one:
            with pytest.raises(StreamRefused) as refused:
                await heard(Reading("Hello.", {"voice": "nobody"}, one.find))
            assert (refused.value.param, one.asked) == ("voice", 1)

    run(main)


def test_reading_begins_at_a_place(voices: VoiceBook) -> None:
    async def main() -> None:
        async with servers(voices) as one:
            place = Place(LONG.index("Then"), 1000, 7)
            reading = Reading(LONG, FIELDS, one.find, place)
            frames = await heard(reading)
            assert (frames[0].first_sample, frames[0].chunk_id) == (1000, 7)
            assert words_of(LONG, reading)[:2] == ["Then", "another"]

    run(main)


def test_nothing_is_looked_for_while_it_is_paused(voices: VoiceBook) -> None:
    async def main() -> None:
        async with servers(voices) as one:
            reading = Reading(LONG, PACED, one.find)
            async with aclosing(reading.frames()) as coming:
                await anext(coming)
                await reading.pause()
                await one.stop()
                waiting = asyncio.ensure_future(collect(coming))
                await asyncio.sleep(5)  # longer than the client tries to reconnect
                asked = one.asked
                await asyncio.sleep(0.5)
                assert (one.asked, waiting.done()) == (asked, False)
                await one.start()
                await reading.pause(False)
                assert (await waiting)[-1].is_last

    async def collect(coming: AsyncIterator[Frame]) -> list[Frame]:
        return [frame async for frame in coming]

    run(main)


def test_tags_hold_after_a_restart() -> None:
    assert tags_in_effect("[voice:am_adam][rate:0.8]One. [pause:1s] Two") == "[voice:am_adam][rate:0.8]"
    assert tags_in_effect("[rate:2][voice:am_adam] One") == "[voice:am_adam]"
    assert tags_in_effect("[voice:am_adam] One [/voice] two") == ""
    assert tags_in_effect(r"\[voice:am_adam] One") == ""
