"""The paths of Kokoro-FastAPI beside those for speech: its clients work unchanged."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from typing import Any

import httpx
import numpy as np
import pytest

from decoding import decoded_s, wav_samples
from fakes import VOICES, GatedPipeline, live_server, running_streams, wait_for
from koe.engine.engine import Engine
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.wire.codecs import FORMATS
from limits import HANG_S
from raw_http import disconnect_when

CAPTIONED = "/dev/captioned_speech"
COMBINE = "/v1/audio/voices/combine"
TEXT = "Hello there, once more. And a last one."
WORDS = ["Hello", "there", "once", "more", "And", "a", "last", "one"]


def post(server: str, path: str, body: object) -> httpx.Response:
    return httpx.post(server + path, json=body, timeout=HANG_S)


def captioned(server: str, **body: object) -> httpx.Response:
    """The fields that the examples of Kokoro-FastAPI send."""
    sent = {"model": "kokoro", "input": TEXT, "voice": "af_heart", "speed": 1.0, "response_format": "mp3"}
    return post(server, CAPTIONED, sent | body)


def test_captioned_speech_is_one_object(server: str) -> None:
    response = captioned(server, stream=False, response_format="wav")
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.headers["content-disposition"] == "attachment; filename=speech.wav"
    assert response.headers["cache-control"] == "no-cache"
    answer = response.json()
    assert set(answer) == {"audio", "audio_format", "timestamps"}
    assert answer["audio_format"] == "audio/wav"
    body = {"input": TEXT, "voice": "af_heart", "response_format": "wav", "stream": False}
    assert base64.b64decode(answer["audio"]) == post(server, "/v1/audio/speech", body).content
    assert [set(word) for word in answer["timestamps"]] == [{"word", "start_time", "end_time"}] * 8
    words = post(server, "/v1/audio/captions", body).json()["words"]
    assert [(one["word"], one["start_time"]) for one in answer["timestamps"]] == [
        (one["word"], one["start_s"]) for one in words
    ]


@pytest.mark.parametrize("name", FORMATS)
def test_captioned_speech_comes_as_lines_of_json(server: str, name: str) -> None:
    with httpx.stream(
        "POST", server + CAPTIONED, json={"input": TEXT, "response_format": name}, timeout=HANG_S
    ) as response:
        assert response.headers["content-type"] == "application/json"
        assert response.headers["x-accel-buffering"] == "no"
        assert "content-length" not in response.headers
        lines: list[dict[str, Any]] = [json.loads(line) for line in response.iter_lines() if line]
    assert len(lines) > 2
    assert all(line["audio"] and line["audio_format"] == FORMATS[name].media_type for line in lines[:-1])
    audio = b"".join(base64.b64decode(line["audio"]) for line in lines)
    assert audio == post(server, "/v1/audio/speech", {"input": TEXT, "response_format": name}).content
    words = [word for line in lines for word in line["timestamps"]]
    assert [word["word"] for word in words] == WORDS
    times = [time for word in words for time in (word["start_time"], word["end_time"])]
    assert times == sorted(times)
    assert times[-1] <= decoded_s(audio, name) + 0.001


def test_timestamps_can_be_left_out(server: str) -> None:
    assert captioned(server, stream=False, return_timestamps=False).json()["timestamps"] is None
    lines = captioned(server, return_timestamps=False).text.splitlines()
    assert all(json.loads(line)["timestamps"] == [] for line in lines)


def test_times_of_an_aac_file_count_from_the_first_decoded_sample(server: str) -> None:
    wav, aac = (captioned(server, stream=False, response_format=name).json()["timestamps"] for name in ("wav", "aac"))
    delay_s = 1024 / 24_000
    assert [one["start_time"] for one in aac] == pytest.approx([one["start_time"] + delay_s for one in wav], abs=0.002)


@pytest.mark.parametrize(
    ("body", "param"),
    [({"input": " "}, "input"), ({"voice": "nobody"}, "voice"), ({"response_format": "amr"}, "response_format")],
)
def test_captioned_speech_refuses_what_speech_refuses(server: str, body: dict[str, object], param: str) -> None:
    response = captioned(server, **body)
    assert (response.status_code, response.json()["error"]["param"]) == (400, param)


def test_disconnect_frees_the_lane(gated: GatedPipeline, gated_engine: Engine, settings: Settings) -> None:
    with live_server(gated_engine, settings) as server:
        (abandoned,) = disconnect_when(server + CAPTIONED, lambda: running_streams(gated_engine), {"input": "Hi."})
        wait_for(lambda: abandoned.is_over)
        gated.gate.release(10_000)


@pytest.mark.parametrize(
    ("body", "mix", "file_name"),
    [
        ("af_heart+bf_emma", "af_heart+bf_emma", "af_heart_0.5_bf_emma_0.5.pt"),
        ("af_heart(2)+bf_emma(1)", "af_heart(2)+bf_emma", "af_heart_0.6667_bf_emma_0.3333.pt"),
        (["af_heart", "bf_emma"], "af_heart+bf_emma", "af_heart_0.5_bf_emma_0.5.pt"),
        ("af_heart", "af_heart", "af_heart.pt"),
        (["marin"], "af_heart", "af_heart.pt"),
    ],
)
def test_combined_voices_are_a_voice_file(
    server: str, voices: VoiceBook, body: object, mix: str, file_name: str
) -> None:
    response = post(server, COMBINE, body)
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/octet-stream"
    assert response.headers["content-disposition"] == f'attachment; filename="{file_name}"'
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        numbers = np.frombuffer(archive.read("archive/data/0"), dtype="<f4")
    assert np.array_equal(numbers, voices.pack(mix).reshape(-1))


@pytest.mark.parametrize(
    ("body", "param", "code"),
    [
        ("", "voices", "invalid_value"),
        ([], "voices", "invalid_value"),
        (["af_heart"] * 9, "voices", "invalid_value"),
        (["af_heart", 5], "voices", "invalid_value"),
        (7, "voices", "invalid_value"),
        ({"voices": "af_heart"}, "voices", "invalid_value"),
        ("../../etc/passwd", "voice", "unknown_voice"),
        ("af_heart+nobody", "voice", "unknown_voice"),
        ("af_heart+", "voice", "invalid_voice_mix"),
    ],
)
def test_bad_combinations_are_refused(server: str, body: object, param: str, code: str) -> None:
    response = post(server, COMBINE, body)
    assert response.status_code == 400
    assert (response.json()["error"]["param"], response.json()["error"]["code"]) == (param, code)
    assert "passwd" not in response.text


def test_only_json_is_accepted(server: str) -> None:
    for path in (COMBINE, CAPTIONED):
        assert httpx.post(server + path, content=b'"af_heart"').status_code == 415


def test_programs_recognise_kokoro_fastapi(server: str) -> None:
    assert httpx.get(server + "/v1/test").json() == {"status": "ok"}
    assert httpx.head(server + "/v1/test").status_code == 200
    assert httpx.get(server + "/v1/readyz").status_code == 404  # by this they would take it for LocalAI
    assert httpx.get(server + "/health").text != "OK"  # and by this for Speaches
    listed = httpx.get(server + "/v1/audio/voices").json()["voices"]
    assert [voice["id"] for voice in listed] == list(VOICES)


def test_generated_from_phonemes_is_a_file_to_save(server: str) -> None:
    body = {"phonemes": "həlˈO wˈɜɹld.", "voice": "am_adam"}
    response = post(server, "/dev/generate_from_phonemes", body)
    assert response.headers["content-disposition"] == "attachment; filename=speech.wav"
    assert len(wav_samples(response.content)) > 5000
