"""docs/determinism.md: what has the same bytes twice, by provider, threads, memory and math mode, with real stages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pytest

from koe.build.calibrate import read_corpus
from koe.build.for_providers import build_for_providers
from koe.build.recipes import VARIANTS, find_build
from koe.build.stage_cache import StageCache, make_builds
from koe.cli.assemble import MODEL, asset_store, ensure_stages, open_build, voice_book
from koe.model.backends import Array, Backend, Precision
from koe.model.backends.by_precision import why_not
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.backends.session_options import SessionOptions
from koe.model.prosody import ProsodyPredictor
from koe.model.statistics import NormPredictor
from koe.model.vocoder import WindowDecoder, run_trunk
from koe.settings import Settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner, Sentence
from windows import WINDOW, snr_db

# Of a trunk in single precision on one thread and on two: sums in another order. Measured: 134 dB.
LEAST_SNR_OF_THREADS_DB = 100

OPTIONS = {
    "one thread": SessionOptions(1),
    "three threads": SessionOptions(3),
    "parts beside each other": SessionOptions(2, inter_threads=2),
    "without arena": SessionOptions(2, arena=False),
    "without patterns": SessionOptions(2, memory_pattern=False),
    "threads that sleep": SessionOptions(2, spinning=False),
    "denormals are zero": SessionOptions(2, flush_denormals=True),
    "fast math": SessionOptions(2, fast_math=True),  # has no effect on x86
}


@dataclass(frozen=True, slots=True)
class RealInputs:
    """Inputs of stages as a held-out sentence makes them."""

    cache: StageCache
    by_stage: Mapping[str, Mapping[str, Array]]

    def output(self, backend: Backend, stage: str, variant: str, precision: Precision = "f32") -> Array:
        session = backend.open(self.cache.path(VARIANTS[stage, variant]), precision=precision)
        first = session.run(self.by_stage[stage])
        again = session.run(self.by_stage[stage])
        assert all(np.array_equal(first[name], again[name]) for name in first)
        return next(iter(first.values()))


@pytest.fixture(scope="module")
def real() -> RealInputs:
    settings = Settings()
    cache = ensure_stages(settings)
    given = build_for_providers(find_build("int8"), ("trunk", "generator"))
    make_builds(cache, [given], asset_store(settings).path(MODEL))
    opened = open_build(settings, "int8")
    (span,) = Planner(Phonemizer(timeout_factor=50)).spans(Sentence.of(read_corpus("heldout", "en-us")[3], "en-us"))
    style = voice_book(settings).style("af_heart", len(span.tokens))
    prosody = ProsodyPredictor(opened.stages).predict(span.tokens, style, 1.0)
    trunk = run_trunk(opened.stages, prosody)
    norms = NormPredictor(opened.stages, opened.table).predict(prosody, trunk)
    trunk_inputs = {
        "aligned_phonemes": prosody.aligned_phonemes(),
        "pitch_hz": prosody.pitch_hz,
        "energy": prosody.energy,
        "style": style,
    }
    generator_inputs = WindowDecoder(opened.stages, prosody, trunk, norms).inputs(*WINDOW)
    return RealInputs(cache, {"trunk": trunk_inputs, "generator": generator_inputs})


@pytest.mark.parametrize("name", OPTIONS)
def test_the_default_build_has_the_same_bytes_with_every_option(real: RealInputs, name: str) -> None:
    usual, other = OnnxRuntimeBackend(2), OnnxRuntimeBackend(options=OPTIONS[name])
    for stage, variant in (("trunk", "int8"), ("generator", "slim-int8")):
        assert np.array_equal(real.output(usual, stage, variant), real.output(other, stage, variant)), stage


@pytest.mark.parametrize("name", [name for name in OPTIONS if "thread" not in name])
def test_single_precision_has_the_same_bytes_with_as_many_threads(real: RealInputs, name: str) -> None:
    usual, other = OnnxRuntimeBackend(2), OnnxRuntimeBackend(options=OPTIONS[name])
    for stage, variant in (("trunk", "plain"), ("generator", "slim-folded")):
        assert np.array_equal(real.output(usual, stage, variant), real.output(other, stage, variant)), stage


def test_single_precision_may_differ_in_the_last_bits_with_other_threads(real: RealInputs) -> None:
    one, two = (real.output(OnnxRuntimeBackend(threads), "trunk", "plain") for threads in (1, 2))
    assert np.array_equal(one, two) or snr_db(one, two) > LEAST_SNR_OF_THREADS_DB


@pytest.mark.parametrize("precision", ["f32", "bf16"])
def test_openvino_has_the_same_bytes_with_as_many_threads(real: RealInputs, precision: Precision) -> None:
    pytest.importorskip("openvino")
    if (reason := why_not(precision)) is not None:
        pytest.skip(reason)
    from koe.model.backends.openvino import OpenVinoBackend

    first, again = (real.output(OpenVinoBackend(2), "generator", "slim-folded", precision) for _ in range(2))
    assert np.array_equal(first, again)


def test_providers_do_not_have_the_same_bytes(real: RealInputs) -> None:
    """A client that compares bytes must not mix them."""
    pytest.importorskip("openvino")
    from koe.model.backends.openvino import OpenVinoBackend

    theirs = real.output(OpenVinoBackend(2), "generator", "slim-folded")
    ours = real.output(OnnxRuntimeBackend(2), "generator", "slim-folded")
    assert not np.array_equal(theirs, ours)
    assert snr_db(ours, theirs) > LEAST_SNR_OF_THREADS_DB - 20
