"""POST /v1/audio/captions: speech with the times of its words."""

from __future__ import annotations

import base64
import io

import av
import httpx
import numpy as np
import pytest

from decoding import wav_samples
from fakes import GatedPipeline, live_server, running_streams, wait_for
from koe.engine.engine import Engine
from koe.server.captions.handler import _by_preference
from koe.settings import Settings
from limits import HANG_S
from raw_http import disconnect_when

URL = "/v1/audio/captions"
TEXT = "Hello from koe. And, once more: “yes”!"
HELLO = {"input": TEXT, "voice": "af_heart", "response_format": "wav"}


def post(server: str, headers: dict[str, str] | None = None, **body: object) -> httpx.Response:
    return httpx.post(server + URL, json=HELLO | body, headers=headers, timeout=HANG_S)


def test_audio_words_and_captions_come_together(server: str) -> None:
    response = post(server)
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    answer = response.json()
    assert list(answer) == ["audio", "format", "sample_rate", "duration_s", "words", "captions"]
    assert (answer["format"], answer["sample_rate"]) == ("wav", 24_000)
    samples, rate = wav_samples(base64.b64decode(answer["audio"])), 24_000
    assert answer["duration_s"] == pytest.approx(len(samples) / rate, abs=0.001)
    assert [word["word"] for word in answer["words"]] == ["Hello", "from", "koe", "And", "once", "more", "yes"]
    assert all(TEXT[word["text_start"] : word["text_stop"]] == word["word"] for word in answer["words"])
    assert set(answer["words"][0]) == {"word", "start_s", "end_s", "text_start", "text_stop"}
    assert [caption["text"] for caption in answer["captions"]] == ["Hello from koe.", "And, once more: “yes”!"]
    assert set(answer["captions"][0]) == {"start_s", "end_s", "text"}


def test_audio_equals_that_of_a_whole_answer(server: str) -> None:
    whole = httpx.post(server + "/v1/audio/speech", json=HELLO | {"stream": False}, timeout=HANG_S).content
    assert base64.b64decode(post(server).json()["audio"]) == whole
    assert base64.b64decode(post(server, stream=True).json()["audio"]) == whole


def test_times_are_in_order_and_inside_the_audio(server: str) -> None:
    answer = post(server).json()
    times = [time for word in answer["words"] for time in (word["start_s"], word["end_s"])]
    assert times == sorted(times)
    assert times[0] >= 0
    assert times[-1] <= answer["duration_s"]


def test_words_have_the_times_of_the_audio(server: str) -> None:
    """The first word after a pause begins with the sound after the pause."""
    answer = post(server, input="Hello there. [pause:2s] Anew.").json()
    samples, rate = wav_samples(base64.b64decode(answer["audio"])), 24_000
    first, *_, last = answer["words"]
    audible = np.flatnonzero(np.abs(samples) > 100)
    gap = int(np.argmax(np.diff(audible)))
    assert (audible[gap + 1] - audible[gap]) / rate > 1.5
    assert last["word"] == "Anew"
    assert last["start_s"] == pytest.approx(audible[gap + 1] / rate, abs=0.1)
    assert first["start_s"] == pytest.approx(audible[0] / rate, abs=0.1)


@pytest.mark.parametrize("rate", [8_000, 24_000, 48_000])
@pytest.mark.parametrize("name", ["mp3", "opus", "aac", "flac", "wav", "ogg", "m4a", "webm"])
def test_times_count_from_the_first_decoded_sample(server: str, name: str, rate: int) -> None:
    reference = post(server, input="[pause:1s] Hello.").json()
    answer = post(server, input="[pause:1s] Hello.", response_format=name, sample_rate=rate).json()
    lead_s = {"aac": 1024 / rate}.get(name, 0.0)
    assert answer["words"][0]["start_s"] == pytest.approx(reference["words"][0]["start_s"] + lead_s, abs=0.002)
    with av.open(io.BytesIO(base64.b64decode(answer["audio"])), "r") as file:
        parts = [(part.to_ndarray().astype(np.float64).reshape(-1), part.sample_rate) for part in file.decode(audio=0)]
    samples = np.abs(np.concatenate([samples for samples, _ in parts]))
    heard_s = np.argmax(samples > 0.1 * samples.max()) / parts[0][1]
    wanted, rate_hz = wav_samples(base64.b64decode(reference["audio"])), 24_000
    wanted_s = np.argmax(np.abs(wanted.astype(np.float64)) > 0.1 * np.abs(wanted.astype(np.float64)).max()) / rate_hz
    assert heard_s - answer["words"][0]["start_s"] == pytest.approx(
        wanted_s - reference["words"][0]["start_s"], abs=0.01
    )
    assert answer["duration_s"] <= len(samples) / parts[0][1] + 0.002


