"""Pauses at the marks inside a sentence are in their ranges, measured in the audio."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from hearing import RATE_HZ
from koe.audio.meters import find_clicks
from koe.bench.pauses import QUIET_DB, levels_db, speech_level_db
from koe.engine.engine import Engine
from koe.types import Samples, SpeechRequest
from koe.wire.captions import CueSheet

CLAUSE, COLON = (60, 100), (120, 180)
# The model runs over the first and third of these marks in most voices, and stops for up to 0.4 s at the others.
SENTENCES = (
    ("Yes, sir, the car is ready; the driver is waiting outside.", (CLAUSE, CLAUSE, CLAUSE)),
    ("There was only one problem: the key did not fit the lock.", (COLON,)),
)
LONG = (
    "The harbour was quiet when the first boats came home, and nobody on the long stone pier said a word about the "
    "storm that had kept them out for two nights, or about the one that was still missing."
)
TOLERANCE_MS = 20


def pauses_at_marks(text: str, sheet: CueSheet, samples: Samples) -> Iterator[float]:
    """The quiet time between the words around each mark."""
    is_quiet = levels_db(samples, RATE_HZ) < speech_level_db(samples, RATE_HZ) - QUIET_DB
    edges = np.flatnonzero(np.diff(np.pad(is_quiet, 1))) * 2.5
    stretches = list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
    for before, after in zip(sheet.words, sheet.words[1:], strict=False):
        if set(text[before.start : after.start]) & set(",;:"):
            start_ms, end_ms = 1000 * before.end_s - 60, 1000 * after.start_s + 60
            yield max((b - a for a, b in stretches if b > start_ms and a < end_ms), default=0.0)


def measured(engine: Engine, request: SpeechRequest) -> list[float]:
    sheet, parts = CueSheet(), []
    for block in engine.stream(engine.prepare(request)):
        sheet.add(block)
        parts.append(block.samples)
    samples = np.concatenate(parts)
    assert find_clicks(samples, RATE_HZ) == []
    return list(pauses_at_marks(request.text, sheet, samples))


def assert_in_ranges(found_ms: list[float], ranges: tuple[tuple[int, int], ...]) -> None:
    assert len(found_ms) == len(ranges)
    for pause_ms, (shortest_ms, longest_ms) in zip(found_ms, ranges, strict=True):
        assert shortest_ms - TOLERANCE_MS <= pause_ms <= longest_ms + TOLERANCE_MS


@pytest.mark.parametrize("voice", ["af_heart", "bm_george", "am_fenrir"])
@pytest.mark.parametrize(("text", "ranges"), SENTENCES)
def test_pauses_at_marks_are_in_their_ranges(
    real_engine: Engine, text: str, ranges: tuple[tuple[int, int], ...], voice: str
) -> None:
    assert_in_ranges(measured(real_engine, SpeechRequest(text, voice, live=False)), ranges)


@pytest.mark.parametrize("voice", ["af_heart", "bf_emma"])
def test_so_is_the_pause_where_the_pass_of_the_first_clause_ends(real_engine: Engine, voice: str) -> None:
    assert_in_ranges(measured(real_engine, SpeechRequest(LONG, voice)), (CLAUSE, CLAUSE))


def test_pauses_are_longer_in_slow_speech(real_engine: Engine) -> None:
    text, _ = SENTENCES[1]
    assert_in_ranges(measured(real_engine, SpeechRequest(text, speed=0.7, live=False)), ((171, 257),))
