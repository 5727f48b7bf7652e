"""WebSockets of foreign pages and oversized messages are refused or closed. The server still answers after each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from guarded_server import LISTED, guarded_server, websocket
from limits import HANG_S
from raw_http import connected, is_alive


@pytest.fixture(scope="module")
def shared_server(voice_files: dict[str, Path]) -> Iterator[str]:
    with guarded_server(voice_files, max_frame_bytes=2048) as address:
        yield address


@pytest.fixture
def server(shared_server: str) -> Iterator[str]:
    yield shared_server
    assert is_alive(shared_server)


WEBSOCKET_ATTACKS = [
    ({"origin": Origin("https://evil.example")}, "origin_not_allowed"),
    ({"origin": Origin("null")}, "origin_not_allowed"),
    ({"origin": Origin("http://localhost:3000")}, "origin_not_allowed"),
]


@pytest.mark.parametrize(("arguments", "code"), WEBSOCKET_ATTACKS)
def test_foreign_origin_opens_no_websocket(server: str, arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        websocket(server, **arguments)
    answer = refused.value.response
    assert answer.status_code == 403
    assert httpx.Response(403, content=bytes(answer.body or b"")).json()["error"]["code"] == code
    assert len(answer.headers["x-request-id"]) == 32


@pytest.mark.parametrize(
    ("host", "status"), [("evil.example", b"403"), ("", b"403"), ("localhost.", b"101"), ("[::1]:8880", b"101")]
)
def test_foreign_host_opens_no_websocket(server: str, host: str, status: bytes) -> None:
    with connected(server) as connection:
        connection.sendall(
            f"GET /echo HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert connection.recv(65_536).split()[1] == status


@pytest.mark.parametrize("origin", [None, Origin(LISTED)])
def test_programs_and_listed_origins_open_websockets(server: str, origin: Origin | None) -> None:
    with websocket(server, origin=origin) as socket:
        socket.send("hello")
        assert socket.recv(HANG_S) == "hello"
        assert socket.response is not None
        assert "Sec-WebSocket-Extensions" not in socket.response.headers  # although the client offered compression


def test_own_origin_opens_websockets(server: str) -> None:
    with websocket(server, origin=Origin(server)) as socket:
        socket.send("hello")
        assert socket.recv(HANG_S) == "hello"


@pytest.mark.parametrize("parts", [["a" * 2049], ["a" * 1024, "a" * 1024, "a"]])
def test_message_over_the_limit_closes_its_websocket(server: str, parts: list[str]) -> None:
    with websocket(server) as socket:
        socket.send("a" * 2048)
        assert socket.recv(HANG_S) == "a" * 2048
        with suppress(ConnectionClosed):  # may be closed while it sends or afterwards
            socket.send(iter(parts))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(HANG_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_unhandled_error_closes_its_websocket_with_1011(server: str) -> None:
    with websocket(server) as socket:
        socket.send("fail")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(HANG_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1011
