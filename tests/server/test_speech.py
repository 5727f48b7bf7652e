"""POST /v1/audio/speech: audio, formats, fields and headers of its answers."""

from __future__ import annotations

import httpx
import numpy as np
import pytest

from decoding import decoded_s, wav_samples
from fakes import live_server, tiny_engine, wait_for
from koe.engine.engine import Engine
from koe.engine.opening_cache import OpeningCache
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.wire.codecs import FORMATS
from limits import HANG_S

URL = "/v1/audio/speech"
HELLO = {"input": "Hello from koe. And once more.", "voice": "af_heart", "response_format": "wav"}


def post(server: str, **body: object) -> httpx.Response:
    return httpx.post(server + URL, json=HELLO | body, timeout=HANG_S)


def test_stream_is_a_header_a_short_silence_and_speech(server: str) -> None:
    response = post(server)
    assert response.status_code == 200
    assert response.headers["content-type"] == "audio/wav"
    assert "content-length" not in response.headers
    assert response.content[:4] == b"RIFF"
    samples = wav_samples(response.content)
    assert not samples[:1200].any()  # 50 ms
    assert np.abs(samples[1200:]).max() > 1000


def test_whole_answer_has_exact_sizes(server: str) -> None:
    response = post(server, stream=False)
    assert response.headers["content-length"] == str(len(response.content))
    assert int.from_bytes(response.content[40:44], "little") == len(response.content) - 44
    assert int.from_bytes(response.content[4:8], "little") == len(response.content) - 8


def test_streamed_and_whole_answers_have_the_same_samples(server: str) -> None:
    """Except for loudness, which is exact for the whole answer, and dither."""
    streamed, whole = (wav_samples(post(server, stream=stream).content).astype(np.float64) for stream in (True, False))
    assert len(streamed) == 1200 + len(whole)
    assert np.corrcoef(streamed[1200:], whole)[0, 1] > 0.999


def test_pcm_has_no_header(server: str) -> None:
    response = post(server, response_format="pcm", stream=False)
    assert response.headers["content-type"] == "audio/pcm"
    assert response.content == wav_samples(post(server, stream=False).content).tobytes()


@pytest.mark.parametrize(
    "body",
    [
        {"text": "Hello from koe. And once more.", "voice": "af_heart", "format": "mp3"},
        {"input": "Hello from koe. And once more.", "voice": "af_heart", "lang": "en"},
        {"input": "Hello from koe. And once more.", "voice": "af_heart", "lang_code": "a"},
        {"input": "Hello from koe. And once more.", "instructions": "cheerful", "unknown": [1, {"a": None}]},
        {"input": "Hello from koe. And once more.", "model": "tts-1", "voice": {"id": "af_heart"}},
        {"input": "Hello from koe. And once more.", "voice": "af_heart", "speed": 1, "language": None, "stream": None},
        {"input": "Hello from koe. And once more.", "sample_rate": 24_000},
        {"input": "Hello from koe. And once more.", "voice": "AF_Heart"},
        {"input": "Hello from koe. And once more.", "voice": "marin", "instructions": {"tone": ["odd"]}},
        {"input": "Hello from koe. And once more.", "voice": "af_heart(2)+bf_emma(0)", "stream_format": "audio"},
        {"input": "Hello from koe. And once more.", "volume_multiplier": 1, "timestamps": True},
        {"input": "Hello from koe. And once more.", "normalization": {"units": None}, "stream_format": None},
        {"input": "Hello from koe. And once more.", "normalization": False, "download_format": "mp3"},
        {"input": "Hello from koe. And once more.", "normalization_options": {"normalize": True, "new": 3}},
    ],
)
def test_aliases_are_accepted_and_unknown_fields_ignored(server: str, body: dict[str, object]) -> None:
    response = httpx.post(server + URL, json=body, timeout=HANG_S)
    assert response.status_code == 200
    assert response.headers["content-type"] == "audio/mpeg"
    assert response.content == post(server, response_format="mp3").content


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("rate", [8_000, 16_000, 24_000, 48_000])
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_and_rate_decodes_to_the_same_length(server: str, name: str, rate: int, stream: bool) -> None:
    response = post(server, response_format=name, sample_rate=rate, stream=stream)
    assert response.headers["content-type"] == FORMATS[name].media_type
    wanted_s = len(wav_samples(post(server, stream=stream).content)) / 24_000
    # MP3 and AAC have a lead-in of their own, and whole frames; M4A has whole frames.
    padding_s = {"mp3": 0.25, "aac": 0.4, "m4a": 0.13}.get(name, 0.001)
    assert decoded_s(response.content, name, rate) == pytest.approx(wanted_s, abs=padding_s)


