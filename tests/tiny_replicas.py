"""Replicas with the tiny model: everything else of them is real.

A text that begins with "held" speaks its first sound, and then waits until a file exists.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from fakes import tiny_engine, tiny_planner, tiny_stages, tiny_table, write_voices
from koe.engine.engine import Engine
from koe.engine.opening_cache import Opening
from koe.engine.pace import Pace
from koe.engine.pipeline import Pipeline
from koe.engine.prepare import Job
from koe.engine.scheduler import Scheduler
from koe.engine.step import Step
from koe.model.voices import VoiceBook
from koe.settings import Settings, load_settings

HELD = "held"


class HeldPipeline(Pipeline):
    """`release` is the file that lets held texts go on."""

    def __init__(self, voices: VoiceBook, release: Path) -> None:
        super().__init__(tiny_planner(), voices, tiny_stages(), tiny_table())
        self._release = release

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        is_held = any(HELD in sentence.text.text.lower() for sentence in job.sentences)
        for step in super().speak(job, pace, opening):
            yield step
            while is_held and step.block is not None and not self._release.exists():
                time.sleep(0.01)
                yield Step()


def configure(changes: Mapping[str, Any]) -> Settings:
    return load_settings(**changes)


def load(settings: Settings) -> Engine:
    """As many streams at once as the settings allow; the cache folder is where the test puts the file."""
    voices = VoiceBook(write_voices(Path(mkdtemp())))
    pipeline = HeldPipeline(voices, settings.cache_dir / "release")
    return tiny_engine(voices, pipeline, scheduler=Scheduler(settings.max_streams))
