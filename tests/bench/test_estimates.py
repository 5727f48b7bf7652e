"""Medians, percentiles and paired ratios with their bootstrap intervals."""

from __future__ import annotations

import numpy as np
import pytest

from koe.bench.estimates import Estimate, Percentiles, median_of, paired_ratio


def test_the_interval_holds_the_median_and_repeats_itself() -> None:
    values = np.random.default_rng(7).normal(10, 1, 40).tolist()
    one = median_of(values)
    assert one.low < one.value == np.median(values) < one.high
    assert one == median_of(values)
    assert 0.2 < one.high - one.low < 1.2


def test_the_interval_covers_the_true_median_in_about_95_of_100_samples() -> None:
    draws = np.random.default_rng(3)
    intervals = [median_of(draws.normal(0, 1, 25).tolist()) for _ in range(100)]
    assert 86 <= sum(one.low <= 0 <= one.high for one in intervals) <= 100


def test_equal_values_have_no_interval() -> None:
    assert median_of([2.0] * 5) == Estimate(2.0, 2.0, 2.0)


def test_percentiles_rise() -> None:
    found = Percentiles.of([float(value) for value in range(1, 101)])
    assert found.p50.value == pytest.approx(50.5)
    assert found.p50.value < found.p95.value < found.p99.value <= 100


def test_a_slow_phase_of_the_machine_cancels_out_of_paired_ratios() -> None:
    theirs = [1.0, 1.0, 5.0, 1.0, 9.0]
    found = paired_ratio([0.5 * one for one in theirs], theirs)
    assert (found.value, found.low, found.high) == (0.5, 0.5, 0.5)


def test_the_ratio_of_two_estimates_has_the_widest_interval() -> None:
    assert Estimate(4.0, 3.0, 5.0).over(Estimate(2.0, 1.0, 2.5)) == Estimate(2.0, 1.2, 5.0)
