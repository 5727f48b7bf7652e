"""Starts a server for each candidate of `koe tune`, in a child process, and listens at its socket."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from koe.bench.client import SpeechClient
from koe.bench.texts import text_of
from koe.cli.assemble import load_engine
from koe.cli.child_server import ChildServer, Load, Patience, warmed_server
from koe.memory import resident_bytes
from koe.settings import Settings, load_settings
from koe.tune.space import Point
from koe.tune.trials import Sample

# Four seconds of speech: short enough for many rounds, long enough for windows of every size.
TEXT = text_of(70)
# No candidate that needs longer for its start or for one text is worth waiting for.
_LIMIT_S = 60.0
_LEAST_LIMIT_S = 5.0
_STOP_S = 3.0


class ServerRig:
    """`settings` are those of the user, without a stored choice; a point replaces what it names."""

    def __init__(self, load: Load = load_engine) -> None:
        self._load = load

    @contextmanager
    def serve(self, point: Point, limit_s: float) -> Iterator[ServedCandidate]:
        settings = candidate_settings(point)
        patience_s = min(_LIMIT_S, max(_LEAST_LIMIT_S, limit_s))
        with (
            warmed_server(settings, self._load, Patience(patience_s, _STOP_S)) as server,
            SpeechClient(server.address, settings.voice, server.settle, timeout_s=patience_s) as client,
        ):
            client.wait_until_ready()
            yield ServedCandidate(client, server)


def candidate_settings(point: Point) -> Settings:
    """Without caches, which would hide what is measured, and without filler."""
    changes: dict[str, Any] = {
        **point,
        "host": "127.0.0.1",
        "port": 0,
        "log_level": "error",
        "primer_bytes": 0,
        "phoneme_cache_bytes": 0,
        "stall_silence": False,
        "shutdown_grace_s": 0,
    }
    return load_settings(**changes)


class ServedCandidate:
    def __init__(self, client: SpeechClient, server: ChildServer) -> None:
        self._client = client
        self._server = server

    def speak(self) -> Sample:
        first, playthrough = self._client.play_through(TEXT)
        return Sample(first.first_audible_s, playthrough.rtf)

    def memory_mb(self) -> int | None:
        resident = resident_bytes(self._server.pid)
        return None if resident is None else round(resident / 2**20)

    def has_fallen_back(self) -> bool:
        status = self._client.status()
        counts = [*(one["fallbacks"] for one in status["builds"]), *(one["failures"] for one in status["providers"])]
        return any(count for causes in counts for count in causes.values())
