"""Lists of voices and models, readiness, previews of voices."""

from __future__ import annotations

import threading

import httpx
import pytest

from fakes import VOICES, GatedPipeline, live_server, running_streams, wait_for
from koe.engine.engine import Engine
from koe.languages import LANGUAGES
from koe.server.catalog.previews import Preview, preview_cache
from koe.settings import Settings
from koe.wire.codecs import FORMATS
from limits import HANG_S
from raw_http import disconnect_when


@pytest.mark.parametrize("path", ["/v1/audio/voices", "/v1/voices", "/voices"])
def test_voices_are_objects_or_with_legacy_strings(server: str, path: str) -> None:
    voices = httpx.get(server + path).json()["voices"]
    assert voices[0] == {"id": "af_heart", "name": "Heart", "language": "en-us", "gender": "female"}
    assert httpx.get(server + path, params={"legacy": "true"}).json() == {"voices": list(VOICES)}


def test_invalid_query_gets_an_error_object(server: str) -> None:
    response = httpx.get(server + "/v1/audio/voices", params={"legacy": "perhaps"})
    assert response.status_code == 400
    assert response.json()["error"]["param"] == "legacy"


@pytest.mark.parametrize("path", ["/v1/models", "/v1/audio/models"])
def test_models_have_the_shape_of_openai(server: str, path: str) -> None:
    listing = httpx.get(server + path).json()
    assert listing["object"] == "list"
    assert listing["data"][0]["id"] == "kokoro"
    assert all(model["object"] == "model" and model["owned_by"] == "koe" for model in listing["data"])
    assert "tts-1" in [model["id"] for model in listing["data"]]


def test_one_model_is_found_by_its_name_and_an_unknown_one_is_named_as_the_problem(server: str) -> None:
    assert httpx.get(server + "/v1/models/kokoro").json() == httpx.get(server + "/v1/models").json()["data"][0]
    unknown = httpx.get(server + "/v1/models/nobody")
    error = unknown.json()["error"]
    assert (unknown.status_code, error["code"], error["param"]) == (404, "model_not_found", "model")
    assert "GET /v1/models" in error["message"]
    assert "nobody" not in unknown.text