def test_default_voice_comes_from_the_settings(engine: Engine) -> None:
    with live_server(engine, Settings(voice="am_adam")) as server:
        without_voice = httpx.post(server + URL, json={"input": "Hello."}).content
        assert without_voice == httpx.post(server + URL, json={"input": "Hello.", "voice": "am_adam"}).content
        assert without_voice != httpx.post(server + URL, json={"input": "Hello.", "voice": "af_heart"}).content


def test_speed_is_a_float(server: str) -> None:
    lengths = [len(post(server, speed=speed).content) for speed in (1.0, 1.4, 1.9)]
    assert lengths[0] > lengths[1] > lengths[2]


@pytest.mark.parametrize("stream", [True, False])
def test_text_of_only_symbols_gets_a_short_silence(server: str, stream: bool) -> None:
    response = post(server, input="🎉 ❤️ ✨", stream=stream)
    assert response.status_code == 200
    assert wav_samples(response.content).tolist() == [0] * 1200


@pytest.mark.parametrize(
    "voice", ["af_heart(2)+bf_emma(1)", "bf_emma:0.1+marin:0.2", {"id": "BF_EMMA(3) + AF_HEART(6)"}]
)
def test_mix_differs_from_its_voices(server: str, voice: object) -> None:
    mixed = post(server, voice=voice, response_format="pcm").content
    assert mixed == post(server, voice="af_heart(2)+bf_emma(1)", response_format="pcm").content
    assert mixed != post(server, response_format="pcm").content
    assert mixed != post(server, voice="bf_emma", response_format="pcm").content


def test_equal_mixes_share_the_cached_opening(voices: VoiceBook, settings: Settings) -> None:
    openings = OpeningCache(max_bytes=10_000_000, ttl_s=60)
    engine = tiny_engine(voices, openings=openings)
    with live_server(engine, settings) as server:
        first = post(server, voice="af_heart(2)+bf_emma(1)", response_format="pcm").content
        assert post(server, voice="bf_emma:1+AF_heart:2", response_format="pcm").content == first
        assert engine.state.primer.hits == 1
        post(server, voice="bf_emma:1+af_heart:3", response_format="pcm")
        post(server, voice="bf_emma:1+af_heart:3", normalization={"numbers": False})
        assert engine.state.primer.hits == 1


@pytest.mark.parametrize("name", ["am_adam(2)+bf_emma(1)", "AM_ADAM", "am_adam"])
def test_markup_accepts_the_same_voice_names(server: str, name: str) -> None:
    marked = f'<speak><voice name="{name}">Hello from koe.</voice></speak>'
    spoken = post(server, input=marked, stream=False, response_format="pcm").content
    assert spoken == post(server, input="Hello from koe.", voice=name, stream=False, response_format="pcm").content


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(("multiplier", "change_db"), [(0.1, -20.0), (0.5, -6.02), (1.5, 3.52)])
def test_volume_changes_the_level_by_its_factor(server: str, multiplier: float, change_db: float, stream: bool) -> None:
    usual, moved = (
        np.frombuffer(
            post(server, response_format="pcm", volume_multiplier=volume, stream=stream).content, dtype="<i2"
        ).astype(np.float64)
        for volume in (1, multiplier)
    )
    assert len(usual) == len(moved)
    rise_db = 10 * np.log10(np.mean(moved**2) / np.mean(usual**2))
    assert rise_db == pytest.approx(change_db, abs=0.5)
    assert np.abs(moved).max() <= 32768 * 10 ** (-0.9 / 20)


def spoken_length(server: str, **body: object) -> int:
    """Bytes of audio. With the letter phonemizer, each letter has a length of its own."""
    return len(post(server, response_format="pcm", stream=False, **body).content)


@pytest.mark.parametrize(
    ("body", "same_as"),
    [
        ({"normalization": True}, {}),
        ({"normalization": {}}, {}),
        ({"normalization": {"units": True}}, {}),
        ({"normalization_options": {"normalize": False}}, {"normalization": False}),
        ({"normalization_options": {"unit_normalization": False}}, {"normalization": {"units": False}}),
        ({"normalization_options": {"email_normalization": False}}, {"normalization": {"emails": False}}),
        ({"normalization_options": {"url_normalization": False}}, {"normalization": {"urls": False}}),
        ({"normalization_options": {"phone_normalization": False}}, {"normalization": {"phones": False}}),
        ({"normalization_options": {"replace_remaining_symbols": False}}, {"normalization": {"symbols": False}}),
        (
            {"normalization_options": {"optional_pluralization_normalization": False}},
            {"normalization": {"plurals": False}},
        ),
        (
            {"normalization": {"units": False}, "normalization_options": {"url_normalization": False}},
            {"normalization": {"units": False, "urls": False}},
        ),
    ],
)
def test_normalization_has_two_spellings(server: str, body: dict[str, object], same_as: dict[str, object]) -> None:
    text = "Friend(s) & 10 KB at me@example.com, https://koe.dev, 555-123-4567."
    assert spoken_length(server, input=text, **body) == spoken_length(server, input=text, **same_as)
    if same_as:
        assert spoken_length(server, input=text, **body) != spoken_length(server, input=text)


