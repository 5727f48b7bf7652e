"""HTTP as bytes on a socket: what no client library would send, and what the server then says."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

HANG_S = 20


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
    """All answers to one write, until the server hangs up."""
    with connected(address) as connection:
        connection.sendall(data)
        return answers_in(read_all(connection))


def read_all(connection: socket.socket) -> bytes:
    """Until the other side hangs up, in whatever manner."""
    pieces = []
    try:
        while piece := connection.recv(65_536):
            pieces.append(piece)
    except ConnectionResetError:
        pass
    return b"".join(pieces)


def read_answer(connection: socket.socket) -> RawAnswer:
    """One answer whose length is declared; the connection stays open."""
    data = b""
    while True:
        head, separator, rest = data.partition(b"\r\n\r\n")
        if separator and len(rest) >= int(_headers(head).get("content-length", "0")):
            return answers_in(data)[0]
        piece = connection.recv(65_536)
        assert piece, f"the server hung up after {data!r}"
        data += piece


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
