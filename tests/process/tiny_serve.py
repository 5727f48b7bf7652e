"""`koe serve` with the tiny model: everything else of the process is real.

While the file named by KOE_TEST_HOLD exists, streams make no more audio after their first block. When the file
contains "hang", the lane (the inference thread) hangs too.
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


class HeldPipeline(Pipeline):
    def __init__(self, voices: VoiceBook, hold: Path) -> None:
        super().__init__(tiny_planner(), voices, tiny_stages(), tiny_table())
        self._hold = hold

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        for step in super().speak(job, pace, opening):
            yield step
            while step.block is not None and self._hold.exists():
                time.sleep(0.005)
                if not self._hangs:
                    yield Step()

    @property
    def _hangs(self) -> bool:
        """False also where the file is gone by now, or the process has no descriptor for it."""
        try:
            return self._hold.read_text() == "hang"
        except OSError:
            return False


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        voices = VoiceBook(write_voices(Path(folder)))
        engine = tiny_engine(voices, HeldPipeline(voices, Path(os.environ.pop("KOE_TEST_HOLD"))))
        sys.argv = ["koe", "serve", *sys.argv[1:]]
        with patch("koe.cli.serve.load_engine", lambda *_, **__: engine):
            run()
