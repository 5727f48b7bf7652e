"""How large the next window of a stream may be."""

from __future__ import annotations

from collections.abc import Sequence


class Pace:
    """Grows along `sizes`, frames of 25 ms, over the whole stream: only its first words are waited for. The scheduler
    sets `limit` before every step; while nobody else is there, it sets none, and the same request gives the same
    samples."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = sizes
        self._taken = 0
        self.limit: int | None = None
        self.is_finishing = False  # set by the pipeline when nothing but the end is left to do

    @property
    def largest(self) -> int:
        return max(self._sizes)

    def next_size(self) -> int:
        size = self._sizes[min(self._taken, len(self._sizes) - 1)]
        self._taken += 1
        return size if self.limit is None else max(self._sizes[0], min(size, self.limit))
