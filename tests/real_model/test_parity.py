"""The five stages give the samples of the whole graph."""

from __future__ import annotations

import numpy as np
import pytest

from koe.bench.overhead import BareModel
from koe.cli.assemble import MODEL, asset_store, ensure_stages, voice_book
from koe.model.backends import Session
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.prosody import ProsodyPredictor
from koe.model.stages import Stages, open_stages
from koe.model.vocoder import Vocoder
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner

SENTENCES = [
    ("af_heart", 1.0, "The quick brown fox jumps over the lazy dog."),
    ("bm_george", 1.3, "Is it raining? No, not yet."),
    ("ef_dora", 0.7, "Yes."),
]


@pytest.fixture(scope="module")
def stages() -> Stages:
    return open_stages(OnnxRuntimeBackend(), ensure_stages(Settings()).folder)


@pytest.fixture(scope="module")
def whole() -> Session:
    return OnnxRuntimeBackend().open(asset_store(Settings()).path(MODEL))


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(Phonemizer())


@pytest.mark.parametrize(("voice", "speed", "text"), SENTENCES)
def test_staged_and_whole_samples_are_identical(
    stages: Stages, whole: Session, planner: Planner, voice: str, speed: float, text: str
) -> None:
    voices: VoiceBook = voice_book(Settings())
    (span,) = planner.spans(text, "en-us")
    style = voices.style(voice, len(span.tokens))
    (block,) = Vocoder(stages).decode(ProsodyPredictor(stages).predict(span.tokens, style, speed))
    expected = BareModel(whole, voices).speak(span, voice, speed)
    assert block.samples.shape == expected.shape
    assert np.array_equal(block.samples, expected)
