"""The process in which eSpeak runs: lines of JSON in, lines of JSON out. Started by `espeak_process`, never imported.

eSpeak crashes on some texts, and a crash takes its process along: this one holds nothing else. It ends with its input.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

# A call that takes this long never ends. koe gives up sooner, and ends this process; unless koe itself is gone.
_LONGEST_CALL_S = 30


def main(folder: str) -> None:
    """`folder` is the temporary one of this process."""
    atexit.register(_remove, folder)  # before phonemizer registers that it empties the folder: last in, first out
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever a library prints is no answer
    _leave_signals_to_koe()
    _without_joblib()
    readers = _Readers()
    answers.write(b"{}\n")
    for line in sys.stdin.buffer:
        _limit(_LONGEST_CALL_S)
        _answer(answers, readers, line)
        _limit(0)


def _answer(answers: BinaryIO, readers: _Readers, line: bytes) -> None:
    try:
        answer = {"phonemes": readers.read(**json.loads(line))}
    except Exception as error:  # noqa: BLE001  koe counts it and reads in another way
        answer = {"error": type(error).__name__}
    answers.write(json.dumps(answer).encode() + b"\n")


class _Readers:
    """misaki's two ways to use eSpeak, by its own codes of languages, each loaded once (10 ms)."""

    def __init__(self) -> None:
        from misaki import espeak

        self._library = espeak
        self._voices: dict[str, Any] = {}
        self._words: dict[str, Any] = {}

    def read(self, text: str, voice: str, is_word: bool) -> str:
        """The phonemes of a text, or of one English word that the dictionary lacks."""
        if is_word:
            if voice not in self._words:
                self._words[voice] = self._library.EspeakFallback(british=voice == "en-gb")
            return str(self._words[voice](_Word(text))[0] or "")
        if voice not in self._voices:
            self._voices[voice] = self._library.EspeakG2P(language=voice)
        return str(self._voices[voice](text)[0])


class _Word:
    """The part of a misaki token that its fallback uses."""

    def __init__(self, text: str) -> None:
        self.text = text


def _leave_signals_to_koe() -> None:
    """Ctrl-C and a service manager's SIGTERM reach every process; koe may still have sentences to read."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core dump would hold text


def _limit(seconds: int) -> None:
    """Let the system end this process after so long, even inside eSpeak; 0: no limit."""
    if sys.platform != "win32":
        signal.alarm(seconds)


def _without_joblib() -> None:
    """phonemizer imports it for work in parallel, which is not done here: 0.2 s and 20 MB, most of them numpy's."""
    stub = ModuleType("joblib")
    stub.Parallel = stub.delayed = None  # type: ignore[attr-defined]
    sys.modules["joblib"] = stub


def _remove(folder: str) -> None:
    with suppress(OSError):  # koe has removed it, or something is left in it
        Path(folder).rmdir()


if __name__ == "__main__":
    main(sys.argv[1])
