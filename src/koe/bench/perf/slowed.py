"""A backend that makes the process do a share more work: the planted regression that the perf gate must find."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from koe.model.backends import Array, Backend, Precision, Session

_PIECE = bytes(1 << 16)


class Burner:
    """`burn` uses up a share of the CPU time that the process has used since the last call: of all its work, also that
    between two runs of a stage. It is CPU time, on as many threads as the machine has cores: waiting would be too easy
    to see."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._threads = ThreadPoolExecutor(os.cpu_count())
        self._seen_s = time.process_time()

    def burn(self) -> None:
        now_s = time.process_time()
        until_s = now_s + self._share * (now_s - self._seen_s)
        for done in [self._threads.submit(_burn, until_s) for _ in range(os.cpu_count() or 1)]:
            done.result()
        self._seen_s = time.process_time()


class SlowedSession:
    def __init__(self, session: Session, burner: Burner) -> None:
        self._session = session
        self._burner = burner
        self.provider: str = getattr(session, "provider", "unknown")

    @property
    def metadata(self) -> Mapping[str, str]:
        return self._session.metadata

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        outputs = self._session.run(inputs)
        self._burner.burn()
        return outputs


class SlowedBackend:
    def __init__(self, backend: Backend, share: float) -> None:
        self._backend = backend
        self._burner = Burner(share)
        self.name = backend.name

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> SlowedSession:
        session = self._backend.open(path, precision=precision, releases_memory=releases_memory)
        return SlowedSession(session, self._burner)


def _burn(until_s: float) -> None:
    """Until the process has used so much CPU time."""
    while time.process_time() < until_s:
        hashlib.sha256(_PIECE).digest()
