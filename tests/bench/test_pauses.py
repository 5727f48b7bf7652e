"""Pauses are measured where speech is quiet, compared with its own level."""

from __future__ import annotations

import numpy as np
import pytest

from koe.bench.pause_texts import TEXTS, VOICES
from koe.bench.pauses import MeasuredPause, PausesReport, marks_inside, pause_ms, speech_level_db
from koe.languages import LANGUAGES
from koe.model.clause_pauses import RANGES
from koe.model.prosody import Prosody
from koe.text import vocab
from koe.types import Samples

RATE_HZ = 24_000
FRAMES = np.array([10, 20, 4, 20, 10])
NOTHING = np.zeros((1, 0), dtype=np.float32)
PROSODY = Prosody(np.array([0, 50, 3, 50, 0]), FRAMES, NOTHING[None], NOTHING, NOTHING, NOTHING)


def speech(quiet_ms: float, breath_db: float = -90.0, gain: float = 0.3) -> Samples:
    """A tone for each frame, with a breath in place of it around the middle of the mark."""
    time_s = np.arange(600 * FRAMES.sum()) / RATE_HZ
    samples = gain * np.sin(2 * np.pi * 220 * time_s)
    middle, half = 600 * 32, round(quiet_ms * RATE_HZ / 2000)
    samples[middle - half : middle + half] *= 10 ** (breath_db / 20)
    return np.asarray(samples, dtype=np.float32)


@pytest.mark.parametrize("gain", [0.05, 0.3, 0.9])
@pytest.mark.parametrize("breath_db", [-90.0, -40.0])
@pytest.mark.parametrize("quiet_ms", [0, 60, 100, 300])
def test_a_pause_is_the_time_that_is_quiet_at_its_mark(quiet_ms: int, breath_db: float, gain: float) -> None:
    samples = speech(quiet_ms, breath_db, gain)
    quiet_db = speech_level_db(samples, RATE_HZ) - 35
    # A window of 10 ms that still has a little of the speech in it is not quiet.
    assert pause_ms(PROSODY, samples, (1, 2), quiet_db, RATE_HZ) == pytest.approx(max(quiet_ms - 10, 0), abs=5)


def test_a_soft_sound_is_no_pause() -> None:
    samples = speech(100, breath_db=-30)
    assert pause_ms(PROSODY, samples, (1, 2), speech_level_db(samples, RATE_HZ) - 35, RATE_HZ) == 0


def test_silence_elsewhere_is_not_the_pause_of_a_mark() -> None:
    samples = np.roll(speech(100), 600 * 12)
    assert pause_ms(PROSODY, samples, (1, 2), speech_level_db(samples, RATE_HZ) - 35, RATE_HZ) == 0


def test_marks_are_those_between_two_sounds() -> None:
    tokens = [0, *vocab.encode("(hˈaɪ, “jˈuː”): ɡˈoʊ — nˈaʊ.”"), 0]
    spoken = vocab.known("(hˈaɪ, “jˈuː”): ɡˈoʊ — nˈaʊ.”")
    found = [(spoken[first:stop], mark) for first, stop, mark in marks_inside(tokens)]
    assert found == [(", “", ","), ("”): ", ":"), (" — ", "—")]


def test_rows_have_the_shares_before_and_after() -> None:
    def pause(mark: str, model_ms: float, set_ms: float) -> MeasuredPause:
        return MeasuredPause(
            mark, "af_heart", "en-us", model_ms, set_ms, RANGES[mark].shortest_ms, RANGES[mark].longest_ms
        )

    pauses = (pause(",", 0, 80), pause(",", 110, 110), pause(":", 300, 150))
    comma, colon, both = PausesReport(pauses, (), ()).rows()
    assert (comma.mark, comma.count, comma.mean_ms) == (",", 2, (55, 95))
    assert (comma.share, comma.share_near) == ((0, 0.5), (0.5, 1))
    assert (colon.mark, colon.share) == (":", (0, 1))
    assert (both.mark, both.count) == ("all", 3)
    assert both.share == pytest.approx((0, 2 / 3))


def test_every_language_is_measured() -> None:
    assert set(VOICES) == set(TEXTS) == set(LANGUAGES)
