"""The benchmark client: parses header, silence and sound in chunks of any size; then against a real server."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import pytest

from koe.bench.client import FirstSound, Speech, SpeechClient
from koe.constants import AUDIBLE
from koe.engine.engine import Engine
from koe.errors import BadOutput, EngineError
from koe.wire.wav import HEADER_BYTES, wav_header

RATE_HZ = 24_000
JUST_INAUDIBLE = int(AUDIBLE * 32767)
TEXT = "abc def ghi, jkl mno pqr."


def pcm(*samples: int) -> bytes:
    return np.array(samples, dtype="<i2").tobytes()


def test_header_and_near_silence_are_not_audible() -> None:
    speech = Speech()
    speech.receive(wav_header(RATE_HZ) + pcm(0, JUST_INAUDIBLE, -JUST_INAUDIBLE), at_s=0.1)
    with pytest.raises(BadOutput):
        _ = speech.first_sound
    speech.receive(pcm(0, -JUST_INAUDIBLE - 1), at_s=0.5)
    assert speech.first_sound == FirstSound(first_byte_s=0.1, first_audible_s=0.5)
    assert speech.first_audible_sample == 4
    assert speech.sample_rate_hz == RATE_HZ


def test_the_loudest_negative_sample_is_audible() -> None:
    speech = Speech()
    speech.receive(wav_header(RATE_HZ) + pcm(-32768), at_s=0.1)
    assert speech.first_sound.first_audible_s == 0.1


@pytest.mark.parametrize("size", [1, 3, 44, 45, 1000])
def test_chunks_may_be_cut_anywhere(size: int) -> None:
    body = wav_header(RATE_HZ) + pcm(*[0] * 50, *[9000] * 50)
    speech = Speech()
    for start in range(0, len(body), size):
        speech.receive(body[start : start + size], at_s=float(start + size))
    assert speech.first_audible_sample == 50
    assert speech.first_audible_s == -(-(HEADER_BYTES + 2 * 51) // size) * size
    assert sum(arrival.samples for arrival in speech.arrivals) == 100
    assert all(arrival.samples for arrival in speech.arrivals)


def test_silent_body_is_an_error() -> None:
    speech = Speech()
    speech.receive(wav_header(RATE_HZ) + pcm(0, 0), at_s=0.1)
    with pytest.raises(BadOutput, match="nothing audible"):
        _ = speech.first_sound


def test_body_that_is_not_wav_is_an_error() -> None:
    with pytest.raises(BadOutput, match="not a WAV"):
        Speech().receive(b"{" * 100, at_s=0.1)


@pytest.fixture
def client(server: str, engine: Engine) -> Iterator[SpeechClient]:
    def settle() -> None:
        while engine.running_streams:
            time.sleep(0.001)

    with SpeechClient(server, "af_heart", settle) as client:
        client.wait_until_ready()
        yield client


def test_first_byte_comes_before_first_sound(client: SpeechClient) -> None:
    first = client.time_first_sound(TEXT)
    assert 0 < first.first_byte_s <= first.first_audible_s


def test_client_disconnects_after_the_first_sound(client: SpeechClient, engine: Engine) -> None:
    client.time_first_sound(" ".join([TEXT] * 200))
    assert engine.running_streams == 0


def test_stream_is_played_through(client: SpeechClient, engine: Engine) -> None:
    _, short = client.play_through(TEXT)
    _, long = client.play_through(f"{TEXT} {TEXT}")
    assert long.audio_s > 1.8 * short.audio_s
    assert len(long.lateness_s) > len(short.lateness_s)


def test_refused_request_is_an_error(server: str) -> None:
    with SpeechClient(server, "nobody") as client, pytest.raises(EngineError, match="responded with 400"):
        client.time_first_sound(TEXT)
