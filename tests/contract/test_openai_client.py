"""The official client, over a real socket, against the tiny engine."""

from __future__ import annotations

import io
import wave
from collections.abc import Iterator

import numpy as np
import openai
import pytest


@pytest.fixture
def client(server: str) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{server}/v1", api_key="none", max_retries=0) as client:
        yield client


def test_speech_is_created(client: openai.OpenAI) -> None:
    answer = client.audio.speech.create(
        model="tts-1", voice="af_heart", input="Hello from koe.", response_format="wav", speed=1.1
    )
    with wave.open(io.BytesIO(answer.content)) as file:
        assert file.getframerate() == 24_000
        assert len(file.readframes(10**9)) > 20_000


def test_speech_is_streamed(client: openai.OpenAI) -> None:
    with client.audio.speech.with_streaming_response.create(
        model="gpt-4o-mini-tts", voice="af_heart", input="One. Two. Three.", response_format="pcm"
    ) as answer:
        pieces = list(answer.iter_bytes(1024))
    whole = client.audio.speech.create(
        model="tts-1", voice="af_heart", input="One. Two. Three.", response_format="pcm", extra_body={"stream": False}
    ).content
    streamed, at_once = (np.frombuffer(pcm, dtype="<i2").astype(float) for pcm in (b"".join(pieces)[2400:], whole))
    assert len(streamed) == len(at_once)
    assert np.corrcoef(streamed, at_once)[0, 1] > 0.999  # the same but for the loudness, which is exact for the whole


def test_without_a_format_it_is_mp3(client: openai.OpenAI) -> None:
    answer = client.audio.speech.create(model="tts-1", voice="af_heart", input="Hello from koe.")
    assert answer.response.headers["content-type"] == "audio/mpeg"


def test_errors_are_the_clients_own(client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        client.audio.speech.create(model="tts-1", voice="nobody", input="Hello.", response_format="wav")
    assert refused.value.param == "voice"
    assert refused.value.code == "unknown_voice"
    with pytest.raises(openai.NotFoundError):
        client.files.list()


def test_models_are_listed(client: openai.OpenAI) -> None:
    assert [model.id for model in client.models.list()][:2] == ["kokoro", "tts-1"]
