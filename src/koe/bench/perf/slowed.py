"""A backend whose every run takes a share more work: the planted regression that the perf gate must find."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from koe.model.backends import Array, Backend, Precision, Session

_PIECE = bytes(1 << 16)


class SlowedSession:
    def __init__(self, session: Session, share: float, threads: ThreadPoolExecutor) -> None:
        self._session = session
        self._share = share
        self._threads = threads
        self.provider: str = getattr(session, "provider", "unknown")

    @property
    def metadata(self) -> Mapping[str, str]:
        return self._session.metadata

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        """The work more is CPU time, on as many threads as the machine has cores: waiting would be too easy to see."""
        began_s = time.process_time()
        outputs = self._session.run(inputs)
        until_s = time.process_time() + self._share * (time.process_time() - began_s)
        for done in [self._threads.submit(_burn, until_s) for _ in range(os.cpu_count() or 1)]:
            done.result()
        return outputs


class SlowedBackend:
    def __init__(self, backend: Backend, share: float) -> None:
        self._backend = backend
        self._share = share
        self._threads = ThreadPoolExecutor(os.cpu_count())
        self.name = backend.name

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> SlowedSession:
        session = self._backend.open(path, precision=precision, releases_memory=releases_memory)
        return SlowedSession(session, self._share, self._threads)


def _burn(until_s: float) -> None:
    """Until the process has used so much CPU time."""
    while time.process_time() < until_s:
        hashlib.sha256(_PIECE).digest()
