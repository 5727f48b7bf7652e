"""GET /v1/audio/speech: speech behind a link, where the setting turns it on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from fakes import GatedPipeline, live_server, running_streams, wait_for
from koe.engine.engine import Engine
from koe.engine.output import Mastering
from koe.engine.speech import SpeechService
from koe.server.link.handler import LinkHandler
from koe.server.link.routes import link_router
from koe.server.speech.handler import SpeechHandler
from koe.settings import Settings, load_settings
from limits import HANG_S

URL = "/v1/audio/speech"
HELLO = {"input": "Hello from koe.", "voice": "bf_emma", "format": "wav"}


@pytest.fixture
def linked(engine: Engine) -> Iterator[str]:
    with live_server(engine, Settings(get_speech=True)) as server:
        yield server


def get(server: str, headers: dict[str, str] | None = None, **query: str) -> httpx.Response:
    return httpx.get(server + URL, params=HELLO | query, headers=headers, timeout=HANG_S)


def test_get_is_off_by_default(server: str) -> None:
    response = get(server)
    assert response.status_code == 405
    assert response.json()["error"]["code"] == "method_not_allowed"
    assert response.headers["allow"] == "POST"


def test_setting_turns_get_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not load_settings().get_speech
    monkeypatch.setenv("KOKORO_GET_SPEECH", "1")
    assert load_settings().get_speech


@pytest.mark.parametrize("query", [{}, {"stream": "false"}, {"speed": "1.5", "format": "mp3"}, {"language": "en"}])
def test_get_answers_as_post_does(linked: str, query: dict[str, str]) -> None:
    response = get(linked, None, **query)
    assert response.status_code == 200
    body: dict[str, object] = {**HELLO, **query}
    body |= {"speed": float(query.get("speed", 1)), "stream": query.get("stream") != "false"}
    posted = httpx.post(linked + URL, json=body, timeout=HANG_S)
    assert response.content == posted.content
    assert response.headers["content-type"] == posted.headers["content-type"]
    assert ("content-length" in response.headers) is (query.get("stream") == "false")


def test_post_still_works_and_other_methods_do_not(linked: str) -> None:
    assert httpx.post(linked + URL, json={"input": "Hi."}).status_code == 200
    assert httpx.put(linked + URL, json={"input": "Hi."}).status_code == 405
    assert httpx.post(linked + URL, data={"input": "Hi."}).status_code == 415


def test_header_is_sent_before_any_audio_is_made(gated: GatedPipeline, gated_engine: Engine) -> None:
    with live_server(gated_engine, Settings(get_speech=True)) as server:
        with httpx.stream("GET", server + URL, params=HELLO, timeout=HANG_S) as response:
            assert next(response.iter_bytes(44 + 2400))[:4] == b"RIFF"
            assert gated.made == 0
        (abandoned,) = running_streams(gated_engine)
        wait_for(lambda: abandoned.is_over)
        gated.gate.release(10_000)


@pytest.mark.parametrize(
    ("query", "param", "code"),
    [
        ({"input": ""}, "input", "empty_input"),
        ({"input": "a" * 20_001}, "input", "string_above_max_length"),
        ({"voice": "../quetzalcoatl"}, "voice", "unknown_voice"),
        ({"format": "quetzalcoatl"}, "format", "invalid_value"),
        ({"speed": "quetzalcoatl"}, "speed", "invalid_value"),
        ({"speed": "nan"}, "speed", "value_out_of_range"),
        ({"speed": "9"}, "speed", "value_out_of_range"),
        ({"sample_rate": "5"}, "sample_rate", "invalid_value"),
        ({"format": "opus", "sample_rate": "44100"}, "sample_rate", "invalid_value"),
        ({"stream": "perhaps"}, "stream", "invalid_value"),
        ({"language": "quetzalcoatl"}, "language", "unknown_language"),
    ],
)
def test_get_refuses_what_post_refuses(linked: str, query: dict[str, str], param: str, code: str) -> None:
    response = get(linked, None, **query)
    assert response.status_code == 400
    assert (response.json()["error"]["param"], response.json()["error"]["code"]) == (param, code)
    assert "quetzalcoatl" not in response.text


def test_get_without_a_text_is_refused(linked: str) -> None:
    response = httpx.get(linked + URL)
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "missing_required_parameter"


PAGE = "https://page.example"


def followed(engine: Engine, allowed: list[str], headers: dict[str, str]) -> Any:
    app = FastAPI()
    app.include_router(link_router(LinkHandler(SpeechHandler(SpeechService(engine, "af_heart", Mastering())), allowed)))
    return TestClient(app, base_url="http://localhost:8880").get(URL, params=HELLO, headers=headers)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "same-site", "referer": "http://localhost:3000/"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "Cross-Site"}, 403),
        ({"sec-fetch-site": "cross-site", "origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site", "origin": "https://evil.example"}, 403),
        ({"sec-fetch-site": "cross-site", "origin": "https://evil.example", "referer": PAGE}, 403),
        ({"sec-fetch-site": "cross-site", "referer": "https://evil.example/https://page.example"}, 403),
        ({"sec-fetch-site": "cross-site", "referer": "https://page.example.evil.example/"}, 403),
        ({"sec-fetch-site": "cross-site", "referer": "https://page.example@evil.example/"}, 403),
        ({"sec-fetch-site": "cross-site", "referer": "http://[broken"}, 403),
        ({"sec-fetch-site": "cross-site", "origin": "http://page.example"}, 403),
        ({"sec-fetch-site": "cross-site", "origin": PAGE}, 200),
        ({"sec-fetch-site": "cross-site", "referer": PAGE + "/player.html?x=1"}, 200),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": PAGE}, 200),
        ({"origin": "http://localhost:8880"}, 200),
    ],
)
def test_pages_of_other_sites_must_be_listed(engine: Engine, headers: dict[str, str], status: int) -> None:
    response = followed(engine, [PAGE + "/"], headers)
    assert response.status_code == status
    if status == 403:
        error = response.json()["error"]
        assert error["code"] == "origin_not_allowed"
        assert "example" not in error["message"]


def test_star_allows_all_pages(engine: Engine) -> None:
    foreign = {"sec-fetch-site": "cross-site", "origin": "https://evil.example"}
    assert followed(engine, ["*"], foreign).status_code == 200
    assert followed(engine, ["*"], {"sec-fetch-site": "cross-site"}).status_code == 200


def test_pages_of_other_sites_are_refused_by_default(linked: str) -> None:
    assert get(linked, {"sec-fetch-site": "cross-site", "origin": PAGE}).status_code == 403
