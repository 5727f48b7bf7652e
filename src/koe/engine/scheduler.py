"""The threads that do the work: each takes the turn that the agenda gives it, one step of one stream at a time."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from threading import Condition, Thread

from koe.engine.agenda import Claim, Turn, Urgency, fits, next_turn, retry_after_s
from koe.engine.costs import CostModel, Costs
from koe.engine.playhead import Playhead
from koe.engine.stream import Stream
from koe.errors import Busy, LaneStalled, Stopping, described

log = logging.getLogger("koe.engine")

# Nobody knows when a model that hangs goes on. Often enough to be there soon, and no more than a few requests a minute.
STALLED_RETRY_S = 10
# A step takes less than a second. One that does not end must not keep the process from ending.
LAST_STEP_S = 10.0


@dataclass(frozen=True, slots=True)
class Tally:
    """Of all streams so far."""

    admitted: int = 0
    refused: int = 0
    dropped: int = 0  # whose readers took nothing any more
    underruns: int = 0
    stall_silence_ms: float = 0.0

    def with_gaps_of(self, playhead: Playhead) -> Tally:
        return replace(
            self,
            underruns=self.underruns + playhead.underruns,
            stall_silence_ms=round(self.stall_silence_ms + 1000 * playhead.stall_silence_s, 1),
        )


class Scheduler:
    """A stream whose reader stalls is passed over, and in the end dropped. While every lane hangs in a step, nobody new
    is let in; when one goes on, all is as before."""

    def __init__(
        self,
        max_streams: int,
        stall_timeout_s: float = 60.0,
        lanes: int = 1,
        costs: CostModel | None = None,
        step_timeout_s: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._max_streams = max_streams
        self._stall_timeout_s = stall_timeout_s
        self._step_timeout_s = step_timeout_s
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
                tally = self._with_gaps_of(stream, tally)
            return tally

    @staticmethod
    def _with_gaps_of(stream: Stream, tally: Tally) -> Tally:
        """Background work has no listener."""
        return tally if stream.urgency is Urgency.BACKGROUND else tally.with_gaps_of(stream.playhead)

    def admit(self, stream: Stream) -> None:
        with self._changed:
            if self._closing:
                raise Stopping
            if stream.urgency is not Urgency.BACKGROUND and not stream.is_continuing:
                self._refuse_if_stalled()
                self._refuse_if_full(stream)
                self._tally = replace(self._tally, admitted=self._tally.admitted + 1)
            stream.on_room = self._notify
            self._turns += 1
            stream.order = self._turns
            self._streams.append(stream)
            self._starts_s[stream] = 0.0
            self._changed.notify_all()

    def _refuse_if_stalled(self) -> None:
        latest_s = self._clock() - self._step_timeout_s
        hanging = sum(stream.is_at_work and stream.at_work_since_s <= latest_s for stream in self._streams)
        if hanging >= len(self._lanes):
            self._tally = replace(self._tally, refused=self._tally.refused + 1)
            raise LaneStalled(STALLED_RETRY_S)

    def _refuse_if_full(self, stream: Stream) -> None:
        now_s = self._clock()
        others = (one for one in self._streams if one.urgency is not Urgency.BACKGROUND and not one.is_over)
        claims = [other.claim(now_s) for other in others]
        newcomer = stream.claim(now_s)
        costs = self._costs.now
        if len(claims) < self._max_streams and fits(claims, newcomer, costs):
            return
        self._tally = replace(self._tally, refused=self._tally.refused + 1)
        raise Busy(len(claims), retry_after_s(claims, newcomer, costs))

    def close(self, patience_s: float = LAST_STEP_S) -> None:
        """Cancel what runs and end the lanes after the steps they are in; a lane that hangs is left behind."""
        with self._changed:
            self._closing = True
            streams = list(self._streams)
            self._changed.notify_all()
        for stream in streams:
            stream.cancel()
        for lane in self._lanes:
            lane.join(patience_s)
            if lane.is_alive():
                log.error("%s hangs in its last step and is left behind", lane.name)

    def _run(self) -> None:
        while (stream := self._next_stream()) is not None:
            try:
                if not stream.is_over:
                    self._step(stream)
                if stream.is_over:
                    self._remove(stream)
            except Exception as error:  # noqa: BLE001  one stream's fault must not end the lane for all
                stream.in_context(partial(log.error, "a stream was dropped: %s", described(error)))
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
        if work_s >= self._step_timeout_s:
            stream.in_context(partial(log.warning, "a step hung for %.1f s; the lane goes on", work_s))
        with self._changed:
            stream.work_s += work_s
            if work_s >= self._step_timeout_s:  # says nothing of what the next one takes
                return
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
                wait_s = self._drop_stalled(now_s)
                stream = next((one for one in self._streams if one.is_over and not one.is_at_work), None)
                if stream is None and (turn := self._turn(now_s)) is not None:
                    stream = self._streams[turn.number]
                    stream.pace.limit = turn.window_limit
                if stream is not None:
                    self._turns += 1
                    if stream.urgency is not Urgency.LIVE:
                        stream.order = self._turns
                    stream.is_at_work = True
                    stream.at_work_since_s = now_s
                    return stream
                if self._closing:
                    return None
                self._changed.wait(wait_s)

    def _turn(self, now_s: float) -> Turn | None:
        claims: list[Claim] = [stream.claim(now_s) for stream in self._streams]
        return next_turn(claims, self._costs.now)

    def _drop_stalled(self, now_s: float) -> float | None:
        """Returns how long the next one may keep his reader's place."""
        soonest_s: float | None = None
        for stream in self._streams:
            since_s = stream.unread_since_s  # once: its reader may take something at any moment
            if since_s is None or stream.is_over or stream.may_stall:
                continue
            left_s = since_s + self._stall_timeout_s - now_s
            if left_s <= 0:
                self._tally = replace(self._tally, dropped=self._tally.dropped + 1)
                stream.in_context(partial(log.warning, "a stream was dropped: its reader takes nothing"))
                stream.cancel()
            else:
                soonest_s = left_s if soonest_s is None else min(soonest_s, left_s)
        return soonest_s

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _remove(self, stream: Stream) -> None:
        with self._changed:
            self._streams.remove(stream)
            self._starts_s.pop(stream, None)
            self._tally = self._with_gaps_of(stream, self._tally)
        stream.release()