def test_whole_answer_has_duration_and_timing_headers(server: str) -> None:
    response = post(server, stream=False)
    seconds = len(wav_samples(response.content)) / 24_000
    assert float(response.headers["x-audio-duration-s"]) == pytest.approx(seconds, abs=0.001)
    # All of a whole answer leaves at once, when the work is done.
    first_s, work_s = float(response.headers["x-koe-ttfa-ms"]) / 1000, float(response.headers["x-koe-rtf"]) * seconds
    assert 0 < work_s < first_s + 0.002
    assert response.headers["x-audio-sample-rate"] == "24000"
    silent = post(server, input="🎉 ❤️ ✨", stream=False)
    assert silent.headers["x-audio-duration-s"] == "0.050"
    assert "x-koe-ttfa-ms" not in silent.headers  # no block was audible


def test_stream_is_neither_cached_nor_buffered_by_proxies(server: str) -> None:
    response = post(server, sample_rate=16_000)
    assert response.headers["x-audio-sample-rate"] == "16000"
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["x-accel-buffering"] == "no"
    assert len(response.headers["x-request-id"]) == 32


@pytest.mark.parametrize(
    ("body", "param", "code", "message"),
    [
        ({"voice": "af_heart(101)+bf_emma"}, "voice", "invalid_voice_mix", "weights from 0 to 100"),
        ({"voice": "af_heart-bf_emma"}, "voice", "invalid_voice_mix", "must clearly exceed"),
        ({"voice": "af_heart+quetzalcoatl"}, "voice", "unknown_voice", "Nearest"),
        ({"voice": {"id": "af_heart+"}}, "voice", "invalid_voice_mix", "up to 8 voices"),
        (
            {"input": '<speak><voice name="a+">Hi</voice></speak>', "ssml_mode": "strict"},
            "voice",
            "unknown_voice",
            "Nearest",
        ),
        ({"volume_multiplier": 0.09}, "volume_multiplier", "value_out_of_range", "0.1 to 4"),
        ({"volume_multiplier": 4.1}, "volume_multiplier", "value_out_of_range", "0.1 to 4"),
        ({"volume_multiplier": "loud"}, "volume_multiplier", "invalid_value", "number"),
        ({"stream_format": "websocket"}, "stream_format", "invalid_value", "'audio' or 'sse'"),
        ({"timestamps": "yes"}, "timestamps", "invalid_value", "boolean"),
        ({"normalization": "none"}, "normalization", "invalid_value", "abbreviations, acronyms"),
        ({"normalization": {"quetzalcoatl": False}}, "normalization", "invalid_value", "abbreviations, acronyms"),
        ({"normalization": {"units": 0}}, "normalization", "invalid_value", "booleans"),
        ({"normalization_options": False}, "normalization_options", "invalid_value", "unit_normalization"),
        ({"normalization_options": {"normalize": "no"}}, "normalization_options", "invalid_value", "booleans"),
    ],
)
def test_invalid_value_is_named(server: str, body: dict[str, object], param: str, code: str, message: str) -> None:
    response = post(server, **body)
    error = response.json()["error"]
    assert (response.status_code, error["param"], error["code"]) == (400, param, code)
    assert message in error["message"]
    assert "quetzalcoatl" not in response.text


@pytest.mark.parametrize("stream", [True, False])
def test_an_encoder_that_cannot_be_opened_is_a_500(
    server: str, engine: Engine, monkeypatch: pytest.MonkeyPatch, stream: bool
) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("no such codec")

    monkeypatch.setattr("koe.engine.output.open_encoder", refuse)
    monkeypatch.setattr("koe.engine.output.encode_whole", refuse)
    response = post(server, stream=stream)
    assert (response.status_code, response.json()["error"]["code"]) == (500, "internal_error")
    wait_for(lambda: engine.running_streams == 0)


def test_the_text_is_checked_before_everything_else(server: str) -> None:
    wrong = {"input": 3, "voice": 1, "model": 1, "response_format": "x", "stream": "yes"}
    assert httpx.post(server + URL, json=wrong).json()["error"]["param"] == "input"