def test_ready_follows_the_warm_up(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()
    warm_up = engine.warm_up

    def slow_warm_up(voice: str) -> None:
        assert gate.wait(HANG_S)
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


def test_failed_warm_up_leaves_the_server_alive_and_not_ready(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = threading.Event()

    def broken_warm_up(voice: str) -> None:
        failed.set()
        raise RuntimeError

    monkeypatch.setattr(engine, "warm_up", broken_warm_up)
    with live_server(engine, Settings()) as server:
        assert failed.wait(HANG_S)
        assert httpx.get(server + "/ready").status_code == 503
        assert httpx.get(server + "/health").status_code == 200


LISTS = ["/v1/audio/voices", "/v1/voices", "/voices", "/v1/models", "/v1/audio/models"]
VOICE = "/v1/audio/voices/af_heart"


@pytest.mark.parametrize("path", [*LISTS, VOICE, VOICE + "/preview"])
def test_head_is_get_without_a_body(server: str, path: str) -> None:
    head, get = httpx.head(server + path), httpx.get(server + path)
    assert (head.status_code, head.content) == (200, b"")
    assert get.content
    for header in ("content-type", "content-length", "etag", "cache-control"):
        assert head.headers.get(header) == get.headers.get(header)


@pytest.mark.parametrize("path", [*LISTS, VOICE, VOICE + "/preview"])
def test_catalog_is_read_only(server: str, path: str) -> None:
    assert httpx.post(server + path, json={}).status_code == 405
    assert httpx.delete(server + path).status_code == 405


# One voice


def test_voice_has_a_preview(server: str) -> None:
    voice = httpx.get(server + VOICE).json()
    assert voice == {
        "id": "af_heart",
        "name": "Heart",
        "language": "en-us",
        "gender": "female",
        "preview_url": "/v1/audio/voices/af_heart/preview",
    }
    assert httpx.get(server + voice["preview_url"]).status_code == 200


HOSTILE = [
    "unknown",
    "AF_HEART",
    "af_heart%00",
    "%00",
    "..",
    "%2e%2e",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "..%5c..%5cwindows",
    "%2fetc%2fpasswd",
    "/etc/passwd",
    "../../../../etc/passwd",
    "%ff%fe",
    "af_heart%2Baf_sky",
    "af_heart(1)%2Bbf_emma(1)",
    "a" * 3000,
]


@pytest.mark.parametrize("tail", ["", "/preview"])
@pytest.mark.parametrize("voice_id", HOSTILE)
def test_unknown_names_get_404_and_reach_no_file(
    server: str, voice_id: str, tail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def touched(*_: object, **__: object) -> None:
        raise AssertionError("a name in a request reached the file system")

    monkeypatch.setattr("koe.model.voices._read_pack", touched)
    monkeypatch.setattr("pathlib.Path.open", touched)
    response = raw_get(server, f"/v1/audio/voices/{voice_id}{tail}")
    assert response.status_code == 404
    error = response.json()["error"]
    assert error["code"] in ("unknown_voice", "not_found")
    assert error["type"] == "invalid_request_error"
    assert "passwd" not in response.text
    assert "a" * 40 not in response.text  # the request id beside it has 32 characters, by chance also "aaaa"


def raw_get(server: str, target: str) -> httpx.Response:
    """Send the path as it is: httpx would resolve the dots in it."""
    url = httpx.URL(server)
    request = httpx.Request("GET", url, extensions={"target": target.encode("ascii")})
    with httpx.Client() as client:
        return client.send(request)


def test_error_has_the_nearest_voices(server: str) -> None:
    error = httpx.get(server + "/v1/audio/voices/af_hart").json()["error"]
    assert (error["param"], error["code"]) == ("voice", "unknown_voice")
    assert "af_heart" in error["message"]


# Previews


@pytest.mark.parametrize("name", FORMATS)
def test_preview_is_a_whole_file_in_any_format(server: str, name: str) -> None:
    response = httpx.get(server + VOICE + "/preview", params={"format": name})
    assert response.status_code == 200
    assert response.headers["content-type"] == FORMATS[name].media_type
    assert response.headers["content-length"] == str(len(response.content))
    body = {"input": LANGUAGES["en-us"].preview, "voice": "af_heart", "response_format": name, "stream": False}
    assert response.content == httpx.post(server + "/v1/audio/speech", json=body).content


def test_default_format_of_a_preview_is_mp3(server: str) -> None:
    assert httpx.get(server + VOICE + "/preview").headers["content-type"] == "audio/mpeg"


def test_unknown_format_is_refused_with_the_allowed_ones(server: str) -> None:
    response = httpx.get(server + VOICE + "/preview", params={"format": "quetzalcoatl"})
    assert response.status_code == 400
    assert response.json()["error"]["param"] == "format"
    assert "mp3, opus" in response.json()["error"]["message"]
    assert "quetzalcoatl" not in response.text


def test_preview_is_spoken_once_and_has_an_etag(engine: Engine, settings: Settings) -> None:
    with live_server(engine, settings) as server:
        first = httpx.get(server + VOICE + "/preview")
        admitted = engine.state.streams.admitted
        again = httpx.get(server + VOICE + "/preview")
        assert (again.content, again.headers["etag"]) == (first.content, first.headers["etag"])
        assert again.headers["cache-control"] == "private, max-age=86400"
        etag = first.headers["etag"]
        for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
            unchanged = httpx.get(server + VOICE + "/preview", headers={"if-none-match": known})
            assert (unchanged.status_code, unchanged.content, unchanged.headers["etag"]) == (304, b"", etag)
        changed = httpx.get(server + VOICE + "/preview", headers={"if-none-match": '"other"'})
        assert changed.content == first.content
        assert engine.state.streams.admitted == admitted
        other = httpx.get(server + "/v1/audio/voices/am_adam/preview")
        assert other.headers["etag"] != etag
        assert engine.state.streams.admitted == admitted + 1


def test_simultaneous_requests_for_a_preview_share_one_stream(
    gated: GatedPipeline, gated_engine: Engine, settings: Settings
) -> None:
    with live_server(gated_engine, settings) as server:
        answers: list[httpx.Response] = []
        clients = [
            threading.Thread(target=lambda: answers.append(httpx.get(server + VOICE + "/preview", timeout=HANG_S)))
            for _ in range(5)
        ]
        for client in clients:
            client.start()
        wait_for(lambda: gated_engine.running_streams == 1)
        gated.gate.release(10_000)
        for client in clients:
            client.join(HANG_S)
        assert [answer.status_code for answer in answers] == [200] * 5
        assert gated_engine.state.streams.admitted == 1


def test_disconnect_frees_the_lane_and_the_next_request_is_served(
    gated: GatedPipeline, gated_engine: Engine, settings: Settings
) -> None:
    with live_server(gated_engine, settings) as server:
        (abandoned,) = disconnect_when(server + VOICE + "/preview", lambda: running_streams(gated_engine), method="GET")
        wait_for(lambda: abandoned.is_over)
        gated.gate.release(10_000)
        assert httpx.get(server + VOICE + "/preview", timeout=HANG_S).status_code == 200


def test_preview_is_in_the_language_of_its_voice(engine: Engine) -> None:
    with live_server(engine, Settings(voice="am_adam")) as server:
        spanish = httpx.get(server + "/v1/audio/voices/ef_dora/preview", params={"format": "wav"}).content
        body = {"input": LANGUAGES["es"].preview, "voice": "ef_dora", "response_format": "wav", "stream": False}
        assert spanish == httpx.post(server + "/v1/audio/speech", json=body).content


def test_every_language_has_a_preview_sentence() -> None:
    assert all(language.preview for language in LANGUAGES.values())


def test_preview_without_its_extra_gets_missing_extra(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koe.text.language.READABLE", ("en-us",))
    response = httpx.get(server + "/v1/audio/voices/jf_alpha/preview")
    assert (response.status_code, response.json()["error"]["code"]) == (400, "missing_extra")
    assert "koe[ja]" in response.json()["error"]["message"]
    assert httpx.get(server + "/v1/audio/voices/jf_alpha").status_code == 200


def test_preview_cache_is_bounded_and_drops_the_least_recently_used() -> None:
    previews = preview_cache(max_bytes=100)
    kept = [Preview.of(bytes([number]) * 40) for number in range(3)]
    previews.put(("a", "mp3", "fp32"), kept[0])
    previews.put(("b", "mp3", "fp32"), kept[1])
    assert previews.get(("a", "mp3", "fp32")) is kept[0]
    previews.put(("a", "wav", "fp32"), kept[2])
    assert previews.get(("b", "mp3", "fp32")) is None
    assert (previews.get(("a", "mp3", "fp32")), previews.get(("a", "wav", "fp32"))) == (kept[0], kept[2])
    previews.put(("c", "mp3", "fp32"), Preview.of(bytes(101)))
    assert previews.get(("c", "mp3", "fp32")) is None
    assert previews.get(("a", "mp3", "fp32")) is kept[0]
