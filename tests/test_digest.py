"""Digest: quantiles within one per cent, in bounded memory."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.digest import LARGEST, MAX_BUCKETS, SMALLEST, Digest


def digest_of(values: list[float]) -> Digest:
    digest = Digest()
    for value in values:
        digest.add(value)
    return digest


@given(st.lists(st.floats(1e-4, 1e3), min_size=1, max_size=300), st.sampled_from([0.5, 0.95, 0.99, 1.0]))
def test_quantiles_are_within_one_per_cent(values: list[float], share: float) -> None:
    exact = float(np.quantile(values, share, method="inverted_cdf"))
    assert digest_of(values).quantile(share) == pytest.approx(exact, rel=0.0101)


def test_without_values_there_is_no_quantile() -> None:
    assert Digest().quantile(0.5) is None
    assert Digest().count_above(0.0) == 0


def test_memory_is_bounded_however_many_values_come() -> None:
    digest = digest_of([SMALLEST * 1.001**number for number in range(25_000)] + [0.0, LARGEST * 10])
    assert digest.buckets <= MAX_BUCKETS
    assert digest.count == 25_002


def test_merged_digests_count_as_one() -> None:
    low, high = [0.1, 0.2, 0.3], [1.0, 2.0, 9.0]
    merged = Digest.of([digest_of(low), Digest(), digest_of(high)])
    assert merged.quantile(0.5) == digest_of(low + high).quantile(0.5)
    assert (merged.count, merged.largest) == (6, 9.0)
    assert merged.total == pytest.approx(12.6)


def test_count_above_a_limit() -> None:
    assert digest_of([0.1, 0.2, 0.6, 0.7, 0.7]).count_above(0.5) == 3
