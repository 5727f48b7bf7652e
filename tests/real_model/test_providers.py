"""OpenVINO and ONNX Runtime in one engine, chosen by stage; OpenVINO fails in mid-stream, and the CPU goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from koe.build.for_providers import FilesForProviders
from koe.cli.assemble import ensure_stages, load_engine
from koe.cli.providers import provider_plan
from koe.engine.engine import Engine
from koe.model.backends import Array, Precision, Session
from koe.model.backends.by_provider import ProvidedBackend
from koe.model.backends.load import load_providers
from koe.settings import Settings
from koe.text.g2p import Phonemizer
from koe.types import Samples, SpeechRequest
from limits import HANG_S
from windows import snr_db

pytest.importorskip("openvino")

TEXT = "The ferry leaves at noon, and nobody on the quay has seen the captain since yesterday evening."
STAGES = ("trunk", "generator")
# Eight bits against single precision of the same weights: another waveform of the same sound.
LEAST_SNR_DB = 3


class Breakable:
    """A real session that breaks at its run `breaks_at`, counted from `begin` on."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.metadata = session.metadata
        self.provider = session.provider  # type: ignore[attr-defined]
        self.breaks_at: int | None = None
        self.how: Literal["raises", "nan"] = "raises"
        self.runs = 0

    def begin(self, breaks_at: int | None, how: Literal["raises", "nan"] = "raises") -> None:
        self.breaks_at, self.how, self.runs = breaks_at, how, 0

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        self.runs += 1
        if self.breaks_at is None or self.runs < self.breaks_at:
            return self._session.run(inputs)
        if self.how == "raises":
            raise RuntimeError("the device is gone")
        return {name: array * np.float32(np.nan) for name, array in self._session.run(inputs).items()}


class BreakableOpenVino:
    name = "openvino"

    def __init__(self, backend: ProvidedBackend) -> None:
        self._backend = backend._others["openvino"]
        self.files: dict[str, str] = {}
        self.sessions: dict[str, Breakable] = {}

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> Session:
        stage, variant = path.name.split(".")[:2]
        self.files[stage] = variant
        self.sessions[stage] = Breakable(self._backend.open(path, precision=precision))
        return self.sessions[stage]


class Mixed:
    """The default build with trunk and generator in OpenVINO, the rest in ONNX Runtime."""

    def __init__(self) -> None:
        named = {f"provider_{stage}": "openvino" for stage in STAGES}
        settings = Settings(
            **named,  # type: ignore[arg-type]
            stall_silence=False,
            step_timeout_s=600,
            provider_timeout_s=HANG_S,
            provider_backoff_s=0.001,
            lexicon=None,
            project_lexicon=None,
            primer_bytes=0,
        )
        backend = load_providers(provider_plan(settings), FilesForProviders(ensure_stages(settings)))
        self.openvino = BreakableOpenVino(backend)
        backend._others = {"openvino": self.openvino}
        self.health = backend.health
        self.engine: Engine = load_engine(settings, backend, reader=Phonemizer(settings.phoneme_cache_bytes, 50))

    def spoken(self) -> Samples:
        job = self.engine.prepare(SpeechRequest(TEXT))
        return np.concatenate([block.samples for block in self.engine.stream(job)])


@pytest.fixture(scope="module")
def mixed() -> Iterator[Mixed]:
    one = Mixed()
    yield one
    one.engine.close()


@pytest.fixture(scope="module")
def usual(mixed: Mixed) -> Samples:
    """With OpenVINO from beginning to end."""
    return mixed.spoken()


@pytest.fixture(scope="module")
def on_cpu(mixed: Mixed, real_engine: Engine) -> Samples:
    job = real_engine.prepare(SpeechRequest(TEXT))
    return np.concatenate([block.samples for block in real_engine.stream(job)])


def test_each_stage_is_computed_by_its_provider_in_a_variant_for_it(mixed: Mixed, usual: Samples) -> None:
    sources = {one.stage: (one.variant, one.provider) for one in mixed.engine.state.builds[0].stages}
    assert sources["trunk"] == ("plain", "openvino CPU")
    assert sources["generator"] == ("slim-folded", "openvino CPU")
    assert sources["text"] == ("int8", "CPUExecutionProvider")
    assert mixed.openvino.files == {"trunk": "plain", "generator": "slim-folded"}
    assert mixed.openvino.sessions["generator"].runs > 3
    assert mixed.health.states[0].failures == {}


def test_it_is_the_same_speech(mixed: Mixed, usual: Samples, on_cpu: Samples) -> None:
    assert usual.shape == on_cpu.shape
    assert snr_db(usual, on_cpu) > LEAST_SNR_DB


@pytest.mark.parametrize("how", ["raises", "nan"])
@pytest.mark.parametrize("window", [1, 2, 4])
def test_every_sample_is_heard_once_when_it_breaks_in_mid_stream(
    mixed: Mixed, usual: Samples, on_cpu: Samples, window: int, how: Literal["raises", "nan"]
) -> None:
    generator = mixed.openvino.sessions["generator"]
    before = sum(mixed.health.states[0].failures.values())
    generator.begin(window, how)
    heard = mixed.spoken()
    runs = generator.runs
    generator.begin(None)
    assert runs == window  # out from the failed window on
    assert sum(mixed.health.states[0].failures.values()) == before + 1
    assert dict(mixed.engine.state.builds[0].fallbacks) == {}  # the build is not to blame
    assert heard.shape == usual.shape
    is_usual, is_cpu = heard == usual, heard == on_cpu
    switch = int(np.argmin(is_usual))
    assert usual[:switch].any() == (window > 1)
    # 10 ms in which the two are cross-faded; after them it is the CPU's speech, sample by sample.
    assert is_cpu[switch + 240 :].all()
    assert np.array_equal(mixed.spoken(), usual)


def test_a_trunk_that_fails_is_computed_again_by_the_cpu(mixed: Mixed, usual: Samples, on_cpu: Samples) -> None:
    mixed.openvino.sessions["trunk"].begin(1)
    heard = mixed.spoken()
    mixed.openvino.sessions["trunk"].begin(None)
    assert np.array_equal(heard, on_cpu)
