"""HTTP as bytes on a socket: requests that no client library sends, and the answers to them."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx

from fakes import wait_for
from limits import HANG_S

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RawAnswer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> Any:
        return json.loads(self.body)["error"]["code"]


@contextmanager
def connected(address: str) -> Iterator[socket.socket]:
    url = httpx.URL(address)
    with socket.create_connection((url.host, url.port), timeout=HANG_S) as connection:
        yield connection


def exchange(address: str, data: bytes) -> list[RawAnswer]:
    """Send `data` at once and return all answers, up to the end of the connection."""
    with connected(address) as connection:
        connection.sendall(data)
        return answers_in(read_all(connection))


def disconnect_when(
    url: str,
    condition: Callable[[], T],
    body: Mapping[str, object] | None = None,
    method: str = "POST",
    header: str = "Accept: */*",
) -> T:
    """Send a request, wait until `condition` holds, and close the connection without reading the answer. Returns what
    `condition` returns just before that."""
    content = b"" if body is None else json.dumps(body).encode()
    path = httpx.URL(url).raw_path.decode()
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{header}\r\n"
    with connected(url) as connection:
        connection.sendall(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        wait_for(condition)
        return condition()


def read_all(connection: socket.socket) -> bytes:
    """Everything until the server closes or resets the connection."""
    parts = []
    try:
        while part := connection.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def read_answer(connection: socket.socket) -> RawAnswer:
    """Read one answer that has a Content-Length, and leave the connection open."""
    data = b""
    while True:
        head, separator, rest = data.partition(b"\r\n\r\n")
        if separator and len(rest) >= int(_headers(head).get("content-length", "0")):
            return answers_in(data)[0]
        part = connection.recv(65_536)
        assert part, f"the server closed the connection after {data!r}"
        data += part


def answers_in(data: bytes) -> list[RawAnswer]:
    answers = []
    while data:
        head, _, data = data.partition(b"\r\n\r\n")
        status, headers = int(head.split()[1]), _headers(head)
        length = 0 if status < 200 else int(headers.get("content-length", len(data)))
        answers.append(RawAnswer(status, headers, data[:length]))
        data = data[length:]
    return answers


def _headers(head: bytes) -> dict[str, str]:
    lines = head.decode("latin-1").split("\r\n")[1:]
    return {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


def is_alive(address: str) -> bool:
    return httpx.get(f"{address}/health", timeout=HANG_S).status_code == 200
