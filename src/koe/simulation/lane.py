"""A simulated lane: streams, their readers and a clock that only work moves.

Whose turn it is and who is admitted is decided by the rules of the scheduler (`engine/agenda.py`). A step takes as long
as the cost model says, times `slower`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from koe.constants import MODEL_FRAME_S
from koe.engine.agenda import USUAL, Claim, Rules, Urgency, fits, next_turn, retry_after_s
from koe.engine.costs import Costs
from koe.engine.pace import Pace, live_sizes
from koe.engine.playhead import Playhead
from koe.model.vocoder import FILE_WINDOWS

START_STEPS = 3
QUEUE_BLOCKS = 4
LONG_AUDIO_S = 60.0
TOLERANCE_S = 0.001


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    audio_s: float = LONG_AUDIO_S
    arrives_s: float = 0.0
    urgency: Urgency = Urgency.LIVE
    reads_at_once: bool = False  # a reader with a buffer of its own; otherwise each block is read when it is heard
    stalls_at_s: float = math.inf


@dataclass(eq=False, slots=True)
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
        return math.inf if self.heard_s is None else self.heard_s - self.request.arrives_s

    @property
    def took_s(self) -> float:
        return math.inf if self.ended_s is None else self.ended_s - self.request.arrives_s

    def unread(self, now_s: float) -> list[float]:
        if self._is_read_at_once:
            return []
        recent = zip(self.blocks_s[-2 * QUEUE_BLOCKS :], self.taken_s[-2 * QUEUE_BLOCKS :], strict=True)
        return [block_s for block_s, taken_s in recent if taken_s > now_s]

    def has_room(self, now_s: float) -> bool:
        return self._is_read_at_once or len(self.unread(now_s)) < QUEUE_BLOCKS

    @property
    def _is_read_at_once(self) -> bool:
        return self.request.reads_at_once and self.request.stalls_at_s == math.inf

    def claim(self, now_s: float) -> Claim:
        unread = self.unread(now_s)
        if unread:
            self.playhead.hold(sum(unread), now_s)
        arrives_s = self.request.arrives_s
        return Claim(
            self.request.urgency,
            self.order,
            self.playhead.has_begun,
            self.playhead.deadline_s - now_s,
            self.frames_left * MODEL_FRAME_S,
            is_runnable=not self.is_at_work and len(unread) < QUEUE_BLOCKS,
            waited_s=now_s - arrives_s,
            since_turn_s=now_s - max(arrives_s, self.last_turn_s),
        )

    def put(self, frames: int, now_s: float) -> None:
        deadline_s = self.playhead.deadline_s
        if self.heard_s is None:
            self.heard_s = now_s
        else:
            late_s = now_s - deadline_s
            self.latest_s = max(self.latest_s, late_s)
            self.late_until_s = now_s if late_s > TOLERANCE_S else self.late_until_s
        if not self._is_read_at_once:
            taken_s = now_s if self.request.reads_at_once else max(now_s, deadline_s)
            self.taken_s.append(math.inf if taken_s >= self.request.stalls_at_s else taken_s)
            self.blocks_s.append(frames * MODEL_FRAME_S)
        self.playhead.made(frames * MODEL_FRAME_S, now_s)
        self.frames_left -= frames
        self.ended_s = None if self.frames_left else now_s

    def work_left_s(self, costs: Costs) -> float:
        """At least this much."""
        return costs.frame_s * self.frames_left + self.start_steps_left / START_STEPS * costs.start_s


@dataclass(frozen=True, slots=True)
class Step:
    speech: Speech
    began_s: float
    frames: int
    claims: Sequence[Claim]  # when it began; empty where there was nothing to decide


def _as_usual() -> float:
    return 1.0


def _nothing(_: object) -> None:
    pass


class Lane:
    """`ended` is told of each stream that ends, `stepped` of each step."""

    def __init__(
        self,
        costs: Costs,
        *,
        rules: Rules = USUAL,
        max_streams: int = 1024,
        slower: Callable[[], float] = _as_usual,
        ended: Callable[[Speech], None] = _nothing,
        stepped: Callable[[Step], None] | None = None,
    ) -> None:
        self.costs = costs
        self.now_s = 0.0
        self.worked_s = 0.0
        self.running: list[Speech] = []
        self._rules = rules
        self._max_streams = max_streams
        self._slower = slower
        self._ended = ended
        self._stepped = stepped
        self._turns = 0
        self._at_work: tuple[Speech, int] | None = None  # with the model frames of its step
        self._step_ends_s = 0.0

    def claims(self, now_s: float) -> list[Claim]:
        return [speech.claim(now_s) for speech in self.running]

    def advance(self, until_s: float) -> None:
        """Do all work up to a moment. At that moment no step begins: a request may arrive first."""
        while self._at_work is not None or self.now_s < until_s:
            if self._at_work is not None:
                if self._step_ends_s > until_s:
                    self.now_s = until_s
                    return
                self._end_step(*self._at_work)
            elif not self._begin_step():
                self.now_s = min(until_s, self._next_read_s())

    def offer(self, request: Request, now_s: float | None = None) -> Speech | None:
        """Admit a request at its arrival, or refuse it (None), as the scheduler does."""
        now_s = request.arrives_s if now_s is None else now_s
        self.advance(now_s)
        if self.running:
            claims = self.claims(now_s)
            if len(claims) >= self._max_streams or not fits(claims, claim_of(request), self.costs, self._rules):
                return None
        self._turns += 1
        sizes = live_sizes(self.costs.frame_s) if request.urgency is Urgency.LIVE else FILE_WINDOWS
        frames = max(1, round(request.audio_s / MODEL_FRAME_S))
        speech = Speech(request, self._turns, Pace(sizes), Playhead(now_s), frames)
        self.running.append(speech)
        return speech

    def retry_after_s(self, request: Request, now_s: float) -> int:
        return retry_after_s(self.claims(now_s), claim_of(request), self.costs, self._rules)

    @property
    def next_end_s(self) -> float:
        """No stream ends before this moment."""
        work_s = min((speech.work_left_s(self.costs) for speech in self.running), default=math.inf)
        return max(self.now_s + work_s, self._step_ends_s if self._at_work is not None else 0.0)

    def _begin_step(self) -> bool:
        claims: list[Claim] = []
        if len(self.running) == 1 and self._stepped is None:
            turn = 0 if self.running[0].has_room(self.now_s) else None  # nothing to decide: a lone stream goes on
        else:
            claims = self.claims(self.now_s)
            turn = next_turn(claims, self.costs, self._rules)
        if turn is None:
            return False
        speech = self.running[turn]
        self._turns += 1
        if speech.request.urgency is not Urgency.LIVE:
            speech.order = self._turns
        frames, work_s = self._work(speech)
        work_s *= self._slower()
        if self._stepped is not None:
            self._stepped(Step(speech, self.now_s, frames, claims))
        speech.is_at_work = True
        self._at_work = speech, frames
        self._step_ends_s = self.now_s + work_s + self.delay_s()
        self.worked_s += work_s
        return True

    def delay_s(self) -> float:
        """How much longer the step that begins now takes, whatever the cost model says."""
        return 0.0

    def _end_step(self, speech: Speech, frames: int) -> None:
        self.now_s = speech.last_turn_s = self._step_ends_s
        speech.is_at_work = False
        self._at_work = None
        if frames:
            speech.put(frames, self.now_s)
        if not speech.frames_left:
            self.running.remove(speech)
            self._ended(speech)

    def _next_read_s(self) -> float:
        taken_s = (taken_s for speech in self.running for taken_s in speech.taken_s[-2 * QUEUE_BLOCKS :])
        return min((one_s for one_s in taken_s if one_s > self.now_s), default=math.inf)

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
