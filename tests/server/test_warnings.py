"""Warnings about SSML and voices on every HTTP interface, before the first byte of audio."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from fakes import live_server, tiny_planner
from foreign_documents import DOCUMENTS, ForeignDocument
from koe.engine.engine import Engine
from koe.engine.prepare import Preparer
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.wire.warnings import HEADER, LONGEST_HEADER_BYTES

SSML = '<speak>Hi.\n <amazon:domain name="news">Once <strange>more</strange>.</amazon:domain></speak>'
PATHS = ("/v1/audio/speech", "/v1/audio/captions", "/v1/phonemize")
EACH_DOCUMENT = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)


def warnings_of(response: httpx.Response) -> list[dict[str, Any]]:
    assert response.status_code == 200, response.text
    return list(json.loads(response.headers.get(HEADER, "[]")))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/audio/speech", {}),
        ("/v1/audio/speech", {"stream": False}),
        ("/v1/audio/speech", {"stream_format": "sse"}),
        ("/v1/audio/captions", {}),
        ("/v1/audio/captions", {"caption_format": "srt", "audio": False}),
        ("/v1/phonemize", {}),
    ],
)
def test_header_tells_what_is_not_done_and_where(server: str, path: str, body: dict[str, object]) -> None:
    response = httpx.post(server + path, json={"input": SSML, **body})
    assert warnings_of(response) == [
        {
            "code": "ssml_unsupported_element",
            "message": "amazon:domain is not supported; its content is spoken as usual.",
            "param": "input",
            "line": 2,
            "column": 2,
        },
        {
            "code": "ssml_unsupported_element",
            "message": "An unknown element is not supported; its content is spoken as usual.",
            "param": "input",
            "line": 2,
            "column": 34,
        },
    ]


@pytest.mark.parametrize("stream", [True, False])
def test_events_begin_with_the_warnings(server: str, stream: bool) -> None:
    body = {"input": SSML, "stream": stream, "stream_format": "sse", "response_format": "pcm"}
    response = httpx.post(f"{server}/v1/audio/speech", json=body)
    first, second, *_ = (json.loads(line.removeprefix("data: ")) for line in response.text.split("\n\n")[:-1])
    assert first == {"type": "speech.warnings", "warnings": warnings_of(response)}
    assert second["type"] == "speech.audio.delta"


def test_nothing_is_said_without_a_reason(server: str) -> None:
    for body in ({"input": "Hi."}, {"input": "<speak>Hi.</speak>"}, {"input": "<x>Hi.</x>", "stream_format": "sse"}):
        response = httpx.post(f"{server}/v1/audio/speech", json=body)
        assert HEADER not in response.headers
        assert "speech.warnings" not in response.text


def test_voice_of_another_service_is_replaced(server: str) -> None:
    response = httpx.post(f"{server}/v1/audio/speech", json={"input": "Hi.", "voice": "en-US-GuyNeural"})
    (warning,) = warnings_of(response)
    assert (warning["code"], warning["param"]) == ("voice_replaced", "voice")
    assert "am_adam" in warning["message"]
    same = httpx.post(f"{server}/v1/audio/speech", json={"input": "Hi.", "voice": "am_adam"})
    assert response.content == same.content
    phonemes = {"phonemes": "hi", "voice": "Matthew"}
    assert warnings_of(httpx.post(f"{server}/v1/audio/speech/phonemes", json=phonemes)) == [warning]


def test_voice_of_another_service_in_a_tag_is_replaced(server: str) -> None:
    text = "Hi.\n[voice:en-US-GuyNeural] Hi. [voice:af_heart] Hi. [voice:en-US-GuyNeural] Hi."
    (warning,) = warnings_of(httpx.post(f"{server}/v1/audio/speech", json={"input": text}))
    assert (warning["code"], warning["param"]) == ("voice_replaced", "input")
    assert (warning["line"], warning["column"], warning["count"]) == (2, 1, 2)
    strict = httpx.post(f"{server}/v1/audio/speech", json={"input": text, "ssml_mode": "strict"})
    assert (strict.status_code, strict.json()["error"]["code"]) == (400, "unknown_voice")


@EACH_DOCUMENT
def test_document_of_another_service_is_spoken_and_strict_mode_refuses_it(
    server: str, document: ForeignDocument
) -> None:
    response = httpx.post(f"{server}/v1/audio/speech", json={"input": document.ssml, "input_format": "ssml"})
    assert bool(warnings_of(response)) == bool(document.warnings)
    assert len(response.headers.get(HEADER, "")) <= LONGEST_HEADER_BYTES
    for path in PATHS:
        body = {"input": document.ssml, "input_format": "ssml", "ssml_mode": "strict"}
        refused = httpx.post(server + path, json=body)
        assert (refused.status_code, refused.json()["error"]["param"]) == (400, "input")
        assert HEADER not in refused.headers


def test_many_warnings_fit_into_the_header(server: str) -> None:
    names = ("p", "s", "emphasis", "prosody", "audio", "w", "token", "par", "seq", "media", "voice")
    ssml = "".join(f'<{name} role="x" range="x" age="x" effect="x">a</{name}>' for name in names)
    response = httpx.post(f"{server}/v1/audio/speech", json={"input": f"<speak>{ssml}</speak>"})
    assert warnings_of(response)[-1]["code"] == "more_warnings"
    assert len(response.headers[HEADER]) <= LONGEST_HEADER_BYTES


def test_setting_makes_strict_mode_the_default(engine: Engine, voices: VoiceBook) -> None:
    engine._preparer = Preparer(tiny_planner(), voices, ssml_mode="strict")
    with live_server(engine, Settings(ssml_mode="strict")) as server:
        assert httpx.post(f"{server}/v1/audio/speech", json={"input": SSML}).status_code == 400
        lenient = httpx.post(f"{server}/v1/audio/speech", json={"input": SSML, "ssml_mode": "lenient"})
        assert warnings_of(lenient)


def test_page_of_another_origin_may_read_the_header(engine: Engine) -> None:
    origin = "http://page.example"
    with live_server(engine, Settings(allowed_origins=(origin,))) as server:
        response = httpx.post(f"{server}/v1/audio/speech", json={"input": SSML}, headers={"Origin": origin})
    assert HEADER.lower() in response.headers["Access-Control-Expose-Headers"].lower()
