"""Stand-ins that tests share: a phonemizer of letters, voices of noise, an engine on tiny stages, a live server."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from fastapi import FastAPI

from koe.engine.engine import Engine
from koe.engine.pace import Pace
from koe.engine.pipeline import Job, Pipeline
from koe.engine.primer import Opening
from koe.engine.scheduler import Scheduler
from koe.errors import BadOutput
from koe.lru import CacheCounts
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.stages import Stages, open_stages
from koe.model.statistics import StatisticsTable, feature_blocks
from koe.model.voices import STYLE_ROWS, STYLE_SIZE, VoiceBook
from koe.server.app import create_app
from koe.server.run import build_server
from koe.settings import Settings
from koe.text import vocab
from koe.text.plan import Planner
from koe.text.reading import Reading
from koe.text.traced import Traced
from koe.types import AudioBlock, Step

TINY_STAGES = Path(__file__).parent / "assets" / "tiny"
_ANY = re.compile(r"(?s).")
VOICES = ("af_heart", "am_adam", "bf_emma", "ef_dora", "jf_alpha")


class LetterPhonemizer:
    """Every letter speaks for itself."""

    cache = CacheCounts()

    def read(self, text: Traced, language: str) -> Traced:
        return text.replace_matches(_ANY, lambda letter: vocab.known(letter[0].lower()))

    def preview(self, text: Traced, language: str) -> Reading:
        return Reading(self.read(text, language))

    def warm(self, language: str) -> None:
        pass


def write_voices(folder: Path) -> dict[str, Path]:
    paths = {}
    for seed, name in enumerate(VOICES):
        pack = np.random.default_rng(seed).normal(size=(STYLE_ROWS, 1, STYLE_SIZE)).astype("<f4")
        paths[name] = folder / f"{name}.bin"
        pack.tofile(paths[name])
    return paths


def tiny_stages() -> Stages:
    return open_stages(OnnxRuntimeBackend(threads=1), TINY_STAGES)


def tiny_table(offset: float = 0.0) -> StatisticsTable:
    """Predicts mean 0 and variance 1 whatever the features."""
    features, channels = feature_blocks(trunk_channels=6, phoneme_channels=6)[-1].stop, 6
    return StatisticsTable(
        feature_mean=np.zeros(features, dtype=np.float32),
        feature_scale=np.ones(features, dtype=np.float32),
        weights=np.zeros((features, 1), dtype=np.float32),
        components=np.zeros((features, 1), dtype=np.float32),
        examples=np.zeros((1, 1), dtype=np.float32),
        coefficients=np.zeros((1, 1), dtype=np.float32),
        directions=np.zeros((1, 2 * channels), dtype=np.float32),
        offset=np.full(2 * channels, offset, dtype=np.float32),
        typical_deviation=np.ones(channels, dtype=np.float32),
        source_sha256="0" * 64,
    )


def tiny_pipeline(voices: VoiceBook, stages: Stages | None = None, max_characters: int = 20_000) -> Pipeline:
    return Pipeline(Planner(LetterPhonemizer()), voices, stages or tiny_stages(), tiny_table(), max_characters)


class GatedPipeline(Pipeline):
    """Speaks block by block as the test allows, and remembers how far it came."""

    gate: threading.Semaphore
    made: int
    fail_at: int | None

    @classmethod
    def of(cls, voices: VoiceBook) -> GatedPipeline:
        pipeline = tiny_pipeline(voices)
        pipeline.__class__ = cls
        assert isinstance(pipeline, GatedPipeline)
        pipeline.gate, pipeline.made, pipeline.fail_at = threading.Semaphore(0), 0, None
        return pipeline

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        for number in range(50):
            assert self.gate.acquire(timeout=60)
            if number == self.fail_at:
                raise BadOutput("The model returned a constant signal.")
            self.made += 1
            yield AudioBlock(np.full(2400, 0.1, dtype=np.float32), 24_000)


@contextmanager
def gated_engine(pipeline: GatedPipeline, max_streams: int = 2) -> Iterator[Engine]:
    """Warm at once: nobody has to open the gate for that."""
    engine = Engine(pipeline, Scheduler(max_streams=max_streams), fills_stalls=False)
    engine._warm.set()
    engine.warm_up = lambda voice: None  # type: ignore[method-assign]
    try:
        yield engine
    finally:
        pipeline.gate.release(10_000)
        engine.close()


def wait_for(condition: Callable[[], bool], limit_s: float = 30) -> None:
    deadline_s = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < deadline_s
        time.sleep(0.005)


@contextmanager
def live_server(engine: Engine, settings: Settings) -> Iterator[str]:
    """The application on a real socket, in a thread; gives its address."""
    with live_app(create_app(settings, engine), settings) as address:
        yield address


@contextmanager
def live_app(app: FastAPI, settings: Settings) -> Iterator[str]:
    """Any application behind the doors of the real server."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = build_server(app, settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        while not server.started:
            thread.join(0.005)
            assert thread.is_alive(), "the server ended before it had started"
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
