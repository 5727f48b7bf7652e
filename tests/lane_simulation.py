"""A simulated lane: streams, their readers and a clock that only work moves.

Every step takes exactly as long as the cost model says, so a test sees what the agenda decides and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from koe.constants import MODEL_FRAME_S
from koe.engine.agenda import HEADROOM, Claim, Urgency, fits, next_turn
from koe.engine.costs import Costs
from koe.engine.pace import Pace, live_sizes
from koe.engine.playhead import Playhead
from koe.model.vocoder import FILE_WINDOWS

START_STEPS = 3
QUEUE_BLOCKS = 4
LONG_AUDIO_S = 60.0
TOLERANCE_S = 0.001
# Lane time for a second of audio, in seconds: from a fast machine to the slowest that serves two listeners.
SHARES = (0.1, 0.14, 0.18, 0.22, 0.3, 0.4, 0.45)


@dataclass(frozen=True)
class Request:
    audio_s: float = LONG_AUDIO_S
    arrives_s: float = 0.0
    urgency: Urgency = Urgency.LIVE
    reads_at_once: bool = False  # a reader with a buffer of its own; otherwise each block is read when it is heard
    stalls_at_s: float = math.inf


@dataclass(eq=False)
class Speech:
    """A request that was admitted."""

    request: Request
    order: int
    pace: Pace
    playhead: Playhead
    frames_left: int
    start_steps_left: int = START_STEPS
    is_at_work: bool = False
    taken_s: list[float] = field(default_factory=list)  # when the reader reads each block
    blocks_s: list[float] = field(default_factory=list)  # how long each block is
    heard_s: float | None = None
    ended_s: float | None = None
    latest_s: float = -math.inf  # by how much the latest of all blocks missed its deadline
    late_until_s: float = 0.0
    last_turn_s: float = -math.inf

    @property
    def heard_after_s(self) -> float:
        assert self.heard_s is not None, "no audio was made"
        return self.heard_s - self.request.arrives_s

    @property
    def took_s(self) -> float:
        assert self.ended_s is not None, "it has not ended"
        return self.ended_s - self.request.arrives_s

    def unread(self, now_s: float) -> list[float]:
        recent = zip(self.blocks_s[-2 * QUEUE_BLOCKS :], self.taken_s[-2 * QUEUE_BLOCKS :], strict=True)
        return [block_s for block_s, taken_s in recent if taken_s > now_s]

    def claim(self, now_s: float) -> Claim:
        unread = self.unread(now_s)
        self.playhead.hold(sum(unread), now_s)
        return Claim(
            self.request.urgency,
            self.order,
            self.playhead.has_begun,
            self.playhead.deadline_s - now_s,
            self.frames_left * MODEL_FRAME_S,
            is_runnable=not self.is_at_work and len(unread) < QUEUE_BLOCKS,
            waited_s=now_s - self.request.arrives_s,
            since_turn_s=now_s - max(self.request.arrives_s, self.last_turn_s),
        )

    def put(self, frames: int, now_s: float) -> None:
        if self.heard_s is None:
            self.heard_s = now_s
        else:
            late_s = now_s - self.playhead.deadline_s
            self.latest_s = max(self.latest_s, late_s)
            self.late_until_s = now_s if late_s > TOLERANCE_S else self.late_until_s
        heard_s = max(now_s, self.playhead.deadline_s)
        taken_s = now_s if self.request.reads_at_once else heard_s
        self.taken_s.append(math.inf if taken_s >= self.request.stalls_at_s else taken_s)
        self.blocks_s.append(frames * MODEL_FRAME_S)
        self.playhead.made(frames * MODEL_FRAME_S, now_s)
        self.frames_left -= frames
        self.ended_s = None if self.frames_left else now_s


@dataclass(frozen=True)
class Step:
    speech: Speech
    began_s: float
    frames: int
    claims: Sequence[Claim]


class Lane:
    """`hiccups`: moment -> how much longer the next step takes, in seconds."""

    def __init__(self, costs: Costs, requests: Sequence[Request], hiccups: dict[float, float] | None = None) -> None:
        self.costs = costs
        self.now_s = 0.0
        self.speeches: list[Speech] = []
        self.steps: list[Step] = []
        self.refused: list[Request] = []
        self._arriving = sorted(requests, key=lambda request: request.arrives_s)
        self._hiccups = hiccups or {}
        self._running: list[Speech] = []
        self._turns = 0

    def claims(self, now_s: float) -> list[Claim]:
        return [speech.claim(now_s) for speech in self._running]

    def expect(self, request: Request) -> None:
        """One more request, later than all the others."""
        self._arriving.append(request)

    def run(self, until_s: float = math.inf) -> Lane:
        while (self._running or self._arriving) and self.now_s < until_s:
            self._admit_until(self.now_s)
            claims = self.claims(self.now_s)
            turn = next_turn(claims, self.costs)
            if turn is None:
                self.now_s = min(until_s, self._next_event_s())
            else:
                self._step(turn, claims)
        return self

    def _admit_until(self, now_s: float) -> None:
        while self._arriving and self._arriving[0].arrives_s <= now_s:
            request = self._arriving.pop(0)
            newcomer = claim_of(request)
            if fits(self.claims(request.arrives_s), newcomer, self.costs):
                self._turns += 1
                sizes = live_sizes(self.costs.frame_s) if request.urgency is Urgency.LIVE else FILE_WINDOWS
                playhead, frames = Playhead(request.arrives_s), round(request.audio_s / MODEL_FRAME_S)
                speech = Speech(request, self._turns, Pace(sizes), playhead, frames)
                self._running.append(speech)
                self.speeches.append(speech)
            else:
                self.refused.append(request)

    def _next_event_s(self) -> float:
        taken_s = (taken_s for speech in self._running for taken_s in speech.taken_s[-2 * QUEUE_BLOCKS :])
        events_s = (*taken_s, *(request.arrives_s for request in self._arriving[:1]))
        return min((event_s for event_s in events_s if event_s > self.now_s), default=math.inf)

    def _step(self, number: int, claims: Sequence[Claim]) -> None:
        speech = self._running[number]
        self._turns += 1
        if speech.request.urgency is not Urgency.LIVE:
            speech.order = self._turns
        frames, work_s = self._work(speech)
        work_s += sum(self._hiccups.pop(moment_s) for moment_s in list(self._hiccups) if moment_s <= self.now_s)
        self.steps.append(Step(speech, self.now_s, frames, claims))
        speech.is_at_work = True
        self._admit_until(self.now_s + work_s)
        speech.is_at_work = False
        self.now_s += work_s
        speech.last_turn_s = self.now_s
        if frames:
            speech.put(frames, self.now_s)
        if not speech.frames_left:
            self._running.remove(speech)

    def _work(self, speech: Speech) -> tuple[int, float]:
        """Model frames and seconds of the next step. The start makes no audio until its last step, the first window."""
        if speech.start_steps_left > 1:
            speech.start_steps_left -= 1
            return 0, self.costs.start_s / START_STEPS
        frames = min(speech.pace.next_size(), speech.frames_left)
        if speech.start_steps_left == 1:
            speech.start_steps_left = 0
            return frames, self.costs.start_s / START_STEPS
        return frames, self.costs.of_window(frames)


def claim_of(request: Request) -> Claim:
    return Claim(request.urgency, order=0, left_s=request.audio_s)


def most_streams(costs: Costs) -> int:
    return math.floor(HEADROOM / costs.share + 1e-9)


def assert_no_underrun(lane: Lane) -> None:
    heard = [speech for speech in lane.speeches if speech.request.urgency is Urgency.LIVE]
    assert [(speech.request, speech.latest_s) for speech in heard if speech.latest_s > TOLERANCE_S] == []
