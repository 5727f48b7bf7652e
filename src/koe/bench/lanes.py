"""Windows of one utterance -> how soon they are decoded: one after the other, or two beside each other.

Two beside each other have half the threads each: would a second lane for the same stream be worth it? The first window
is decoded alone in both ways, by all threads: its listener waits for nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from koe.model.prosody import Prosody
from koe.model.stages import Stages
from koe.model.statistics import Norms
from koe.model.vocoder import OVERLAP_SAMPLES, WindowDecoder
from koe.types import Samples

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Decoded:
    """`ready_s`: when each window was ready, in order, so that it could be played."""

    ready_s: tuple[float, ...]
    samples: Samples


class LaneTrial:
    """`whole` has sessions on all threads, `halves` two of half the threads each."""

    def __init__(
        self,
        whole: WindowDecoder,
        halves: tuple[WindowDecoder, WindowDecoder],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._whole, self._halves, self._clock = whole, halves, clock

    @classmethod
    def of(cls, stages: Sequence[Stages], prosody: Prosody, trunk: Samples, norms: Norms) -> LaneTrial:
        """The stages on all threads, and twice on half of them."""
        whole, first, second = (WindowDecoder(one, prosody, trunk, norms) for one in stages)
        return cls(whole, (first, second))

    def one_lane(self, spans: Sequence[Span]) -> Decoded:
        began_s = self._clock()
        return _in_order([self._window(self._whole, span, began_s) for span in spans])

    def two_lanes(self, spans: Sequence[Span]) -> Decoded:
        """From the second window on, two at a time; each lane takes every second one."""
        began_s = self._clock()
        found = [self._window(self._whole, spans[0], began_s)]
        with ThreadPoolExecutor(1) as other:
            futures = [other.submit(self._window, self._halves[1], span, began_s) for span in spans[2::2]]
            own = [self._window(self._halves[0], span, began_s) for span in spans[1::2]]
            others = [future.result() for future in futures]
        for place in range(len(spans) - 1):
            found.append((others if place % 2 else own)[place // 2])
        return _in_order(found)

    def _window(self, decoder: WindowDecoder, span: Span, began_s: float) -> tuple[float, Samples]:
        samples = decoder.window(*span, OVERLAP_SAMPLES)
        return self._clock() - began_s, samples


def _in_order(found: Sequence[tuple[float, Samples]]) -> Decoded:
    """A window can be played when all before it are there."""
    ready_s = np.maximum.accumulate([at_s for at_s, _ in found])
    return Decoded(tuple(map(float, ready_s)), np.concatenate([samples for _, samples in found]))
