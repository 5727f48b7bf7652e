"""The directory as a Ray actor: one for each deployment, started by the first replica that needs it."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any

import ray

from koe.scale.directory import Directory, News
from koe.scale.peer import Peer

_NAMESPACE = "koe"
# It ends by itself when no replica has announced itself for this long.
_UNUSED_AFTER_S = 120.0


class DirectoryActor:
    def __init__(self) -> None:
        self._directory = Directory()
        self._used_s = time.monotonic()
        threading.Thread(target=self._end_when_unused, daemon=True).start()

    def announce(self, peer: Peer, secret: str) -> News:
        self._used_s = time.monotonic()
        return self._directory.announce(peer, secret)

    def find(self, name: str) -> Peer | None:
        return self._directory.find(name)

    def withdraw(self, name: str) -> None:
        self._directory.withdraw(name)

    def _end_when_unused(self) -> None:
        actor = ray.get_runtime_context().current_actor
        while time.monotonic() - self._used_s < _UNUSED_AFTER_S:
            time.sleep(_UNUSED_AFTER_S / 10)
        ray.kill(actor)


@dataclass(slots=True)
class RayDirectory:
    """The directory of one deployment, for its replicas."""

    deployment: str
    _actor: Any = None

    async def announce(self, peer: Peer, secret: str) -> News:
        try:
            news: News = await self._found().announce.remote(peer, secret)
        except ray.exceptions.RayActorError:
            self._actor = None  # started again by whoever asks next
            raise
        return news

    async def find(self, name: str) -> Peer | None:
        peer: Peer | None = await self._found().find.remote(name)
        return peer

    async def withdraw(self, name: str) -> None:
        await self._found().withdraw.remote(name)

    def _found(self) -> Any:
        if self._actor is None:
            options: dict[str, Any] = {"name": f"directory of {self.deployment}", "namespace": _NAMESPACE}
            options |= {"get_if_exists": True, "lifetime": "detached", "num_cpus": 0, "max_restarts": -1}
            self._actor = ray.remote(DirectoryActor).options(**options).remote()
        return self._actor
