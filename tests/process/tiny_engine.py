"""`koe daemon engine` with the tiny model: everything else of the process is real."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from fakes import tiny_engine, write_voices
from koe.cli.main import run
from koe.model.voices import VoiceBook

if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        engine = tiny_engine(VoiceBook(write_voices(Path(folder))))
        sys.argv = ["koe", "daemon", "engine", *sys.argv[1:]]
        with patch("koe.cli.assemble.load_engine", lambda *_, **__: engine):
            run()
