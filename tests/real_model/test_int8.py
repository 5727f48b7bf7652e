"""The build in eight bits: near the slim one stage by stage, small, and heard word for word."""

from __future__ import annotations

import numpy as np
import pytest

from koe.build.calibrate import read_corpus
from koe.build.eight_bits import cpu_multiplies_exactly
from koe.build.recipes import BUILDS
from koe.cli.assemble import open_build, stage_cache, voice_book
from koe.model.prosody import Prosody, ProsodyPredictor
from koe.model.vocoder import run_trunk
from koe.settings import Settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner, Sentence
from windows import snr_db, usual_snr_db, window_of

pytestmark = pytest.mark.skipif(not cpu_multiplies_exactly(), reason="this CPU overflows in eight-bit products")

VOICES = ("af_heart", "bm_lewis", "if_sara")
LEAST_SNR_OF_TRUNK_DB = 30  # measured: 32 to 36
LEAST_USUAL_SNR_DB = 18  # of blocks of 50 ms; measured: 22 to 31 in ten windows of five voices
# Of the window as a whole, measured: 19 to 25. In bm_lewis, 10.8: at the onset of one sound 50 ms are 5 dB away, which
# the trunk in eight bits alone does (11.4).
LEAST_SNR_OF_WINDOW_DB = {"af_heart": 14, "bm_lewis": 10, "if_sara": 14}
LARGEST_CENTS = 15  # of pitch, measured: 3 to 8
LEAST_SAME_DURATIONS = 0.9  # measured: 0.975 of 2,800 tokens
MOST_BYTES = 120_000_000


def prosody_of(settings: Settings, build: str, voice: str, line: int = 3) -> Prosody:
    (span,) = Planner(Phonemizer(timeout_factor=50)).spans(Sentence.of(read_corpus("heldout", "en-us")[line], "en-us"))
    style = voice_book(settings).style(voice, len(span.tokens))
    return ProsodyPredictor(open_build(settings, build).stages).predict(span.tokens, style, 1.0)


@pytest.fixture(scope="module")
def settings() -> Settings:
    return Settings()


@pytest.mark.parametrize("voice", VOICES)
def test_stages_are_near_those_of_single_precision(settings: Settings, voice: str) -> None:
    exact, quick = (prosody_of(settings, build, voice) for build in ("exact", "int8"))
    assert (exact.frames_per_token == quick.frames_per_token).mean() > LEAST_SAME_DURATIONS
    stages = open_build(settings, "int8").stages
    text = open_build(settings, "exact").stages["text"].run({"tokens": exact.tokens[None], "style": exact.style})
    aligned = np.repeat(text["features"], exact.frames_per_token, axis=2)
    pitch_hz = stages["pitch"].run({"aligned_features": aligned, "style": exact.style})["pitch_hz"]
    voiced = (pitch_hz > 50) & (exact.pitch_hz > 50)
    cents = 1200 * np.log2(pitch_hz[voiced] / exact.pitch_hz[voiced])
    assert 0 < np.sqrt(np.mean(np.square(cents))) < LARGEST_CENTS
    trunks = [run_trunk(open_build(settings, build).stages, exact) for build in ("exact", "int8")]
    assert LEAST_SNR_OF_TRUNK_DB < snr_db(*trunks) < 60


@pytest.mark.parametrize("voice", VOICES)
def test_a_window_is_near_that_of_the_slim_build(settings: Settings, voice: str) -> None:
    prosody, single = window_of(settings, "slim", None, voice)
    _, eight = window_of(settings, "int8", prosody, voice)
    assert LEAST_USUAL_SNR_DB < usual_snr_db(single, eight) < 60
    assert LEAST_SNR_OF_WINDOW_DB[voice] < snr_db(single, eight) < 60


def test_the_files_that_speak_are_small(settings: Settings) -> None:
    """`generator_whole` is read by a fallback only."""
    files = stage_cache(settings).files(BUILDS["int8"])
    assert sum(path.stat().st_size for stage, path in files.items() if stage != "generator_whole") < MOST_BYTES
