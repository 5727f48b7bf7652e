"""Builds against the published graph: `fp32` has its waveform, the slim one sounds like it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from koe.bench.evaluation.clips import choose_clips
from koe.bench.evaluation.comparison import Listeners, Texts
from koe.bench.evaluation.run import Evaluator
from koe.bench.words import Whisper
from koe.build.open_build import BuildOpener
from koe.build.recipes import EXACT
from koe.cli.assemble import ensure_stages, voice_book
from koe.cli.evaluated_build import evaluated_build
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.settings import Settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner

Rows = Mapping[str, Mapping[str, Any]]


def evaluate_one_clip(build: str, number: int, whisper: Whisper, folder: Path) -> tuple[Rows, Rows]:
    """What was measured of the build and of the published graph."""
    settings = Settings()
    voices = voice_book(settings)
    texts = Texts(Planner(Phonemizer(timeout_factor=50)), voices)
    listeners = Listeners(lambda: whisper, lambda: pytest.fail("not asked to rate"))
    cache = ensure_stages(settings, [build, EXACT])
    opener = BuildOpener(cache, OnnxRuntimeBackend(settings.threads))
    one, exact = (evaluated_build(cache, opener, name) for name in (build, EXACT))
    clip = choose_clips(voices.voices, number + 1)[number]
    parts = ("prosody", "similarity", "sound", "words")  # DNSMOS would have to be downloaded
    (measured,) = Evaluator.of(one, exact, texts, listeners, folder).evaluate([clip], parts).clips
    return measured.build, measured.reference


def test_the_build_fp32_keeps_the_waveform_of_the_published_graph(whisper: Whisper, tmp_path: Path) -> None:
    build, reference = evaluate_one_clip("fp32", 0, whisper, tmp_path)
    # The rewritten trunk is -115 dB from the plain one; the norms of a stream are predicted.
    assert build["similarity"]["whole"]["log_spectral_distance_db"] < 0.01
    assert build["similarity"]["streamed"]["log_spectral_distance_db"] < 3
    assert build["similarity"]["streamed"]["pesq"] > 4
    assert build["prosody"]["same_durations"] > 0.9
    assert build["words"]["errors"] <= reference["words"]["errors"] + 1
    assert build["sound"]["lufs"] == pytest.approx(reference["sound"]["lufs"], abs=1.5)
    assert build["sound"]["clicks_s"] == []


def test_the_slim_build_sounds_like_the_published_graph(whisper: Whisper, tmp_path: Path) -> None:
    build, reference = evaluate_one_clip("slim", 1, whisper, tmp_path)
    assert build["similarity"]["whole"]["pesq"] > 4
    assert build["similarity"]["streamed"]["pesq"] > 4
    assert build["similarity"]["whole"]["log_spectral_distance_db"] > 0.5  # it is another generator
    assert build["words"]["errors"] <= reference["words"]["errors"] + 1
    assert build["sound"]["lufs"] == pytest.approx(reference["sound"]["lufs"], abs=1.5)
    assert build["sound"]["clicks_s"] == []
