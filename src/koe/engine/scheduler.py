"""The lanes: inference threads that each do one step of one stream at a time, as the agenda decides.

Admission (429, 503) is decided here too.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from threading import Condition, Thread

from koe.engine.agenda import HEADROOM, USUAL, Claim, Rules, Urgency, fits, next_turn, retry_after_s
from koe.engine.background_rests import BackgroundRests
from koe.engine.costs import AT_REST, CostModel, Costs
from koe.engine.lane_load import LaneLoad, LaneState
from koe.engine.playhead import Playhead
from koe.engine.room import Room, room_of
from koe.engine.step import Step
from koe.engine.stream import Stream
from koe.errors import Busy, LaneStalled, Stopping, described

log = logging.getLogger("koe.engine")

# When a hung model recovers cannot be known. 10 s notices it soon, and keeps retries rare.
STALLED_RETRY_S = 10
# A step takes less than a second. One that does not end must not keep the process from ending.
LAST_STEP_S = 10.0
# While the machine seems slow and a lane has nothing to do, it measures the speed with a short probe, so that no stream
# is refused for a load that is gone: this often, and for a minute after the last stream. After that the machine counts
# as at rest.
PROBE_EVERY_S = 2.0
PROBES = 30
# A fault between two steps may come again at once: it must not fill the log.
LANE_RESTART_S = 0.1
PROBE_BLOCKS = 64  # the blocks of a probe are not read: its queue holds them all


def _lazy(make: Callable[[], Iterator[Step]]) -> Iterator[Step]:
    yield from make()


@dataclass(frozen=True, slots=True)
class StreamCounts:
    """Of all streams since the start."""

    admitted: int = 0
    refused: int = 0
    dropped: int = 0  # because their clients stopped reading
    underruns: int = 0
    stall_silence_ms: float = 0.0

    def with_gaps_of(self, playhead: Playhead) -> StreamCounts:
        return replace(
            self,
            underruns=self.underruns + playhead.underruns,
            stall_silence_ms=round(self.stall_silence_ms + 1000 * playhead.stall_silence_s, 1),
        )


@dataclass(slots=True, eq=False)
class _Entry:
    """What the scheduler knows about a stream. Guarded by the scheduler's lock."""

    stream: Stream
    order: int  # of arrival, or of the last turn where there is no deadline
    start_work_s: float = 0.0  # work before the first audio
    at_work_since_s: float | None = None  # None: no lane works on it
    last_turn_s: float | None = None  # when its last step ended
    is_limited: bool = False  # background work that gets a small share

    @property
    def is_at_work(self) -> bool:
        return self.at_work_since_s is not None

    @property
    def is_background(self) -> bool:
        return self.stream.urgency is Urgency.BACKGROUND

    def claim(self, now_s: float) -> Claim:
        return self.stream.claim(now_s, self.order, is_at_work=self.is_at_work, last_turn_s=self.last_turn_s)

    def counted_in(self, counts: StreamCounts) -> StreamCounts:
        """Only a live stream has a listener."""
        is_heard = self.stream.urgency is Urgency.LIVE
        return counts.with_gaps_of(self.stream.playhead) if is_heard else counts


@dataclass(frozen=True, slots=True)
class Queues:
    """Streams that wait for their first step, and what clients have not read yet."""

    waiting_streams: int
    blocks: int
    unread_s: float


