"""Speech joined from windows, clauses and sentences has no clicks, and has the pauses of prose."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from hearing import RATE_HZ, pauses_ms, spoken
from koe.audio.meters import find_clicks
from koe.engine.engine import Engine
from koe.types import Samples, SpeechRequest

PROSE = (
    "The harbour was quiet when the first boats came home, and nobody on the long stone pier said a word about the "
    "storm that had kept them out for two nights, or about the one that was still missing. Then a bell rang twice. "
    "Everybody looked up! Was it she? It was."
)
# Clicks away from seams: the burst of a t, which `int8` makes sharper than `slim`, `fp32` and `exact` do.
BURSTS = {"af_heart": 1}
LISTED = "Shopping list\n\nWe need these three things.\nEggs\nMilk\nBread\n\nThat is all we need."


@pytest.fixture(scope="module")
def streamed(real_engine: Engine) -> Callable[[str], tuple[Samples, list[int]]]:
    """Speaks PROSE as a live stream, once for each voice; gives the samples and where blocks meet."""

    @cache
    def stream(voice: str) -> tuple[Samples, list[int]]:
        blocks = [block.samples for block in real_engine.stream(real_engine.prepare(SpeechRequest(PROSE, voice)))]
        return np.concatenate(blocks), [int(place) for place in np.cumsum([len(block) for block in blocks])[:-1]]

    return stream


def is_at_seam(place: int, seams: list[int]) -> bool:
    """Neighbours are cross-faded over 10 ms."""
    return min(abs(place - seam) for seam in seams) <= RATE_HZ // 100


@pytest.mark.parametrize("voice", ["af_heart", "am_michael", "bf_emma", "ef_dora", "if_sara", "pm_alex"])
def test_no_seam_clicks(streamed: Callable[[str], tuple[Samples, list[int]]], voice: str) -> None:
    samples, seams = streamed(voice)
    assert len(seams) > 10
    clicks = find_clicks(samples, RATE_HZ)
    assert [place for place in clicks if is_at_seam(place, seams)] == []
    assert len(clicks) <= BURSTS.get(voice, 0)
    # A step at a seam is no larger than the steps that speech makes around it.
    steps = np.abs(np.diff(samples))
    for seam in seams:
        around = steps[max(0, seam - RATE_HZ // 4) : seam + RATE_HZ // 4]
        assert steps[seam - 1] <= np.quantile(around, 0.999) + 1e-4


def test_a_click_at_a_seam_would_be_found(streamed: Callable[[str], tuple[Samples, list[int]]]) -> None:
    samples, seams = streamed("af_heart")
    samples = samples.copy()
    # As large as the steps that speech makes, where it makes none: not in the middle of an s.
    steps = np.abs(np.diff(samples))
    level = [float(steps[seam - 240 : seam + 240].max()) for seam in seams]
    seam = seams[int(np.argmin(level))]
    before = set(find_clicks(samples, RATE_HZ))
    samples[seam] += 1.2 * np.quantile(steps[max(0, seam - RATE_HZ // 2) : seam + RATE_HZ // 2], 0.999)
    found = set(find_clicks(samples, RATE_HZ)) - before
    assert [abs(place - seam) <= 24 for place in found] == [True]
    assert all(is_at_seam(place, seams) for place in found)


def test_sentences_lines_and_paragraphs_are_set_off_as_in_reading(real_engine: Engine) -> None:
    sentences = pauses_ms(spoken(real_engine, "We went home. Then we slept. Nobody called."), longer_than_ms=110)
    assert len(sentences) == 2
    assert all(110 <= pause <= 190 for pause in sentences)
    # Measured where speech falls silent: a breath or the voice before a b reaches into the pause by some 50 ms.
    pauses = pauses_ms(spoken(real_engine, LISTED), longer_than_ms=200)
    assert pauses == [pytest.approx(ms, abs=60) for ms in (500, 280, 280, 280, 500)]
