"""stream_format sse: the audio in server-sent events, with the times of the words."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator

import httpx
import numpy as np
import pytest

from decoding import decoded
from fakes import GatedPipeline, StandInPipeline, live_server, tiny_engine, warm
from koe.engine.engine import Engine, EngineOptions
from koe.engine.opening_cache import Opening
from koe.engine.pace import Pace
from koe.engine.prepare import Job
from koe.engine.step import Step
from koe.errors import BadOutput
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.types import AudioBlock, Cue
from koe.wire.codecs import FORMATS
from limits import HANG_S

URL = "/v1/audio/speech"
TEXT = "Hello from koe. And once more."
HELLO = {"input": TEXT, "voice": "af_heart", "response_format": "pcm", "stream_format": "sse"}


def post(server: str, **body: object) -> httpx.Response:
    response = httpx.post(server + URL, json=HELLO | body, timeout=HANG_S)
    assert response.status_code == 200
    return response


def events_of(data: str) -> list[dict[str, object]]:
    *lines, last = data.split("\n\n")
    assert last == ""
    assert all(line.startswith("data: ") and "\n" not in line for line in lines)
    return [json.loads(line.removeprefix("data: ")) for line in lines]


def audio_of(events: list[dict[str, object]]) -> bytes:
    return b"".join(base64.b64decode(str(one["audio"])) for one in events if one["type"] == "speech.audio.delta")


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("name", FORMATS)
def test_events_have_the_audio_of_every_format(server: str, name: str, stream: bool) -> None:
    response = post(server, response_format=name, stream=stream)
    assert response.headers["content-type"].startswith("text/event-stream")
    events = events_of(response.text)
    kinds = [event["type"] for event in events]
    assert kinds[-1] == "speech.audio.done"
    assert set(kinds[:-1]) == {"speech.audio.delta"}
    assert len(kinds) > 3 if stream else len(kinds) == 2
    plain = post(server, response_format=name, stream=stream, stream_format="audio").content
    assert audio_of(events) == plain
    assert len(audio_of(events)) == len(plain)


def test_headers_of_streamed_and_whole_answers(server: str) -> None:
    streamed, whole = post(server), post(server, stream=False)
    assert streamed.headers["cache-control"] == "no-store"
    assert streamed.headers["x-accel-buffering"] == "no"
    assert streamed.headers["x-audio-sample-rate"] == "24000"
    assert "content-length" not in streamed.headers
    assert whole.headers["content-length"] == str(len(whole.content))
    assert float(whole.headers["x-audio-duration-s"]) > 0


@pytest.mark.parametrize("stream", [True, False])
def test_usage_counts_characters_and_model_frames(server: str, stream: bool) -> None:
    events = events_of(post(server, stream=stream).text)
    frames = round(len(audio_of(events)) / 2 / 600)
    assert events[-1]["usage"] == {
        "input_tokens": len(TEXT),
        "output_tokens": frames,
        "total_tokens": len(TEXT) + frames,
    }


@pytest.mark.parametrize("stream", [True, False])
def test_every_word_comes_with_its_place_and_before_its_audio(server: str, stream: bool) -> None:
    events = events_of(post(server, stream=stream, timestamps=True).text)
    words = [event for event in events if event["type"] == "speech.word"]
    assert [word["word"] for word in words] == ["Hello", "from", "koe", "And", "once", "more"]
    assert [TEXT[int(str(w["text_start"])) : int(str(w["text_stop"]))] for w in words] == [w["word"] for w in words]
    times = [float(str(word[edge])) for word in words for edge in ("start_s", "end_s")]
    assert times == sorted(times)
    assert times[0] >= (0.05 if stream else 0)
    assert times[-1] <= len(audio_of(events)) / 2 / 24_000
    sent_s = 0.0
    for event in events:
        if event["type"] == "speech.word":
            assert float(str(event["start_s"])) >= sent_s - 0.003  # the limiter holds 2 ms back
        elif event["type"] == "speech.audio.delta":
            sent_s += len(base64.b64decode(str(event["audio"]))) / 2 / 24_000


def test_no_words_without_timestamps(server: str) -> None:
    assert "speech.word" not in post(server).text
    assert post(server, stream_format="audio", timestamps=True).headers["content-type"] == "audio/pcm"


class Clicks(StandInPipeline):
    """Each word is a click, whose time can be read from the audio."""

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        for _ in range(3):
            samples = np.zeros(9_600, dtype=np.float32)
            samples[[2_400, 7_200]] = 0.5
            cues = tuple(Cue(f"click{place}", 0, 5, place / 24_000, place / 24_000 + 0.01) for place in (2_400, 7_200))
            yield Step(AudioBlock(samples[:4_801], 24_000, cues=cues))
            yield Step(AudioBlock(samples[4_801:], 24_000))


@pytest.fixture
def clicking(voices: VoiceBook, settings: Settings) -> Iterator[str]:
    engine = warm(tiny_engine(voices, Clicks()))
    with live_server(engine, settings) as server:
        yield server


# Delay that a decoder adds where the stream does not say how much to skip: docs/http-api.md.
_DECODER_DELAY_S = {"mp3": 1105 / 24_000, "aac": 1024 / 24_000}


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(
    ("name", "rate"),
    [
        ("pcm", 24_000),
        ("pcm", 8_000),
        ("wav", 44_100),
        ("flac", 24_000),
        ("opus", 24_000),
        ("mp3", 24_000),
        ("aac", 24_000),
        ("m4a", 24_000),
        ("webm", 24_000),
    ],
)
def test_words_have_the_times_of_the_decoded_audio(clicking: str, name: str, rate: int, stream: bool) -> None:
    events = events_of(post(clicking, response_format=name, sample_rate=rate, stream=stream, timestamps=True).text)
    starts_s = [float(str(event["start_s"])) for event in events if event["type"] == "speech.word"]
    assert len(starts_s) == 6
    sound = np.abs(decoded(audio_of(events), name, rate))
    delay_s = _DECODER_DELAY_S.get(name, 0.0) if stream or name == "aac" else 0.0
    for start_s in starts_s:
        around = round((start_s + delay_s - 0.05) * rate)
        peak = around + int(np.argmax(sound[around : around + round(0.1 * rate)]))
        assert peak / rate - delay_s == pytest.approx(start_s, abs=0.003)


class Late(StandInPipeline):
    """The second click is announced, and comes after the listener has run dry."""

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        samples = np.zeros(4_800, dtype=np.float32)
        samples[[600, 3_600]] = 0.5
        cues = (Cue("one", 0, 3, 600 / 24_000, 0.04), Cue("two", 4, 7, 3_600 / 24_000, 0.16))
        yield Step(AudioBlock(samples[:1_200], 24_000, cues=cues))
        time.sleep(0.2)  # 50 ms play meanwhile; filler comes after them
        yield Step(AudioBlock(samples[1_200:], 24_000))


def test_filler_delays_the_words_behind_it(voices: VoiceBook, settings: Settings) -> None:
    engine = warm(tiny_engine(voices, Late(), options=EngineOptions(fills_stalls=True)))
    with live_server(engine, settings) as server:
        events = events_of(post(server, timestamps=True, fill_stalls=True).text)
    sound = np.abs(decoded(audio_of(events), "pcm", 24_000))
    assert len(sound) > 1_200 + 4_800  # a gap was filled
    clicks = np.flatnonzero(sound > 0.2)
    starts_s = [float(str(event["start_s"])) for event in events if event["type"] == "speech.word"]
    assert starts_s == pytest.approx([clicks[0] / 24_000, clicks[-1] / 24_000], abs=0.002)
    assert starts_s[1] > starts_s[0] + 3_000 / 24_000


@pytest.mark.parametrize("body", [{}, {"stream": True}, {"stream": False, "fill_stalls": True}])
def test_late_speech_is_late_and_nothing_is_put_in_its_place(
    voices: VoiceBook, settings: Settings, body: dict[str, object]
) -> None:
    engine = warm(tiny_engine(voices, Late(), options=EngineOptions(fills_stalls=True)))
    with live_server(engine, settings) as server:
        events = events_of(post(server, **body).text)
    lead_in = 0 if body.get("stream") is False else 1_200
    assert len(decoded(audio_of(events), "pcm", 24_000)) == lead_in + 4_800


class Failing(StandInPipeline):
    def __init__(self, error: Exception) -> None:
        self.error = error

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        yield Step(AudioBlock(np.full(2400, 0.1, dtype=np.float32), 24_000))
        raise self.error


@pytest.mark.parametrize(
    ("error", "code"),
    [(BadOutput("The model returned a constant signal."), "bad_output"), (KeyError("quetzalcoatl"), "internal_error")],
)
def test_stream_that_fails_sends_an_error_event_and_closes(
    voices: VoiceBook, settings: Settings, error: Exception, code: str
) -> None:
    engine = warm(tiny_engine(voices, Failing(error)))
    pieces: list[bytes] = []
    with (
        live_server(engine, settings) as server,
        httpx.stream("POST", server + URL, json=HELLO, timeout=HANG_S) as answer,
    ):
        with pytest.raises(httpx.RemoteProtocolError):
            pieces.extend(answer.iter_bytes())
        assert httpx.post(server + URL, json=HELLO | {"stream": False}).status_code == 500
    data = b"".join(pieces).decode()
    events = events_of(data)
    assert [event["type"] for event in events] == ["speech.audio.delta"] * 2 + ["error"]
    sent = events[-1]["error"]
    assert isinstance(sent, dict)
    assert (sent["code"], sent["type"], sent["param"]) == (code, "server_error", None)
    assert "quetzalcoatl" not in data


def test_invalid_request_is_refused_before_the_stream(server: str) -> None:
    response = httpx.post(server + URL, json=HELLO | {"voice": "unknown"})
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "unknown_voice"


def test_first_event_is_sent_before_any_audio_is_made(
    gated: GatedPipeline, gated_engine: Engine, settings: Settings
) -> None:
    with (
        live_server(gated_engine, settings) as server,
        httpx.stream("POST", server + URL, json=HELLO, timeout=HANG_S) as answer,
    ):
        parts = answer.iter_text()
        assert audio_of(events_of(next(parts))) == bytes(2400)
        assert gated.made == 0
        gated.gate.release(10_000)
        assert len(audio_of(events_of("".join(parts)))) == 50 * 4800
