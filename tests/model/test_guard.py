"""Output of the model that is not speech is refused."""

from __future__ import annotations

import numpy as np
import pytest

from koe.errors import BadOutput
from koe.model.guard import check_durations, check_finite, check_speech
from koe.types import Samples


def speech(rms: float = 0.08) -> Samples:
    noise = np.random.default_rng(1).normal(size=24_000)
    return (noise * rms).astype(np.float32)


@pytest.mark.parametrize("rms", [1e-4, 0.02, 0.15, 0.5])
def test_speech_passes(rms: float) -> None:
    check_speech(speech(rms))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_one_sample_that_is_not_finite_is_refused(bad: float) -> None:
    samples = speech()
    samples[12_345] = bad
    with pytest.raises(BadOutput, match="not finite"):
        check_speech(samples)


@pytest.mark.parametrize(
    ("samples", "reason"),
    [
        (np.zeros(0, dtype=np.float32), "no samples"),
        (np.zeros(600, dtype=np.float32), "constant"),
        (np.full(600, 0.1, dtype=np.float32), "constant"),
        (speech(5.0), "RMS"),
        (speech(1e-8), "RMS"),
    ],
)
def test_samples_that_are_not_speech_are_refused(samples: Samples, reason: str) -> None:
    with pytest.raises(BadOutput, match=reason):
        check_speech(samples)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_values_between_stages_must_be_finite(value: float) -> None:
    fine = np.zeros((1, 4), dtype=np.float32)
    check_finite("trunk", fine, fine)
    with pytest.raises(BadOutput, match="The trunk stage returned values that are not finite") as bad:
        check_finite("trunk", fine, np.array([[0, value]], dtype=np.float32))
    assert bad.value.cause == "not_finite"


def test_a_token_cannot_last_for_ever() -> None:
    check_durations(np.array([0.1, 50.0], dtype=np.float32))
    with pytest.raises(BadOutput, match="more than 51 frames") as bad:
        check_durations(np.array([2.0, 1e9], dtype=np.float32))
    assert bad.value.cause == "too_long"
