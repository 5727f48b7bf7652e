"""DNSMOS windows and ratings follow the published definition."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from koe.bench.mos import Dnsmos
from koe.model.backends import Array
from koe.types import Samples

RATE_HZ = 16_000
WINDOW = 144_160


class RecordedNetwork:
    """Rates every window the same, and keeps it."""

    metadata: Mapping[str, str] = {}

    def __init__(self) -> None:
        self.windows: list[Samples] = []

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        (window,) = inputs["input_1"]
        self.windows.append(window)
        return {"Identity:0": np.array([[3.0, 3.5, 4.0]], dtype=np.float32)}


def ramp(seconds: float) -> Samples:
    count = round(seconds * RATE_HZ)
    return np.linspace(-0.5, 0.5, count, dtype=np.float32)


@pytest.mark.parametrize(
    ("seconds", "windows"), [(1.0, 7), (4.0, 7), (4.6, 1), (9.01, 1), (9.5, 1), (11.2, 2), (12.0, 3), (20.5, 11)]
)
def test_windows_are_one_second_apart_and_short_clips_are_doubled(seconds: float, windows: int) -> None:
    network, clip = RecordedNetwork(), ramp(seconds)
    Dnsmos(network).rate(clip, RATE_HZ)
    assert len(network.windows) == windows
    assert {window.shape for window in network.windows} == {(WINDOW,)}
    repeated = np.tile(clip, 16)
    for number, window in enumerate(network.windows):
        assert np.allclose(window, repeated[number * RATE_HZ :][:WINDOW], atol=1e-3)


def test_raw_ratings_are_mapped_by_the_polynomials() -> None:
    rating = Dnsmos(RecordedNetwork()).rate(ramp(9.5), RATE_HZ)
    assert rating is not None
    assert rating.signal == pytest.approx(-0.08397278 * 9 + 1.22083953 * 3 + 0.0052439)
    assert rating.background == pytest.approx(-0.13166888 * 3.5**2 + 1.60915514 * 3.5 - 0.39604546)
    assert rating.overall == pytest.approx(-0.06766283 * 16 + 1.11546468 * 4 + 0.04602535)


def test_nothing_has_no_rating() -> None:
    assert Dnsmos(RecordedNetwork()).rate(np.zeros(0, dtype=np.float32), RATE_HZ) is None
