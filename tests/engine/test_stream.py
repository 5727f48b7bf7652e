"""One stream: its bounded queue, failures, cancel, filler for late speech."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from clocks import ManualClock
from fakes import steps
from koe.engine.stream import Stream
from koe.engine.word_clock import WordClock
from koe.errors import BadOutput, Cancelled
from koe.types import AudioBlock, Cue
from limits import HANG_S


def block(value: float) -> AudioBlock:
    return AudioBlock(np.full(3, value, dtype=np.float32), 24_000)


def values(blocks: list[AudioBlock]) -> list[float]:
    return [float(block.samples[0]) for block in blocks]


def failing_after(count: int) -> Iterator[AudioBlock]:
    yield from (block(number) for number in range(count))
    raise BadOutput("broken")


def run_to_its_end(stream: Stream) -> None:
    while stream.has_room:
        stream.step()


def test_blocks_come_in_order_and_then_the_end() -> None:
    stream = Stream(steps([block(1), block(2)]))
    run_to_its_end(stream)
    assert values(list(stream)) == [1, 2]
    assert stream.is_over


def test_failure_comes_after_earlier_blocks_and_is_never_an_end() -> None:
    stream = Stream(steps(failing_after(2)))
    run_to_its_end(stream)
    reader = iter(stream)
    assert values([next(reader), next(reader)]) == [0, 1]
    with pytest.raises(BadOutput, match="broken"):
        next(reader)


def test_no_block_is_made_while_the_queue_is_full() -> None:
    made = []

    def counted() -> Iterator[AudioBlock]:
        for number in range(100):
            made.append(number)
            yield block(number)

    stream = Stream(steps(counted()), capacity=3)
    run_to_its_end(stream)
    assert made == [0, 1, 2]
    next(iter(stream))
    assert stream.has_room
    run_to_its_end(stream)
    assert made == [0, 1, 2, 3]


def test_cancel_wakes_a_reader_that_waits() -> None:
    stream = Stream(steps([block(1)]))
    raised: list[BaseException] = []

    def read() -> None:
        try:
            list(stream)
        except Cancelled as error:
            raised.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    stream.cancel()
    reader.join(HANG_S)
    assert not reader.is_alive()
    assert len(raised) == 1


def test_block_in_progress_is_dropped_on_cancel() -> None:
    stream: Stream

    def cancels_itself() -> Iterator[AudioBlock]:
        stream.cancel()
        yield block(1)

    stream = Stream(steps(cancels_itself()))
    stream.step()
    assert stream.is_over
    with pytest.raises(Cancelled):
        next(iter(stream))


def test_on_room_is_called_for_every_item_read() -> None:
    stream = Stream(steps([block(1), block(2)]))
    announced: list[bool] = []
    stream.on_room = lambda: announced.append(True)
    run_to_its_end(stream)
    list(stream)
    assert len(announced) == 3  # two blocks and the end


def test_event_loop_reads_blocks_of_another_thread() -> None:
    stream = Stream(steps(block(number) for number in range(50)), capacity=2)
    room = threading.Semaphore(0)
    stream.on_room = room.release

    def lane() -> None:
        while not stream.is_over:
            run_to_its_end(stream)
            room.acquire(timeout=HANG_S)

    async def read() -> list[AudioBlock]:
        return [part async for part in stream]

    thread = threading.Thread(target=lane)
    thread.start()
    assert values(asyncio.run(read())) == list(range(50))
    thread.join(HANG_S)
    assert not thread.is_alive()


def test_event_loop_sees_the_failure() -> None:
    stream = Stream(steps(failing_after(1)))
    run_to_its_end(stream)
    heard = []

    async def read() -> None:
        async for part in stream:
            heard.append(part)

    with pytest.raises(BadOutput):
        asyncio.run(read())
    assert values(heard) == [0]


def test_cancel_wakes_an_event_loop_that_waits() -> None:
    stream = Stream(steps([block(1)]))

    async def read() -> None:
        asyncio.get_running_loop().call_later(0.01, stream.cancel)
        async for _ in stream:
            pass

    with pytest.raises(Cancelled):
        asyncio.run(read())


def test_release_closes_the_generator_of_the_steps() -> None:
    closed = []

    def holding() -> Iterator[AudioBlock]:
        try:
            yield block(1)
            yield block(2)
        finally:
            closed.append(True)

    stream = Stream(steps(holding()))
    stream.step()
    stream.cancel()
    stream.release()
    assert closed == [True]


def tone(duration_s: float) -> AudioBlock:
    return AudioBlock(np.full(round(24_000 * duration_s), 0.5, dtype=np.float32), 24_000)


def test_late_speech_is_replaced_by_fillers_of_20_ms() -> None:
    clock = ManualClock()
    stream = Stream(steps([tone(1.0), tone(1.0)]), fills_stalls=True, clock=clock)
    stream.step()
    reader = iter(stream)
    assert next(reader).duration_s == 1.0
    clock.now_s += 1.001  # all of it was played
    quiet = [next(reader)]
    clock.now_s += 0.02
    quiet.append(next(reader))
    assert [block.duration_s for block in quiet] == [0.02, 0.02]
    assert all(block.is_filler for block in quiet)
    assert stream.playhead.underruns == 1  # one gap, with two fillers
    assert stream.playhead.stall_silence_s == pytest.approx(0.04)
    stream.step()
    assert (next(reader).samples == 0.5).all()  # filler changes no speech


def test_filler_is_marked_and_delays_the_cues_behind_it() -> None:
    clock, words = ManualClock(), WordClock()
    cues = (Cue("one", 0, 3, 0.2, 0.4), Cue("two", 4, 7, 1.5, 1.7))
    late = replace(tone(1.0), cues=(Cue("three", 8, 13, 0.8, 0.9),))
    stream = Stream(steps([replace(tone(1.0), cues=cues), late]), fills_stalls=True, clock=clock)
    reader = iter(stream)
    stream.step()
    heard = [next(reader)]
    for _ in range(2):
        clock.now_s += 1.001
        heard.append(next(reader))
    stream.step()
    heard.append(next(reader))
    assert [block.is_filler for block in heard] == [False, True, True, False]
    starts_s = {cue.text: cue.start_s for block in heard for cue in words.add(block)}
    assert starts_s == pytest.approx({"one": 0.2, "two": 1.545, "three": 1.845})  # 40 ms and the edge


def test_no_filler_before_the_first_audio_and_after_the_last() -> None:
    clock = ManualClock()
    stream = Stream(steps([tone(0.1)]), fills_stalls=True, clock=clock)
    clock.now_s += 10
    run_to_its_end(stream)
    clock.now_s += 10
    assert [block.duration_s for block in stream] == [0.1]
    assert stream.playhead.stall_silence_s == 0


def test_event_loop_gets_filler() -> None:
    clock = ManualClock()
    stream = Stream(steps([tone(0.1), tone(0.1)]), fills_stalls=True, clock=clock)
    stream.step()

    async def read() -> list[float]:
        heard = []
        async for part in stream:
            heard.append(part.duration_s)
            clock.now_s += part.duration_s + 0.001
            if len(heard) == 3:
                stream.step()
                stream.step()
        return heard

    assert asyncio.run(read()) == [0.1, 0.02, 0.02, 0.1]


def test_step_without_audio_takes_no_room_in_the_queue() -> None:
    stream = Stream(steps([None, None, block(1)]), capacity=1)
    runnable = []
    for _ in range(3):
        stream.step()
        runnable.append(stream.has_room)
    assert runnable == [True, True, False]
    assert values(list(_taken(stream, 1))) == [1]


def _taken(stream: Stream, count: int) -> Iterator[AudioBlock]:
    reader = iter(stream)
    for _ in range(count):
        yield next(reader)


def test_unread_blocks_do_not_count_as_played() -> None:
    clock = ManualClock()
    stream = Stream(steps([tone(1.0), tone(1.0)]), clock=clock)
    stream.step()
    stream.step()
    clock.now_s += 60
    assert stream.claim(clock.now_s).slack_s == pytest.approx(2.0)
