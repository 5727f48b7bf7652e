"""Failures of a build or a provider -> its fallback: whether a request has come to it, and how often, by cause."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from koe.errors import BadOutput, described

log = logging.getLogger("koe.engine")


@dataclass(slots=True)
class Fallback:
    """Of one request: which of the decoders in `SpanDecoder.row` speaks, and whether one before it has failed."""

    place: int = 0
    is_used: bool = False


class FallbackCounts:
    """Requests that a build could not finish, by cause: that of `BadOutput`, or `raised` for any other exception."""

    def __init__(self, build: str) -> None:
        self._build = build
        self._counts: Counter[str] = Counter()
        self._lock = Lock()

    def add(self, problem: Exception) -> None:
        """Logs the first one of each cause: a broken provider fails in every request."""
        cause = problem.cause if isinstance(problem, BadOutput) else "raised"
        with self._lock:
            self._counts[cause] += 1
            is_new = self._counts[cause] == 1
        if is_new:
            log.warning(
                "fallback: build %s failed, and the exact stages speak the rest of the request: %s. Further failures "
                "of this kind (%s) are counted at /status and not logged.",
                self._build or "without a name",
                described(problem),
                cause,
            )

    @property
    def by_cause(self) -> Mapping[str, int]:
        with self._lock:
            return dict(self._counts)
