"""POST /v1/audio/speech while audio is made: disconnects, failures, admission, health."""

from __future__ import annotations

import threading
from collections.abc import Mapping

import httpx
import numpy as np
import pytest

from fakes import GatedPipeline, live_server, running_streams, tiny_engine, tiny_pipeline, tiny_stages, wait_for
from koe.engine.engine import Engine
from koe.engine.prepare import Job
from koe.errors import Stopping
from koe.model.backends import Array, Session
from koe.model.stages import STAGES, Stages
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.types import SpeechRequest
from limits import HANG_S
from raw_http import disconnect_when

URL = "/v1/audio/speech"
HELLO = {"input": "Hello from koe. And once more.", "voice": "af_heart", "response_format": "wav"}


def post(server: str, **body: object) -> httpx.Response:
    return httpx.post(server + URL, json=HELLO | body, timeout=HANG_S)


def test_header_is_sent_before_any_audio_is_made(
    gated: GatedPipeline, gated_engine: Engine, settings: Settings
) -> None:
    with live_server(gated_engine, settings) as server:
        with httpx.stream("POST", server + URL, json=HELLO, timeout=HANG_S) as response:
            first = next(response.iter_bytes(44 + 2400))
            assert gated.made == 0
            assert first[:4] == b"RIFF"
        gated.gate.release(10_000)


@pytest.mark.parametrize("stream", [True, False])
def test_disconnect_frees_the_lane(
    gated: GatedPipeline, gated_engine: Engine, settings: Settings, stream: bool
) -> None:
    with live_server(gated_engine, settings) as server:
        body = HELLO | {"stream": stream}
        (abandoned,) = disconnect_when(server + URL, lambda: running_streams(gated_engine), body)
        wait_for(lambda: abandoned.is_over)
        gated.gate.release()  # the block that was being made when the client disconnected
        wait_for(lambda: gated_engine.running_streams == 0)
        assert gated.made <= 1


def test_failure_after_the_first_byte_closes_the_connection_unfinished(
    gated: GatedPipeline, gated_engine: Engine, settings: Settings
) -> None:
    gated.fail_at = 2
    gated.gate.release(10_000)
    with live_server(gated_engine, settings) as server:
        with pytest.raises(httpx.RemoteProtocolError):
            post(server)
        gated.fail_at = None
        assert post(server).status_code == 200  # the next request is served


def test_failure_before_the_first_byte_gets_500(gated: GatedPipeline, gated_engine: Engine, settings: Settings) -> None:
    gated.fail_at = 2
    gated.gate.release(10_000)
    with live_server(gated_engine, settings) as server:
        response = post(server, stream=False)
        assert response.status_code == 500
        assert response.json()["error"] == {
            "message": "The model returned a constant signal.",
            "type": "server_error",
            "param": None,
            "code": "bad_output",
            "request_id": response.headers["x-request-id"],
        }


def test_one_stream_too_many_gets_429(gated: GatedPipeline, gated_engine: Engine, settings: Settings) -> None:
    with (
        live_server(gated_engine, settings) as server,
        httpx.stream("POST", server + URL, json=HELLO, timeout=HANG_S) as first,
        httpx.stream("POST", server + URL, json=HELLO, timeout=HANG_S) as second,
    ):
        refused = httpx.post(server + URL, json=HELLO)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
        assert refused.json()["error"]["code"] == "rate_limit_exceeded"
        gated.gate.release(10_000)
        assert len(first.read()) == len(second.read()) == 44 + 2400 + 50 * 4800


def test_health_answers_while_audio_is_made(gated: GatedPipeline, gated_engine: Engine, settings: Settings) -> None:
    with live_server(gated_engine, settings) as server:
        with httpx.stream("POST", server + URL, json=HELLO, timeout=HANG_S):
            assert httpx.get(server + "/health").json() == {"status": "ok"}
        gated.gate.release(10_000)


def test_health_answers_while_a_request_is_prepared(
    engine: Engine, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, gate, prepare = threading.Event(), threading.Event(), engine.prepare

    def slow_prepare(request: SpeechRequest) -> Job:
        asked.set()
        assert gate.wait(HANG_S)
        return prepare(request)

    monkeypatch.setattr(engine, "prepare", slow_prepare)
    with live_server(engine, settings) as server:
        answers: list[httpx.Response] = []
        client = threading.Thread(target=lambda: answers.append(post(server)))
        client.start()
        assert asked.wait(HANG_S)
        assert httpx.get(server + "/health").status_code == 200
        gate.set()
        client.join(HANG_S)
        assert answers[0].status_code == 200


def test_engine_is_closed_with_the_server(engine: Engine, settings: Settings) -> None:
    with live_server(engine, settings) as server:
        assert post(server).status_code == 200
    with pytest.raises(Stopping):
        engine.stream(engine.prepare(SpeechRequest("Hello.")))


class Broken(Session):
    """A generator that returns NaN."""

    metadata: Mapping[str, str] = {}

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        return {"waveform": np.full((1, 6000), np.nan, dtype=np.float32)}


def test_invalid_model_output_never_reaches_the_client(voices: VoiceBook, settings: Settings) -> None:
    stages = tiny_stages()
    broken = Stages({stage: Broken() if stage == "generator" else stages[stage] for stage in STAGES}, stages.facts)
    engine = tiny_engine(voices, tiny_pipeline(voices, broken))
    with live_server(engine, settings) as server:
        answer = post(server, stream=False)
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "bad_output")
        with pytest.raises(httpx.RemoteProtocolError):
            post(server)


@pytest.mark.parametrize("place", ["prepare", "speak"])
@pytest.mark.parametrize("stream", [True, False])
def test_unexpected_failure_hides_the_text(
    engine: Engine,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    place: str,
    stream: bool,
) -> None:
    def explode(*_: object) -> None:
        raise KeyError("quetzalcoatl in the message")

    if place == "prepare":
        monkeypatch.setattr(engine._preparer, "prepare", explode)
    else:
        monkeypatch.setattr(engine._pipeline, "speak", lambda *_: map(explode, [0]))
    with live_server(engine, settings) as server:
        if stream and place == "speak":
            with pytest.raises(httpx.RemoteProtocolError):
                post(server)
        else:
            answer = post(server, stream=stream)
            assert answer.status_code == 500
            assert answer.json()["error"]["code"] == "internal_error"
            assert "quetzalcoatl" not in answer.text
            assert len(answer.headers["x-request-id"]) == 32
        assert httpx.get(server + "/health").status_code == 200
    written = capfd.readouterr()
    assert "KeyError" in caplog.text
    assert "quetzalcoatl" not in caplog.text + written.out + written.err
    assert "Traceback" not in written.err
