"""A dialogue in plain text: each speaker has a voice and a rate of their own, and no tag is read aloud."""

from __future__ import annotations

import pytest

from hearing import RATE_HZ, audible_s, median_pitch_hz, spoken
from koe.bench.words import Whisper, word_errors
from koe.engine.engine import Engine

HE = "The train to the old city leaves in the morning."
SHE = "Then we should pack our bags and sleep."


def test_speakers_have_their_own_voices_and_only_their_words_are_heard(real_engine: Engine, whisper: Whisper) -> None:
    samples = spoken(real_engine, f"[voice:am_michael] {HE} [pause:2s] [voice:bf_emma][rate:0.9] {SHE}")
    middle = len(samples) // 2
    quiet = next(place for place in range(middle, 0, -1) if not samples[place : place + RATE_HZ].any())
    he, she = samples[:quiet], samples[quiet:]
    assert median_pitch_hz(she) > 1.3 * median_pitch_hz(he)
    alone = spoken(real_engine, SHE, "bf_emma")
    assert audible_s(alone) / audible_s(she) == pytest.approx(0.9, rel=0.05)
    assert word_errors(f"{HE} {SHE}", whisper.transcribe(samples, RATE_HZ)).errors == 0
