"""eSpeak in a process of its own, which a text may crash, and which is started again then."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer
from typing import IO, cast

log = logging.getLogger("koe.text")

_WORKER = Path(__file__).with_name("espeak_worker.py")
# A start takes 0.2 s. One that takes this long on a busy machine hangs.
_LONGEST_START_S = 20.0
_LAST_S = 1.0  # to end by itself when its input has ended


class EspeakFailed(Exception):
    """eSpeak could not read a text. Holds no text."""


class EspeakEnded(EspeakFailed):
    """Its process has ended: it crashed, or was closed."""


class EspeakProcess:
    """One process. It is started at once and waited for when it is first needed."""

    def __init__(self) -> None:
        folder = tempfile.mkdtemp(prefix="koe-espeak-")
        try:
            self._process = subprocess.Popen(
                # -P: the folder of the script is full of modules that have names of libraries.
                [sys.executable, "-P", str(_WORKER), folder],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # what it prints may hold text
                env={**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder)},
            )
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        # Popen does not say that pipes that were asked for are there.
        self._input, self._output = cast(IO[bytes], self._process.stdin), cast(IO[bytes], self._process.stdout)
        self._is_ready = False
        self.close = weakref.finalize(self, _end, self._process, folder)

    @property
    def exit_code(self) -> int | None:
        """Below 0: minus the signal that ended it. To be asked when its output has ended."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_S)
        return self._process.poll()

    @property
    def cpu_s(self) -> float | None:
        """CPU time, also of one that has just ended; None where the system does not tell."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError, AttributeError):
            return None

    def wait_until_ready(self) -> None:
        if self._is_ready:
            return
        watchdog = Timer(_LONGEST_START_S, self._process.kill)
        watchdog.daemon = True
        watchdog.start()
        try:
            self._next_line()
            self._is_ready = True
        finally:
            watchdog.cancel()

    def read(self, text: str, voice: str, *, is_word: bool) -> str:
        """Waits as long as it takes; `close`, from another thread, ends it."""
        self.wait_until_ready()
        request = {"text": text, "voice": voice, "is_word": is_word}
        try:
            self._input.write(json.dumps(request).encode() + b"\n")
            self._input.flush()
        except (OSError, ValueError):  # ValueError: it was closed
            raise EspeakEnded from None
        answer = json.loads(self._next_line())
        if "error" in answer:
            raise EspeakFailed(f"eSpeak failed with {answer['error']}")
        return str(answer["phonemes"])

    def _next_line(self) -> bytes:
        try:
            line = self._output.readline()
        except (OSError, ValueError):
            line = b""
        if not line.endswith(b"\n"):
            raise EspeakEnded
        return line


def _end(process: subprocess.Popen[bytes], folder: str) -> None:
    """At once, as it may hang; what it had in its folder goes with it."""
    process.kill()
    process.wait(_LAST_S)
    # Not closed before: a thread may wait for its output.
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):  # what was not sent yet
            if pipe is not None:
                pipe.close()
    shutil.rmtree(folder, ignore_errors=True)


class Espeak:
    """Reads with a process, and starts another one when that has ended. For one thread at a time, but for `close` and
    `cpu_s`."""

    def __init__(self) -> None:
        self._lock = Lock()  # guards which process it is
        self._process: EspeakProcess | None = None
        self._spent_s = 0.0  # CPU time of those that have ended
        self._is_closed = False

    def start(self) -> None:
        """Does not wait until it can read, and does not raise: `read` does."""
        try:
            self._running()
        except (OSError, EspeakEnded) as problem:
            log.error("eSpeak cannot be started (%s)", type(problem).__name__)

    def wait_until_ready(self) -> None:
        """Starts it if it is not there. Does not raise."""
        process: EspeakProcess | None = None
        try:
            process = self._running()
            process.wait_until_ready()
        except OSError as problem:
            log.error("eSpeak cannot be started (%s)", type(problem).__name__)
        except EspeakEnded:
            if process is not None:
                self._replace(process)

    def read(self, text: str, voice: str, *, is_word: bool = False) -> str:
        """Raises `EspeakFailed`, `OSError`."""
        process = self._running()
        try:
            return process.read(text, voice, is_word=is_word)
        except EspeakEnded:
            self._replace(process)
            raise

    @property
    def cpu_s(self) -> float | None:
        with self._lock:
            now_s = 0.0 if self._process is None else self._process.cpu_s
            return None if now_s is None else self._spent_s + now_s

    def close(self) -> None:
        """A call that waits for it raises `EspeakFailed`."""
        with self._lock:
            self._is_closed = True
            process, self._process = self._process, None
        if process is not None:
            process.close()

    def _running(self) -> EspeakProcess:
        with self._lock:
            if self._is_closed:
                raise EspeakEnded
            if self._process is None:
                self._process = EspeakProcess()
            return self._process

    def _replace(self, process: EspeakProcess) -> None:
        """The next one is started at once: it will soon be needed."""
        cpu_s, exit_code = process.cpu_s, process.exit_code
        with self._lock:
            if process is not self._process:
                return  # it was closed
            self._process = None
            self._spent_s += cpu_s or 0.0
        process.close()
        log.warning("eSpeak has ended (exit code %s) and is started again", exit_code)
        self.start()
