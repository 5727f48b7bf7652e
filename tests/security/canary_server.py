"""Runs `koe serve` with a tiny model that fails on command; test_canary.py searches its output for a canary word.

Arguments: the canary (the message of the model's exceptions), a file that names the fault, a file for all log records.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO, cast

sys.path.insert(0, str(Path(__file__).parents[1]))

from fakes import write_voices
from faults import Fault, Faulty, faulty_engine
from koe.cli import serve
from koe.engine.stream import TimeLimits
from koe.model.backends import Array
from koe.model.voices import VoiceBook
from koe.observe.logs import LogFormat, configure_logs


class FaultFromFile(Faulty):
    def __init__(self, message: str, file: Path) -> None:
        super().__init__(message)
        self._file = file

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        while (fault := self._file.read_text()) == "hangs":
            time.sleep(0.01)
        if fault == "none":
            self.mend()
        else:
            self.get(cast(Fault, fault))
        return super().run(inputs)


class AllRecords(logging.Handler):
    """Writes every record of any level with all its attributes."""

    def __init__(self, file: Path) -> None:
        super().__init__(logging.DEBUG)
        self._stream = file.open("w", buffering=1)

    def emit(self, record: logging.LogRecord) -> None:
        trace = "".join(traceback.format_exception(record.exc_info[1])) if record.exc_info else ""
        self._stream.write(f"{record.getMessage()} {record.__dict__!r} {trace}\n")


def main(canary: str, fault: Path, records: Path) -> None:
    voices = VoiceBook(write_voices(Path(tempfile.mkdtemp())))
    engine = faulty_engine(voices, FaultFromFile(canary, fault), TimeLimits(step_s=1.0), max_streams=2)

    def configure_and_record(level: str, form: LogFormat | None, stream: TextIO) -> None:
        configure_logs(level, form, stream)
        logging.getLogger().addHandler(AllRecords(records))
        for name in (None, "koe", "asyncio"):
            logging.getLogger(name).setLevel(logging.DEBUG)

    vars(serve).update(configure_logs=configure_and_record, load_engine=lambda *_, **__: engine)
    os.environ["KOKORO_LOG_LEVEL"] = "debug"
    serve.serve(port=0)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
