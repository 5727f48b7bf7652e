"""A sound card that a test turns by hand, and texts whose samples tell where they stand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from koe.client.reading import SpokenWord
from koe.errors import DeviceError
from koe.playback.item import Item
from koe.playback.jitter_buffer import JitterBuffer
from koe.playback.output import Output
from koe.playback.player import Player
from koe.playback.sound_card import Fill
from koe.playback.track import Pcm, Track
from koe.wire.frames import Flags, Frame

RATE_HZ = 24_000
FRAME = 1200


class HandSpeaker:
    """Asks for samples when the test says so, and keeps them."""

    name = "hand"
    priority = "default"
    latency_s = 0.0
    underflows = 0

    def __init__(self, rate_hz: int, fill: Fill) -> None:
        self.rate_hz = rate_hz
        self.fill = fill
        self.is_lost = False
        self.is_running = False
        self.parts: list[Pcm] = []

    def ask_priority(self) -> None:
        pass

    def start(self) -> None:
        self.is_running = True

    def stop(self) -> None:
        self.is_running = False

    drain = close = stop

    def turn(self, count: int = 240) -> Pcm:
        assert self.is_running
        block = np.full(count, -9999, dtype=np.int16)
        self.fill(block)
        self.parts.append(block)
        return block

    @property
    def played(self) -> Pcm:
        return np.concatenate(self.parts) if self.parts else np.zeros(0, dtype=np.int16)


class Speakers:
    """Opens `HandSpeaker`s; none while `is_there` is false."""

    def __init__(self, rate_hz: int = RATE_HZ) -> None:
        self.rate_hz = rate_hz
        self.is_there = True
        self.latencies_s: list[float] = []
        self.opened: list[HandSpeaker] = []

    def __call__(self, fill: Fill, latency_s: float = 0.08, *, look_again: bool = False) -> HandSpeaker:
        self.latencies_s.append(latency_s)
        if not self.is_there:
            raise DeviceError("No speaker could be opened (none).")
        self.opened.append(HandSpeaker(self.rate_hz, fill))
        return self.opened[-1]

    @property
    def now(self) -> HandSpeaker:
        return self.opened[-1]


def wave(count: int, seed: int = 0) -> Pcm:
    """Loud noise, in which no stretch is like another one."""
    return np.random.default_rng(seed).integers(1000, 30_000, count).astype(np.int16)


def frames_of(samples: Pcm, characters: int = 0) -> list[Frame]:
    starts = range(0, len(samples), FRAME)
    return [
        Frame(
            0,
            number,
            start,
            len(samples[start : start + FRAME]),
            round(characters * (number + 1) / len(starts)),
            samples[start : start + FRAME].tobytes(),
            Flags.LAST if number == len(starts) - 1 else Flags.NONE,
        )
        for number, start in enumerate(starts)
    ]


def item_of(text: str = "One two. Three four. Five six.") -> Item:
    return Item(text, {}, JitterBuffer(Track(), RATE_HZ))


def with_words(item: Item, word_samples: int) -> Item:
    """Every word of the text is equally long."""
    place = 0
    for number, word in enumerate(item.text.split()):
        start = item.text.index(word, place)
        place = start + len(word)
        item.words.append(SpokenWord(start, place, number * word_samples, (number + 1) * word_samples))
    return item


class Room:
    """A player in front of a speaker that the test turns."""

    def __init__(self, rate_hz: int = RATE_HZ, clock: Callable[[], float] = lambda: 0.0) -> None:
        self.speakers = Speakers(rate_hz)
        self.ended: list[Item] = []
        self.player = Player(Output(self.speakers, clock), RATE_HZ)

    def play(self, item: Item, samples: Pcm) -> Item:
        self.player.add(item)
        for frame in frames_of(samples, len(item.text)):
            self.player.receive(item, frame)
        return item

    def turn(self, times: int = 1, count: int = 240) -> None:
        for _ in range(times):
            self.ended += self.player.step()
            self.speakers.now.turn(count)
        self.ended += self.player.step()

    def until_quiet(self) -> None:
        while self.player.is_busy:
            self.turn()

    @property
    def played(self) -> Pcm:
        return np.concatenate([speaker.played for speaker in self.speakers.opened])


def speech_in(played: Pcm) -> Pcm:
    """The samples of `wave`: fades and silence are fainter."""
    return played[played >= 1000]
