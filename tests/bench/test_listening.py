"""Lateness of hand-written arrival times; a sample rate of 10 Hz keeps the arithmetic simple."""

from __future__ import annotations

import pytest

from koe.bench.listening import Arrival, Playthrough, Punctuality

RATE_HZ = 10


def test_early_arrival_is_early_by_the_unheard_audio() -> None:
    """The sound begins half a second into the first second of audio, which arrives after 2 s."""
    arrivals = [Arrival(2.0, 10), Arrival(2.2, 10), Arrival(3.0, 10)]
    playthrough = Playthrough.of(arrivals, first_audible_sample=5, sample_rate_hz=RATE_HZ)
    assert playthrough.lateness_s == pytest.approx([2.2 - 2.5, 3.0 - 3.5])
    assert playthrough.audio_s == 2.5
    assert playthrough.rtf == 3.0 / 2.5


def test_leading_silence_does_not_start_the_listener() -> None:
    arrivals = [Arrival(0.1, 5), Arrival(1.0, 10), Arrival(1.5, 10)]
    playthrough = Playthrough.of(arrivals, first_audible_sample=5, sample_rate_hz=RATE_HZ)
    assert playthrough.lateness_s == pytest.approx([1.5 - 2.0])


def test_after_an_underrun_the_rest_is_needed_later() -> None:
    arrivals = [Arrival(0.0, 10), Arrival(1.5, 10), Arrival(2.5, 10), Arrival(4.0, 10)]
    playthrough = Playthrough.of(arrivals, first_audible_sample=0, sample_rate_hz=RATE_HZ)
    assert playthrough.lateness_s == pytest.approx([0.5, 0.0, 0.5])
    punctuality = Punctuality.of([playthrough])
    assert punctuality.underruns == 2
    assert punctuality.underrun_ms == pytest.approx(1000)
    assert punctuality.worst_ms == pytest.approx(500)


def test_playthroughs_of_a_text_are_combined() -> None:
    steady = Playthrough(elapsed_s=1, audio_s=2, lateness_s=(-0.3, -0.3))
    uneven = Playthrough(elapsed_s=1, audio_s=2, lateness_s=(-0.1, 0.1))
    punctuality = Punctuality.of([steady, uneven])
    assert (punctuality.playthroughs, punctuality.arrivals, punctuality.underruns) == (2, 4, 1)
    assert punctuality.underrun_ms == pytest.approx(100)
    assert punctuality.deviation_ms == pytest.approx(1000 * (0.11 / 4) ** 0.5)
    assert punctuality.p95_ms == pytest.approx(70)  # 0.85 of the way from the third to the fourth of four


def test_single_arrival_is_never_late() -> None:
    playthrough = Playthrough.of([Arrival(1.0, 10)], first_audible_sample=3, sample_rate_hz=RATE_HZ)
    punctuality = Punctuality.of([playthrough])
    assert (punctuality.arrivals, punctuality.underruns, punctuality.worst_ms) == (0, 0, 0.0)
