"""The registry of live streams with a manual clock: a thousand lost connections, each in another place."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from koe.engine.engine import Engine
from koe.engine.output import Mastering
from koe.engine.speech import SpeechService
from koe.errors import ChunkExpired, ChunkInFuture, TooManyStreams, UnknownStream
from koe.server.stream.registry import Registry
from koe.server.stream.schema import Start
from koe.server.stream.session import Session, StreamLimits
from koe.wire.frames import decode_frame
from limits import HANG_S

RESUME_S = 30.0
TEXT = "A first sentence to start with, and a second half of it. Then another one! And a last one, which ends it all."


@dataclass
class ManualTimers:
    now_s: float = 0.0
    timers: list[tuple[float, Callable[[], None]]] = field(default_factory=list)

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        timer = (self.now_s + seconds, callback)
        self.timers.append(timer)
        return Timer(self, timer)

    def pass_time(self, seconds: float) -> None:
        self.now_s += seconds
        for timer in [one for one in self.timers if one[0] <= self.now_s]:
            self.timers.remove(timer)
            timer[1]()


@dataclass
class Timer:
    clock: ManualTimers
    timer: tuple[float, Callable[[], None]]

    def cancel(self) -> None:
        if self.timer in self.clock.timers:
            self.clock.timers.remove(self.timer)


class FakeConnection:
    """A connection as the registry sees it."""

    def __init__(self) -> None:
        self.is_lost = False

    def lose(self) -> None:
        self.is_lost = True


def registry(clock: ManualTimers, most: int = 4) -> Registry:
    return Registry(most, RESUME_S, clock.call_later)


async def begun(engine: Engine, text: str = TEXT, limits: StreamLimits | None = None) -> Session:
    session = Session(SpeechService(engine, "af_heart", Mastering()), Start(input=text), limits)
    await session.begin()
    return session


async def heard(session: Session, most: int | None = None) -> list[bytes]:
    frames: list[bytes] = []
    while most is None or len(frames) < most:
        message = session.next_message()
        if message is not None:
            frames.append(message.frame)
        elif session.is_finished:
            break
        else:
            await session.signal.wait_until(lambda: session.is_finished or not session.replay.is_all_sent, HANG_S)
    return frames


def test_a_thousand_lost_connections_change_no_sample(engine: Engine) -> None:
    random_places = random.Random(5)  # noqa: S311

    async def run() -> None:
        clock, lost = ManualTimers(), 0
        streams = registry(clock)
        expected = await heard(await begun(engine))
        while lost < 1000:
            session, connection = await begun(engine), FakeConnection()
            streams.add(session, connection)
            arrived: list[bytes] = []
            while not (session.is_finished and len(arrived) == len(expected)):
                sent = await heard(session, random_places.randint(0, 6))
                # The last frames that were sent are lost.
                arrived += sent[: random_places.randint(0, len(sent))]
                streams.detach(session, connection)
                clock.pass_time(random_places.uniform(0, RESUME_S * 0.99))
                connection = FakeConnection()
                assert streams.attach(session.token, len(arrived), connection) is session
                lost += 1
            assert arrived == expected
            streams.forget(session)
        assert len(streams) == 0
        assert clock.timers == []

    asyncio.run(run())


def test_reconnect_after_the_resume_time_is_refused(engine: Engine) -> None:
    async def run() -> None:
        clock = ManualTimers()
        streams, session, connection = registry(clock), await begun(engine), FakeConnection()
        streams.add(session, connection)
        streams.detach(session, connection)
        clock.pass_time(RESUME_S + 0.1)
        with pytest.raises(UnknownStream):
            streams.attach(session.token, 0, FakeConnection())
        assert len(streams) == 0
        assert engine.running_streams == 0 or session.is_finished

    asyncio.run(run())


def test_wrong_ids_are_refused_and_the_stream_goes_on(engine: Engine) -> None:
    async def run() -> None:
        streams = registry(ManualTimers())
        session, connection = await begun(engine, limits=StreamLimits(replay_bytes=70_000)), FakeConnection()
        streams.add(session, connection)
        frames = await heard(session)
        assert len(frames) > 40
        for token in ("", "x", session.token[:-1], session.token + "a", "../../etc/passwd", "\x00"):
            with pytest.raises(UnknownStream):
                streams.attach(token, 0, FakeConnection())
        with pytest.raises(ChunkInFuture):
            streams.attach(session.token, len(frames) + 1, FakeConnection())
        with pytest.raises(ChunkExpired):
            streams.attach(session.token, 0, FakeConnection())
        was_lost = connection.is_lost
        oldest = session.replay.oldest_chunk_id
        assert streams.attach(session.token, oldest, FakeConnection()) is session
        assert (was_lost, connection.is_lost) == (False, True)
        assert await heard(session) == frames[oldest:]

    asyncio.run(run())


def test_connection_that_was_taken_over_does_not_end_the_stream(engine: Engine) -> None:
    async def run() -> None:
        clock = ManualTimers()
        streams, session, first, second = registry(clock), await begun(engine), FakeConnection(), FakeConnection()
        streams.add(session, first)
        streams.attach(session.token, 0, second)
        streams.detach(session, first)
        clock.pass_time(10 * RESUME_S)
        assert len(streams) == streams.attached == 1

    asyncio.run(run())


def test_number_of_streams_is_limited(engine: Engine) -> None:
    async def run() -> None:
        streams = registry(ManualTimers(), most=1)
        streams.require_room()
        session = await begun(engine)
        streams.add(session, FakeConnection())
        with pytest.raises(TooManyStreams):
            streams.require_room()
        streams.close()
        streams.require_room()

    asyncio.run(run())


def test_paused_stream_makes_no_more_than_its_buffer_holds(engine: Engine) -> None:
    async def run() -> None:
        limits = StreamLimits(unsent_bytes=65_536)
        session = await begun(engine, TEXT * 20, limits)
        session.pause()
        await session.signal.wait_until(lambda: not session.replay.has_room, HANG_S)
        assert session.next_message() is None
        assert session.replay.size_bytes < 65_536 + 4000
        session.resume()
        frames = await heard(session)
        assert decode_frame(frames[-1]).is_last
        assert [decode_frame(frame).chunk_id for frame in frames] == list(range(len(frames)))

    asyncio.run(run())
