"""Which server speaks: one that runs already, or one of the daemon's own, started when it is needed."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from koe.client.reading import NoServer, Server

_READY_TIMEOUT_S = 2.0
# A server that was there and is gone is probably being restarted: one of our own would not be ready sooner.
_RETURNS_WITHIN_S = 10.0
_STOP_S = 10.0


async def is_ready(server: Server) -> bool:
    """Whether GET /ready says so."""
    place = urlsplit(server.address)
    is_secure = place.scheme == "https"
    port = place.port or (443 if is_secure else 80)
    request = f"GET {place.path.rstrip('/')}/ready HTTP/1.1\r\nHost: {place.netloc}\r\nConnection: close\r\n\r\n"
    try:
        async with asyncio.timeout(_READY_TIMEOUT_S):
            reader, writer = await asyncio.open_connection(place.hostname, port, ssl=is_secure or None)
            try:
                writer.write(request.encode())
                status = await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False
    return status.split()[1:2] == [b"200"]


class EngineChild:
    """A koe server in a child process, on a port of this machine that only we have the key of. It ends with us: it
    reads a pipe that is never written, and stops at its end."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._server: Server | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    @property
    def server(self) -> Server:
        """Started if it does not run. Whether it is ready is another question."""
        if self.pid is None or self._server is None:
            self._start()
        assert self._server is not None  # noqa: S101  _start has set it
        return self._server

    def _start(self) -> None:
        key = secrets.token_urlsafe(24)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self._process = subprocess.Popen(
                [*self._command, "--fd", str(listener.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=(listener.fileno(),),
                env={**os.environ, "KOKORO_API_KEY": key},
                start_new_session=True,  # Ctrl-C in a terminal is for the daemon
            )
            port = listener.getsockname()[1]
        self._server = Server(f"http://127.0.0.1:{port}", {"Authorization": f"Bearer {key}"})

    def stop(self) -> None:
        """Any number of times."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        process.terminate()
        try:
            process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Servers:
    """`find` returns a server that is ready, or raises `NoServer`: then ask again a little later."""

    def __init__(
        self, address: str | None, headers: Mapping[str, str] | None = None, child: EngineChild | None = None
    ) -> None:
        self._running = Server(address, dict(headers or {})) if address else None
        self._child = child
        self._seen_s: float | None = None  # when the running one was ready last

    async def find(self) -> Server:
        if self._running is not None and await is_ready(self._running):
            self._seen_s = time.monotonic()
            return self._running
        if self._seen_s is not None and time.monotonic() - self._seen_s < _RETURNS_WITHIN_S:
            raise NoServer("The server is gone; waiting for it.")
        if self._child is None:
            raise NoServer("No server is ready." if self._running else "No server is known.")
        with suppress(OSError):
            server = await asyncio.to_thread(lambda: self._child.server if self._child else None)
            if server is not None and await is_ready(server):
                return server
        raise NoServer("The engine is starting.")

    @property
    def child_pid(self) -> int | None:
        return self._child.pid if self._child else None

    def stop_child(self) -> None:
        if self._child is not None:
            self._child.stop()
