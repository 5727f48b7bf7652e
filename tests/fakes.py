"""Fakes that tests share: a phonemizer of letters, voices of noise, an engine on tiny stages, a live server."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from fastapi import FastAPI

from koe.constants import MAX_CHARACTERS
from koe.engine.engine import Engine, EngineOptions
from koe.engine.opening_cache import Opening, OpeningCache
from koe.engine.pace import Pace
from koe.engine.pipeline import Pipeline
from koe.engine.pipelines import SpeaksJobs
from koe.engine.prepare import Job, Preparer
from koe.engine.scheduler import Scheduler
from koe.engine.step import Step
from koe.engine.stream import Stream
from koe.errors import BadOutput
from koe.lru import CacheCounts
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.stages import Stages, StageSource, open_stages, stage_files
from koe.model.statistics import StatisticsTable, feature_blocks
from koe.model.voices import STYLE_ROWS, STYLE_SIZE, VoiceBook
from koe.server.app import create_app
from koe.server.run import build_server
from koe.settings import Settings
from koe.text import vocab
from koe.text.plan import Planner
from koe.text.reading import Reading
from koe.text.traced import Traced
from koe.types import AudioBlock, SpeechRequest
from limits import HANG_S

TINY_STAGES = Path(__file__).parent / "assets" / "tiny"
_ANY = re.compile(r"(?s).")
VOICES = ("af_heart", "am_adam", "bf_emma", "ef_dora", "jf_alpha")
# A busy machine must not change the audio that tests compare.
NO_FILLER = EngineOptions(fills_stalls=False)


class LetterPhonemizer:
    """Reads every letter as the phoneme of the same name."""

    cache = CacheCounts()
    fallback_counts: Mapping[str, int] = {}

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
    return open_stages(OnnxRuntimeBackend(threads=1), stage_files(TINY_STAGES))


def tiny_table(offset: float = 0.0) -> StatisticsTable:
    """Predicts the same for all features: by default, mean 0 and variance 1."""
    features, channels = feature_blocks(trunk_channels=6, phoneme_channels=6)[-1].stop, 6
    return StatisticsTable(
        feature_mean=np.zeros(features, dtype=np.float32),
        feature_scale=np.ones(features, dtype=np.float32),
        weights=np.zeros((features, 1), dtype=np.float32),
        components=np.zeros((features, 1), dtype=np.float32),
        coefficients=np.zeros((1, 1), dtype=np.float32),
        directions=np.zeros((1, 2 * channels), dtype=np.float32),
        offset=np.full(2 * channels, offset, dtype=np.float32),
        typical_deviation=np.ones(channels, dtype=np.float32),
        source_sha256="0" * 64,
    )


def steps(blocks: Iterable[AudioBlock | None]) -> Iterator[Step]:
    """One step for each block; None is a step without audio."""
    return (Step(block) for block in blocks)


def tiny_planner() -> Planner:
    return Planner(LetterPhonemizer())


def tiny_pipeline(voices: VoiceBook, stages: Stages | None = None, planner: Planner | None = None) -> Pipeline:
    return Pipeline(planner or tiny_planner(), voices, stages or tiny_stages(), tiny_table())


def tiny_engine(
    voices: VoiceBook,
    pipeline: SpeaksJobs | None = None,
    *,
    planner: Planner | None = None,
    max_characters: int = MAX_CHARACTERS,
    scheduler: Scheduler | None = None,
    openings: OpeningCache | None = None,
    options: EngineOptions = NO_FILLER,
) -> Engine:
    planner = planner or tiny_planner()
    preparer = Preparer(planner, voices, max_characters=max_characters)
    return Engine(preparer, pipeline or tiny_pipeline(voices, planner=planner), scheduler, openings, options)


@dataclass(frozen=True, slots=True)
class TinySpeech:
    """Preparer and pipeline on tiny stages, without an engine."""

    preparer: Preparer
    pipeline: Pipeline

    @classmethod
    def of(cls, voices: VoiceBook) -> TinySpeech:
        planner = tiny_planner()
        return cls(Preparer(planner, voices), tiny_pipeline(voices, planner=planner))

    def blocks(self, request: SpeechRequest) -> list[AudioBlock]:
        steps = self.pipeline.speak(self.preparer.prepare(request))
        return [step.block for step in steps if step.block is not None]


def warm(engine: Engine) -> Engine:
    """Mark an engine as warmed up, without a warm-up."""
    engine._warm.set()
    engine.warm_up = lambda voice: None  # type: ignore[method-assign]
    return engine


class StandInPipeline:
    """A pipeline without `speak`, which the test adds."""

    sample_rate_hz = 24_000
    build = "stand-in"
    whole_decodings = 0
    fallbacks: Mapping[str, int] = {}
    stage_sources: Sequence[StageSource] = ()

    def close(self) -> None:
        pass


class GatedPipeline(StandInPipeline):
    """Makes one block each time the test releases `gate`, and counts them in `made`."""

    def __init__(self) -> None:
        self.gate = threading.Semaphore(0)
        self.made = 0
        self.fail_at: int | None = None

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        for number in range(50):
            assert self.gate.acquire(timeout=HANG_S)
            if number == self.fail_at:
                raise BadOutput("The model returned a constant signal.")
            self.made += 1
            yield Step(AudioBlock(np.full(2400, 0.1, dtype=np.float32), 24_000))


def running_streams(engine: Engine) -> list[Stream]:
    return [entry.stream for entry in engine._scheduler._entries]


def wait_for(condition: Callable[[], object], limit_s: float = HANG_S) -> None:
    deadline_s = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < deadline_s
        time.sleep(0.005)


@contextmanager
def live_server(engine: Engine, settings: Settings) -> Iterator[str]:
    """Run the application on a real socket, in a thread. Yields its address."""
    with live_app(create_app(settings, engine), settings) as address:
        yield address


@contextmanager
def live_app(app: FastAPI, settings: Settings) -> Iterator[str]:
    """Run any ASGI application in the real server, with its limits and timeouts. Yields its address."""
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
