"""`koe say` with the tiny model: everything else of the process is real.

While the file named by KOE_TEST_HOLD exists, no more audio is made after the first block.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from fakes import tiny_engine, write_voices
from koe.cli.main import run
from koe.model.voices import VoiceBook
from process.tiny_serve import HeldPipeline

if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        voices = VoiceBook(write_voices(Path(folder)))
        engine = tiny_engine(voices, HeldPipeline(voices, Path(os.environ.pop("KOE_TEST_HOLD"))))
        sys.argv = ["koe", "say", *sys.argv[1:]]
        with patch("koe.cli.say.load_engine", lambda *_, **__: engine):
            run()
