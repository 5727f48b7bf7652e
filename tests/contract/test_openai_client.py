"""The official OpenAI client against a live server with the tiny model."""

from __future__ import annotations

import base64
import io
import wave
from collections.abc import Iterator
from typing import Any

import av
import numpy as np
import openai
import pytest
from openai.types.audio import SpeechModel

from fakes import NO_FILLER, live_server, tiny_pipeline, tiny_planner
from koe.engine.engine import Engine
from koe.engine.prepare import Job, Preparer
from koe.engine.stream import Stream
from koe.errors import Busy
from koe.model.voices import OPENAI_NAMES, VoiceBook
from koe.settings import Settings
from koe.wire.codecs import FORMATS

INPUT = "One. Two. Three."


@pytest.fixture
def client(server: str) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{server}/v1", api_key="none", max_retries=0) as client:
        yield client


def create(client: openai.OpenAI, name: Any, **extra: object) -> openai.HttpxBinaryResponseContent:
    return client.audio.speech.create(
        model="tts-1", voice="alloy", input=INPUT, response_format=name, extra_body=dict(extra)
    )


def seconds(data: bytes, name: str) -> float:
    if name == "pcm":
        return len(data) / 2 / 24_000
    with av.open(io.BytesIO(data), "r") as file:
        parts = list(file.decode(audio=0))
    return float(sum(part.samples for part in parts) / parts[0].sample_rate)


def test_speech_is_created(client: openai.OpenAI) -> None:
    answer = client.audio.speech.create(
        model="tts-1", voice="af_heart", input="Hello from koe.", response_format="wav", speed=1.1
    )
    with wave.open(io.BytesIO(answer.content)) as file:
        assert file.getframerate() == 24_000
        assert len(file.readframes(10**9)) > 20_000


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_whole_and_streamed(client: openai.OpenAI, name: Any) -> None:
    whole = create(client, name, stream=False)
    assert whole.response.headers["content-type"] == FORMATS[name].media_type
    with client.audio.speech.with_streaming_response.create(
        model="gpt-4o-mini-tts", voice="alloy", input=INPUT, response_format=name, instructions="Whisper."
    ) as answer:
        streamed = b"".join(answer.iter_bytes(1024))
    wanted_s = seconds(create(client, "pcm", stream=False).content, "pcm")
    assert seconds(whole.content, name) == pytest.approx(wanted_s, abs=0.15)
    assert seconds(streamed, name) == pytest.approx(wanted_s + 0.05, abs=0.15)


def test_streamed_and_whole_are_the_same_speech(client: openai.OpenAI) -> None:
    streamed, whole = (
        np.frombuffer(create(client, "pcm", stream=stream).content, dtype="<i2").astype(float)
        for stream in (True, False)
    )
    assert len(streamed) == 1200 + len(whole)
    assert np.corrcoef(streamed[1200:], whole)[0, 1] > 0.999  # the same but for the loudness, exact for the whole


def test_without_a_format_it_is_mp3(client: openai.OpenAI) -> None:
    answer = client.audio.speech.create(model="tts-1", voice="af_heart", input="Hello from koe.")
    assert answer.response.headers["content-type"] == "audio/mpeg"


@pytest.mark.parametrize("voice", OPENAI_NAMES)
def test_openais_voices_are_known(client: openai.OpenAI, voice: str) -> None:
    named, ours = (
        client.audio.speech.create(model="tts-1-hd", voice=one, input="Hi.", response_format="pcm").content
        for one in (voice, OPENAI_NAMES[voice])
    )
    assert named == ours


def test_a_voice_may_be_an_object(client: openai.OpenAI) -> None:
    answer = client.audio.speech.create(model="tts-1", voice={"id": "af_heart"}, input="Hi.", response_format="pcm")
    assert len(answer.content) > 2400


def test_any_model_is_accepted(client: openai.OpenAI) -> None:
    models: list[str | SpeechModel] = ["tts-1", "gpt-4o-mini-tts", "kokoro", "whatever-comes-next"]
    answers = {
        client.audio.speech.create(model=model, voice="alloy", input="Hi.", response_format="pcm").content
        for model in models
    }
    assert len(answers) == 1


def events(client: openai.OpenAI, **body: object) -> Iterator[Any]:
    """Read server-sent events with the client's own reader; `speech.create` only gives bytes."""
    asked = {"model": "gpt-4o-mini-tts", "voice": "alloy", "input": INPUT, "response_format": "pcm"}
    return iter(
        client.post(
            "/audio/speech",
            body={**asked, "stream_format": "sse", **body},
            cast_to=object,
            stream=True,
            stream_cls=openai.Stream[object],
        )
    )


