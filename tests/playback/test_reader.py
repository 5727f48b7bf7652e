"""Commands of a listener before a real server with the tiny model, and a speaker that the test turns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import numpy as np
import pytest

from koe.client.reading import Server
from koe.errors import OutOfRange
from koe.playback.item import Item
from koe.playback.output import Output
from koe.playback.player import Player
from koe.playback.reader import NothingToPlay, NotInMarkup, Reader
from koe.playback.track import Pcm
from limits import HANG_S
from playback.speakers import RATE_HZ, Speakers
from stream_client import TEXT, audio_of, run, spoken

UNPACED = {"pace": False, "frame_ms": 30}
PACED = {"frame_ms": 30}


@asynccontextmanager
async def listening(address: str) -> AsyncIterator[Listener]:
    listener = Listener(address)
    try:
        yield listener
    finally:
        await listener.reader.close()


class Listener:
    """Turns the speaker as fast as audio comes; a server with a pace decides how fast that is."""

    def __init__(self, address: str) -> None:
        self.speakers = Speakers()
        self.player = Player(Output(self.speakers, clock=lambda: 0.0), RATE_HZ)
        self.asked = 0

        async def find() -> Server:
            self.asked += 1
            return Server(address)

        self.reader = Reader(self.player, find)

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(HANG_S):
            while not condition():
                item = next(iter(self.player.queue), None)
                is_dry = item is not None and not (item.buffer.is_ready or item.buffer.is_received)
                if not is_dry or self.player._ring.waiting > 1000:
                    self.player.step()
                    if self.speakers.opened:
                        self.speakers.now.turn()
                await asyncio.sleep(0)

    async def until_come(self, item: Item) -> None:
        """All of its audio; the speaker stands still."""
        async with asyncio.timeout(HANG_S):
            while not item.buffer.is_received:  # noqa: ASYNC110  a buffer tells nobody
                await asyncio.sleep(0.01)

    async def until_quiet(self) -> None:
        await self.until(lambda: not self.player.is_busy)

    async def until_heard(self, item: Item, position: int) -> None:
        def is_heard() -> bool:
            heard = self.player.heard
            return heard is not None and heard.item is item and heard.position >= position

        await self.until(is_heard)

    def position(self, item: Item) -> int:
        heard = self.player.heard
        assert heard is not None
        assert heard.item is item
        return heard.position

    @property
    def played(self) -> bytes:
        return np.concatenate([speaker.played for speaker in self.speakers.opened]).tobytes()


async def audio(server: str, text: str, **fields: object) -> Pcm:
    frames, _ = await spoken(server, None, input=text, timestamps=True, **UNPACED, **fields)
    return np.frombuffer(audio_of(frames), dtype="<i2")


def test_texts_are_spoken_one_after_the_other_without_a_gap(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            first = listener.reader.speak("A first text.", UNPACED)
            second = listener.reader.queue("And another one.", UNPACED)
            await listener.until_come(second)
            await listener.until_quiet()
            expected = [await audio(server, text) for text in ("A first text.", "And another one.")]
            assert np.concatenate(expected).tobytes().strip(b"\0") in listener.played
            assert first.is_heard
            assert second.is_heard

    run(main)


def test_speaking_replaces_what_is_spoken_and_queued(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            first = listener.reader.speak(TEXT, UNPACED)
            listener.reader.queue(TEXT, UNPACED)
            await listener.until_heard(first, 5000)
            last = listener.reader.speak("Something else.", UNPACED)
            assert listener.player.queue == (last,)
            await listener.until_quiet()
            assert last.is_heard
            assert not first.is_heard

    run(main)


def test_skip_goes_to_the_next_sentence_and_then_to_the_next_text(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            item = listener.reader.speak(TEXT, UNPACED)
            after = listener.reader.queue("The next text.", UNPACED)
            await listener.until_come(item)
            await listener.until_heard(item, 2000)
            for start in item.sentences.starts[1:]:
                listener.reader.skip()
                assert listener.position(item) == item.sample_of(start)
            listener.reader.skip()
            await listener.until_heard(after, 0)
            assert listener.player.queue == (after,)

    run(main)


def test_skip_to_a_sentence_that_has_not_come_asks_for_it(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            item = listener.reader.speak(TEXT, PACED)
            await listener.until_heard(item, 2000)
            third = item.sentences.starts[2]
            assert item.sample_of(third) is None
            listener.reader.skip()
            listener.reader.skip() if item.sample_of(item.sentences.starts[1]) is not None else None
            await listener.until(lambda: item.words and item.words[-1].start >= item.sentences.starts[1])
            await listener.until_quiet()
            assert item.is_heard
            assert item.words[-1].stop == len(TEXT) - 1
            assert listener.asked > 1
            assert [word.first_sample for word in item.words] == sorted(word.first_sample for word in item.words)

    run(main)


def test_replay_repeats_the_sentence_and_then_the_one_before(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            item = listener.reader.speak(TEXT, UNPACED)
            await listener.until_come(item)
            second, third = (item.sample_of(start) for start in item.sentences.starts[1:])
            assert second is not None
            assert third is not None
            await listener.until_heard(item, third + 2000)
            listener.reader.replay()
            assert listener.position(item) == second
            await listener.until_heard(item, second + RATE_HZ + 100)
            listener.reader.replay()
            assert listener.position(item) == second
            await listener.until_quiet()
            listener.reader.replay()  # the last sentence is shorter than a second, or is repeated
            assert listener.player.is_busy
            await listener.until_quiet()

    run(main)


def test_seek_is_local(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            item = listener.reader.speak(TEXT, UNPACED)
            await listener.until_come(item)
            await listener.until_heard(item, 2 * RATE_HZ)
            before = listener.position(item)
            listener.reader.seek(-1.0)
            assert listener.position(item) == before - RATE_HZ
            listener.reader.seek(1.5)
            assert listener.position(item) == before + RATE_HZ // 2
            listener.reader.seek(-100)
            assert listener.position(item) == 0
            assert listener.asked == 1
            await listener.until_quiet()
            expected = await audio(server, TEXT)
            assert expected.tobytes().strip(b"\0") in listener.played

    run(main)


def test_seek_beyond_what_has_come_asks_for_it(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            item = listener.reader.speak(TEXT, PACED)
            await listener.until_heard(item, RATE_HZ)
            heard = item.word_at(listener.position(item))
            assert heard is not None
            listener.reader.seek(3.0)
            kept = len(item.words)
            await listener.until(lambda: len(item.words) > kept)
            assert item.words[kept].start > heard.start + 10
            await listener.until_quiet()
            assert item.is_heard

    run(main)


def test_speed_changes_at_a_word_soon(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            item = listener.reader.speak(TEXT, UNPACED)
            await listener.until_come(item)
            slow = item.buffer.track.end
            await listener.until_heard(item, RATE_HZ)
            at = listener.position(item)
            listener.reader.set_speed(2.0)
            await listener.until_come(item)
            await listener.until_quiet()
            assert item.buffer.track.end < slow - (slow - at) / 4
            assert [TEXT[word.start : word.stop] for word in item.words] == TEXT.replace(",", "").replace(
                ".", ""
            ).replace("!", "").split()
            assert item.is_heard

    run(main)


def test_speed_holds_for_texts_to_come(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            listener.reader.set_speed(2.0)
            item = listener.reader.speak(TEXT, UNPACED)
            await listener.until_quiet()
            assert item.buffer.track.end == len(await audio(server, TEXT, speed=2.0))

    run(main)


def test_pause_stands_still_and_goes_on(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            item = listener.reader.speak(TEXT, PACED)
            await listener.until_heard(item, 5000)
            await listener.reader.pause()
            position = listener.position(item)
            await asyncio.sleep(0.3)
            for _ in range(50):
                listener.player.step()
                listener.speakers.now.turn()
            assert listener.position(item) == position
            await listener.reader.pause(False)
            await listener.until_quiet()
            assert item.is_heard
            assert item.words[-1].stop == len(TEXT) - 1

    run(main)


def test_refused_text_says_why_and_the_next_one_is_spoken(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            refused = listener.reader.speak(TEXT, {"voice": "nobody"})
            after = listener.reader.queue("The next text.", UNPACED)
            await listener.until(lambda: refused.problem)
            await listener.until_quiet()
            assert "voice" in refused.problem
            assert after.is_heard

    run(main)


def test_commands_that_make_no_sense_are_refused(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            for command in (listener.reader.skip, listener.reader.replay, lambda: listener.reader.seek(1)):
                with pytest.raises(NothingToPlay):
                    command()
            with pytest.raises(OutOfRange, match="speed"):
                listener.reader.set_speed(9)
            with pytest.raises(OutOfRange, match="volume"):
                listener.reader.set_volume(-1)
            markup = listener.reader.speak(f"<speak>{TEXT}</speak>", PACED)
            await listener.until_heard(markup, 2000)
            assert markup.is_markup
            with pytest.raises(NotInMarkup):
                listener.reader.seek(1000)

    run(main)


def test_rest_comes_without_the_pace_of_a_listener(server: str) -> None:
    async def main() -> None:
        async with listening(server) as listener:
            item = listener.reader.speak(TEXT, PACED)
            after = listener.reader.queue("The next text.", UNPACED)
            await listener.until_heard(item, 5000)
            position = listener.position(item)
            rest = await listener.reader.take_rest()
            assert rest is not None
            assert rest[0] is item
            assert len(rest[1]) == item.buffer.track.end - position
            assert item.words[-1].stop == len(TEXT) - 1
            listener.reader.handed_over(item, "")
            await listener.until_quiet()
            assert after.is_heard

    run(main)
