from __future__ import annotations

import threading

import httpx
import pytest

from fakes import VOICES, live_server
from koe.engine.engine import Engine
from koe.settings import Settings


@pytest.mark.parametrize("path", ["/v1/audio/voices", "/v1/voices", "/voices"])
def test_voices_are_objects_and_on_request_strings(server: str, path: str) -> None:
    voices = httpx.get(server + path).json()["voices"]
    assert voices[0] == {"id": "af_heart", "name": "Heart", "language": "en-us", "gender": "female"}
    assert httpx.get(server + path, params={"legacy": "true"}).json() == {"voices": list(VOICES)}


def test_a_bad_query_is_an_error_object(server: str) -> None:
    response = httpx.get(server + "/v1/audio/voices", params={"legacy": "perhaps"})
    assert response.status_code == 400
    assert response.json()["error"]["param"] == "legacy"


@pytest.mark.parametrize("path", ["/v1/models", "/v1/audio/models"])
def test_models_are_listed_as_openai_does(server: str, path: str) -> None:
    listing = httpx.get(server + path).json()
    assert listing["object"] == "list"
    assert listing["data"][0]["id"] == "kokoro"
    assert all(model["object"] == "model" and model["owned_by"] == "koe" for model in listing["data"])
    assert "tts-1" in [model["id"] for model in listing["data"]]


def test_ready_follows_the_warm_up(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()
    warm_up = engine.warm_up

    def slow_warm_up(voice: str) -> None:
        assert gate.wait(10)
        warm_up(voice)

    monkeypatch.setattr(engine, "warm_up", slow_warm_up)
    with live_server(engine, Settings()) as server:
        cold = httpx.get(server + "/ready")
        assert (cold.status_code, cold.json()) == (503, {"status": "warming_up"})
        assert httpx.get(server + "/health").status_code == 200
        gate.set()
        while (warm := httpx.get(server + "/ready")).status_code == 503:
            pass
        assert (warm.status_code, warm.json()) == (200, {"status": "ready"})


def test_a_warm_up_that_fails_leaves_the_server_alive_and_not_ready(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = threading.Event()

    def broken_warm_up(voice: str) -> None:
        failed.set()
        raise RuntimeError

    monkeypatch.setattr(engine, "warm_up", broken_warm_up)
    with live_server(engine, Settings()) as server:
        assert failed.wait(10)
        assert httpx.get(server + "/ready").status_code == 503
        assert httpx.get(server + "/health").status_code == 200