def test_sse_bytes_are_streamed(client: openai.OpenAI) -> None:
    with client.audio.speech.with_streaming_response.create(
        model="gpt-4o-mini-tts", voice="alloy", input=INPUT, response_format="pcm", stream_format="sse"
    ) as answer:
        lines = list(answer.iter_lines())
    assert lines[0].startswith('data: {"type": "speech.audio.delta"')
    assert lines[-2].startswith('data: {"type": "speech.audio.done"')


@pytest.mark.parametrize("stream", [True, False])
def test_the_clients_own_reader_understands_the_events(client: openai.OpenAI, stream: bool) -> None:
    received = list(events(client, stream=stream, timestamps=True))
    audio = b"".join(base64.b64decode(event["audio"]) for event in received if event["type"] == "speech.audio.delta")
    assert audio == create(client, "pcm", stream=stream).content
    assert [event["word"] for event in received if event["type"] == "speech.word"] == ["One", "Two", "Three"]
    assert received[-1]["type"] == "speech.audio.done"
    assert received[-1]["usage"]["input_tokens"] == len(INPUT)


def test_a_stream_that_breaks_is_an_error_of_the_client(
    client: openai.OpenAI, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def explode(_: int) -> None:
        raise KeyError("quetzalcoatl")

    monkeypatch.setattr(engine._pipeline, "speak", lambda *_: map(explode, [0]))
    with pytest.raises(openai.APIError, match=r"Something failed inside koe \(KeyError\)") as broken:
        list(events(client))
    assert broken.value.code == "internal_error"


@pytest.mark.parametrize(
    ("body", "param", "code"),
    [
        ({"voice": "nobody"}, "voice", "unknown_voice"),
        ({"voice": "af_heart-af_heart"}, "voice", "invalid_voice_mix"),
        ({"input": " "}, "input", "empty_input"),
        ({"speed": 9.0}, "speed", "value_out_of_range"),
        ({"response_format": "amr"}, "response_format", "invalid_value"),
        ({"stream_format": "xml"}, "stream_format", "invalid_value"),
    ],
)
def test_errors_are_the_clients_own(client: openai.OpenAI, body: dict[str, Any], param: str, code: str) -> None:
    asked: dict[str, Any] = {"model": "tts-1", "voice": "alloy", "input": INPUT, **body}
    with pytest.raises(openai.BadRequestError) as refused:
        client.audio.speech.create(**asked)
    error = refused.value
    assert (error.param, error.code, error.type) == (param, code, "invalid_request_error")
    assert isinstance(error.body, dict)
    assert param in error.body["message"]
    assert len(str(error.request_id)) == 32


def test_a_path_that_is_not_there(client: openai.OpenAI) -> None:
    with pytest.raises(openai.NotFoundError):
        client.files.list()


class BusyEngine(Engine):
    """Refuses the first two streams."""

    refusals = 2

    def stream(self, job: Job, *args: Any, **kwargs: Any) -> Stream:
        if self.refusals:
            self.refusals -= 1
            raise Busy(8, retry_after_s=7)
        return super().stream(job, *args, **kwargs)


def test_the_client_retries_after_the_time_that_a_full_server_names(
    voices: VoiceBook, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = BusyEngine(Preparer(tiny_planner(), voices), tiny_pipeline(voices), options=NO_FILLER)
    waited: list[float] = []
    monkeypatch.setattr("openai._base_client.time.sleep", waited.append)
    with live_server(engine, settings) as server:
        with openai.OpenAI(base_url=f"{server}/v1", api_key="none", max_retries=3) as retrying:
            answer = retrying.audio.speech.create(model="tts-1", voice="alloy", input=INPUT, response_format="wav")
        assert answer.content[:4] == b"RIFF"
        assert waited == [7, 7]
        engine.refusals = 1
        with (
            openai.OpenAI(base_url=f"{server}/v1", api_key="none", max_retries=0) as without_retries,
            pytest.raises(openai.RateLimitError) as refused,
        ):
            without_retries.audio.speech.create(model="tts-1", voice="alloy", input=INPUT)
    assert (refused.value.code, refused.value.type) == ("rate_limit_exceeded", "rate_limit_error")
    assert refused.value.response.headers["retry-after"] == "7"


def test_models_are_listed(client: openai.OpenAI) -> None:
    assert [model.id for model in client.models.list()][:2] == ["kokoro", "tts-1"]
