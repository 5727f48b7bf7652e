"""What keeps an engine speaking when memory or time is short: the memory guard, the budget and the degrade modes.

Estimates of what work needs are here too, so that it is refused before it begins, and not in the middle.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from koe.engine.degrade import Conditions, Mode, ModeChooser
from koe.engine.memory_budget import MIB, MemoryBudget
from koe.engine.memory_guard import MemoryGuard, Reservation
from koe.engine.prepare import Job
from koe.engine.step import Step
from koe.languages import LANGUAGES

log = logging.getLogger("koe.engine")

# A queue, an encoder and the pool threads of one stream.
LIVE_BYTES = 4 * MIB
# For each sample of a whole answer: 4 while it is spoken, and 17 at the peak of loudness, limiter and encoder. Measured
# with tracemalloc at 24 kHz; 41 at 48.
FILE_BYTES_PER_SAMPLE = 24
_ENCODING_BYTES_PER_SAMPLE = 17
# A reader that is smaller makes no difference to what is left for others.
LARGE_READER_BYTES = 50 * MIB
# The weights of a build and what its sessions allocate.
BUILD_BYTES = 550 * MIB
UNLIMITED_BYTES = 1 << 62


class Safeguards:
    """Without arguments nothing is limited. Safe for several threads."""

    def __init__(
        self, guard: MemoryGuard | None = None, budget: MemoryBudget | None = None, modes: ModeChooser | None = None
    ) -> None:
        self.guard = guard or MemoryGuard()
        self.budget = budget or MemoryBudget(UNLIMITED_BYTES)
        self.modes = modes or ModeChooser(Mode.NORMAL)
        self._read: set[str] = set()  # languages whose readers are loaded

    def admit(self, job: Job, sample_rate_hz: int) -> Reservation:
        """Memory for speaking a job, and for readers that it is the first to need. Raises `MemoryShort`."""
        samples = 0 if job.live else int(job.expected_s * sample_rate_hz)
        languages = {sentence.language for sentence in job.sentences} - self._read
        readers_bytes = sum(LANGUAGES[language].reader_mib * MIB for language in languages)
        size_bytes = LIVE_BYTES + FILE_BYTES_PER_SAMPLE * samples + readers_bytes
        reservation = self.guard.reserve(size_bytes, is_kept=readers_bytes >= LARGE_READER_BYTES)
        self._read |= languages
        return reservation

    @contextmanager
    def encoding(self, samples: int) -> Iterator[None]:
        """Around the encoding of a whole answer, whose stream is over: it counts, and is not refused."""
        reservation = self.guard.hold(_ENCODING_BYTES_PER_SAMPLE * samples)
        try:
            yield
        finally:
            reservation.release()

    @contextmanager
    def opening_build(self) -> Iterator[None]:
        """Around the opening of a build. Raises `MemoryShort`."""
        reservation = self.guard.reserve(BUILD_BYTES, is_kept=True)
        try:
            yield
        finally:
            reservation.release()

    def follow(self, conditions: Conditions, now_s: float) -> Mode:
        """Choose the mode. A change is logged."""
        before = self.modes.mode
        mode = self.modes.choose(conditions, now_s)
        if mode is not before:
            state = self.modes.state
            fields = {"mode": mode.value, "before": before.value}
            changes = "; ".join(state.changes) or "no changes"
            log.warning("degrade mode %s: %s (%s)", mode.value, state.reason, changes, extra={"fields": fields})
        return mode


class ReservedSteps:
    """Steps of a stream that give back its memory when they are closed, whether or not they have begun."""

    def __init__(self, steps: Iterator[Step], release: Callable[[], None]) -> None:
        self._steps = steps
        self._release = release

    def __iter__(self) -> Iterator[Step]:
        return self

    def __next__(self) -> Step:
        return next(self._steps)

    def close(self) -> None:
        self._release()
        close = getattr(self._steps, "close", None)
        if close is not None:
            close()
