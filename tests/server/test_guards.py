"""Guards and their settings, one by one. Attacks over sockets are in tests/security."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any
from unittest.mock import Mock, patch

import httpx
import pytest
from fastapi import FastAPI, Response, WebSocket
from pydantic import SecretStr
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from fakes import live_app, live_server
from koe.engine.engine import Engine
from koe.server.app import create_app
from koe.server.guards import HostGuard, KeyGuard, OriginGuard, UnhandledErrorGuard
from koe.server.guards.hosts import split_host
from koe.server.guards.operators import is_from_this_machine, is_loopback
from koe.server.run import is_open_to_network_without_key, run
from koe.settings import Settings, SettingsError, load_settings
from limits import HANG_S


@pytest.mark.parametrize(
    ("allowed", "host", "status"),
    [
        (("koe.lan",), "koe.lan:8880", 200),
        (("koe.lan",), "KOE.LAN", 200),
        (("KOE.lan.",), "koe.lan", 200),
        (("koe.lan",), "other.lan", 403),
        (("koe.lan:8880",), "koe.lan:8880", 200),
        (("[fd00::1]",), "[fd00:0::1]:8880", 200),
        (("*",), "anything.example", 200),
        (("*",), "not a host", 403),
    ],
)
def test_hosts_can_be_allowed(engine: Engine, allowed: tuple[str, ...], host: str, status: int) -> None:
    with live_server(engine, Settings(allowed_hosts=allowed)) as server:
        assert httpx.get(server + "/health", headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    ("path", "status"),
    [("/v1//audio/voices", 200), ("/v1///audio/voices", 200), ("/v1/audio//voices", 404), ("//v1/audio/voices", 404)],
)
def test_base_url_may_end_with_a_slash(server: str, path: str, status: int) -> None:
    assert httpx.get(server + path).status_code == status


def test_slash_after_the_base_url_avoids_no_guard(engine: Engine) -> None:
    with live_server(engine, Settings(api_key=SecretStr("a-long-secret"))) as server:
        assert httpx.get(server + "/v1//audio/voices").status_code == 401
        assert httpx.get(server + "/v1//models", headers={"host": "other.lan"}).status_code == 403


@pytest.mark.parametrize(
    ("host", "parts"),
    [
        ("LocalHost", ("localhost", None)),
        ("localhost.:80", ("localhost", 80)),
        ("[0::0:1]:8880", ("[::1]", 8880)),
        ("my_box-2.lan", ("my_box-2.lan", None)),
        ("::1", None),
        ("localhost:", None),
        ("localhost..", None),
        (".localhost", None),
        ("localhost/x", None),
        ("local host", None),
        ("localhost:8880:8880", None),
        ("[::1", None),
        ("[127.0.0.1]", None),
        ("", None),
        (".", None),
    ],
)
def test_split_host(host: str, parts: tuple[str, int | None] | None) -> None:
    assert split_host(host) == parts


def test_body_limit_is_a_setting(engine: Engine) -> None:
    with live_server(engine, Settings(max_body_bytes=1024)) as server:
        body = {"input": "Hello. " * 200}
        assert httpx.post(server + "/v1/audio/speech", json=body).status_code == 413


def test_bound_host_name_is_allowed(engine: Engine) -> None:
    with live_server(engine, Settings(host="MyBox")) as server:
        assert httpx.get(server + "/health", headers={"host": "mybox:8880"}).status_code == 200


def test_health_answers_head(server: str) -> None:
    assert httpx.head(server + "/health").status_code == 200


def test_star_allows_every_origin(engine: Engine) -> None:
    with live_server(engine, Settings(allowed_origins=("*",))) as server:
        for origin in ("https://anything.example", "null"):
            answer = httpx.post(server + "/v1/audio/speech", json={"input": "Hi."}, headers={"origin": origin})
            assert answer.status_code == 200
            assert answer.headers["access-control-allow-origin"] == "*"


def test_vary_origin_is_sent_also_without_an_origin(engine: Engine) -> None:
    with live_server(engine, Settings(allowed_origins=("http://page.example",))) as server:
        answer = httpx.get(server + "/v1/models")
        assert answer.headers["vary"] == "Origin"
        assert "access-control-allow-origin" not in answer.headers


def test_headers_of_koe_are_exposed_to_listed_origins(engine: Engine) -> None:
    settings = Settings(allowed_origins=("http://page.example/",))
    app = create_app(settings, engine)

    @app.get("/measured")
    async def measured() -> Response:
        return Response(headers={"X-Koe-RTF": "0.5", "X-Audio-Duration-S": "1", "X-Other": "no"})

    with live_app(app, settings) as server:
        answer = httpx.get(server + "/measured", headers={"origin": "http://page.example"})
        exposed = set(answer.headers["access-control-expose-headers"].split(", "))
        assert {"x-audio-duration-s", "x-koe-rtf", "x-request-id", "retry-after", "content-range", "etag"} <= exposed
        assert "x-other" not in exposed


def test_every_header_of_an_answer_can_be_read_by_a_listed_page(engine: Engine) -> None:
    safelisted = {"cache-control", "content-length", "content-type"}
    not_for_pages = {"date", "server", "transfer-encoding", "vary", "x-accel-buffering"}
    with live_server(engine, Settings(allowed_origins=("http://page.example",), get_speech=True)) as server:
        with httpx.Client(base_url=server, headers={"origin": "http://page.example"}, timeout=HANG_S) as client:
            answers = [
                client.post("/v1/audio/speech", json={"input": "Hi."}),
                client.post("/v1/audio/speech", json={"input": "Hi.", "stream": False}),
                client.get("/v1/audio/voices/af_heart/preview"),
                client.get("/v1/audio/voices/af_heart/preview", headers={"range": "bytes=5-9"}),
                client.post("/v1/audio/speech", json={}),
            ]
        for answer in answers:
            exposed = set(answer.headers["access-control-expose-headers"].split(", "))
            own = {name for name in answer.headers if not name.startswith("access-control-")}
            assert own - safelisted - not_for_pages <= exposed
        assert [answer.status_code for answer in answers] == [200, 200, 200, 206, 400]


@pytest.mark.parametrize(
    "value", ["null", "localhost:3000", "http://", "http://a.example/path", "http://a b", "http://a.example, b"]
)
def test_invalid_origin_is_refused_as_a_setting(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("KOKORO_ALLOWED_ORIGINS", value)
    with pytest.raises(SettingsError, match=r"KOKORO_ALLOWED_ORIGINS: .*such as http://localhost:3000"):
        load_settings()


def test_origins_of_apps_and_extensions_can_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_ALLOWED_ORIGINS", "app://obsidian.md, chrome-extension://abc,http://[::1]:3000,*")
    assert len(load_settings().allowed_origins) == 4


@pytest.mark.parametrize("value", ["short", "with space in it", "ünïcödé-key", "line\nbreak-key", "a" * 257])
def test_invalid_key_is_refused_without_being_shown(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("KOKORO_API_KEY", value)
    with pytest.raises(SettingsError, match="KOKORO_API_KEY: ") as refused:
        load_settings()
    assert value not in str(refused.value)


def test_key_is_hidden_in_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_API_KEY", "correct-horse_42")
    settings = load_settings()
    assert settings.api_key == SecretStr("correct-horse_42")
    for shown in (repr(settings), str(settings), settings.model_dump_json(), repr(settings.model_dump())):
        assert "correct-horse" not in shown


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.5", False),
        ("::ffff:192.168.1.5", False),
        ("0.0.0.0", False),  # noqa: S104
        ("::", False),
        ("localhost", False),
        ("", False),
    ],
)
def test_loopback(address: str, expected: bool) -> None:
    assert is_loopback(address) is expected
    assert is_from_this_machine({"type": "http", "headers": [], "client": (address, 5000)}) is expected


def test_client_without_an_address_is_not_local() -> None:
    assert not is_from_this_machine({"type": "http", "headers": [], "client": None})


@pytest.mark.parametrize(
    ("host", "key", "expected"),
    [("127.0.0.1", None, False), ("0.0.0.0", None, True), ("0.0.0.0", "correct-horse_42", False)],  # noqa: S104
)
def test_open_to_network_without_key(host: str, key: str | None, expected: bool) -> None:
    settings = Settings(host=host, api_key=None if key is None else SecretStr(key))
    assert is_open_to_network_without_key(bound_to(host), settings) is expected


def bound_to(host: str) -> socket.socket:
    """A fake listener, so that no test opens a port to other machines."""
    listener: socket.socket = Mock(getsockname=lambda: (host, 8880))
    return listener


@pytest.mark.parametrize(("host", "is_warned"), [("127.0.0.1", False), ("0.0.0.0", True)])  # noqa: S104
def test_log_warns_if_other_machines_can_connect_without_a_key(
    engine: Engine, caplog: pytest.LogCaptureFixture, host: str, is_warned: bool
) -> None:
    settings = Settings(host=host)
    with patch("koe.server.run.build_server") as built:
        run(create_app(settings, engine), bound_to(host), settings, lambda: None)
    built.return_value.run.assert_called_once()
    assert ("KOKORO_API_KEY is not set" in caplog.text) is is_warned


async def opens(scope: Scope, receive: Receive, send: Send) -> None:
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})


async def fails(scope: Scope, receive: Receive, send: Send) -> None:
    raise RuntimeError("on purpose")


def websocket_sends(app: Any, headers: dict[str, str], **more: Any) -> list[Message]:
    """What is sent to a server without the extension for HTTP responses to WebSocket handshakes."""
    scope = {
        "type": "websocket",
        "path": "/",
        "scheme": "ws",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 5000),
        **more,
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent


@pytest.mark.parametrize(
    ("app", "headers"),
    [
        (HostGuard(opens, "127.0.0.1", ()), {"host": "evil.example"}),
        (OriginGuard(opens, ()), {"host": "localhost", "origin": "https://evil.example"}),
        (KeyGuard(opens, SecretStr("correct-horse_42")), {"host": "localhost"}),
        (UnhandledErrorGuard(fails), {"host": "localhost"}),
    ],
)
def test_websocket_is_refused_with_1008_if_no_response_can_be_sent(app: Any, headers: dict[str, str]) -> None:
    assert websocket_sends(app, headers) == [{"type": "websocket.close", "code": 1008}]


def test_key_subprotocol_is_hidden_from_the_application() -> None:
    seen: list[str] = []

    async def chooses(scope: Scope, receive: Receive, send: Send) -> None:
        seen.extend(scope["subprotocols"])
        await send({"type": "websocket.accept", "subprotocol": "koe.v1"})

    guard = KeyGuard(chooses, SecretStr("correct-horse_42"))
    offered = ["koe.key.correct-horse_42", "koe.v1"]
    assert websocket_sends(guard, {"host": "localhost"}, subprotocols=offered)[0]["subprotocol"] == "koe.v1"
    assert seen == ["koe.v1"]


def test_websockets_are_not_logged(
    engine: Engine, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(max_frame_bytes=1024)
    app: FastAPI = create_app(settings, engine)

    async def echo(websocket: WebSocket) -> None:
        await websocket.accept()
        async for text in websocket.iter_text():
            await websocket.send_text(text)

    app.add_api_websocket_route("/{anything}", echo)
    with live_app(app, settings) as server:
        for name in ("", "uvicorn", "uvicorn.error", "websockets", "websockets.server"):
            caplog.set_level(logging.DEBUG, logger=name)
            monkeypatch.setattr(logging.getLogger(name), "propagate", True)
        logging.getLogger("uvicorn.error").debug("this is heard")
        address = server.replace("http", "ws") + "/quetzalcoatl?text=quetzalcoatl"
        with connect(address, proxy=None, logger=logging.Logger("outside")) as websocket:
            websocket.send("quetzalcoatl")
            assert websocket.recv(HANG_S) == "quetzalcoatl"
            websocket.send("quetzalcoatl" * 100)
        with pytest.raises(InvalidStatus):
            connect(address, proxy=None, origin=Origin("https://quetzalcoatl"), logger=logging.Logger("outside"))
    assert "this is heard" in caplog.text
    assert "quetzalcoatl" not in caplog.text
