"""Invalid requests get an error object and leave the server working."""

from __future__ import annotations

import httpx
import pytest

from raw_http import exchange

URL = "/v1/audio/speech"
JSON = {"content-type": "application/json"}


def error_of(response: httpx.Response) -> dict[str, object]:
    body = response.json()
    assert set(body) == {"error"}
    place = {"line", "column"} if body["error"]["code"].startswith("ssml_") else set()
    assert set(body["error"]) == {"message", "type", "param", "code", "request_id"} | place
    assert body["error"]["type"] == "invalid_request_error"
    assert len(response.headers["x-request-id"]) == 32
    assert body["error"]["request_id"] == response.headers["x-request-id"]
    error: dict[str, object] = body["error"]
    return error


BAD_BODIES = [
    # body, param, code, part of the message
    ({}, "input", "missing_required_parameter", "input is required"),
    ({"input": None}, "input", "missing_required_parameter", "input is required"),
    ({"input": 5}, "input", "invalid_value", "string"),
    ({"input": ["Hello"]}, "input", "invalid_value", "string"),
    ({"input": ""}, "input", "empty_input", "empty"),
    ({"input": " \n\t\u200b "}, "input", "empty_input", "empty"),
    ({"input": "a" * 20_001}, "input", "string_above_max_length", "at most 20000"),
    ({"input": "Hi.", "voice": "af_hart"}, "voice", "unknown_voice", "af_heart"),
    ({"input": "Hi.", "voice": "../../etc/passwd"}, "voice", "unknown_voice", "Nearest"),
    ({"input": "Hi.", "voice": ""}, "voice", "unknown_voice", "Nearest"),
    ({"input": "Hi.", "voice": 7}, "voice", "invalid_value", "voice"),
    ({"input": "Hi.", "voice": {"name": "af_heart"}}, "voice", "invalid_value", "voice"),
    ({"input": "Hi.", "speed": 0.2}, "speed", "value_out_of_range", "0.25 to 4"),
    ({"input": "Hi.", "speed": 4.1}, "speed", "value_out_of_range", "0.25 to 4"),
    ({"input": "Hi.", "speed": "fast"}, "speed", "invalid_value", "number"),
    ({"input": "Hi.", "speed": "1.0"}, "speed", "invalid_value", "number"),
    ({"input": "Hi.", "speed": True}, "speed", "invalid_value", "number"),
    ({"input": "Hi.", "speed": [1]}, "speed", "invalid_value", "number"),
    ({"input": "Hi.", "response_format": "amr"}, "response_format", "invalid_value", "mp3"),
    ({"input": "Hi.", "response_format": 3}, "response_format", "invalid_value", "mp3, opus"),
    ({"input": "Hi.", "response_format": {}}, "response_format", "invalid_value", "mp3, opus"),
    ({"input": "Hi.", "sample_rate": 11_025}, "sample_rate", "invalid_value", "22050"),
    ({"input": "Hi.", "response_format": "opus", "sample_rate": 44_100}, "sample_rate", "invalid_value", "48000"),
    ({"input": "Hi.", "sample_rate": "24000"}, "sample_rate", "invalid_value", "integer"),
    ({"input": "Hi.", "language": "klingon"}, "language", "unknown_language", "en-us"),
    ({"input": "Hi.", "language": ["en"]}, "language", "invalid_value", "string"),
    (
        {"input": "<speak>Hi<loud/></speak>", "ssml_mode": "strict"},
        "input",
        "ssml_unsupported_element",
        "line 1, column 10",
    ),
    ({"input": "Hi.", "ssml_mode": "lax"}, "ssml_mode", "invalid_value", "lenient"),
    ({"input": "Hi.", "input_format": "html"}, "input_format", "invalid_value", "'text' or 'ssml'"),
    ({"input": "Hi.", "lexicon": [{"grapheme": "Hi", "phoneme": "☃"}]}, "lexicon", "invalid_lexicon", "entry 1"),
    ({"input": "Hi.", "lexicon": "Hi"}, "lexicon", "invalid_value", "list"),
    ({"input": "Wait [pause:11s] for it."}, "input", "value_out_of_range", "10 s"),
    ({"input": "Hi.", "stream": "yes"}, "stream", "invalid_value", "boolean"),
    ([], None, "invalid_type", "JSON object"),
    ("Hello", None, "invalid_type", "JSON object"),
]


