"""Attacks at the door, each with the answer it gets. After each one the server still answers."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from fakes import live_app, tiny_pipeline
from koe.engine.engine import Engine
from koe.model.voices import VoiceBook
from koe.server.app import create_app
from koe.settings import PREFIX, Settings
from limits import HANG_S
from raw_http import connected, exchange, is_alive, read_all, read_answer

SPEECH = "/v1/audio/speech"
HELLO = b'{"input":"Hi."}'
KEY = "correct-horse_42"
LISTED = "http://page.example:3000"
LIMITS = {"max_body_bytes": 4096, "max_header_bytes": 8192, "max_frame_bytes": 2048}


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    async for text in socket.iter_text():
        if text == "fail":
            raise RuntimeError("on purpose")
        await socket.send_text(text)


@contextmanager
def doors(voice_files: dict[str, Path], **changes: Any) -> Iterator[str]:
    """One server for many attacks: what one of them breaks the next one shows."""
    with pytest.MonkeyPatch.context() as environment:
        for variable in [name for name in os.environ if name.startswith(PREFIX)]:
            environment.delenv(variable)
        settings = Settings(allowed_origins=(LISTED,), **changes)
    engine = Engine(tiny_pipeline(VoiceBook(voice_files)))
    app = create_app(settings, engine)
    app.add_api_websocket_route("/echo", echo)
    with live_app(app, settings) as address:
        yield address


@pytest.fixture(scope="module")
def open_doors(voice_files: dict[str, Path]) -> Iterator[str]:
    with doors(voice_files, **LIMITS) as address:
        yield address


@pytest.fixture(scope="module")
def locked_doors(voice_files: dict[str, Path]) -> Iterator[str]:
    with doors(voice_files, api_key=KEY) as address:
        yield address


@pytest.fixture
def server(open_doors: str) -> Iterator[str]:
    yield open_doors
    assert is_alive(open_doors)


@pytest.fixture
def locked(locked_doors: str) -> Iterator[str]:
    yield locked_doors
    assert is_alive(locked_doors)


def post(*headers: str, body: bytes = HELLO, path: str = SPEECH, host: str = "Host: localhost") -> bytes:
    lines = [f"POST {path} HTTP/1.1", host, "Content-Type: application/json", "Connection: close", *headers]
    if not any(header.lower().startswith(("content-length", "transfer-encoding")) for header in headers):
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(line for line in lines if line).encode("latin-1") + b"\r\n\r\n" + body


def get(path: str, *headers: str, host: str = "Host: localhost", version: str = "1.1") -> bytes:
    lines = [f"GET {path} HTTP/{version}", host, "Connection: close", *headers]
    return "\r\n".join(line for line in lines if line).encode("latin-1") + b"\r\n\r\n"


ATTACKS = {
    # name: (bytes, status, code)
    "rebound name": (get("/v1/models", host="Host: evil.example"), 403, "host_not_allowed"),
    "rebound name, POST": (post(host="Host: evil.example:8880"), 403, "host_not_allowed"),
    "name that begins as ours": (get("/v1/models", host="Host: localhost.evil.example"), 403, "host_not_allowed"),
    "foreign name with the root's dot": (get("/v1/models", host="Host: evil.example."), 403, "host_not_allowed"),
    "user before the host": (get("/v1/models", host="Host: evil@localhost"), 403, "host_not_allowed"),
    "two names in one header": (get("/v1/models", host="Host: localhost, evil.example"), 403, "host_not_allowed"),
    "odd port": (get("/v1/models", host="Host: localhost:80x"), 403, "host_not_allowed"),
    "IPv6 that is none": (get("/v1/models", host="Host: [::1::]"), 403, "host_not_allowed"),
    "other IPv6": (get("/v1/models", host="Host: [::2]:8880"), 403, "host_not_allowed"),
    "empty Host": (get("/v1/models", host="Host:"), 403, "host_not_allowed"),
    "no Host": (get("/v1/models", host=""), 400, "bad_request"),
    "no Host, HTTP/1.0": (get("/v1/models", host="", version="1.0"), 403, "host_not_allowed"),
    "two Hosts": (get("/v1/models", "Host: evil.example"), 400, "bad_request"),
    "two Hosts, HTTP/1.0": (get("/v1/models", "Host: evil.example", version="1.0"), 400, "bad_request"),
    "another site's page posts": (post("Origin: https://evil.example"), 403, "origin_not_allowed"),
    "page of a file or sandbox": (post("Origin: null"), 403, "origin_not_allowed"),
    "page on another port": (post("Origin: http://localhost:3000"), 403, "origin_not_allowed"),
    "own name, other scheme": (post("Origin: https://localhost"), 403, "origin_not_allowed"),
    "two Origins": (post(f"Origin: {LISTED}", "Origin: https://evil.example"), 403, "origin_not_allowed"),
    "Origin that begins as a listed one": (post(f"Origin: {LISTED}.evil.example"), 403, "origin_not_allowed"),
    "another site's page, unknown method": (
        b"DELETE /v1/models HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\nConnection: close\r\n\r\n",
        403,
        "origin_not_allowed",
    ),
    "compressed body": (
        post("Content-Encoding: gzip", body=gzip.compress(b" " * 1_000_000)),
        415,
        "unsupported_media_type",
    ),
    "twice compressed body": (post("Content-Encoding: identity, gzip"), 415, "unsupported_media_type"),
    "large body, declared": (post(body=b" " * 5000), 413, "request_too_large"),
    "large body, declared only": (post("Content-Length: 999999999999"), 413, "request_too_large"),
    "large body, in chunks": (
        post("Transfer-Encoding: chunked", body=b"1388\r\n" + b" " * 5000 + b"\r\n0\r\n\r\n"),
        413,
        "request_too_large",
    ),
    "negative length": (post("Content-Length: -1"), 400, "bad_request"),
    "two lengths": (post("Content-Length: 15", "Content-Length: 2"), 400, "bad_request"),
    "length and chunks": (
        post("Content-Length: 4", "Transfer-Encoding: chunked", body=b"f\r\n" + HELLO + b"\r\n0\r\n\r\n"),
        400,
        "bad_request",
    ),
    "unknown transfer coding": (post("Transfer-Encoding: xchunked"), 501, "bad_request"),
    "chunks that are none": (post("Transfer-Encoding: chunked", body=b"zz\r\n"), 400, "bad_request"),
    "up": (get("/../../etc/passwd"), 404, "not_found"),
    "up, inside": (get("/v1/audio/voices/../../../etc/passwd"), 404, "not_found"),
    "up, encoded": (get("/v1/audio/voices/%2e%2e%2f%2e%2e%2fetc%2fpasswd"), 404, "not_found"),
    "up, encoded twice": (get("/v1/%252e%252e/etc/passwd"), 404, "not_found"),
    "NUL in the path": (get("/v1/models%00"), 404, "not_found"),
    "backslashes": (get("/..\\..\\windows"), 404, "not_found"),
    "absolute target": (get("http://evil.example/v1/models"), 404, "not_found"),
    "file as target": (get("file:///etc/passwd"), 404, "not_found"),
    "bare NUL": (get("/v1/\x00"), 400, "bad_request"),
    "line feed in a value": (get("/v1/models", "X-A: b\nSet-Cookie: c=d\r\r\n"), 400, "bad_request"),
    "NUL in a value": (get("/v1/models", "X-A: b\x00c"), 400, "bad_request"),
    "folded name": (get("/v1/models", "X A: b"), 400, "bad_request"),
    "huge header in one piece": (get("/v1/models", "X-A: " + "b" * 9000), 431, "header_too_large"),
    "huge header, unfinished": (b"GET / HTTP/1.1\r\nX-A: " + b"b" * 9000, 431, "header_too_large"),
    "many headers": (get("/v1/models", *(f"X-{n}: b" for n in range(1200))), 431, "header_too_large"),
    "huge target": (get("/" + "a" * 9000), 431, "header_too_large"),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, "bad_request"),
    "HTTP/2 by surprise": (b"PRI * HTTP/2.0\r\nConnection: close\r\n\r\n", 403, "host_not_allowed"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attack(server: str, name: str) -> None:
    data, status, code = ATTACKS[name]
    answers = exchange(server, data)
    assert [(one.status, one.code) for one in answers] == [(status, code)]
    assert len(answers[0].headers["x-request-id"]) == 32
    assert "access-control-allow-origin" not in answers[0].headers


FORMS = [
    "Content-Type: text/plain",
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Type: multipart/form-data; boundary=x",
    "Content-Type: text/plain; x=application/json",
    "Content-Type:",
    "",
]


@pytest.mark.parametrize("content_type", FORMS)
def test_what_a_page_can_post_without_asking_is_no_json(server: str, content_type: str) -> None:
    data = post().replace(
        b"Content-Type: application/json\r\n", f"{content_type}\r\n".encode() if content_type else b""
    )
    [answer] = exchange(server, data)
    assert (answer.status, answer.code) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    "host",
    ["localhost", "LocalHost:1", "localhost.", "localhost.:8880", "127.0.0.1:8880", "[::1]", "[0:0:0:0:0:0:0:1]:8880"],
)
def test_own_names_in_any_form_are_known(server: str, host: str) -> None:
    [answer] = exchange(server, get("/v1/models", host=f"Host: {host}"))
    assert answer.status == 200


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8880", "http://localhost:8880"),
        ("LOCALHOST:8880", "http://LocalHost:8880"),
        ("localhost", "http://localhost:80"),
        ("[::1]:8880", "http://[::1]:8880"),
        ("localhost:8880", LISTED),
    ],
)
def test_own_and_listed_pages_may_post(server: str, host: str, origin: str) -> None:
    [answer] = exchange(server, post(f"Origin: {origin}", host=f"Host: {host}", body=b'{"input":""}'))
    assert answer.code == "empty_input"  # behind all doors


def preflight(server: str, origin: str, **more: str) -> httpx.Response:
    headers = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,x-stainless-os",
        **more,
    }
    return httpx.options(server + SPEECH, headers=headers)


def test_a_listed_page_is_told_that_it_may(server: str) -> None:
    answer = preflight(server, LISTED, **{"access-control-request-private-network": "true"})
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == LISTED
    assert answer.headers["access-control-allow-headers"] == "authorization,content-type,x-stainless-os"
    assert "POST" in answer.headers["access-control-allow-methods"]
    assert answer.headers["access-control-allow-private-network"] == "true"
    assert answer.headers["vary"] == "Origin"
    assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:3000"])
def test_a_foreign_page_is_told_nothing(server: str, origin: str) -> None:
    answer = preflight(server, origin)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "origin_not_allowed"
    readable = httpx.get(server + "/v1/models", headers={"origin": origin})
    assert readable.status_code == 200  # its browser keeps the answer from the page
    for one in (answer, readable):
        assert not any(name.startswith("access-control-") for name in one.headers)


def test_a_listed_page_can_read_answers_and_errors(server: str) -> None:
    for body, status in (({"input": "Hi."}, 200), ({"input": ""}, 400)):
        answer = httpx.post(server + SPEECH, json=body, headers={"origin": LISTED})
        assert answer.status_code == status
        assert answer.headers["access-control-allow-origin"] == LISTED
        assert "x-request-id" in answer.headers["access-control-expose-headers"].split(", ")


def test_pipelined_requests_are_answered_one_by_one(server: str) -> None:
    first = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    answers = exchange(server, first * 5 + get("/v1/models", host="Host: evil.example") + first)
    assert [one.status for one in answers] == [200] * 5 + [403]


def test_what_follows_a_request_of_two_lengths_is_never_read(server: str) -> None:
    hidden = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    data = post("Content-Length: 4", "Transfer-Encoding: chunked", body=b"0\r\n\r\n" + hidden)
    assert [one.status for one in exchange(server, data.replace(b"Connection: close\r\n", b""))] == [400]


def test_expect_100_continue(server: str) -> None:
    with connected(server) as connection:
        head, _, body = post("Expect: 100-continue").partition(b"\r\n\r\n")
        connection.sendall(head + b"\r\n\r\n")
        assert read_answer(connection).status == 100
        connection.sendall(body)
        assert read_all(connection).startswith(b"HTTP/1.1 200 ")


def test_a_body_that_would_be_refused_is_not_asked_for(server: str) -> None:
    with connected(server) as connection:
        head = post("Expect: 100-continue", "Content-Length: 5000").partition(b"\r\n\r\n")[0]
        connection.sendall(head + b"\r\n\r\n")
        assert read_answer(connection).status == 413


def websocket(server: str, path: str = "/echo", **more: Any) -> ClientConnection:
    opened: ClientConnection = connect(server.replace("http", "ws") + path, open_timeout=HANG_S, proxy=None, **more)
    return opened


WEBSOCKET_ATTACKS = [
    ({"origin": Origin("https://evil.example")}, "origin_not_allowed"),
    ({"origin": Origin("null")}, "origin_not_allowed"),
    ({"origin": Origin("http://localhost:3000")}, "origin_not_allowed"),
]


@pytest.mark.parametrize(("arguments", "code"), WEBSOCKET_ATTACKS)
def test_a_foreign_page_opens_no_websocket(server: str, arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        websocket(server, **arguments)
    answer = refused.value.response
    assert answer.status_code == 403
    assert httpx.Response(403, content=bytes(answer.body or b"")).json()["error"]["code"] == code
    assert len(answer.headers["x-request-id"]) == 32


@pytest.mark.parametrize(
    ("host", "status"), [("evil.example", b"403"), ("", b"403"), ("localhost.", b"101"), ("[::1]:8880", b"101")]
)
def test_a_rebound_name_opens_no_websocket(server: str, host: str, status: bytes) -> None:
    with connected(server) as connection:
        connection.sendall(
            f"GET /echo HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert connection.recv(65_536).split()[1] == status


@pytest.mark.parametrize("origin", [None, Origin(LISTED)])
def test_programs_and_listed_pages_open_websockets(server: str, origin: Origin | None) -> None:
    with websocket(server, origin=origin) as socket:
        socket.send("hello")
        assert socket.recv(HANG_S) == "hello"
        assert socket.response is not None
        assert "Sec-WebSocket-Extensions" not in socket.response.headers  # it offered compression


def test_the_own_page_opens_websockets(server: str) -> None:
    with websocket(server, origin=Origin(server)) as socket:
        socket.send("hello")
        assert socket.recv(HANG_S) == "hello"


@pytest.mark.parametrize("pieces", [["a" * 2049], ["a" * 1024, "a" * 1024, "a"]])
def test_a_message_over_the_limit_closes_its_websocket(server: str, pieces: list[str]) -> None:
    with websocket(server) as socket:
        socket.send("a" * 2048)
        assert socket.recv(HANG_S) == "a" * 2048
        with suppress(ConnectionClosed):  # already while it sends, or only after
            socket.send(iter(pieces))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(HANG_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_a_failure_closes_its_websocket_as_failed(server: str) -> None:
    with websocket(server) as socket:
        socket.send("fail")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(HANG_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1011


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
def test_without_the_key_nothing_is_told(locked: str, header: str | None, path: str) -> None:
    headers = {} if header is None else {"authorization": header.encode("latin-1")}
    answer = httpx.get(locked + path, headers=headers)  # type: ignore[arg-type]  # bytes are values too
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "invalid_api_key"
    assert answer.headers["www-authenticate"] == "Bearer"
    assert KEY not in answer.text


def test_two_keys_are_none(locked: str) -> None:
    headers = [("authorization", "Bearer wrong"), ("authorization", f"Bearer {KEY}")]
    assert httpx.get(locked + "/v1/models", headers=headers).status_code == 401


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_key_opens_everything(locked: str, scheme: str) -> None:
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
def test_without_the_key_no_websocket_opens(locked: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidStatus) as refused:
        websocket(locked, **arguments)
    assert refused.value.response.status_code == 401
    assert refused.value.response.headers["www-authenticate"] == "Bearer"


def test_health_is_no_way_around_the_key_for_websockets(locked: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        websocket(locked, "/health")
    assert refused.value.response.status_code == 401


@pytest.mark.parametrize(
    "arguments",
    [{"subprotocols": [Subprotocol(f"koe.key.{KEY}")]}, {"additional_headers": {"Authorization": f"Bearer {KEY}"}}],
)
def test_the_key_opens_websockets(locked: str, arguments: dict[str, Any]) -> None:
    with websocket(locked, **arguments) as socket:
        socket.send("hello")
        assert socket.recv(HANG_S) == "hello"
        assert socket.subprotocol == next(iter(arguments.get("subprotocols", [])), None)


def test_with_no_key_set_any_is_accepted(server: str) -> None:
    for header in ("Bearer", "Bearer anything", ""):
        assert httpx.get(server + "/v1/models", headers={"authorization": header}).status_code == 200
    with websocket(server, subprotocols=[Subprotocol("koe.key.anything")]) as socket:
        socket.send("hello")
        assert socket.recv(HANG_S) == "hello"


@pytest.mark.parametrize(
    "header", ["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Via", "x-forwarded-anything"]
)
def test_operators_pages_are_not_for_those_behind_a_proxy(server: str, header: str) -> None:
    assert httpx.get(server + "/status").status_code == 200
    for value in ("127.0.0.1", ""):
        answer = httpx.get(server + "/status", headers={header: value})
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "operators_only"
