"""How large the next window of a stream may be."""

from __future__ import annotations

from collections.abc import Sequence

from koe.model.vocoder import LIVE_WINDOWS

# What a frame of a window takes -> sizes with which each window is ready before the one before it has been heard, and
# which are as short as that allows. Few and fixed, so that the same request gives the same samples.
_LIVE_SIZES = (
    (0.0085, LIVE_WINDOWS),
    (0.0130, (12, 10, 14, 20, 32, 40)),
)
_LIVE_SIZES_OF_A_SLOW_MACHINE = (24, 20, 40)


def live_sizes(frame_s: float) -> tuple[int, ...]:
    return next((sizes for limit_s, sizes in _LIVE_SIZES if frame_s <= limit_s), _LIVE_SIZES_OF_A_SLOW_MACHINE)


class Pace:
    """Grows along `sizes`, frames of 25 ms, over the whole stream: only its first words are waited for. The scheduler
    sets `limit` before every step; while nobody else is there, it sets none, and the same request gives the same
    samples."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = tuple(sizes)
        self._taken = 0
        self.limit: int | None = None
        self.is_finishing = False  # set by the pipeline when nothing but the end is left to do

    def next_size(self) -> int:
        size = self.sizes[min(self._taken, len(self.sizes) - 1)]
        self._taken += 1
        return size if self.limit is None else min(size, max(self.sizes[0], self.limit))
