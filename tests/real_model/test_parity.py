"""The stages give the samples of the published graph; windows give those of the whole span."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import numpy as np
import pytest

from koe.audio.finish import SpanFinisher
from koe.bench.overhead import BareModel
from koe.build.calibrate import read_corpus
from koe.build.recipes import EXACT
from koe.cli.assemble import MODEL, asset_store, open_build, voice_book
from koe.model.backends import Session
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.prosody import Prosody, ProsodyPredictor
from koe.model.stages import Stages
from koe.model.statistics import NormPredictor, Norms, StatisticsTable
from koe.model.vocoder import Vocoder, WindowDecoder, decode_whole, run_generator_whole, run_trunk
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.text import vocab
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner, Sentence
from koe.types import AudioBlock, Samples, Span

SENTENCES = [
    ("af_heart", 1.0, "The quick brown fox jumps over the lazy dog."),
    ("bm_george", 1.3, "Is it raining? No, not yet."),
    ("ef_dora", 0.7, "Yes."),
]
MARKS = frozenset(vocab.encode(".!?…"))


@pytest.fixture(scope="module")
def stages() -> Stages:
    return open_build(Settings(), "fp32").stages


@pytest.fixture(scope="module")
def plain_stages() -> Stages:
    """Stages that are only cut from the model: not quantized, no faster convolutions."""
    return open_build(Settings(), EXACT).stages


@pytest.fixture(scope="module")
def whole() -> Session:
    return OnnxRuntimeBackend().open(asset_store(Settings()).path(MODEL))


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner(Phonemizer(timeout_factor=50))


@pytest.fixture(scope="module")
def voices() -> VoiceBook:
    return voice_book(Settings())


def predict(stages: Stages, voices: VoiceBook, span: Span, voice: str, speed: float) -> Prosody:
    style = voices.style(voice, len(span.tokens))
    return ProsodyPredictor(stages).predict(span.tokens, style, speed)


def own_norms(stages: Stages, prosody: Prosody, trunk: Samples) -> Norms:
    """The norms measured over the whole span."""
    seen = run_generator_whole(stages, prosody, trunk)
    predictor = NormPredictor(stages, StatisticsTable.shipped())
    return predictor.norms_from(prosody.style, cast(Samples, seen["means"]), cast(Samples, seen["variances"]))


def signal_to_noise_db(signal: Samples, other: Samples) -> float:
    return float(10 * np.log10(np.sum(signal**2) / np.sum((signal - other) ** 2)))


@pytest.mark.parametrize(("voice", "speed", "text"), SENTENCES)
def test_plain_stages_and_the_whole_graph_give_identical_samples(
    plain_stages: Stages, whole: Session, planner: Planner, voices: VoiceBook, voice: str, speed: float, text: str
) -> None:
    (span,) = planner.spans(Sentence.of(text, "en-us"))
    prosody = predict(plain_stages, voices, span, voice, speed)
    samples = decode_whole(plain_stages, prosody, run_trunk(plain_stages, prosody)).samples
    expected = BareModel(whole, voices).speak(span, voice, speed)
    assert samples.shape == expected.shape
    assert np.array_equal(samples, expected)


@pytest.mark.parametrize(("voice", "speed", "text"), SENTENCES)
def test_windows_with_the_true_norms_are_the_whole_to_80_db(
    stages: Stages,
    plain_stages: Stages,
    whole: Session,
    planner: Planner,
    voices: VoiceBook,
    voice: str,
    speed: float,
    text: str,
) -> None:
    """Compares the fast trunk and generator, window by window, with the published graph."""
    (span,) = planner.spans(Sentence.of(text, "en-us"))
    prosody = predict(plain_stages, voices, span, voice, speed)
    trunk = run_trunk(stages, prosody)
    decoder = WindowDecoder(stages, prosody, trunk, own_norms(stages, prosody, trunk))
    joined = np.concatenate(
        [decoder.window(first, min(first + 12, prosody.frame_count)) for first in range(0, prosody.frame_count, 12)]
    )
    assert signal_to_noise_db(BareModel(whole, voices).speak(span, voice, speed), joined) >= 80


def test_eight_bit_text_gives_nearly_all_tokens_their_frames(
    stages: Stages, plain_stages: Stages, planner: Planner, voices: VoiceBook
) -> None:
    """At most 1 token in 200 is off by more than one model frame (25 ms)."""
    differences: list[int] = []
    for number, text in enumerate(read_corpus("heldout", "en-us")[:40]):
        voice = voices.voices[number * 7 % len(voices.voices)].id
        for span in planner.spans(Sentence.of(text, "en-us")):
            quick, exact = (predict(built, voices, span, voice, 1.0) for built in (stages, plain_stages))
            differences.extend(np.abs(quick.frames_per_token - exact.frames_per_token).tolist())
    assert np.mean(np.array(differences) == 0) >= 0.95
    assert np.mean(np.array(differences) > 1) <= 0.005


@pytest.mark.parametrize(("voice", "speed", "text"), SENTENCES)
def test_predicted_norms_are_near_the_true_ones(
    stages: Stages, planner: Planner, voices: VoiceBook, voice: str, speed: float, text: str
) -> None:
    (span,) = planner.spans(Sentence.of(text, "en-us"))
    prosody = predict(stages, voices, span, voice, speed)
    trunk = run_trunk(stages, prosody)
    true = own_norms(stages, prosody, trunk)
    predicted = NormPredictor(stages, StatisticsTable.shipped()).predict(prosody, trunk)
    ratio = np.log(np.abs(predicted.scale / true.scale))
    assert np.sqrt(np.mean(ratio**2)) < 0.08


def heard_s(blocks: Iterable[AudioBlock]) -> float:
    finisher = SpanFinisher(stretch_factor=1.0, gain_db=0.0, gap_ms=80)
    finished = [*map(finisher.process, blocks), finisher.flush()]
    return sum(block.duration_s for block in finished if block)


@pytest.mark.parametrize(
    ("voice", "speed", "text"), [*SENTENCES, ("af_heart", 0.7, "Stop it."), ("am_onyx", 1.4, "Of course")]
)
def test_nothing_audible_is_left_out(
    stages: Stages, planner: Planner, voices: VoiceBook, voice: str, speed: float, text: str
) -> None:
    (span,) = planner.spans(Sentence.of(text, "en-us"))
    prosody = predict(stages, voices, span, voice, speed)
    vocoder = Vocoder(stages, NormPredictor(stages, StatisticsTable.shipped()), MARKS)
    whole_s = heard_s([decode_whole(stages, prosody, run_trunk(stages, prosody))])
    assert heard_s(vocoder.decode(prosody)) == pytest.approx(whole_s, abs=0.03)
