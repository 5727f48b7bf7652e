"""Streamed speech and the whole decoding -> how many of the seams between windows could be heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from koe.bench.similarity import jumps_at, seams_above_usual
from koe.constants import MODEL_FRAME_MS
from koe.types import Samples


@dataclass(frozen=True, slots=True)
class Seams:
    """`jumps`: seams at which streaming jumps away from the whole; `jumps_elsewhere`: the same one frame earlier.
    `above`: seams with an unusual step; `above_in_whole`: the same positions of the whole decoding."""

    count: int
    jumps: int
    jumps_elsewhere: int
    above: int
    above_in_whole: int

    @classmethod
    def between(cls, streamed: Samples, seams: Sequence[int], whole: Samples, sample_rate_hz: int) -> Seams:
        """`whole` is the section of the whole decoding that was streamed."""
        elsewhere = [seam - sample_rate_hz * MODEL_FRAME_MS // 1000 for seam in seams]
        return cls(
            len(seams),
            jumps_at(seams, whole, streamed, sample_rate_hz),
            jumps_at([place for place in elsewhere if place > 0], whole, streamed, sample_rate_hz),
            seams_above_usual(streamed, seams, sample_rate_hz),
            seams_above_usual(whole, seams, sample_rate_hz),
        )

    @classmethod
    def total(cls, seams: Sequence[Seams]) -> Seams:
        return cls(*(sum(column) for column in zip(*map(astuple, seams), strict=True))) if seams else cls(0, 0, 0, 0, 0)
