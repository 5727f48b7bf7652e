"""`koe read` with the tiny model: everything else of the process is real.

The file named by KOE_TEST_HOLD has the number of passages that may be spoken; without it, all may.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from fakes import tiny_engine, tiny_planner, tiny_stages, tiny_table, write_voices
from koe.cli.main import run
from koe.engine.opening_cache import Opening
from koe.engine.pace import Pace
from koe.engine.pipeline import Pipeline
from koe.engine.prepare import Job
from koe.engine.step import Step
from koe.model.voices import VoiceBook


class CountedPipeline(Pipeline):
    def __init__(self, voices: VoiceBook, hold: Path) -> None:
        super().__init__(tiny_planner(), voices, tiny_stages(), tiny_table())
        self._hold = hold
        self._passages = 0

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        for step in super().speak(job, pace, opening):
            yield step
            while self._is_held():
                time.sleep(0.005)
                yield Step()
        self._passages += 1

    def _is_held(self) -> bool:
        return self._hold.exists() and self._passages >= int(self._hold.read_text())


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        voices = VoiceBook(write_voices(Path(folder)))
        engine = tiny_engine(
            voices, CountedPipeline(voices, Path(os.environ.pop("KOE_TEST_HOLD"))), max_characters=10**9
        )
        sys.argv = ["koe", "read", *sys.argv[1:]]
        with (
            patch("koe.cli.read.load_engine", lambda *_, **__: engine),
            patch("koe.cli.read.voice_book", lambda _: voices),
        ):
            run()
