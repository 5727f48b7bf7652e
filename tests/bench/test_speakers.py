"""A server and kokoro-onnx are heard in the same way: at the first audible sample, and to the end."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import numpy as np
import pytest

from koe.bench.client import Dialect, Speech, SpeechClient
from koe.bench.speakers import KokoroOnnx, ServedSpeaker
from koe.errors import BadOutput

TEXT = "abc def ghi, jkl mno pqr."


def test_a_server_is_heard_at_its_socket(server: str) -> None:
    with SpeechClient(server, "af_heart") as client:
        spoken = ServedSpeaker(client, os.getpid()).speak(TEXT)
    assert 0 < spoken.first_byte_s <= spoken.first_audible_s <= spoken.complete_s
    assert spoken.samples.size >= spoken.speech_s * spoken.sample_rate_hz > 0
    assert spoken.cpu_s is not None
    assert spoken.rtf == spoken.complete_s / spoken.speech_s
    assert spoken.without_samples() == spoken
    assert not spoken.without_samples().samples.size


def test_streamed_and_whole_raw_and_wav_have_the_same_samples(server: str) -> None:
    found = []
    for fields in ({"response_format": "wav", "stream": False}, {"response_format": "pcm", "stream": False}):
        with SpeechClient(server, "af_heart", dialect=Dialect(fields)) as client:
            found.append(ServedSpeaker(client).speak(TEXT).samples)
    assert np.array_equal(found[0], found[1])


class OpenAiStyle(BaseHTTPRequestHandler):
    """Another server: raw samples, a key, nothing but the contract."""

    requests: list[tuple[str | None, bytes]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.requests.append((self.headers["authorization"], body))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(np.array([0] * 100 + [9000] * 24_000, dtype="<i2").tobytes())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


@pytest.fixture
def other_server() -> Iterator[str]:
    OpenAiStyle.requests = []
    with HTTPServer(("127.0.0.1", 0), OpenAiStyle) as listener:
        thread = Thread(target=listener.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{listener.server_port}"
        listener.shutdown()
        thread.join()


def test_a_server_of_the_contract_is_heard_with_its_key(other_server: str) -> None:
    dialect = Dialect({"model": "tts-1", "response_format": "pcm"}, "secret")
    with SpeechClient(other_server, "alloy", dialect=dialect) as client:
        spoken = ServedSpeaker(client).speak("Hello.")
    assert spoken.speech_s == 1.0
    assert spoken.cpu_s is None
    ((key, body),) = OpenAiStyle.requests
    assert key == "Bearer secret"
    assert b'"voice":"alloy"' in body.replace(b" ", b"")
    assert "secret" not in repr(dialect)


def test_a_header_is_parsed_even_where_raw_samples_were_asked_for() -> None:
    from koe.wire.wav import wav_header

    speech = Speech(raw_rate_hz=24_000)
    speech.receive(wav_header(16_000) + np.full(10, 9000, dtype="<i2").tobytes(), 0.1)
    assert (speech.sample_rate_hz, speech.samples.size) == (16_000, 10)


class Kokoro:
    def __init__(self, *passages: np.ndarray) -> None:
        self._passages = passages

    async def create_stream(self, text: str, **options: Any) -> AsyncIterator[tuple[np.ndarray, int]]:
        assert options["voice"] == "af_heart"
        for samples in self._passages:
            yield samples, 24_000


def test_the_peer_is_heard_at_its_first_audible_sample() -> None:
    silence, speech = np.zeros(24_000, dtype=np.float32), np.full(12_000, 0.1, dtype=np.float32)
    spoken = KokoroOnnx(Kokoro(silence, speech), "af_heart").speak("Hello.")
    assert spoken.speech_s == 0.5
    assert 0 < spoken.first_audible_s <= spoken.complete_s
    assert spoken.samples.size == 36_000
    with pytest.raises(BadOutput):
        KokoroOnnx(Kokoro(silence), "af_heart").speak("Hello.")
