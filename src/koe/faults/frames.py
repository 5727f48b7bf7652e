"""Frames of live streams that are lost, repeated, swapped, held back or cut off between server and client."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Generic, TypeVar

from koe.faults.faults import Faults

Frame = TypeVar("Frame")
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

_SEED = 17
_ABNORMAL_CLOSURE = 1011
# A frame is not held back for the next one for ever: the client waits for it.
BURST_EVERY_FRAMES = 20


class Cut(Exception):
    """The connection is to be cut here."""


class LossyPath(Generic[Frame]):
    """One direction of one connection: what arrives of each frame, and in which order."""

    def __init__(self, faults: Faults, chance: random.Random) -> None:
        self._faults = faults
        self._chance = chance
        self._held: list[Frame] = []
        self.lost = self.repeated = self.swapped = self.bursts = 0

    async def passed(self, frame: Frame) -> list[Frame]:
        """What goes on now. Raises `Cut`."""
        arrived = [frame]
        for fault in self._faults.at("frames"):
            match fault.kind:
                case "cut":
                    raise Cut
                case "burst":
                    if not fault.goes_on or self._chance.random() < 1 / BURST_EVERY_FRAMES:
                        self.bursts += 1
                        await asyncio.sleep(fault.value)
                case _ if fault.goes_on and self._chance.random() >= fault.value:
                    pass
                case "loss":
                    self.lost += 1
                    arrived = []
                case "duplicate":
                    self.repeated += 1
                    arrived = arrived * 2
                case "reorder" if not self._held and arrived:
                    self.swapped += 1
                    self._held, arrived = arrived, []
                    return []
        return arrived + self.rest() if arrived else []

    def rest(self) -> list[Frame]:
        """What was held back for the next frame, which does not come."""
        held, self._held = self._held, []
        return held


class FaultyFrames:
    """ASGI middleware: the binary messages of WebSockets go over a lossy path."""

    def __init__(self, app: App, faults: Faults) -> None:
        self._app = app
        self._faults = faults
        self._chance = random.Random(_SEED)  # noqa: S311  the same faults in every run

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        path: LossyPath[bytes] = LossyPath(self._faults, self._chance)
        is_cut = False

        async def lossy(message: Message) -> None:
            nonlocal is_cut
            if is_cut:
                return
            frame = message.get("bytes") if message["type"] == "websocket.send" else None
            try:
                arrived = path.rest() if frame is None else await path.passed(frame)
            except Cut:
                is_cut = True
                await send({"type": "websocket.close", "code": _ABNORMAL_CLOSURE})
                return
            for one in arrived:
                await send({"type": "websocket.send", "bytes": one})
            if frame is None:
                await send(message)

        await self._app(scope, receive, lossy)
