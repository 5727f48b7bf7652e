"""A cache of openings: the first second of recent requests, so that a repeated text is heard at once.

An opening holds the blocks that were sent and the windows they were made of, so that the model goes on after them
without decoding them again. Keys are digests: no text is kept. Settings and metrics call this cache the primer.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from koe.engine.fallback import Fallback
from koe.engine.prepare import Job
from koe.engine.step import Step
from koe.lru import ByteLru
from koe.model.vocoder import Window
from koe.types import AudioBlock

# Longer than it takes to predict the prosody and decode what follows.
OPENING_S = 1.2


def _ignore(_: Opening) -> None:
    pass


@dataclass(slots=True)
class Opening:
    """The first blocks of a request, recorded while it is spoken. `on_complete` gets a copy that no longer grows."""

    blocks: list[AudioBlock] = field(default_factory=list)
    windows: dict[tuple[int, int], Window] = field(default_factory=dict)
    on_complete: Callable[[Opening], None] = _ignore

    def complete(self) -> None:
        self.on_complete(Opening(list(self.blocks), dict(self.windows)))

    @property
    def size_bytes(self) -> int:
        return sum(block.samples.nbytes for block in self.blocks) + sum(
            window.samples.nbytes for window in self.windows.values()
        )


class OpeningCache(ByteLru[str, Opening]):
    def __init__(self, max_bytes: int, ttl_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(max_bytes, attrgetter("size_bytes"), ttl_s, clock)

    def recording(self, key: str) -> Opening:
        """An empty opening that is kept under `key` once it is complete."""
        return Opening(on_complete=lambda opening: self.put(key, opening))


def opening_key(job: Job, window_sizes: Sequence[int], build: str) -> str:
    """A digest of everything that decides how a job begins."""
    first = [sentence.identity for sentence in job.sentences[:1]]
    return hashlib.sha256(
        repr((first, job.voice, job.speed, tuple(window_sizes), job.build, build)).encode()
    ).hexdigest()


def recorded(steps: Iterator[Step], opening: Opening, fallback: Fallback | None = None) -> Iterator[Step]:
    """The same steps, recorded in `opening`. It is complete when it is long enough or the steps end, but not if they
    raise, or if a fallback speaks: the next request is to hear its own build."""
    missing_s, fallback = OPENING_S, fallback or Fallback()
    for step in steps:
        if step.block is not None and missing_s > 0:
            opening.blocks.append(step.block)
            missing_s -= step.block.duration_s
            if missing_s <= 0 and not fallback.is_used:
                opening.complete()
        yield step
    if missing_s > 0 and opening.blocks and not fallback.is_used:
        opening.complete()


def after(steps: Iterator[Step], opening: Opening) -> Iterator[Step]:
    """The same steps without the audio that the opening has."""
    known = sum(len(block.samples) for block in opening.blocks)
    for step in steps:
        block = step.block
        if block is None:
            yield step
            continue
        if known >= len(block.samples):
            known -= len(block.samples)
            yield Step(None, step.is_last)
            continue
        known_s = known / block.sample_rate_hz
        cues = tuple(cue.later(-known_s) for cue in block.cues if cue.start_s >= known_s)
        yield Step(AudioBlock(block.samples[known:], block.sample_rate_hz, cues=cues), step.is_last)
        known = 0
