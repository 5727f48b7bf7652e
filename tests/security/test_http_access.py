"""Hostile HTTP requests, each with the answer it gets. The server still answers after each one."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from guarded_server import HELLO, LISTED, SPEECH, get, guarded_server, post, preflight
from raw_http import connected, exchange, is_alive, read_all, read_answer

LIMITS = {"max_body_bytes": 4096, "max_header_bytes": 8192}


@pytest.fixture(scope="module")
def shared_server(voice_files: dict[str, Path]) -> Iterator[str]:
    with guarded_server(voice_files, **LIMITS) as address:
        yield address


@pytest.fixture
def server(shared_server: str) -> Iterator[str]:
    yield shared_server
    assert is_alive(shared_server)


ATTACKS = {
    # name: (bytes, status, code)
    "rebound name": (get("/v1/models", host="Host: evil.example"), 403, "host_not_allowed"),
    "rebound name, POST": (post(host="Host: evil.example:8880"), 403, "host_not_allowed"),
    "name that begins like ours": (get("/v1/models", host="Host: localhost.evil.example"), 403, "host_not_allowed"),
    "foreign name with a trailing dot": (get("/v1/models", host="Host: evil.example."), 403, "host_not_allowed"),
    "user before the host": (get("/v1/models", host="Host: evil@localhost"), 403, "host_not_allowed"),
    "two names in one header": (get("/v1/models", host="Host: localhost, evil.example"), 403, "host_not_allowed"),
    "odd port": (get("/v1/models", host="Host: localhost:80x"), 403, "host_not_allowed"),
    "invalid IPv6": (get("/v1/models", host="Host: [::1::]"), 403, "host_not_allowed"),
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
    "Origin that begins like a listed one": (post(f"Origin: {LISTED}.evil.example"), 403, "origin_not_allowed"),
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
    "invalid chunks": (post("Transfer-Encoding: chunked", body=b"zz\r\n"), 400, "bad_request"),
    "path traversal": (get("/../../etc/passwd"), 404, "not_found"),
    "path traversal inside a path": (get("/v1/audio/voices/../../../etc/passwd"), 404, "not_found"),
    "path traversal, encoded": (get("/v1/audio/voices/%2e%2e%2f%2e%2e%2fetc%2fpasswd"), 404, "not_found"),
    "path traversal, encoded twice": (get("/v1/%252e%252e/etc/passwd"), 404, "not_found"),
    "NUL in the path": (get("/v1/models%00"), 404, "not_found"),
    "backslashes": (get("/..\\..\\windows"), 404, "not_found"),
    "absolute target": (get("http://evil.example/v1/models"), 404, "not_found"),
    "file as target": (get("file:///etc/passwd"), 404, "not_found"),
    "bare NUL": (get("/v1/\x00"), 400, "bad_request"),
    "line feed in a value": (get("/v1/models", "X-A: b\nSet-Cookie: c=d\r\r\n"), 400, "bad_request"),
    "NUL in a value": (get("/v1/models", "X-A: b\x00c"), 400, "bad_request"),
    "folded name": (get("/v1/models", "X A: b"), 400, "bad_request"),
    "huge header at once": (get("/v1/models", "X-A: " + "b" * 9000), 431, "header_too_large"),
    "huge header, unfinished": (b"GET / HTTP/1.1\r\nX-A: " + b"b" * 9000, 431, "header_too_large"),
    "many headers": (get("/v1/models", *(f"X-{n}: b" for n in range(1200))), 431, "header_too_large"),
    "huge target": (get("/" + "a" * 9000), 431, "header_too_large"),
    "TLS handshake": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, "bad_request"),
    "HTTP/2 preface": (b"PRI * HTTP/2.0\r\nConnection: close\r\n\r\n", 403, "host_not_allowed"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attack_gets_its_status_and_code(server: str, name: str) -> None:
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
def test_content_types_that_need_no_preflight_are_refused(server: str, content_type: str) -> None:
    data = post().replace(
        b"Content-Type: application/json\r\n", f"{content_type}\r\n".encode() if content_type else b""
    )
    [answer] = exchange(server, data)
    assert (answer.status, answer.code) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    "host",
    ["localhost", "LocalHost:1", "localhost.", "localhost.:8880", "127.0.0.1:8880", "[::1]", "[0:0:0:0:0:0:0:1]:8880"],
)
def test_own_host_names_are_allowed_in_any_form(server: str, host: str) -> None:
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
def test_own_and_listed_origins_may_post(server: str, host: str, origin: str) -> None:
    [answer] = exchange(server, post(f"Origin: {origin}", host=f"Host: {host}", body=b'{"input":""}'))
    assert answer.code == "empty_input"  # the handler answered: all guards let it pass


def test_listed_origin_gets_a_preflight_approval(server: str) -> None:
    answer = preflight(server, LISTED, **{"access-control-request-private-network": "true"})
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == LISTED
    assert answer.headers["access-control-allow-headers"] == "authorization,content-type,x-stainless-os"
    assert "POST" in answer.headers["access-control-allow-methods"]
    assert answer.headers["access-control-allow-private-network"] == "true"
    assert answer.headers["vary"] == "Origin"
    assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:3000"])
def test_foreign_origin_gets_no_cors_headers(server: str, origin: str) -> None:
    answer = preflight(server, origin)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "origin_not_allowed"
    readable = httpx.get(server + "/v1/models", headers={"origin": origin})
    assert readable.status_code == 200  # without CORS headers the browser does not let the page read it
    for one in (answer, readable):
        assert not any(name.startswith("access-control-") for name in one.headers)


def test_listed_origin_can_read_answers_and_errors(server: str) -> None:
    for body, status in (({"input": "Hi."}, 200), ({"input": ""}, 400)):
        answer = httpx.post(server + SPEECH, json=body, headers={"origin": LISTED})
        assert answer.status_code == status
        assert answer.headers["access-control-allow-origin"] == LISTED
        assert "x-request-id" in answer.headers["access-control-expose-headers"].split(", ")


def test_pipelined_requests_are_answered_one_by_one(server: str) -> None:
    first = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    answers = exchange(server, first * 5 + get("/v1/models", host="Host: evil.example") + first)
    assert [one.status for one in answers] == [200] * 5 + [403]


def test_nothing_is_read_after_a_request_with_two_lengths(server: str) -> None:
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


def test_too_large_body_is_refused_without_100_continue(server: str) -> None:
    with connected(server) as connection:
        head = post("Expect: 100-continue", "Content-Length: 5000").partition(b"\r\n\r\n")[0]
        connection.sendall(head + b"\r\n\r\n")
        assert read_answer(connection).status == 413
