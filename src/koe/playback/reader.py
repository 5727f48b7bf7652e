"""Commands of a listener -> the player and the readings that feed it: speak, queue, skip, repeat, seek, speed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import aclosing
from typing import Any

from koe.client.reading import FindServer, Place, Reading
from koe.errors import KoeError, OutOfRange, RequestError
from koe.playback.item import Item
from koe.playback.jitter_buffer import ArrivalJitter, JitterBuffer
from koe.playback.player import Player
from koe.playback.track import Pcm, Track

SLOWEST, FASTEST = 0.25, 4.0
LOUDEST = 2.0
FRAME_MS = 30
# Another speed begins at a word that is not due before the new audio can be there.
_CHANGE_AHEAD_S = 0.3
# Repeating just after the beginning of a sentence means the one before it.
_REPEAT_BEFORE_S = 1.0
_LOOK_S = 0.1


class NothingToPlay(RequestError):
    code = "nothing_to_play"

    def __init__(self) -> None:
        super().__init__("Nothing is spoken now, and nothing is kept that could be repeated.", None)


class NotInMarkup(RequestError):
    code = "not_in_markup"

    def __init__(self) -> None:
        super().__init__("What has not come yet can be skipped in plain text only: SSML cannot be cut.", None)


class Reader:
    """Lives in one event loop; the player has a thread of its own. The text after the one that is heard is asked for
    when all of that has come."""

    def __init__(self, player: Player, find_server: FindServer, on_change: Callable[[], None] = lambda: None) -> None:
        self.player = player
        self._find_server = find_server
        self._on_change = on_change
        self._jitter = ArrivalJitter()
        self._readings: dict[Item, Reading] = {}
        self._tasks: dict[Item, asyncio.Task[None]] = {}
        self._running: set[asyncio.Task[None]] = set()  # those that end their connection too
        self._waiting: list[Item] = []  # that have not been asked for
        self.away: Item | None = None  # what another program plays, or will play
        self.speed = 1.0
        self.restarts = 0

    # Commands

    def speak(self, text: str, fields: Mapping[str, Any]) -> Item:
        """Instead of what is spoken and queued."""
        self.stop()
        return self.queue(text, fields)

    def queue(self, text: str, fields: Mapping[str, Any]) -> Item:
        buffer = JitterBuffer(Track(), self.player.rate_hz, self._jitter)
        item = Item(text, fields, buffer)
        self._waiting.append(item)
        self.player.add(item)
        self._ask_for_next()
        return item

    def play(self) -> Item:
        """Audio that is not spoken by a server: `audio_feed` hands it to the player."""
        # Its frames come as another program sends them, which tells nothing about those of a server.
        item = Item("", {}, JitterBuffer(Track(), self.player.rate_hz), is_audio=True)
        self.player.add(item)
        return item

    def stop(self) -> None:
        for item in (*self.player.stop(), *([self.away] if self.away else [])):
            item.is_stopped = True
            self._drop(item)
        self.away = None
        self._waiting.clear()
        self._on_change()

    def remove(self, item: Item) -> None:
        """Stop this text, whether it is heard now or waits; the others stay."""
        queue = self.player.queue
        if queue[:1] == (item,):
            self._skip_text(item)
        elif item in queue:
            item.is_stopped = True
            self._drop(item)
            if item in self._waiting:
                self._waiting.remove(item)
            self.player.remove(item)
        self._on_change()

    async def pause(self, is_paused: bool = True) -> None:
        self.player.pause(is_paused)
        self._on_change()
        for reading in list(self._readings.values()):
            await reading.pause(is_paused)

    def skip(self) -> None:
        """To the next sentence; behind the last one to the next text."""
        item, position = self._heard()
        number = item.sentences_before(position)
        if number + 1 < len(item.sentences.starts):
            self._go_to(item, item.sentences.starts[number + 1])
        else:
            self._skip_text(item)
        self._on_change()

    def replay(self) -> None:
        """The sentence that is heard, from its beginning; just after its beginning the one before it."""
        item, position = self._heard(is_kept=True)
        number = item.sentences_before(position)
        start = item.sample_of(item.sentences.starts[number])
        is_at_start = start is None or position - start < _REPEAT_BEFORE_S * self.player.rate_hz
        if is_at_start and number:
            number -= 1
        elif is_at_start and position < _REPEAT_BEFORE_S * self.player.rate_hz:
            before = self.player.passed(item)
            item = before or item
            number = item.sentences_before(item.buffer.track.end) if before else 0
        place = item.sample_of(item.sentences.starts[number])
        self.player.seek(item, place if number and place is not None else item.buffer.track.begin)
        self._on_change()

    def seek(self, seconds: float) -> None:
        """Back or forth; forth at most to the end of what has come, or by words where there is less."""
        item, position = self._heard(is_kept=seconds < 0)
        target = position + round(seconds * self.player.rate_hz)
        track = item.buffer.track
        if target < 0 and (before := self.player.passed(item)) is not None:
            self.player.seek(before, before.buffer.track.end + target)
        elif target < track.end or item.is_audio or item not in self._tasks:
            self.player.seek(item, max(0, target))
        else:
            self._go_to(item, item.character_after(position, target - position))
        self._on_change()

    def set_speed(self, speed: float) -> None:
        """From the next words on, and for all texts to come."""
        if not SLOWEST <= speed <= FASTEST:
            raise OutOfRange("speed", SLOWEST, FASTEST)
        self.speed = speed
        queue = self.player.queue
        for item in queue:
            if item in self._readings or item.buffer.is_received:
                self._ask_again(item)
        self._on_change()

    def set_volume(self, volume: float) -> None:
        if not 0 <= volume <= LOUDEST:
            raise OutOfRange("volume", 0, LOUDEST)
        self.player.set_volume(volume)
        self._on_change()

    async def take_rest(self) -> tuple[Item, Pcm] | None:
        """What was not heard of the text that is played now, all of it: it comes without the pace of a listener. The
        player goes on with the next text after `handed_over`."""
        taken = self.player.take_rest()
        if taken is None:
            return None
        item, position = taken
        self.away = item
        if (reading := self._readings.get(item)) is not None:
            place = reading.next_place
            self._ask(item, place, pace=False)
            await asyncio.wait({self._tasks[item]})
        while item.is_audio and not (item.buffer.is_received or item.is_stopped):  # noqa: ASYNC110
            await asyncio.sleep(_LOOK_S)
        return (item, self.player.rest_of(item, position)) if self.away is item else None

    def handed_over(self, item: Item, problem: str) -> None:
        if self.away is not item:
            return  # it was stopped
        self.away = None
        item.problem, item.is_heard = item.problem or problem, True
        self.player.hold_texts(False)
        self._on_change()

    async def close(self) -> None:
        self.stop()
        await asyncio.gather(*self._running, return_exceptions=True)

    # What commands are made of

    def _heard(self, *, is_kept: bool = False) -> tuple[Item, int]:
        queue, heard = self.player.queue, self.player.heard
        if heard is not None and (heard.item in queue or (is_kept and not queue)):
            return heard.item, heard.position
        if queue:
            return queue[0], queue[0].buffer.track.begin
        raise NothingToPlay

    def _go_to(self, item: Item, character: int) -> None:
        place = item.sample_of(character)
        if place is not None:
            self.player.seek(item, place)
            return
        if item.is_markup:
            raise NotInMarkup
        end = item.buffer.track.end
        self.player.go_on_at(item, end)
        self.player.seek(item, end)
        self._ask(item, Place(character, end, item.buffer.next_chunk_id))

    def _skip_text(self, item: Item) -> None:
        item.is_stopped = True
        self._drop(item)
        if item in self._waiting:
            self._waiting.remove(item)
        self.player.end(item)
        self.player.seek(item, item.buffer.track.end)
        self._ask_for_next()

    def _ask_again(self, item: Item) -> None:
        """At the speed of now, from a word on that will be heard soon."""
        if item.is_markup or item.is_audio:
            return
        heard = self.player.heard
        position = heard.position if heard is not None and heard.item is item else item.buffer.track.begin
        word = item.word_from(position + round(_CHANGE_AHEAD_S * self.player.rate_hz))
        if word is not None:
            place = Place(word.start, word.first_sample, item.buffer.next_chunk_id)
        elif (reading := self._readings.get(item)) is not None:
            place = reading.next_place
        else:
            return  # all of it is nearly spoken
        self.player.go_on_at(item, place.first_sample)
        self._ask(item, place)

    def _ask_for_next(self) -> None:
        if self._waiting and all(item.buffer.is_received for item in self._tasks):
            self._ask(self._waiting.pop(0), Place())

    def _ask(self, item: Item, place: Place, *, pace: bool = True) -> None:
        self._drop(item)
        fields = {
            "frame_ms": FRAME_MS,
            "pace": pace,
            **item.fields,
            "speed": item.fields.get("speed", 1.0) * self.speed,
        }
        fields["speed"] = min(max(fields["speed"], SLOWEST), FASTEST)
        reading = Reading(item.text, fields, self._find_server, place)
        item.words[:] = [word for word in item.words if word.end_sample <= place.first_sample]
        item.restarts = 0
        self._readings[item] = reading
        task = self._tasks[item] = asyncio.create_task(self._feed(item, reading))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _drop(self, item: Item) -> None:
        if (task := self._tasks.pop(item, None)) is not None:
            task.cancel()
        self._readings.pop(item, None)

    async def _feed(self, item: Item, reading: Reading) -> None:
        kept = len(item.words)
        try:
            if self.player.is_paused:
                await reading.pause()
            async with aclosing(reading.frames()) as frames:
                async for frame in frames:
                    item.words[kept:] = reading.words
                    self.player.receive(item, frame)
                    self._count_restarts(item, reading)
        except KoeError as problem:
            item.problem = str(problem)
            self.player.end(item)
        finally:
            if self._readings.get(item) is reading:
                del self._readings[item]
                del self._tasks[item]
                self._ask_for_next()
            self._on_change()

    def _count_restarts(self, item: Item, reading: Reading) -> None:
        self.restarts += reading.restarts - item.restarts
        item.restarts = reading.restarts