class Scheduler:
    """A stream whose client stops reading is passed over, and dropped after a timeout. While every lane hangs in a
    step, new streams are refused; when one goes on, they are admitted again. `when_lane_starts` is called in the thread
    of each lane."""

    def __init__(
        self,
        max_streams: int,
        stall_timeout_s: float = 60.0,
        lanes: int = 1,
        costs: CostModel | None = None,
        step_timeout_s: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
        when_lane_starts: Callable[[], object] = lambda: None,
    ) -> None:
        self._max_streams = max_streams
        self._when_lane_starts = when_lane_starts
        self._stall_timeout_s = stall_timeout_s
        self._step_timeout_s = step_timeout_s
        self._costs = costs or CostModel()
        self._clock = clock
        self._entries: list[_Entry] = []
        self._turns = 0
        self._counts = StreamCounts()
        self._changed = Condition()
        self._closing = False
        self._rests = BackgroundRests(clock())
        self._progress_s = clock()  # when a lane last ended a step
        self._probe: Callable[[], Iterator[Step]] | None = None
        self._probed_s = 0.0
        self._probes_left = PROBES
        self.rules: Rules = USUAL  # those of the degrade mode
        self._loads = [LaneLoad(number, clock) for number in range(lanes)]
        self._lanes = [
            Thread(target=self._run, args=(load,), name=f"koe-lane-{load.number}", daemon=True) for load in self._loads
        ]
        for lane in self._lanes:
            lane.start()

    @property
    def running(self) -> int:
        """Streams of clients, without background work."""
        with self._changed:
            return sum(not entry.is_background for entry in self._entries)

    @property
    def costs(self) -> Costs:
        with self._changed:
            return self._costs.now

    @property
    def fastest_frame_s(self) -> float:
        with self._changed:
            return self._costs.fastest_frame_s or self._costs.now.frame_s

    @property
    def counts(self) -> StreamCounts:
        with self._changed:
            counts = self._counts
            for entry in self._entries:
                counts = entry.counted_in(counts)
            return counts

    @property
    def is_stalled(self) -> bool:
        """Every lane hangs in a step: new streams are refused."""
        with self._changed:
            latest_s = self._clock() - self._step_timeout_s
            hanging = sum(
                entry.at_work_since_s is not None and entry.at_work_since_s <= latest_s for entry in self._entries
            )
            return hanging >= len(self._lanes)

    @property
    def queues(self) -> Queues:
        with self._changed:
            streams = [entry.stream for entry in self._entries if not entry.is_background]
        unread = [stream.unread for stream in streams]
        waiting = sum(stream.marks.begun_s is None for stream in streams)
        return Queues(waiting, sum(count for count, _ in unread), round(sum(audio_s for _, audio_s in unread), 3))

    @property
    def room(self) -> Room:
        """What `admit` would say to one more stream of usual length."""
        with self._changed:
            room = room_of(self._admitted(self._clock()), self._costs.now, self._max_streams, self.rules)
            is_open = not (self._closing or self.is_stalled)
        return room if is_open else replace(room, has_room=False, free_in_s=STALLED_RETRY_S)

    @property
    def lanes(self) -> tuple[LaneState, ...]:
        return tuple(load.state for load in self._loads)

    def probe_with(self, probe: Callable[[], Iterator[Step]]) -> None:
        """The steps of a short probe; its windows are measured as those of any stream."""
        with self._changed:
            self._probe = probe
            self._changed.notify_all()

    def admit(self, stream: Stream) -> None:
        """Raises `Busy` (429) when one more stream could not be served in time, `LaneStalled` and `Stopping` (503)."""
        with self._changed:
            if self._closing:
                raise Stopping
            if stream.urgency is not Urgency.BACKGROUND and not stream.is_continuing:
                self._refuse_if_stalled()
                self._refuse_if_full(stream)
                self._counts = replace(self._counts, admitted=self._counts.admitted + 1)
                self._probes_left = PROBES
            stream.on_room = self._notify
            self._turns += 1
            entry = _Entry(stream, self._turns)
            entry.is_limited = entry.is_background and self._probe is not None
            stream.no_progress_since_s = partial(self._no_progress_since_s, entry)
            stream.marks.mark("admitted")
            self._entries.append(entry)
            self._changed.notify_all()

    def _no_progress_since_s(self, entry: _Entry) -> float:
        """Without the lock: the caller holds that of the stream, and both numbers are read at once."""
        at_work_since_s = entry.at_work_since_s
        return self._progress_s if at_work_since_s is None else at_work_since_s

    def _refuse_if_stalled(self) -> None:
        if self.is_stalled:  # the lock may be taken twice by one thread
            self._count_refusal()
            raise LaneStalled(STALLED_RETRY_S)

    def _refuse_if_full(self, stream: Stream) -> None:
        now_s = self._clock()
        claims = self._admitted(now_s)
        newcomer = stream.claim(now_s)
        costs = self._costs.now
        if len(claims) < self._max_streams and fits(claims, newcomer, costs, self.rules):
            return
        self._count_refusal()
        raise Busy(len(claims), retry_after_s(claims, newcomer, costs, self.rules), self._max_streams)

    def _admitted(self, now_s: float) -> list[Claim]:
        """Of the clients' streams that are not over."""
        return [entry.claim(now_s) for entry in self._entries if not (entry.is_background or entry.stream.is_over)]

    def _count_refusal(self) -> None:
        self._counts = replace(self._counts, refused=self._counts.refused + 1)

    def close(self, timeout_s: float = LAST_STEP_S) -> None:
        """Cancel all streams and end the lanes after the steps they are in; a lane that hangs is left behind."""
        with self._changed:
            self._closing = True
            streams = [entry.stream for entry in self._entries]
            self._changed.notify_all()
        for stream in streams:
            stream.cancel()
        for lane in self._lanes:
            lane.join(timeout_s)
            if lane.is_alive():
                log.error("%s still hangs in its last step after %g s and is left behind", lane.name, timeout_s)

    def _run(self, load: LaneLoad) -> None:
        """Until the scheduler closes. A lane that ended before would leave its streams without an answer."""
        self._when_lane_starts()
        while not self._has_ended(load):
            pass

    def _has_ended(self, load: LaneLoad) -> bool:
        """False after a fault that no stream has caused."""
        try:
            self._work(load)
        except BaseException as error:  # noqa: BLE001  see `_run`
            log.error("koe-lane-%d goes on after %s", load.number, described(error))
            time.sleep(LANE_RESTART_S)
            return False
        return True

    def _work(self, load: LaneLoad) -> None:
        while (entry := self._next_entry()) is not None:
            stream = entry.stream
            load.begin()
            try:
                if not stream.is_over:
                    self._step(entry)
                if stream.is_over:
                    self._remove(entry)
            except Exception as error:  # noqa: BLE001  an error in one stream must not end the lane for all
                stream.in_context(partial(log.error, "stream dropped: %s", described(error)))
                stream.cancel()
            finally:
                load.end()
                with self._changed:
                    now_s = self._clock()
                    if entry.is_limited and entry.at_work_since_s is not None:
                        self._rests.background_step(entry.at_work_since_s, now_s)
                    elif not entry.is_background:
                        self._rests.client_step(now_s)
                    entry.at_work_since_s = None
                    entry.last_turn_s = self._progress_s = now_s
                    self._changed.notify_all()

    def _step(self, entry: _Entry) -> None:
        stream = entry.stream
        had_begun, had_audio = stream.playhead.has_begun, stream.has_lane_audio
        work = stream.step()
        if work.work_s >= self._step_timeout_s:  # says nothing about the cost of the next one
            stream.in_context(partial(log.warning, "a step hung for %.1f s; the lane goes on", work.work_s))
            return
        with self._changed:
            if had_begun and not had_audio:
                return  # what comes behind a cached opening is neither a start nor a usual window
            is_start = not had_audio and stream.urgency is Urgency.LIVE
            if work.decoded_s:
                self._costs.window_decoded(work.work_s, work.decoded_s, self._clock(), is_first=is_start)
            if had_audio:
                self._costs.stream_went_on(work.work_s, work.audio_s, work.decoded_s)
            entry.start_work_s += work.work_s
            if is_start and work.audio_s:
                self._costs.stream_begun(entry.start_work_s)

    def _next_entry(self) -> _Entry | None:
        """The stream whose turn it is, marked as being at work; None to end the lane."""
        with self._changed:
            while True:
                now_s = self._clock()
                wait_s = self._drop_stalled(now_s)
                entry = next((one for one in self._entries if one.stream.is_over and not one.is_at_work), None)
                if entry is None and (number := self._turn(now_s)) is not None:
                    entry = self._entries[number]
                if entry is not None:
                    self._turns += 1
                    if entry.stream.urgency is not Urgency.LIVE:
                        entry.order = self._turns
                    entry.at_work_since_s = now_s
                    return entry
                if self._closing:
                    return None
                probe_s = self._probe_due_s(now_s)
                if self._probe is not None and probe_s is not None and probe_s <= 0:
                    self._begin_probe(_lazy(self._probe))  # preparing it may read files, and fail
                else:
                    waits_s = [one_s for one_s in (wait_s, probe_s, self._rest_s(now_s)) if one_s is not None]
                    self._changed.wait(min(waits_s, default=None))

    def _probe_due_s(self, now_s: float) -> float | None:
        """Seconds until the next probe; None if none is needed."""
        costs = self._costs
        if self._probe is None or costs.news_s is None or any(entry.is_background for entry in self._entries):
            return None
        if costs.slowness <= AT_REST and 2 * costs.now.share <= HEADROOM:
            return None
        due_s = max(costs.news_s, self._probed_s) + PROBE_EVERY_S - now_s
        if due_s <= 0 and not self._probes_left:
            costs.forget()
            return None
        return due_s

    def _begin_probe(self, steps: Iterator[Step]) -> None:
        self._probes_left -= 1
        self._probed_s = self._clock()
        self._turns += 1
        stream = Stream(steps, PROBE_BLOCKS, urgency=Urgency.BACKGROUND, clock=self._clock)
        self._entries.append(_Entry(stream, self._turns))

    def _turn(self, now_s: float) -> int | None:
        claims = [entry.claim(now_s) for entry in self._entries]
        if self._rest_s(now_s) is not None:
            pairs = zip(self._entries, claims, strict=True)
            claims = [replace(claim, is_runnable=False) if one.is_limited else claim for one, claim in pairs]
        return next_turn(claims, self._costs.now, self.rules)

    def _rest_s(self, now_s: float) -> float | None:
        """Seconds until limited work may go on; None: it may now, or there is none."""
        left_s = self._rests.left_s(now_s)
        return left_s if left_s and any(entry.is_limited for entry in self._entries) else None

    def _drop_stalled(self, now_s: float) -> float | None:
        """Drop streams whose clients stopped reading. Returns the seconds until the next one is due."""
        soonest_s: float | None = None
        for stream in (entry.stream for entry in self._entries):
            since_s = stream.unread_since_s  # read once: the client may read at any moment
            if since_s is None or stream.is_over or stream.may_stall:
                continue
            left_s = since_s + self._stall_timeout_s - now_s
            if left_s <= 0:
                self._counts = replace(self._counts, dropped=self._counts.dropped + 1)
                reason = "stream dropped: client stopped reading for %g s (KOKORO_STALL_TIMEOUT_S)"
                stream.in_context(partial(log.warning, reason, self._stall_timeout_s))
                stream.cancel()
            else:
                soonest_s = left_s if soonest_s is None else min(soonest_s, left_s)
        return soonest_s

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _remove(self, entry: _Entry) -> None:
        with self._changed:
            self._entries.remove(entry)
            self._counts = entry.counted_in(self._counts)
        entry.stream.release()
