"""Filler: silence in place of late speech, with edges that do not click."""

from __future__ import annotations

import numpy as np
import pytest

from koe.audio.gap import EDGE_S, GapFiller

RATE = 24_000
EDGE = round(EDGE_S * RATE)
LOUD = np.full(600, 20_000, dtype=np.int16)


def test_filler_falls_from_the_last_sample_to_silence() -> None:
    gap = GapFiller(RATE)
    gap.edge_before(LOUD)
    quiet = gap.filler(480)
    assert len(quiet) == 480
    assert quiet[0] == pytest.approx(20_000, rel=0.01)
    assert not quiet[EDGE:].any()
    assert np.abs(np.diff(quiet.astype(int), prepend=20_000)).max() < 400
    assert not gap.filler(480).any()  # the next one is silent from its beginning


def test_edge_leads_from_silence_to_the_first_sample_of_the_speech() -> None:
    gap = GapFiller(RATE)
    gap.edge_before(LOUD)
    gap.filler(480)
    edge = gap.edge_before(LOUD)
    assert len(edge) == EDGE
    assert np.abs(np.diff(edge.astype(int), prepend=0, append=20_000)).max() < 400
    assert not len(gap.edge_before(LOUD))


def test_edge_waits_for_speech() -> None:
    gap = GapFiller(RATE)
    gap.filler(480)
    assert not len(gap.edge_before(LOUD[:0]))
    assert len(gap.edge_before(LOUD)) == EDGE


def test_filler_shorter_than_an_edge_is_possible() -> None:
    gap = GapFiller(RATE)
    gap.edge_before(LOUD)
    assert len(gap.filler(10)) == 10
