"""Every interface speaks with the build that `model` names, and says which one it was."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from collections.abc import Iterator

import httpx
import numpy as np
import pytest
from websockets.asyncio.client import connect

from fakes import live_server
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.wire.frames import decode_frame
from limits import HANG_S
from two_builds import TwoBuilds

SPEECH = {"input": "Hello there, my friend.", "voice": "af_heart", "response_format": "pcm", "stream": False}
BUILDS = ("fp32", "soft")


@pytest.fixture
def two(voices: VoiceBook) -> TwoBuilds:
    return TwoBuilds(voices)


@pytest.fixture
def server(two: TwoBuilds) -> Iterator[str]:
    # Without normalisation, so that the build can be told by its loudness.
    with live_server(two.engine, Settings(loudness=False, get_speech=True)) as address:
        yield address


def loudest(pcm: bytes) -> float:
    return float(np.abs(np.frombuffer(pcm, "<i2").astype(float)).max())


def assert_half(answers: dict[str, bytes]) -> None:
    assert loudest(answers["soft"]) == pytest.approx(loudest(answers["fp32"]) / 2, rel=0.02)


def audio_of(lines: str) -> bytes:
    return b"".join(base64.b64decode(json.loads(line)["audio"]) for line in lines.splitlines())


@pytest.mark.parametrize("stream", [True, False])
def test_speech(server: str, stream: bool) -> None:
    answers = {}
    for build in BUILDS:
        body = {**SPEECH, "model": f"kokoro-{build}", "stream": stream}
        answer = httpx.post(server + "/v1/audio/speech", json=body)
        assert answer.headers["x-koe-build"] == build
        answers[build] = answer.content
    assert_half(answers)
    usual = httpx.post(server + "/v1/audio/speech", json={**SPEECH, "model": "tts-1", "stream": stream})
    assert (usual.headers["x-koe-build"], usual.content) == ("fp32", answers["fp32"])


def test_captions(server: str) -> None:
    answers = {}
    for build in BUILDS:
        answer = httpx.post(server + "/v1/audio/captions", json={**SPEECH, "model": f"kokoro-{build}"})
        assert answer.headers["x-koe-build"] == build
        answers[build] = base64.b64decode(answer.json()["audio"])
    assert_half(answers)


def test_captions_as_kokoro_fastapi(server: str) -> None:
    url = server + "/dev/captioned_speech"
    answers = {build: httpx.post(url, json={**SPEECH, "model": f"kokoro-{build}"}).text for build in BUILDS}
    assert_half({build: audio_of(answer) for build, answer in answers.items()})


def test_phonemes(server: str) -> None:
    url, body = server + "/v1/audio/speech/phonemes", {**SPEECH, "phonemes": "hello there."}
    assert_half({build: httpx.post(url, json={**body, "model": f"kokoro-{build}"}).content for build in BUILDS})


def test_link(server: str) -> None:
    url, query = server + "/v1/audio/speech", {"input": "Hello there.", "format": "pcm"}
    assert_half({build: httpx.get(url, params={**query, "model": f"kokoro-{build}"}).content for build in BUILDS})


def test_preview_has_a_file_for_each_build(server: str) -> None:
    url = server + "/v1/audio/voices/af_heart/preview"
    answers: dict[str, bytes] = {}
    for build in (*BUILDS, *BUILDS):
        answer = httpx.get(url, params={"format": "pcm", "model": f"kokoro-{build}"})
        assert answer.headers["x-koe-build"] == build
        assert answers.setdefault(build, answer.content) == answer.content
    assert_half(answers)


async def live(server: str, model: str) -> tuple[dict[str, object], bytes]:
    async with connect(server.replace("http", "ws") + "/v1/audio/stream") as connection:
        await connection.send(json.dumps({"type": "start", "input": SPEECH["input"], "model": model}))
        started, audio = json.loads(await connection.recv()), b""
        async for message in connection:
            if isinstance(message, bytes):
                audio += decode_frame(message).payload
            elif json.loads(message)["type"] == "done":
                break
        return started, audio


def test_websocket(server: str) -> None:
    answers = {}
    for build in BUILDS:
        started, answers[build] = asyncio.run(live(server, f"kokoro-{build}"))
        assert (started["type"], started["build"]) == ("started", build)
    assert_half(answers)


def test_websocket_refuses_a_build_that_is_not_offered(server: str) -> None:
    async def refused() -> dict[str, object]:
        async with connect(server.replace("http", "ws") + "/v1/audio/stream") as connection:
            await connection.send(json.dumps({"type": "start", "model": "kokoro-exact"}))
            answer: dict[str, object] = json.loads(await connection.recv())
            return answer

    answer = asyncio.run(refused())
    assert answer["type"] == "error"
    assert "model_not_found" in json.dumps(answer)


@pytest.mark.parametrize("path", ["/v1/audio/speech", "/v1/audio/captions", "/dev/captioned_speech"])
def test_build_that_is_not_offered_is_a_404_that_names_those_that_are(server: str, path: str) -> None:
    answer = httpx.post(server + path, json={**SPEECH, "model": "kokoro-exact"})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["param"]) == (404, "model_not_found", "model")
    assert "Offered: kokoro, kokoro-fp32, kokoro-soft" in error["message"]


def test_models_lists_what_can_be_chosen(server: str) -> None:
    names = [model["id"] for model in httpx.get(server + "/v1/models").json()["data"]]
    assert names == ["kokoro", "tts-1", "tts-1-hd", "gpt-4o-mini-tts", "kokoro-fp32", "kokoro-soft"]
    assert httpx.get(server + "/v1/models/kokoro-soft").json()["id"] == "kokoro-soft"
    assert httpx.get(server + "/v1/models/kokoro-exact").status_code == 404


def test_status_shows_the_builds(server: str) -> None:
    httpx.post(server + "/v1/audio/speech", json={**SPEECH, "model": "kokoro-soft"})
    builds = httpx.get(server + "/status").json()["builds"]
    assert [(one["name"], one["is_default"], one["is_open"]) for one in builds] == [
        ("fp32", True, True),
        ("soft", False, True),
    ]


def test_the_log_line_of_a_request_has_its_build(server: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "koe")
    httpx.post(server + "/v1/audio/speech", json={**SPEECH, "model": "kokoro-soft"})
    until_s = time.monotonic() + HANG_S
    while not (lines := [record for record in caplog.records if record.getMessage() == "speech done"]):
        assert time.monotonic() < until_s  # the line follows the last byte of the answer
        time.sleep(0.01)
    (line,) = lines
    assert line.fields["build"] == "soft"  # type: ignore[attr-defined]
