"""16-bit mono samples on a connection of the daemon -> frames for the player, taken no faster than they are needed."""

from __future__ import annotations

import asyncio

import numpy as np

from koe.playback.item import Item
from koe.playback.rate import RateConverter
from koe.playback.reader import Reader
from koe.playback.track import NO_SAMPLES, Pcm
from koe.wire.frames import Frame

# What is taken from a connection before it is heard: a seek goes so far, and a file does not fill the memory.
MOST_AHEAD_S = 60.0
_READ_BYTES = 64 * 1024
_LOOK_S = 0.1
_BYTES_PER_SAMPLE = 2


async def receive_audio(
    reader: Reader, item: Item, rate_hz: int, stream: asyncio.StreamReader, transport: asyncio.ReadTransport
) -> None:
    """Until the connection has no more or breaks, or the item is stopped."""
    frames = _Frames(rate_hz, reader.player.rate_hz)
    try:
        while not item.is_stopped and (data := await stream.read(_READ_BYTES)):
            _hand_on(reader, item, frames.add(data))
            await _until_needed(reader, item, transport)
    finally:
        _hand_on(reader, item, frames.rest())
        if not item.is_stopped:
            reader.player.end(item)  # else what is queued behind it would wait for ever


def _hand_on(reader: Reader, item: Item, frame: Frame | None) -> None:
    if frame is not None and not item.is_stopped:
        reader.player.receive(item, frame)


async def _until_needed(reader: Reader, item: Item, transport: asyncio.ReadTransport) -> None:
    """The sender waits meanwhile. Another program that plays the rest is given all of it at once."""
    if item.buffer.ahead_s < MOST_AHEAD_S:
        return
    transport.pause_reading()
    while item.buffer.ahead_s >= MOST_AHEAD_S and not item.is_stopped and reader.away is not item:  # noqa: ASYNC110
        await asyncio.sleep(_LOOK_S)
    transport.resume_reading()


class _Frames:
    """Bytes, cut anywhere -> numbered frames at the player's rate."""

    def __init__(self, from_hz: int, to_hz: int) -> None:
        self._converter = RateConverter(from_hz, to_hz)
        self._half = b""  # a sample of which one byte has come
        self._chunk_id = 0
        self._samples = 0

    def add(self, data: bytes) -> Frame | None:
        data = self._half + data
        whole = len(data) - len(data) % _BYTES_PER_SAMPLE
        self._half = data[whole:]
        return self._frame(self._converter.process(np.frombuffer(data[:whole], dtype="<i2")))

    def rest(self) -> Frame | None:
        return self._frame(self._converter.flush())

    def _frame(self, samples: Pcm = NO_SAMPLES) -> Frame | None:
        if not len(samples):
            return None
        payload = samples.astype("<i2").tobytes()
        frame = Frame(0, self._chunk_id, self._samples, len(samples), 0, payload)
        self._chunk_id += 1
        self._samples += len(samples)
        return frame
