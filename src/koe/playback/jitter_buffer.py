"""Frames as they arrive -> samples as they are played: in order, each once, with gaps concealed. Does no I/O."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from koe.audio.gap import GapFiller
from koe.playback.track import NO_SAMPLES, Pcm, Track
from koe.wire.frames import Flags, Frame
from koe.wire.receiver import Receiver

# A late frame counts half after a minute: bursts come again after some seconds, and a network gets better.
_HALF_LIFE_S = 60.0
# Clocks of two machines differ by up to 0.1 ms a second. More would hide real lateness.
_DRIFT = 0.0002


@dataclass(frozen=True, slots=True)
class JitterLimits:
    """How much audio is gathered before playing: by the measured jitter, between `shortest_s` and `longest_s`. A frame
    that is missing for `give_up_s` after it was due is skipped."""

    shortest_s: float = 0.1  # two frames
    longest_s: float = 0.5  # a burst of 400 ms and two frames
    give_up_s: float = 2.0


class ArrivalJitter:
    """How late frames are, compared with the earliest of those before them. The estimate grows at once and shrinks
    slowly. It may serve several streams, one after the other."""

    def __init__(self) -> None:
        self._baseline_s: float | None = None  # arrival of a frame that was not late, less its place in the audio
        self._seen_s = 0.0
        self._peak_s = 0.0

    @property
    def delay_s(self) -> float:
        return self._peak_s

    def arrived(self, start_s: float, now_s: float) -> None:
        """A frame that begins at `start_s` in the audio has arrived."""
        elapsed_s, self._seen_s = max(0.0, now_s - self._seen_s), now_s
        transit_s = now_s - start_s
        if self._baseline_s is None:
            self._baseline_s = transit_s
        self._baseline_s = min(transit_s, self._baseline_s + _DRIFT * elapsed_s)
        faded_s = self._peak_s * 0.5 ** (elapsed_s / _HALF_LIFE_S)
        self._peak_s = max(transit_s - self._baseline_s, faded_s)

    def begin_again(self) -> None:
        """The next frame may come at any time: a stream begins, or goes on after a pause."""
        self._baseline_s = None


class JitterBuffer:
    """Has no thread. `pull` returns nothing before there is enough to begin with, and less than was asked for only at
    the end. Silence that koe has sent for late speech (filler) is skipped where silence was played here already."""

    def __init__(
        self,
        track: Track,
        rate_hz: int,
        jitter: ArrivalJitter | None = None,
        limits: JitterLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.track = track
        self._rate_hz = rate_hz
        self._jitter = jitter or ArrivalJitter()
        self._jitter.begin_again()
        self._limits = limits or JitterLimits()
        self._clock = clock
        self._receiver = Receiver()
        self._gap = GapFiller(rate_hz)
        self._pending = NO_SAMPLES  # what leads from a gap to the speech, and the beginning of the speech
        self._gathering_since_s: float | None = clock()  # None while it plays
        self._ready_since_s: float | None = None  # when the first samples of those that are gathered came
        self._hole_since_s = 0.0
        self._has_begun = False
        self._has_ended = False
        self._unmatched = 0  # concealed samples since the last speech: as much filler is not played
        self.underruns = 0
        self.concealed_samples = 0
        self.lost_frames = 0

    @property
    def target_s(self) -> float:
        """How much audio is gathered before it plays."""
        shortest_s = self._limits.shortest_s
        return min(max(shortest_s, self._jitter.delay_s + shortest_s / 2), self._limits.longest_s)

    @property
    def ahead_s(self) -> float:
        return self.track.ahead / self._rate_hz

    @property
    def concealed_ms(self) -> float:
        return 1000 * self.concealed_samples / self._rate_hz

    @property
    def duplicates(self) -> int:
        return self._receiver.duplicates

    @property
    def next_chunk_id(self) -> int:
        """The frame that is waited for, if others have come after it: ask for it again."""
        return self._receiver.next_chunk_id

    @property
    def has_hole(self) -> bool:
        return self._receiver.has_gap

    @property
    def is_received(self) -> bool:
        """No more frames will come."""
        return self._has_ended or (self._receiver.is_complete and not self._receiver.has_gap)

    @property
    def is_over(self) -> bool:
        """All was played."""
        return self.is_received and not self.track.ahead and not len(self._pending)

    def receive(self, frame: Frame) -> None:
        if Flags.FIRST_OF_SEGMENT in frame.flags:
            self._jitter.begin_again()  # it may be late because its text was
        now_s, had_hole = self._clock(), self._receiver.has_gap
        self._jitter.arrived(frame.first_sample / self._rate_hz, now_s)
        self._take(self._receiver.receive(frame))
        if self._receiver.has_gap and not had_hole:
            self._hole_since_s = now_s

    @property
    def is_ready(self) -> bool:
        """The next samples are there; else `pull` returns silence, or nothing before the beginning."""
        if self._gathering_since_s is not None:
            return self._may_play()
        return bool(self.track.ahead or len(self._pending))

    def goes_on(self, position: int) -> None:
        """Another stream goes on at this position: what follows there is dropped, and frames will come, although the
        last one may have."""
        self._receiver.is_complete = self._has_ended = False
        self._jitter.begin_again()
        self.track.cut(position)
        self._gather_if_dry()

    def end(self) -> None:
        """The stream has ended without its last frame: play what has come."""
        while self._receiver.has_gap:
            self._skip_hole()
        self._has_ended = True

    def resume(self) -> None:
        """After a pause that the sender knows of: its frames are not late."""
        self._jitter.begin_again()

    def seek(self, position: int) -> None:
        self.track.seek(position)
        self._pending = NO_SAMPLES
        self._gather_if_dry()

    def _gather_if_dry(self) -> None:
        """The listener knows why nothing comes: it is no underrun."""
        if not self.track.ahead and self._gathering_since_s is None:
            self._gathering_since_s, self._ready_since_s = self._clock(), None

    def pull(self, count: int) -> Pcm:
        """The next samples to play."""
        made: list[Pcm] = []
        missing = count
        while missing > 0 and not self.is_over:
            if self._gathering_since_s is not None and not self._may_play():
                if self._has_begun:
                    made.append(self._silence(missing))
                break
            self._gathering_since_s, self._has_begun = None, True
            samples = self._next(missing)
            if len(samples):
                made.append(samples)
                missing -= len(samples)
            elif not self.is_over:
                self.underruns += 1
                self._gathering_since_s, self._ready_since_s = self._clock(), None
        return np.concatenate(made) if made else NO_SAMPLES

    def _may_play(self) -> bool:
        now_s = self._clock()
        due_since_s = max(self._gathering_since_s or 0.0, self._hole_since_s)
        if self._receiver.has_gap and not self.track.ahead and now_s - due_since_s >= self._limits.give_up_s:
            self._skip_hole()
        if not self.track.ahead:
            return False
        if self._ready_since_s is None:
            self._ready_since_s = now_s
        has_enough = self.ahead_s >= self.target_s or self.is_received
        return has_enough or now_s - self._ready_since_s >= self.target_s

    def _next(self, count: int) -> Pcm:
        while self._unmatched and self.track.next_is_filler:
            self._unmatched -= self.track.drop_filler(self._unmatched)
        if not len(self._pending):
            is_filler = self.track.next_is_filler
            samples = self.track.read(count)
            edge = self._gap.edge_before(samples)
            self.concealed_samples += len(edge)
            self._pending = np.concatenate([edge, samples]) if len(edge) else samples
            self._unmatched = self._unmatched if is_filler or not len(samples) else 0
        samples, self._pending = self._pending[:count], self._pending[count:]
        return samples

    def _silence(self, count: int) -> Pcm:
        self.concealed_samples += count
        self._unmatched += count
        return self._gap.filler(count)

    def _skip_hole(self) -> None:
        before = self._receiver.next_chunk_id
        frames = self._receiver.give_up()
        self.lost_frames += frames[0].chunk_id - before
        self._take(frames)

    def _take(self, frames: list[Frame]) -> None:
        for frame in frames:
            self.track.add(frame)
