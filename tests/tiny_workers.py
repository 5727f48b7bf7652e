"""Tiny engines for workers in other processes. Some texts have effects: slow ones, broken ones, and one that kills.

As a script it is the `koe` command with these engines: everything else of the process is real.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from fakes import tiny_engine, tiny_pipeline, tiny_planner, write_voices
from koe.engine.engine import Engine
from koe.engine.opening_cache import Opening
from koe.engine.pace import Pace
from koe.engine.pipeline import Pipeline
from koe.engine.prepare import Job, Preparer
from koe.engine.step import Step
from koe.errors import BadOutput, EngineError
from koe.model.voices import VoiceBook
from koe.settings import Settings

SLOW, BROKEN, DEADLY = "slowly", "broken", "deadly"
SLOW_S = 1.0


class MoodyPipeline(Pipeline):
    """Its steps are those of the tiny pipeline, unless a text asks for trouble."""

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        said = " ".join(sentence.text.text for sentence in job.sentences)
        if SLOW in said:
            time.sleep(SLOW_S)
        if BROKEN in said:
            raise BadOutput("The model returned a constant signal.")
        if DEADLY in said:
            os.kill(os.getpid(), signal.SIGKILL)
        yield from super().speak(job, pace, opening)


def tiny_voices() -> VoiceBook:
    with TemporaryDirectory(prefix="koe-voices-") as folder:
        book = VoiceBook(write_voices(Path(folder)))
        for voice in book.voices:
            book.style(voice.id, token_count=0)  # read now, and kept
    return book


def load_moody_engine(settings: Settings, **_: object) -> Engine:
    voices = tiny_voices()
    planner = tiny_planner()
    plain = tiny_pipeline(voices, planner=planner)
    plain.__class__ = MoodyPipeline
    return tiny_engine(voices, plain, planner=planner, max_characters=settings.max_characters)


def load_nothing(settings: Settings) -> Engine:
    raise EngineError("The model cannot be loaded here.")


def die(settings: Settings) -> Engine:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def load_preparer(settings: Settings) -> Preparer:
    return Preparer(tiny_planner(), tiny_voices(), max_characters=settings.max_characters)


def tiny_facts(settings: Settings) -> Mapping[str, str]:
    return {"build": "tiny", "voice": settings.voice}


@contextmanager
def tiny_speech() -> Iterator[None]:
    """In its block `koe batch` and `koe read` speak with tiny engines, here and on workers."""
    # By the name under which workers import this module, also if it runs as a script.
    import tiny_workers as own

    with ExitStack() as stack:
        for name in (
            "koe.cli.batch_jobs.load_engine",
            "koe.cli.read.load_engine",
            "koe.cli.ray_pool.load_patient_engine",
        ):
            stack.enter_context(patch(name, own.load_moody_engine))
        stack.enter_context(patch("koe.cli.batch_jobs.load_preparer", own.load_preparer))
        stack.enter_context(patch("koe.cli.read.voice_book", lambda _: own.tiny_voices()))
        stack.enter_context(patch("koe.cli.ray_pool.speech_facts", own.tiny_facts))
        yield


if __name__ == "__main__":
    from koe.cli.main import run

    sys.argv[0] = "koe"
    with tiny_speech():
        run()
