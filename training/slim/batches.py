"""Utterances of similar length -> batches, by chance and evenly."""

from __future__ import annotations

import numpy as np


class Buckets:
    """Utterances of similar length together; every one is heard before one is heard again."""

    def __init__(self, counts: np.ndarray, sizes: str, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self._buckets: list[tuple[int, int, np.ndarray]] = []
        low = 0
        for item in sizes.split(","):
            longest, number = map(int, item.split("x"))
            members = np.flatnonzero((counts > low) & (counts <= longest))
            low = longest
            if len(members):
                self._buckets.append((longest, number, members))
        seconds = np.array([counts[members].sum() / number / longest for longest, number, members in self._buckets])
        self._share = seconds / seconds.sum()
        self._queues: list[list[int]] = [[] for _ in self._buckets]

    def next(self) -> tuple[np.ndarray, int]:
        kind = int(self.chance.choice(len(self._buckets), p=self._share))
        longest, number, members = self._buckets[kind]
        queue = self._queues[kind]
        while len(queue) < number:
            queue.extend(self.chance.permutation(members).tolist())
        chosen = np.array(queue[:number])
        del queue[:number]
        return chosen, longest
