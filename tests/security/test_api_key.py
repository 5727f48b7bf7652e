"""The API key: without it nothing but /health and /ready answers. Pages for operators."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from guarded_server import KEY, LISTED, SPEECH, guarded_server, preflight, websocket
from limits import HANG_S
from raw_http import is_alive


@pytest.fixture(scope="module")
def server_without_key(voice_files: dict[str, Path]) -> Iterator[str]:
    with guarded_server(voice_files) as address:
        yield address


@pytest.fixture(scope="module")
def server_with_key(voice_files: dict[str, Path]) -> Iterator[str]:
    with guarded_server(voice_files, api_key=KEY) as address:
        yield address


@pytest.fixture
def server(server_without_key: str) -> Iterator[str]:
    yield server_without_key
    assert is_alive(server_without_key)


@pytest.fixture
def locked(server_with_key: str) -> Iterator[str]:
    yield server_with_key
    assert is_alive(server_with_key)


WRONG_KEYS = [
    None,
    "",
    "Bearer",
    f"Bearer {KEY}x",
    f"Bearer {KEY[:-1]}",
    f"Bearer {KEY.upper()}",
    f"Basic {KEY}",
    KEY,
    "Bearer ü",
]


@pytest.mark.parametrize("header", WRONG_KEYS)
@pytest.mark.parametrize("path", ["/v1/models", "/status", "/openapi.json", "/nothing", SPEECH])
def test_request_without_the_key_gets_401(locked: str, header: str | None, path: str) -> None:
    headers = {} if header is None else {"authorization": header.encode("latin-1")}
    answer = httpx.get(locked + path, headers=headers)  # type: ignore[arg-type]  # bytes are allowed too
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "invalid_api_key"
    assert answer.headers["www-authenticate"] == "Bearer"
    assert KEY not in answer.text


def test_two_keys_are_refused(locked: str) -> None:
    headers = [("authorization", "Bearer wrong"), ("authorization", f"Bearer {KEY}")]
    assert httpx.get(locked + "/v1/models", headers=headers).status_code == 401


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_key_gives_access_to_everything(locked: str, scheme: str) -> None:
    headers = {"authorization": f"{scheme} {KEY}", "x-forwarded-for": "203.0.113.7"}
    assert httpx.get(locked + "/status", headers=headers).status_code == 200
    assert httpx.post(locked + SPEECH, json={"input": "Hi."}, headers=headers).status_code == 200


def test_health_ready_and_preflights_need_no_key(locked: str) -> None:
    assert httpx.get(locked + "/health").status_code == 200
    assert httpx.get(locked + "/ready").status_code in (200, 503)
    assert preflight(locked, LISTED).status_code == 204


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"subprotocols": ["koe.key.wrong"]},
        {"additional_headers": {"Authorization": "Bearer wrong"}},
        {"subprotocols": [f"koe.{KEY}"]},
    ],
)
def test_websocket_without_the_key_gets_401(locked: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidStatus) as refused:
        websocket(locked, **arguments)
    assert refused.value.response.status_code == 401
    assert refused.value.response.headers["www-authenticate"] == "Bearer"


def test_health_path_needs_the_key_on_a_websocket(locked: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        websocket(locked, "/health")
    assert refused.value.response.status_code == 401


@pytest.mark.parametrize(
    "arguments",
    [{"subprotocols": [Subprotocol(f"koe.key.{KEY}")]}, {"additional_headers": {"Authorization": f"Bearer {KEY}"}}],
)
def test_websocket_with_the_key_opens(locked: str, arguments: dict[str, Any]) -> None:
    with websocket(locked, **arguments) as socket:
        socket.send("hello")
        assert socket.recv(HANG_S) == "hello"
        assert socket.subprotocol == next(iter(arguments.get("subprotocols", [])), None)


def test_any_key_is_accepted_if_none_is_set(server: str) -> None:
    for header in ("Bearer", "Bearer anything", ""):
        assert httpx.get(server + "/v1/models", headers={"authorization": header}).status_code == 200
    with websocket(server, subprotocols=[Subprotocol("koe.key.anything")]) as socket:
        socket.send("hello")
        assert socket.recv(HANG_S) == "hello"


@pytest.mark.parametrize(
    "header", ["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Via", "x-forwarded-anything"]
)
def test_status_is_refused_behind_a_proxy(server: str, header: str) -> None:
    assert httpx.get(server + "/status").status_code == 200
    for value in ("127.0.0.1", ""):
        answer = httpx.get(server + "/status", headers={header: value})
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "operators_only"
