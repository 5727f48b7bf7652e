"""A replica's membership: it announces itself to the directory twice a second, and learns of the others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from koe.errors import described
from koe.scale.directory import News
from koe.scale.peer import Peer

log = logging.getLogger("koe.scale")

ANNOUNCE_EVERY_S = 0.5
TIMEOUT_S = 5.0


class DirectoryClient(Protocol):
    """The directory, wherever it runs. Any of these may raise: then the next one is tried half a second later."""

    async def announce(self, peer: Peer, secret: str) -> News: ...

    async def find(self, name: str) -> Peer | None: ...

    async def withdraw(self, name: str) -> None: ...


class Membership:
    """The `Peers` of a replica. `describe` says how it is now."""

    def __init__(self, directory: DirectoryClient, describe: Callable[[], Peer]) -> None:
        self._directory = directory
        self._describe = describe
        self._news = News("", ())
        self._announcing: asyncio.Task[None] | None = None

    @property
    def secret(self) -> str:
        return self._news.secret

    def to_ask(self) -> Sequence[Peer]:
        return self._news.peers

    async def find(self, name: str) -> Peer | None:
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return await self._directory.find(name)
        except Exception as problem:  # noqa: BLE001  the stream counts as unknown
            log.warning("the directory of replicas does not answer: %s", described(problem))
            return None

    async def join(self) -> None:
        self._announcing = asyncio.create_task(self._announce_for_ever())

    async def announce(self) -> None:
        """Once, now."""
        try:
            async with asyncio.timeout(TIMEOUT_S):
                self._news = await self._directory.announce(self._describe(), self.secret)
        except Exception as problem:  # noqa: BLE001  the directory is started again, and told anew
            log.warning("the directory of replicas does not answer: %s", described(problem))

    async def _announce_for_ever(self) -> None:
        while True:
            await self.announce()
            await asyncio.sleep(ANNOUNCE_EVERY_S)

    async def leave(self) -> None:
        if self._announcing is None:
            return
        self._announcing.cancel()
        await asyncio.wait([self._announcing])
        try:
            async with asyncio.timeout(TIMEOUT_S):
                await self._directory.withdraw(self._describe().name)
        except Exception as problem:  # noqa: BLE001  it is forgotten after some seconds
            log.warning("the directory of replicas does not answer: %s", described(problem))
