"""A relay between a client and a server, on real sockets, that loses, swaps, repeats and delays frames."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from koe.faults.faults import Faults
from koe.faults.frames import Cut, LossyPath
from limits import HANG_S


class Relay:
    """`address` is where clients connect. `paths` are those of the connections so far."""

    def __init__(self, server: str, faults: Faults) -> None:
        self._server = server.replace("http", "ws") + "/v1/audio/stream"
        self._faults = faults
        self._chance = random.Random(3)  # noqa: S311
        self.paths: list[LossyPath[bytes]] = []
        self.address = ""

    @property
    def connections(self) -> int:
        return len(self.paths)

    async def pass_on(self, client: ServerConnection) -> None:
        path: LossyPath[bytes] = LossyPath(self._faults, self._chance)
        self.paths.append(path)
        async with connect(self._server, compression=None, max_size=None, open_timeout=HANG_S) as server:

            async def up() -> None:
                async for message in client:
                    await server.send(message)

            async def down() -> None:
                async for message in server:
                    is_frame = isinstance(message, bytes)
                    for frame in await path.passed(message) if isinstance(message, bytes) else path.rest():
                        await client.send(frame)
                    if not is_frame:
                        await client.send(message)

            tasks = [asyncio.create_task(up()), asyncio.create_task(down())]
            try:
                ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for one in ended:
                    with suppress(ConnectionClosed, Cut):
                        one.result()
            finally:
                for one in tasks:
                    one.cancel()
                # As a network that breaks: neither side hears of it in order.
                for connection in (client, server):
                    connection.transport.abort()


@asynccontextmanager
async def lossy_relay(server: str, faults: str) -> AsyncIterator[Relay]:
    relay = Relay(server, Faults.of(faults))

    def answer(connection: ServerConnection, request: Request) -> Response | None:
        """Whether the server is ready is asked before a stream; all else is a WebSocket."""
        return connection.respond(HTTPStatus.OK, "ready") if request.path == "/ready" else None

    async with serve(
        relay.pass_on, "127.0.0.1", 0, process_request=answer, compression=None, max_size=None
    ) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        relay.address = f"http://127.0.0.1:{port}"
        yield relay
