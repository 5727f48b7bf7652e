"""Whether Ray Serve has told this replica to stop.

Serve waits for the requests that run and tells the application nothing until they are over, so that an idle WebSocket
would hold a replica until its time is up. Its own mark is read instead.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from ray._private.worker import global_worker

log = logging.getLogger("koe.scale")


def stop_watch() -> Callable[[], bool]:
    """For the replica of this process. Always False where this Ray keeps its mark elsewhere: then idle connections are
    held until the replica is killed, and nothing else changes."""
    for actor in tuple(global_worker.actors.values()):
        replica: Any = getattr(actor, "_replica_impl", None)
        if hasattr(replica, "_shutting_down"):
            return lambda: bool(replica._shutting_down)
    log.warning("this version of Ray Serve does not say when a replica stops: idle connections delay it")
    return lambda: False