@pytest.mark.parametrize(("body", "param", "code", "message"), BAD_BODIES)
def test_invalid_field_is_named(server: str, body: object, param: str | None, code: str, message: str) -> None:
    response = httpx.post(server + URL, json=body)
    error = error_of(response)
    assert response.status_code == 400
    assert (error["param"], error["code"]) == (param, code)
    assert message in str(error["message"])


RAW_BODIES = [
    (b"", 400),
    (b"{", 400),
    (b"null", 400),
    (b'{"input": "Hi.", "speed": NaN}', 400),
    (b'{"input": "Hi.", "speed": Infinity}', 400),
    (b'{"input": "Hi.", "speed": 1e999}', 400),
    (b'{"input": "Hi.", "speed": ' + b"9" * 5000 + b"}", 400),
    (b'{"input": "\xff\xfe"}', 400),
    (b"[" * 100_000, 400),
    (b'{"input": "Hi.", "x": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", 400),
    (b'{"input": "' + b"a" * 1_100_000 + b'"}', 413),
]


@pytest.mark.parametrize(("body", "status"), RAW_BODIES)
def test_invalid_json_is_refused(server: str, body: bytes, status: int) -> None:
    response = httpx.post(server + URL, content=body, headers=JSON)
    assert response.status_code == status
    error_of(response)
    assert httpx.post(server + URL, json={"input": "Hi."}).status_code == 200


def test_lone_surrogate_does_not_break_the_server(server: str) -> None:
    response = httpx.post(server + URL, content=b'{"input": "Hi \\ud800 there."}', headers=JSON)
    assert response.status_code in (200, 400)
    assert httpx.post(server + URL, json={"input": "Hi."}).status_code == 200


def test_chunked_body_over_the_limit_is_refused(server: str) -> None:
    response = httpx.post(server + URL, content=iter([b"a" * 65_536] * 20), headers=JSON)
    assert response.status_code == 413
    assert "at most 1048576 bytes" in str(error_of(response)["message"])


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_only_json_is_accepted(server: str, content_type: str) -> None:
    response = httpx.post(server + URL, content=b'{"input": "Hi."}', headers={"content-type": content_type})
    assert response.status_code == 415
    assert "application/json" in str(error_of(response)["message"])


def test_json_with_a_charset_is_accepted(server: str) -> None:
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    assert httpx.post(server + URL, content=b'{"input": "Hi."}', headers=headers).status_code == 200


def test_unknown_path_gets_404_and_unknown_method_405(server: str) -> None:
    missing = httpx.get(server + "/v1/nothing")
    assert missing.status_code == 404
    assert error_of(missing)["code"] == "not_found"
    wrong = httpx.get(server + URL)
    assert wrong.status_code == 405
    assert error_of(wrong)["code"] == "method_not_allowed"
    assert wrong.headers["allow"] == "POST"


def test_no_error_repeats_user_text(server: str) -> None:
    canary = "quetzalcoatl"
    bodies: list[dict[str, object]] = [
        {"input": canary, "voice": canary},
        {"input": canary, "language": canary},
        {"input": canary, "response_format": canary},
        {"input": [canary]},
        {"input": canary, "speed": canary},
        {"input": canary, "stream": canary},
        {"input": canary * 2000},
    ]
    for body in bodies:
        response = httpx.post(server + URL, json=body)
        assert response.status_code == 400
        assert canary not in response.text


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:8880", 200),
        ("127.0.0.1:1", 200),
        ("[::1]:8880", 200),
        ("evil.example", 403),
        ("evil.example:8880", 403),
        ("localhost.evil.example", 403),
        ("127.0.0.1.evil.example", 403),
        ("localhost:evil", 403),
        ("", 403),
    ],
)
def test_foreign_hosts_are_refused(server: str, host: str, status: int) -> None:
    response = httpx.get(server + "/health", headers={"host": host})
    assert response.status_code == status
    if status == 403:
        assert "KOKORO_ALLOWED_HOSTS" in str(error_of(response)["message"])


def test_two_host_headers_are_refused(server: str) -> None:
    request = b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    assert [answer.status in (400, 403) for answer in exchange(server, request)] == [True]
