"""The sizes of a stream's windows: short ones first, because the listener waits for them."""

from __future__ import annotations

from collections.abc import Sequence

from koe.model.vocoder import LARGEST_WINDOW, LIVE_WINDOWS

# Seconds of work for one model frame -> sizes with which each window is ready before the last one has been played, and
# which are as short as that allows. Few and fixed, so that equal requests give equal samples.
_LIVE_SIZES = (
    (0.0085, LIVE_WINDOWS),
    (0.0130, (12, 10, 14, 20, LARGEST_WINDOW)),
)
_SLOW_MACHINE_SIZES = (24, 20, LARGEST_WINDOW)


def live_sizes(frame_s: float) -> tuple[int, ...]:
    """Window sizes for live streams on a machine that needs `frame_s` for a model frame."""
    return next((sizes for limit_s, sizes in _LIVE_SIZES if frame_s <= limit_s), _SLOW_MACHINE_SIZES)


class Pace:
    """The window sizes of one stream, in model frames. They grow along `sizes` over the whole stream."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = tuple(sizes)
        self._taken = 0

    def next_size(self) -> int:
        size = self.sizes[min(self._taken, len(self.sizes) - 1)]
        self._taken += 1
        return size
