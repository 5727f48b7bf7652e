"""The exact stages of the real model finish a request in which the generator of another build fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest

from koe.cli.assemble import load_engine
from koe.engine.engine import Engine, EngineState
from koe.model.backends import Array, Precision, Session
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.settings import Settings
from koe.text.g2p import Phonemizer
from koe.types import Samples, SpeechRequest

TEXT = "The quick brown fox jumps over the lazy dog, and then it runs away."
LEAST_SNR_DB = 40


class FailingGenerator:
    """Returns NaN from window `fails_from` on."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.metadata: Mapping[str, str] = session.metadata
        self.fails_from: int | None = None
        self.windows = 0

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        made = self._session.run(inputs)
        self.windows += 1
        is_broken = self.fails_from is not None and self.windows > self.fails_from
        return {name: array * np.float32(np.nan) for name, array in made.items()} if is_broken else made


class WatchedBackend:
    name = "watched"

    def __init__(self) -> None:
        self._backend = OnnxRuntimeBackend()
        self.opened: list[str] = []
        self.generator: FailingGenerator | None = None

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> Session:
        self.opened.append(".".join(path.name.split(".")[:2]))
        session = self._backend.open(path, precision=precision, releases_memory=releases_memory)
        if not path.name.startswith("generator.fast"):
            return session
        self.generator = FailingGenerator(session)
        return self.generator


@pytest.fixture(scope="module")
def backend() -> WatchedBackend:
    return WatchedBackend()


@pytest.fixture(scope="module")
def engine(backend: WatchedBackend) -> Iterator[Engine]:
    settings = Settings(
        build="fp32", stall_silence=False, step_timeout_s=600, lexicon=None, project_lexicon=None, primer_bytes=0
    )
    engine = load_engine(settings, backend, reader=Phonemizer(settings.phoneme_cache_bytes, 50))
    yield engine
    engine.close()


def spoken(engine: Engine) -> Samples:
    return np.concatenate([block.samples for block in engine.stream(engine.prepare(SpeechRequest(TEXT)))])


def test_the_rest_of_the_speech_is_that_of_the_exact_stages(engine: Engine, backend: WatchedBackend) -> None:
    assert backend.generator is not None
    usual = spoken(engine)
    opened = list(backend.opened)
    assert "generator.plain" not in opened
    backend.generator.fails_from, backend.generator.windows = 2, 0
    heard = spoken(engine)
    state: EngineState = engine.state
    assert dict(state.builds[0].fallbacks) == {"not_finite": 1}
    # What failed, and nothing that needs more memory.
    assert sorted(set(backend.opened) - set(opened)) == ["generator.plain", "trunk.plain"]
    assert heard.shape == usual.shape
    assert np.array_equal(heard[:4800], usual[:4800])
    assert 10 * np.log10(np.sum(usual**2) / np.sum((heard - usual) ** 2)) > LEAST_SNR_DB
    assert np.abs(heard - usual).max() > 0
