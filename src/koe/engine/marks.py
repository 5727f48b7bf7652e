"""The marks of one answer: when it was accepted, read, predicted, decoded, heard and over. All reports read them.

TTFA is the time from `accepted_s` until the first sample above -50 dBFS is handed to the socket. Headers, silence and
filler do not count. Cache hits and whole answers have the same time under other names (`hit_s`, `answer_s`): it is no
TTFA there.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from koe.digest import Digest

_CURRENT: ContextVar[Marks | None] = ContextVar("koe_marks", default=None)


class Kind(StrEnum):
    """How an answer began. Cold: before the warm-up had ended, or the first one of its build. Hit: with a cached
    opening. Warm: all others."""

    COLD = "cold"
    WARM = "warm"
    HIT = "hit"


@dataclass(frozen=True, slots=True)
class StageTime:
    name: str
    start_s: float
    stop_s: float


Moment = Literal["admitted", "begun", "text", "prosody", "window", "block", "audible", "ended"]


class Marks:
    """Moments in seconds of a monotonic clock; None: not reached. Each is kept at its first occurrence. An answer may
    take several streams: the segments of a live stream have one set of marks. Lanes and the event loop write different
    fields."""

    __slots__ = (
        "_clock",
        "_last_frame",
        "accepted_s",
        "admitted_s",
        "audible_s",
        "audio_s",
        "begun_s",
        "block_s",
        "cpu_share",
        "ended_s",
        "fell_back",
        "frame_ms",
        "frames",
        "g2p_fallbacks",
        "gc_s",
        "is_held",
        "is_live",
        "jitter",
        "kind",
        "prebuffer_ms",
        "prosody_s",
        "stall_silence_s",
        "text_s",
        "underruns",
        "window_s",
        "windows",
        "work_s",
    )

    def __init__(self, clock: Callable[[], float] = time.monotonic, accepted_s: float | None = None) -> None:
        self._clock = clock
        self.accepted_s = clock() if accepted_s is None else accepted_s
        self.kind: Kind | None = None  # known when the first stream is admitted
        self.is_live = True  # False: a whole answer, sent when all of it is made
        self.is_held = False  # the client paused before the first sound
        self.admitted_s: float | None = None  # has a place among the streams
        self.begun_s: float | None = None  # a lane has taken its first step
        self.text_s: float | None = None  # the first span has been read into tokens
        self.prosody_s: float | None = None  # of the first span
        self.window_s: float | None = None  # the first window has been decoded
        self.block_s: float | None = None  # the first block is in the queue of the stream
        self.audible_s: float | None = None  # the first audible sample was handed to the socket
        self.ended_s: float | None = None  # the last byte was handed over, or the answer was given up
        # Counts over all its streams so far.
        self.frames = 0
        self.windows = 0
        self.work_s = 0.0  # time that lanes have spent on it
        self.audio_s = 0.0  # speech made
        self.underruns = 0
        self.stall_silence_s = 0.0
        self.fell_back = False  # the exact stages spoke the rest
        self.g2p_fallbacks: Counter[str] = Counter()  # of the readers, by cause
        self.frame_ms: int | None = None  # of a live stream
        self.prebuffer_ms: int | None = None  # what its client was told to gather before it plays
        self.gc_s = 0.0  # garbage collection while it ran
        self.cpu_share: float | None = None  # CPU time of the process per second while it ran
        self.jitter = Digest()  # of paced frames, in seconds
        self._last_frame: tuple[float, float] | None = None

    def mark(self, moment: Moment, at_s: float | None = None) -> None:
        """Now, or `at_s`; later occurrences are ignored."""
        name = f"{moment}_s"
        if getattr(self, name) is None:
            setattr(self, name, self._clock() if at_s is None else at_s)

    def begin_as(self, kind: Kind, *, is_live: bool) -> None:
        """The first stream decides what kind of answer it is."""
        if self.admitted_s is None:
            self.kind, self.is_live = kind, is_live

    def worked(self, work_s: float, *, has_window: bool = False) -> None:
        """A lane has done a step."""
        self.work_s += work_s
        if has_window:
            self.windows += 1
            self.mark("window")

    def made(self, audio_s: float) -> None:
        self.audio_s += audio_s
        self.mark("block")

    def late(self, underruns: int, silence_s: float) -> None:
        self.underruns += underruns
        self.stall_silence_s += silence_s

    def accept_again(self, at_s: float) -> None:
        """A live stream waits for the text that it can speak: the wait is not koe's."""
        self.accepted_s = at_s

    def frame_handed(self, start_s: float, *, is_paced: bool) -> float | None:
        """A frame whose audio begins at `start_s` was handed to the socket. Its jitter, the difference between the
        distance to the frame before and that of their audio; None where one of the two was not paced."""
        now_s, before = self._clock(), self._last_frame
        self.frames += 1
        self._last_frame = (now_s, start_s) if is_paced else None
        if before is None or not is_paced:
            return None
        jitter_s = abs((now_s - before[0]) - (start_s - before[1]))
        self.jitter.add(jitter_s)
        return jitter_s

    def hold(self) -> None:
        """The client has paused."""
        self.is_held = self.is_held or self.audible_s is None
        self.break_pace()

    def break_pace(self) -> None:
        """The next frame begins a new row: after a pause or a reconnect."""
        self._last_frame = None

    # What reports read

    @property
    def first_sound_s(self) -> float | None:
        """From the acceptance to the first audible sample at the socket, whatever the kind; None also where a client
        paused before it."""
        return None if self.audible_s is None or self.is_held else self.audible_s - self.accepted_s

    @property
    def ttfa_s(self) -> float | None:
        """As `first_sound_s`; None for a cache hit and for a whole answer."""
        return self.first_sound_s if self.is_live and self.kind is not Kind.HIT else None

    @property
    def hit_s(self) -> float | None:
        """As `first_sound_s`; None unless it is a cache hit."""
        return self.first_sound_s if self.is_live and self.kind is Kind.HIT else None

    @property
    def answer_s(self) -> float | None:
        """How long a whole answer took, which is heard when all of it is made; None for a live one."""
        return None if self.is_live else self.first_sound_s

    @property
    def queue_wait_s(self) -> float | None:
        """From the admission to the first step of a lane."""
        return None if self.admitted_s is None or self.begun_s is None else self.begun_s - self.admitted_s

    @property
    def text_work_s(self) -> float | None:
        """Reading the first span."""
        return None if self.text_s is None or self.begun_s is None else self.text_s - self.begun_s

    @property
    def stages(self) -> tuple[StageTime, ...]:
        """The stages until the first sound, and the rest, as far as they were reached: they follow one another. A cache
        hit is heard before the lane has done anything, so that its stages overlap."""
        moments: tuple[tuple[str, float | None], ...] = (
            ("prepare", self.admitted_s),
            ("queue", self.begun_s),
            ("text", self.text_s),
            ("prosody", self.prosody_s),
            ("first_window", self.window_s),
            ("delivery", self.audible_s),
            ("rest", self.ended_s),
        )
        stages, start_s = [], self.accepted_s
        for name, stop_s in moments:
            if stop_s is not None and stop_s >= start_s:
                stages.append(StageTime(name, start_s, stop_s))
                start_s = stop_s
        return tuple(stages)

    @property
    def rtf(self) -> float | None:
        """Seconds of work per second of speech. Waiting for other streams or for the client does not count."""
        return self.work_s / self.audio_s if self.audio_s else None


def current_marks() -> Marks | None:
    """Those of the stream whose step runs in this context."""
    return _CURRENT.get()


def set_current_marks(marks: Marks | None) -> None:
    _CURRENT.set(marks)


def mark_stage(moment: Moment) -> None:
    """Called where a stage has ended; without marks in this context nothing happens."""
    marks = _CURRENT.get()
    if marks is not None:
        marks.mark(moment)
