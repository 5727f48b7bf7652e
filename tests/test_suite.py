"""The suite itself: no default of a library makes a test depend on how fast the machine is."""

from __future__ import annotations

import time

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from limits import HANG_S


def test_hypothesis_profile_measures_no_time_and_repeats_its_examples() -> None:
    profile = settings.default
    assert profile is not None
    assert profile.deadline is None
    assert HealthCheck.too_slow in profile.suppress_health_check
    assert profile.derandomize
    assert profile.database is None


@given(st.just(0.3))
def test_slow_example_passes(longer_than_the_default_deadline_s: float) -> None:
    time.sleep(longer_than_the_default_deadline_s)


def test_settings_of_one_test_keep_the_rest_of_the_profile() -> None:
    assert settings(max_examples=7).deadline is None


def test_httpx_waits_until_something_hangs() -> None:
    assert httpx.Client().timeout == httpx.Timeout(HANG_S)
