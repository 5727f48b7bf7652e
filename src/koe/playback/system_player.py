"""The system's own players of audio files, for where the sound card cannot be opened by koe itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from koe.playback.track import Pcm
from koe.wire.wav import wav_header

# In the order in which they are tried.
_PLAYERS: Sequence[tuple[str, ...]] = (
    ("afplay",),
    ("paplay",),
    ("aplay", "-q"),
    ("ffplay", "-nodisp", "-autoexit", "-loglevel", "error"),
)


@dataclass(frozen=True, slots=True)
class SystemPlayer:
    name: str
    command: tuple[str, ...]

    def start(self, path: Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*self.command, os.fspath(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )


def find_system_player(names: Sequence[tuple[str, ...]] = _PLAYERS) -> SystemPlayer | None:
    for name, *options in names:
        if path := shutil.which(name):
            return SystemPlayer(name, (path, *options))
    return None


@contextmanager
def temporary_wav(samples: Pcm, rate_hz: int) -> Iterator[Path]:
    """A file of the samples that is removed afterwards; only its owner may read it."""
    with tempfile.NamedTemporaryFile(prefix="koe-", suffix=".wav") as file:
        data = samples.astype("<i2").tobytes()
        file.write(wav_header(rate_hz, len(data)))
        file.write(data)
        file.flush()
        yield Path(file.name)
