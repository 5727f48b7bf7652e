"""Slow and idle clients: header, body, idle and stall timeouts, and the connection limit. No test measures time."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from fastapi import FastAPI, WebSocket
from fastapi.responses import StreamingResponse
from websockets.sync.client import connect

from fakes import live_app, wait_for
from koe.engine.engine import Engine
from koe.server.app import create_app
from koe.settings import Settings
from limits import HANG_S
from raw_http import answers_in, connected, is_alive, read_all, read_answer

HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /v1/audio/speech HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
BODY = b'{"input":"Hi."}'
# Timeouts that a test is not about are too long to matter in it.
NEVER = {"header_timeout_s": 600, "body_timeout_s": 600, "idle_timeout_s": 600, "stall_timeout_s": 600}


@contextmanager
def serving(engine: Engine, **limits: float) -> Iterator[str]:
    settings = Settings(**{**NEVER, **limits})  # type: ignore[arg-type]
    with live_app(create_app(settings, engine), settings) as address:
        yield address


def trickle(connection: socket.socket, data: bytes) -> None:
    """Send a byte at a time until the connection is closed."""
    try:
        for byte in data:
            connection.sendall(bytes([byte]))
            time.sleep(0.02)
    except OSError:
        pass


def test_incomplete_header_gets_408(engine: Engine) -> None:
    # Long enough for a busy machine to send the beginning in time: without it there is no answer, only the end.
    with serving(engine, header_timeout_s=2) as server, connected(server) as connection:
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: local")
        [answer] = answers_in(read_all(connection))
        assert (answer.status, answer.code) == (408, "request_timeout")
        assert "connection" in answer.headers
        assert is_alive(server)


def test_more_bytes_do_not_extend_the_header_timeout(engine: Engine) -> None:
    with serving(engine, header_timeout_s=2) as server, connected(server) as connection:
        endless = b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + b"X-A: b\r\n" * 10_000
        writer = threading.Thread(target=trickle, args=(connection, endless), daemon=True)
        writer.start()
        assert read_all(connection).startswith(b"HTTP/1.1 408 ")
        writer.join(HANG_S)
        assert not writer.is_alive()


def test_connection_without_a_request_is_closed(engine: Engine) -> None:
    with serving(engine, header_timeout_s=0.2) as server, connected(server) as connection:
        assert read_all(connection) == b""


def test_second_header_on_a_connection_has_the_same_timeout(engine: Engine) -> None:
    with serving(engine, header_timeout_s=1) as server, connected(server) as connection:
        connection.sendall(HEALTH)
        assert read_answer(connection).status == 200
        connection.sendall(HEALTH[:20])
        [answer] = answers_in(read_all(connection))
        assert answer.status == 408


def test_header_in_two_parts_is_served(engine: Engine) -> None:
    with serving(engine, header_timeout_s=60) as server, connected(server) as connection:
        connection.sendall(HEALTH[:20])
        time.sleep(0.05)
        connection.sendall(HEALTH[20:])
        assert read_answer(connection).status == 200


@pytest.mark.parametrize("framing", [b"Content-Length: 15\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n3\r\n"])
def test_incomplete_body_gets_408(engine: Engine, framing: bytes) -> None:
    with serving(engine, body_timeout_s=0.2) as server, connected(server) as connection:
        connection.sendall(POST + framing + b'{"i')
        [answer] = answers_in(read_all(connection))
        assert (answer.status, answer.code) == (408, "request_timeout")
        assert engine.running_streams == 0
        assert is_alive(server)


def test_more_bytes_do_not_extend_the_body_timeout(engine: Engine) -> None:
    with serving(engine, body_timeout_s=0.3) as server, connected(server) as connection:
        connection.sendall(POST + b"Content-Length: 100000\r\n\r\n")
        threading.Thread(target=trickle, args=(connection, b" " * 1000), daemon=True).start()
        assert read_all(connection).startswith(b"HTTP/1.1 408 ")


def test_rest_of_a_refused_body_has_a_timeout(engine: Engine) -> None:
    with serving(engine, body_timeout_s=0.3) as server, connected(server) as connection:
        connection.sendall(POST + b"Content-Length: 999999999\r\n\r\n")
        assert read_answer(connection).status == 413
        writer = threading.Thread(target=trickle, args=(connection, b" " * 100_000), daemon=True)
        writer.start()
        assert read_all(connection) == b""
        writer.join(HANG_S)
        assert not writer.is_alive()


def test_connection_stays_usable_after_a_refused_body(engine: Engine) -> None:
    with serving(engine) as server, connected(server) as connection:
        connection.sendall(POST + b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n")
        assert read_answer(connection).status == 415
        connection.sendall(b"abcd" + HEALTH)
        assert read_answer(connection).status == 200


def test_idle_connection_is_closed(engine: Engine) -> None:
    with serving(engine, idle_timeout_s=0.2) as server, connected(server) as connection:
        connection.sendall(HEALTH)
        assert read_answer(connection).status == 200
        assert read_all(connection) == b""


def test_longest_idle_connection_is_closed_for_a_new_one(engine: Engine) -> None:
    with serving(engine, max_connections=4) as server, ExitStack() as stack:
        connections = [stack.enter_context(connected(server)) for _ in range(4)]
        for connection in (*connections[1:], connections[0]):  # the first one has been idle for the shortest time
            connection.sendall(HEALTH)
            assert read_answer(connection).status == 200
        assert is_alive(server)
        assert read_all(connections[1]) == b""
        for connection in (connections[0], *connections[2:]):
            connection.sendall(HEALTH)
            assert read_answer(connection).status == 200


def test_connections_without_a_request_are_closed_for_new_ones(engine: Engine) -> None:
    with serving(engine, max_connections=4) as server, ExitStack() as stack:
        for number in range(12):
            connection = stack.enter_context(connected(server))
            connection.sendall(HEALTH[: number % 3])
        assert is_alive(server)


def test_new_connection_is_refused_if_all_are_busy(engine: Engine) -> None:
    with serving(engine, max_connections=2) as server, ExitStack() as stack:
        busy = [stack.enter_context(connected(server)) for _ in range(2)]
        for connection in busy:
            connection.sendall(POST + b"Expect: 100-continue\r\nContent-Length: 15\r\n\r\n")
            assert read_answer(connection).status == 100  # the server waits for its body
        with connected(server) as connection:
            [answer] = answers_in(read_all(connection))
        assert (answer.status, answer.code) == (503, "too_many_connections")
        assert int(answer.headers["retry-after"]) >= 1
        for connection in busy:
            connection.sendall(BODY)
            assert connection.recv(65_536).startswith(b"HTTP/1.1 200 ")
        for connection in busy:
            connection.close()
        wait_for(lambda: is_alive(server))


def test_open_websocket_is_never_idle(engine: Engine) -> None:
    settings = Settings(**{**NEVER, "max_connections": 1})  # type: ignore[arg-type]
    app = create_app(settings, engine)

    async def wait(socket: WebSocket) -> None:
        await socket.accept()
        async for text in socket.iter_text():
            await socket.send_text(text)

    app.add_api_websocket_route("/wait", wait)
    with live_app(app, settings) as server, connect(server.replace("http", "ws") + "/wait", proxy=None) as websocket:
        with connected(server) as connection:
            assert read_all(connection).startswith(b"HTTP/1.1 503 ")
        websocket.send("still here")
        assert websocket.recv(HANG_S) == "still here"


def test_websocket_without_pongs_is_closed(engine: Engine) -> None:
    settings = Settings(**{**NEVER, "ping_interval_s": 0.2})  # type: ignore[arg-type]
    app = create_app(settings, engine)

    async def wait(socket: WebSocket) -> None:
        await socket.accept()
        await socket.receive()

    app.add_api_websocket_route("/wait", wait)
    with live_app(app, settings) as server, connected(server) as connection:
        connection.sendall(
            b"GET /wait HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        head, _, frames = read_all(connection).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 ")
        assert frames[:2] == b"\x89\x04"  # a ping with four bytes of payload
        assert frames[6:7] == b"\x88"  # a close
        assert int.from_bytes(frames[8:10], "big") == 1011


def endless_app(settings: Settings, engine: Engine, ended: threading.Event) -> FastAPI:
    """Sends until the client is gone."""
    app = create_app(settings, engine)

    async def endless() -> StreamingResponse:
        async def zeros() -> AsyncIterator[bytes]:
            try:
                while True:
                    yield bytes(65_536)
                    await asyncio.sleep(0)
            finally:
                ended.set()

        return StreamingResponse(zeros())

    app.add_api_route("/endless", endless)
    return app


def test_client_that_stops_reading_is_disconnected(engine: Engine) -> None:
    settings = Settings(**{**NEVER, "stall_timeout_s": 0.3})  # type: ignore[arg-type]
    ended = threading.Event()
    with live_app(endless_app(settings, engine, ended), settings) as server, connected(server) as connection:
        connection.sendall(b"GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert ended.wait(HANG_S)
        assert not read_all(connection).endswith(b"0\r\n\r\n")
        assert is_alive(server)
