"""A server with all guards and an echo WebSocket, and the requests that tests/security sends to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import WebSocket
from websockets.sync.client import ClientConnection, connect

from fakes import live_app, tiny_engine
from koe.model.voices import VoiceBook
from koe.server.app import create_app
from koe.settings import PREFIX, Settings
from limits import HANG_S

SPEECH = "/v1/audio/speech"
HELLO = b'{"input":"Hi."}'
KEY = "correct-horse_42"
LISTED = "http://page.example:3000"


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    async for text in socket.iter_text():
        if text == "fail":
            raise RuntimeError("on purpose")
        await socket.send_text(text)


@contextmanager
def guarded_server(voice_files: dict[str, Path], **changes: Any) -> Iterator[str]:
    """One server for many attacks, so that damage done by one of them shows in the next."""
    with pytest.MonkeyPatch.context() as environment:
        for variable in [name for name in os.environ if name.startswith(PREFIX)]:
            environment.delenv(variable)
        settings = Settings(allowed_origins=(LISTED,), **changes)
    engine = tiny_engine(VoiceBook(voice_files))
    app = create_app(settings, engine)
    app.add_api_websocket_route("/echo", echo)
    with live_app(app, settings) as address:
        yield address


def post(*headers: str, body: bytes = HELLO, path: str = SPEECH, host: str = "Host: localhost") -> bytes:
    lines = [f"POST {path} HTTP/1.1", host, "Content-Type: application/json", "Connection: close", *headers]
    if not any(header.lower().startswith(("content-length", "transfer-encoding")) for header in headers):
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(line for line in lines if line).encode("latin-1") + b"\r\n\r\n" + body


def get(path: str, *headers: str, host: str = "Host: localhost", version: str = "1.1") -> bytes:
    lines = [f"GET {path} HTTP/{version}", host, "Connection: close", *headers]
    return "\r\n".join(line for line in lines if line).encode("latin-1") + b"\r\n\r\n"


def preflight(server: str, origin: str, **more: str) -> httpx.Response:
    headers = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,x-stainless-os",
        **more,
    }
    return httpx.options(server + SPEECH, headers=headers)


def websocket(server: str, path: str = "/echo", **more: Any) -> ClientConnection:
    opened: ClientConnection = connect(server.replace("http", "ws") + path, open_timeout=HANG_S, proxy=None, **more)
    return opened
