"""Long clips are processed in pieces: the result is that of the whole, in little memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from koe.audio.dither import Dither
from koe.audio.limiter import Limiter, limited
from koe.audio.piecewise import PIECE_SAMPLES, piecewise
from koe.types import Samples

RATE = 24_000


def loud(seconds: float) -> Samples:
    return np.random.default_rng(1).normal(0, 0.5, round(seconds * RATE)).astype(np.float32)


FILTERS: dict[str, Callable[[Samples], Any]] = {
    "limiter": lambda samples: limited(samples, RATE),
    "dither": lambda samples: Dither(7, shaping=True).to_int16(samples),
    "plain dither": lambda samples: Dither(7, shaping=False).to_int16(samples),
}


@pytest.mark.parametrize("length", [0, 1, PIECE_SAMPLES, PIECE_SAMPLES + 1, 3 * PIECE_SAMPLES])
def test_all_samples_go_through_once(length: int) -> None:
    seen: list[int] = []

    def double(samples: Samples) -> Samples:
        seen.append(len(samples))
        return samples * np.float32(2)

    samples = np.arange(length, dtype=np.float32)
    assert np.array_equal(piecewise(double, samples), samples * 2)
    assert sum(seen) == length
    assert max(seen) <= PIECE_SAMPLES


@pytest.mark.parametrize("name", FILTERS)
def test_result_is_that_of_the_whole(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    samples = loud(7.0)
    in_pieces = FILTERS[name](samples)
    monkeypatch.setattr("koe.audio.piecewise.PIECE_SAMPLES", len(samples) + 1)
    assert np.array_equal(in_pieces, FILTERS[name](samples))


@pytest.mark.parametrize("name", FILTERS)
def test_memory_is_little_more_than_the_result(name: str) -> None:
    samples = loud(120.0)
    tracemalloc.start()
    try:
        result = FILTERS[name](samples)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # The pieces, and the whole that they are joined to.
    assert peak < 3 * result.nbytes


def test_limiter_starts_anew_after_a_long_clip() -> None:
    limiter, samples = Limiter(RATE), loud(4.0)
    first = np.concatenate([limiter.process(samples), limiter.flush()])
    assert np.array_equal(first, np.concatenate([limiter.process(samples), limiter.flush()]))
