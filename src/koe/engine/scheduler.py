"""The threads that do the work: each takes the turn that the agenda gives it, one step of one stream at a time."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Condition, Thread

from koe.engine.agenda import Claim, Turn, Urgency, fits, next_turn, retry_after_s
from koe.engine.costs import CostModel, Costs
from koe.engine.playhead import Playhead
from koe.engine.stream import Stream
from koe.errors import Busy, Stopping

log = logging.getLogger("koe.engine")


@dataclass(frozen=True, slots=True)
class Tally:
    """Of all streams so far."""

    admitted: int = 0
    refused: int = 0
    underruns: int = 0
    stall_silence_ms: float = 0.0

    def with_gaps_of(self, playhead: Playhead) -> Tally:
        return replace(
            self,
            underruns=self.underruns + playhead.underruns,
            stall_silence_ms=self.stall_silence_ms + 1000 * playhead.stall_silence_s,
        )


class Scheduler:
    """A stream whose reader stalls is passed over, and in the end dropped."""

    def __init__(
        self,
        max_streams: int,
        stall_timeout_s: float = 60.0,
        lanes: int = 1,
        costs: CostModel | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._max_streams = max_streams
        self._stall_timeout_s = stall_timeout_s
        self._costs = costs or CostModel()
        self._clock = clock
        self._streams: list[Stream] = []
        self._starts_s: dict[Stream, float] = {}  # work before the first audio
        self._turns = 0
        self._tally = Tally()
        self._changed = Condition()
        self._closing = False
        self._lanes = [Thread(target=self._run, name=f"koe-lane-{number}", daemon=True) for number in range(lanes)]
        for lane in self._lanes:
            lane.start()

    @property
    def running(self) -> int:
        """Streams of callers: background work is none."""
        with self._changed:
            return sum(stream.urgency is not Urgency.BACKGROUND for stream in self._streams)

    @property
    def costs(self) -> Costs:
        with self._changed:
            return self._costs.now

    @property
    def fastest_frame_s(self) -> float:
        with self._changed:
            return self._costs.fastest_frame_s or self._costs.now.frame_s

    @property
    def tally(self) -> Tally:
        with self._changed:
            tally = self._tally
            for stream in self._streams:
                tally = tally.with_gaps_of(stream.playhead)
            return tally

    def admit(self, stream: Stream) -> None:
        with self._changed:
            if self._closing:
                raise Stopping
            if stream.urgency is not Urgency.BACKGROUND and not stream.is_continuing:
                self._refuse_if_full(stream)
                self._tally = replace(self._tally, admitted=self._tally.admitted + 1)
            stream.on_room = self._notify
            self._turns += 1
            stream.order = self._turns
            self._streams.append(stream)
            self._starts_s[stream] = 0.0
            self._changed.notify_all()

    def _refuse_if_full(self, stream: Stream) -> None:
        now_s = self._clock()
        claims = [other.claim(now_s) for other in self._streams if other.urgency is not Urgency.BACKGROUND]
        newcomer = stream.claim(now_s)
        costs = self._costs.now
        if len(claims) < self._max_streams and fits(claims, newcomer, costs):
            return
        self._tally = replace(self._tally, refused=self._tally.refused + 1)
        raise Busy(len(claims), retry_after_s(claims, newcomer, costs))

    def close(self) -> None:
        """Cancel what runs and end the lanes after the steps they are in."""
        with self._changed:
            self._closing = True
            streams = list(self._streams)
            self._changed.notify_all()
        for stream in streams:
            stream.cancel()
        for lane in self._lanes:
            lane.join()

    def _run(self) -> None:
        while (stream := self._next_stream()) is not None:
            try:
                if not stream.is_over:
                    self._step(stream)
                if stream.is_over:
                    self._remove(stream)
            except Exception as error:  # noqa: BLE001  one stream's fault must not end the lane for all
                log.error("a stream was dropped: %s", type(error).__name__)
                stream.cancel()
            finally:
                with self._changed:
                    stream.is_at_work = False
                    self._changed.notify_all()

    def _step(self, stream: Stream) -> None:
        had_begun = stream.playhead.has_begun
        started_s = self._clock()
        audio_s = stream.step()
        work_s = self._clock() - started_s
        with self._changed:
            if had_begun:
                self._costs.stream_went_on(work_s, audio_s)
                return
            self._starts_s[stream] += work_s
            if audio_s and stream.urgency is Urgency.LIVE:
                self._costs.stream_begun(self._starts_s[stream])

    def _next_stream(self) -> Stream | None:
        """The one whose turn it is, marked as being at work; None when the lane is to end."""
        with self._changed:
            while True:
                now_s = self._clock()
                stream = next((one for one in self._streams if one.is_over and not one.is_at_work), None)
                if stream is None and (turn := self._turn(now_s)) is not None:
                    stream = self._streams[turn.number]
                    stream.pace.limit = turn.window_limit
                if stream is not None:
                    self._turns += 1
                    if stream.urgency is not Urgency.LIVE:
                        stream.order = self._turns
                    stream.is_at_work = True
                    stream.full_since_s = None
                    return stream
                if self._closing:
                    return None
                self._changed.wait(self._drop_stalled(now_s))

    def _turn(self, now_s: float) -> Turn | None:
        claims: list[Claim] = [stream.claim(now_s) for stream in self._streams]
        return next_turn(claims, self._costs.now)

    def _drop_stalled(self, now_s: float) -> float | None:
        """Called when nobody can go on. Returns how long the next one may keep his reader's place."""
        left_s = None
        for stream in self._streams:
            if stream.is_at_work or stream.may_stall:
                stream.full_since_s = None
                continue
            stream.full_since_s = now_s if stream.full_since_s is None else stream.full_since_s
            patience_s = stream.full_since_s + self._stall_timeout_s - now_s
            if patience_s <= 0:
                stream.cancel()
            left_s = patience_s if left_s is None else min(left_s, patience_s)
        return left_s if left_s is None else max(left_s, 0.0)

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _remove(self, stream: Stream) -> None:
        with self._changed:
            self._streams.remove(stream)
            self._starts_s.pop(stream, None)
            self._tally = self._tally.with_gaps_of(stream.playhead)
        stream.release()
