"""The jitter buffer on a clock that the test moves: order, completeness, gaps, under every kind of bad network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clocks import ManualClock
from koe.playback.jitter_buffer import ArrivalJitter, JitterBuffer, JitterLimits
from koe.playback.track import Track
from koe.wire.frames import Flags, Frame

RATE_HZ = 1000
FRAME = 50  # samples, and milliseconds
TICK = 10
FIRST_VALUE = 20_000  # of speech: the edges of gaps are fainter than that


def speech(number: int, count: int, *, at: int | None = None) -> Frame:
    """All samples of a frame of speech have the same value, which no other frame has."""
    payload = np.full(FRAME, FIRST_VALUE + number, dtype="<i2").tobytes()
    flags = Flags.LAST if number == count - 1 else Flags.NONE
    return Frame(0, number, number * FRAME if at is None else at, FRAME, number + 1, payload, flags)


def filler(number: int, at: int, length: int) -> Frame:
    return Frame(0, number, at, length, 0, np.zeros(length, dtype="<i2").tobytes(), Flags.FILLER)


@dataclass(frozen=True, slots=True)
class Arrival:
    at_ms: int
    frame: Frame


class Listening:
    """A device that takes ten milliseconds at a time."""

    def __init__(self, limits: JitterLimits | None = None, jitter: ArrivalJitter | None = None) -> None:
        self.clock = ManualClock()
        self.buffer = JitterBuffer(Track(), RATE_HZ, jitter, limits, self.clock)
        self.heard: list[int] = []

    def listen(self, arrivals: Sequence[Arrival], until_ms: int) -> Listening:
        due = sorted(arrivals, key=lambda arrival: arrival.at_ms)
        for now_ms in range(0, until_ms, TICK):
            if self.buffer.is_over and not due:
                break
            while due and due[0].at_ms <= now_ms:
                self.buffer.receive(due.pop(0).frame)
            self.heard += self.buffer.pull(TICK).tolist()
            self.clock.now_s += TICK / 1000
        return self

    @property
    def frames(self) -> list[int]:
        """The frames that were heard, one entry for each sample."""
        return [value - FIRST_VALUE for value in self.heard if value >= FIRST_VALUE]

    @property
    def silences(self) -> int:
        """Gaps between what was heard."""
        quiet = np.array([value < FIRST_VALUE for value in self.heard], dtype=int)
        return int((np.diff(quiet) == 1).sum())


def whole(*numbers: int) -> list[int]:
    return [number for number in numbers for _ in range(FRAME)]


@st.composite
def networks(draw: st.DrawFn) -> tuple[int, list[Arrival], set[int]]:
    """Frames paced by a sender with some lead; delayed, doubled, in bursts, and some lost for good."""
    count = draw(st.integers(2, 30))
    lead_ms = draw(st.sampled_from([0, 100, 1000]))
    burst_at, burst_ms = draw(st.integers(0, 2000)), draw(st.sampled_from([0, 200, 400]))
    delays = st.one_of(st.integers(0, 10), st.integers(0, 400))
    arrivals, lost = [], set()
    for number in range(count):
        sent_ms = max(0, number * FRAME - lead_ms)
        arrives_ms = sent_ms + draw(delays)
        if burst_at <= arrives_ms < burst_at + burst_ms:
            arrives_ms = burst_at + burst_ms  # all at once
        if draw(st.integers(0, 99)) < 5 and number < count - 1:
            lost.add(number)
            continue
        for _ in range(draw(st.sampled_from([1, 1, 1, 2]))):
            arrivals.append(Arrival(arrives_ms, speech(number, count)))
    return count, arrivals, lost


@settings(max_examples=40)
@given(networks())
def test_every_frame_that_came_is_heard_once_whole_and_in_order(network: tuple[int, list[Arrival], set[int]]) -> None:
    count, arrivals, lost = network
    listening = Listening().listen(arrivals, until_ms=count * (FRAME + 2100) + 5000)
    assert listening.frames == whole(*(number for number in range(count) if number not in lost))
    buffer = listening.buffer
    assert buffer.is_over
    assert buffer.lost_frames == len(lost)
    assert buffer.duplicates == len(arrivals) - (count - len(lost))
    assert listening.silences == buffer.underruns
    assert buffer.concealed_samples == len(listening.heard) - len(listening.frames)
    assert listening.heard[-1] >= FIRST_VALUE


@settings(max_examples=20)
@given(st.lists(st.integers(0, 10), min_size=20, max_size=60), st.sampled_from([0, 300]))
def test_nominal_jitter_is_no_underrun(delays_ms: list[int], lead_ms: int) -> None:
    count = len(delays_ms)
    arrivals = [Arrival(max(0, n * FRAME - lead_ms) + late, speech(n, count)) for n, late in enumerate(delays_ms)]
    listening = Listening().listen(arrivals, until_ms=count * FRAME + 1000)
    assert listening.frames == whole(*range(count))
    assert listening.buffer.underruns == listening.buffer.concealed_samples == 0
    assert len(listening.heard) == count * FRAME


@settings(max_examples=20)
@given(st.integers(200, 400), st.integers(4, 20))
def test_second_burst_of_the_same_length_is_not_heard(burst_ms: int, between: int) -> None:
    """The buffer has grown by the first one, and the sender has no lead."""
    count = 30 + between
    arrivals = []
    for number in range(count):
        at_ms = number * FRAME
        for burst_at in (500, 1000 + between * FRAME):
            if burst_at <= at_ms < burst_at + burst_ms:
                at_ms = burst_at + burst_ms
        arrivals.append(Arrival(at_ms, speech(number, count)))
    listening = Listening().listen(arrivals, until_ms=count * FRAME + 3000)
    assert listening.frames == whole(*range(count))
    assert listening.buffer.underruns <= 1


def test_it_begins_after_two_frames_and_with_a_short_text_at_its_end() -> None:
    count = 20
    listening = Listening().listen([Arrival(n * FRAME, speech(n, count)) for n in range(count)], until_ms=60)
    assert len(listening.heard) == TICK  # when the second frame has come
    alone = Listening().listen([Arrival(0, speech(0, 1))], until_ms=200)
    assert alone.frames == whole(0)


def test_frames_that_nothing_follows_for_a_while_do_not_wait_for_more() -> None:
    listening = Listening().listen([Arrival(0, speech(0, 9))], until_ms=100 + FRAME)
    assert listening.frames == whole(0)


def test_what_was_gathered_grows_with_jitter_and_shrinks_again() -> None:
    jitter = ArrivalJitter()
    buffer = JitterBuffer(Track(), RATE_HZ, jitter)
    assert buffer.target_s == 0.1
    jitter.arrived(0.0, 100.0)
    jitter.arrived(0.05, 100.35)
    assert buffer.target_s == pytest.approx(0.35, abs=0.001)
    for number in range(2, 4800):
        jitter.arrived(number * 0.05, 100 + number * 0.05)
    assert buffer.target_s == 0.1
    jitter.arrived(300.0, 500.0)
    assert buffer.target_s == 0.5


def test_frames_sent_ahead_or_after_a_pause_or_with_late_text_are_not_jitter() -> None:
    jitter = ArrivalJitter()
    for number in range(20):
        jitter.arrived(number * 0.05, 100.0)  # the sender's lead
    for number in range(20, 40):
        jitter.arrived(number * 0.05, 99.0 + number * 0.05 + 0.05)
    assert jitter.delay_s < 0.06
    buffer = JitterBuffer(Track(), RATE_HZ, jitter, clock=lambda: 200.0)
    buffer.receive(Frame(1, 0, 2000, FRAME, 0, bytes(2 * FRAME), Flags.FIRST_OF_SEGMENT))
    buffer.resume()
    jitter.arrived(2.05, 300.0)
    assert jitter.delay_s < 0.06


def test_missing_frame_that_comes_in_time_is_waited_for_and_one_that_does_not_is_skipped() -> None:
    count = 8
    others = [Arrival(0, speech(n, count)) for n in range(count) if n != 3]
    waited = Listening().listen([*others, Arrival(1000, speech(3, count))], until_ms=3000)
    assert waited.frames == whole(*range(count))
    assert waited.buffer.lost_frames == 0
    assert waited.buffer.underruns == 1
    limits = JitterLimits(give_up_s=0.3)
    skipped = Listening(limits).listen([*others, Arrival(1000, speech(3, count))], until_ms=3000)
    assert skipped.frames == whole(*(n for n in range(count) if n != 3))
    assert skipped.buffer.lost_frames == skipped.buffer.duplicates == 1


def test_missing_first_frame_is_waited_for_although_the_start_took_long() -> None:
    listening = Listening()
    listening.clock.now_s += 60
    listening.listen([Arrival(0, speech(1, 3)), Arrival(0, speech(2, 3)), Arrival(500, speech(0, 3))], until_ms=2000)
    assert listening.frames == whole(0, 1, 2)


def test_silence_that_koe_sent_is_not_played_after_silence_that_was_played_here() -> None:
    """Speech, 300 ms of silence from koe because its speech was late, speech. The network held it all up for 200 ms."""
    stalled = [filler(2 + n, 100 + 20 * n, 20) for n in range(15)]
    after = [speech(17 + n, 20, at=400 + FRAME * n) for n in range(3)]
    before = [Arrival(0, speech(0, 20)), Arrival(0, speech(1, 20))]
    in_time = [Arrival(frame.first_sample, frame) for frame in [*stalled, *after]]
    late = [Arrival(max(300, frame.first_sample), frame) for frame in [*stalled, *after]]
    nominal = Listening().listen([*before, *in_time], until_ms=1500)
    held_up = Listening().listen([*before, *late], until_ms=1500)
    spoken = whole(0, 1, 17, 18, 19)
    assert nominal.frames == held_up.frames == spoken
    assert len(nominal.heard) == len(spoken) + 300
    assert len(held_up.heard) == len(spoken) + 300 + 5  # and the edge before the speech
    assert held_up.buffer.concealed_samples >= 200


def test_gap_begins_and_ends_without_a_click() -> None:
    arrivals = [Arrival(0, speech(0, 4)), Arrival(0, speech(1, 4)), *(Arrival(400, speech(n, 4)) for n in (2, 3))]
    listening = Listening().listen(arrivals, until_ms=1000)
    steps = np.abs(np.diff(np.array([*listening.heard])))
    assert steps.max() < FIRST_VALUE / 2  # five samples of edge here, 120 at 24 kHz
    assert listening.silences == 1


def test_stream_that_ends_without_its_last_frame_is_played_as_far_as_it_came() -> None:
    listening = Listening()
    for number in (0, 2, 3):
        listening.buffer.receive(speech(number, 9))
    listening.buffer.end()
    listening.listen([], until_ms=500)
    assert listening.frames == whole(0, 2, 3)
    assert listening.buffer.is_over


def test_seek_goes_back_to_what_was_heard() -> None:
    listening = Listening().listen([Arrival(0, speech(n, 4)) for n in range(4)], until_ms=170)
    assert listening.frames == [*whole(0, 1, 2), *[3] * 20]
    listening.buffer.seek(FRAME)
    listening.listen([], until_ms=500)
    assert listening.frames[170:] == whole(1, 2, 3)