@pytest.mark.parametrize(
    ("headers", "body", "media_type"),
    [
        ({}, {"caption_format": "vtt", "audio": False}, "text/vtt; charset=utf-8"),
        ({}, {"caption_format": "srt", "audio": False}, "application/x-subrip"),
        ({"accept": "text/vtt"}, {}, "text/vtt; charset=utf-8"),
        ({"accept": "application/x-subrip"}, {}, "application/x-subrip"),
        ({"accept": "Text/VTT;q=0.9, */*;q=0.1"}, {"caption_format": "srt"}, "text/vtt; charset=utf-8"),
        ({"accept": "text/html, application/x-subrip;q=0.5, text/vtt;q=0.4"}, {}, "application/x-subrip"),
    ],
)
def test_caption_file_without_audio(
    server: str, headers: dict[str, str], body: dict[str, object], media_type: str
) -> None:
    response = post(server, headers, **body)
    assert response.status_code == 200
    assert response.headers["content-type"] == media_type
    response.encoding = "utf-8"
    is_vtt = media_type.startswith("text/vtt")
    assert response.text.startswith("WEBVTT\n\n00:00:00." if is_vtt else "1\n00:00:00,")
    assert "And, once more: “yes”!" in response.text


@pytest.mark.parametrize(
    "accept",
    ["application/json", "*/*", "application/json, text/vtt", "text/vtt;q=0", "text/vtt;q=x", "audio/wav", ";;,,="],
)
def test_other_accept_headers_get_json(server: str, accept: str) -> None:
    assert post(server, {"accept": accept}).headers["content-type"] == "application/json"


def test_json_has_captions_with_and_without_audio(server: str) -> None:
    answer = post(server, caption_format="vtt").json()
    assert answer["captions"].startswith("WEBVTT\n")
    assert answer["audio"]
    assert answer["words"]
    without = post(server, audio=False).json()
    assert "audio" not in without
    assert without["words"] == answer["words"]
    assert [caption["text"] for caption in without["captions"]] == ["Hello from koe.", "And, once more: “yes”!"]


def test_captions_follow_ssml_and_speed(server: str) -> None:
    text = "<speak>One <break time='900ms'/> two</speak>"
    one, two = post(server, input=text).json()["words"]
    assert two["start_s"] - one["end_s"] > 0.8
    assert [text[word["text_start"] : word["text_stop"]] for word in (one, two)] == ["One", "two"]
    assert post(server, speed=2.0).json()["duration_s"] < 0.8 * post(server).json()["duration_s"]


def test_text_of_only_symbols_has_no_words(server: str) -> None:
    answer = post(server, input="🎉").json()
    assert (answer["words"], answer["captions"], answer["duration_s"]) == ([], [], 0.05)
    assert post(server, {"accept": "text/vtt"}, input="🎉").text == "WEBVTT\n\n"


@pytest.mark.parametrize(
    ("body", "param", "code"),
    [
        ({"input": " "}, "input", "empty_input"),
        ({"input": "a" * 20_001}, "input", "string_above_max_length"),
        ({"caption_format": "ass"}, "caption_format", "invalid_value"),
        ({"audio": "yes"}, "audio", "invalid_value"),
        ({"voice": "unknown"}, "voice", "unknown_voice"),
        ({"input": "<speak>Hi<loud/></speak>", "ssml_mode": "strict"}, "input", "ssml_unsupported_element"),
        ({"sample_rate": 11_025}, "sample_rate", "invalid_value"),
    ],
)
def test_it_refuses_what_speech_refuses(server: str, body: dict[str, object], param: str, code: str) -> None:
    response = post(server, None, **body)
    assert response.status_code == 400
    assert (response.json()["error"]["param"], response.json()["error"]["code"]) == (param, code)


def test_form_is_refused(server: str) -> None:
    assert httpx.post(server + URL, data={"input": "Hi."}).status_code == 415


def test_disconnect_frees_the_lane(gated: GatedPipeline, gated_engine: Engine, settings: Settings) -> None:
    with live_server(gated_engine, settings) as server:
        (abandoned,) = disconnect_when(server + URL, lambda: running_streams(gated_engine), HELLO)
        wait_for(lambda: abandoned.is_over)
        gated.gate.release()  # the block that was being made when the client disconnected
        wait_for(lambda: gated_engine.running_streams == 0)
        assert gated.made <= 1


def test_failure_gets_500_and_the_next_request_is_served(
    gated: GatedPipeline, gated_engine: Engine, settings: Settings
) -> None:
    gated.fail_at = 2
    gated.gate.release(10_000)
    with live_server(gated_engine, settings) as server:
        response = post(server)
        assert (response.status_code, response.json()["error"]["code"]) == (500, "bad_output")
        gated.fail_at = None
        assert post(server).status_code == 200


def test_accept_is_sorted_by_quality() -> None:
    assert _by_preference("a/a;q=0.2, b/b , c/c;q=0.9;v=1,d/d;q=0") == ["b/b", "c/c", "a/a"]
