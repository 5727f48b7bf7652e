"""What a client sees when the model or an encoder fails; no stream is left behind."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import repeat

import httpx
import numpy as np
import pytest

from clocks import ShiftedClock
from fakes import live_server, running_streams, tiny_engine, tiny_pipeline, wait_for
from faults import Fault, Faulty, faulty_engine
from koe.engine.engine import Engine
from koe.engine.output import Output
from koe.engine.scheduler import STALLED_RETRY_S, Scheduler
from koe.engine.step import Step
from koe.engine.stream import TimeLimits
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.types import AudioBlock
from koe.wire.codecs import FORMATS
from limits import HANG_S
from raw_http import connected

URL = "/v1/audio/speech"
LONG = {"input": "A sentence that lasts a while and goes on for some words more. " * 4, "voice": "af_heart"}
CODES = {"raises": "internal_error", "nan": "bad_output", "constant": "bad_output"}


@pytest.fixture
def generator() -> Iterator[Faulty]:
    generator = Faulty()
    yield generator
    generator.mend()


@pytest.fixture
def clock() -> ShiftedClock:
    return ShiftedClock()


@pytest.fixture
def engine(voices: VoiceBook, generator: Faulty, clock: ShiftedClock) -> Iterator[Engine]:
    engine = faulty_engine(voices, generator, clock=clock)
    yield engine
    generator.mend()
    engine.close()


@pytest.fixture
def short_timeouts(engine: Engine) -> Engine:
    engine._options = replace(engine._options, limits=TimeLimits(step_s=0.3))
    return engine


def mend(engine: Engine, generator: Faulty) -> None:
    """Repair the model and remove the time limits."""
    engine._options = replace(engine._options, limits=TimeLimits())
    generator.mend()
    wait_for(lambda: engine.running_streams == 0)


def outcomes(caplog: pytest.LogCaptureFixture) -> list[str]:
    messages = (record.getMessage() for record in caplog.records if hasattr(record, "fields"))
    return [message.removeprefix("speech ") for message in messages if message.startswith("speech ")]


def raw_request(server: str, body: Mapping[str, object]) -> bytes:
    content = httpx.Request("POST", server + URL, json=body)
    length = content.headers["content-length"]
    head = (
        f"POST {URL} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
    return head.encode() + content.read()


@contextmanager
def raw_connection(server: str, body: Mapping[str, object]) -> Iterator[socket.socket]:
    """A connection on which the request was sent and nothing was read."""
    address = httpx.URL(server)
    with socket.create_connection((address.host, address.port or 0), timeout=HANG_S) as connection:
        connection.sendall(raw_request(server, body))
        yield connection


def read_to_end(connection: socket.socket) -> bytes:
    with connection.makefile("rb") as answer:
        return answer.read()


def assert_server_works(server: str) -> None:
    assert httpx.get(server + "/health").status_code == 200
    assert httpx.post(server + URL, json=LONG | {"stream": False}, timeout=30).status_code == 200


def assert_no_stream_is_left(engine: Engine) -> None:
    wait_for(lambda: engine.running_streams == 0)
    assert running_streams(engine) == []


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("fault", CODES)
def test_broken_stream_never_ends_cleanly(
    engine: Engine,
    generator: Faulty,
    settings: Settings,
    fault: Fault,
    name: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "koe")
    with live_server(engine, settings) as server:
        generator.get(fault, first=2)
        with raw_connection(server, LONG | {"response_format": name}) as connection:
            answer = read_to_end(connection)
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        assert b"transfer-encoding: chunked" in head.lower()
        assert not body.endswith(b"0\r\n\r\n")
        generator.mend()
        with raw_connection(server, LONG | {"response_format": name}) as connection:
            # The server keeps the connection open after a complete answer: read to the last chunk.
            received = b""
            while not received.endswith(b"\r\n0\r\n\r\n"):
                received += connection.recv(65_536)
        assert_server_works(server)
    assert outcomes(caplog) == ["failed", "done", "done"]
    assert_no_stream_is_left(engine)


@pytest.mark.parametrize("fault", CODES)
def test_failure_with_stream_false_is_a_500(
    engine: Engine, generator: Faulty, settings: Settings, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "koe")
    with live_server(engine, settings) as server:
        generator.get(fault, first=1)
        answer = httpx.post(server + URL, json=LONG | {"stream": False}, timeout=30)
        assert answer.status_code == 500
        error = answer.json()["error"]
        assert (error["code"], error["type"], error["param"]) == (CODES[fault], "server_error", None)
        assert error["request_id"] == answer.headers["x-request-id"]
        generator.mend()
        assert_server_works(server)
    assert outcomes(caplog) == ["failed", "done"]
    assert_no_stream_is_left(engine)


def test_hanging_model_gives_504_then_503_and_recovers(
    short_timeouts: Engine,
    generator: Faulty,
    clock: ShiftedClock,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "koe")
    with live_server(short_timeouts, settings) as server:
        generator.get("hang", first=1)
        answer = httpx.post(server + URL, json=LONG | {"stream": False}, timeout=30)
        assert generator.hangs.wait(30)
        assert answer.status_code == 504
        assert answer.json()["error"]["code"] == "took_too_long"
        assert httpx.get(server + "/health").status_code == 200
        clock.ahead_s += 60
        refused = httpx.post(server + URL, json=LONG, timeout=30)
        assert refused.status_code == 503
        assert refused.json()["error"]["code"] == "lane_stalled"
        assert refused.headers["retry-after"] == str(STALLED_RETRY_S)
        assert httpx.get(server + "/status").json()["streams"]["refused"] == 1
        mend(short_timeouts, generator)
        assert_server_works(server)
    assert outcomes(caplog) == ["failed", "refused", "done"]
    assert_no_stream_is_left(short_timeouts)


def test_model_that_hangs_in_mid_stream_cuts_the_connection(
    short_timeouts: Engine, generator: Faulty, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "koe")
    with live_server(short_timeouts, settings) as server:
        generator.get("hang", first=2)
        with raw_connection(server, LONG) as connection:
            answer = read_to_end(connection)
        assert answer.startswith(b"HTTP/1.1 200")
        assert not answer.endswith(b"0\r\n\r\n")
        mend(short_timeouts, generator)
        assert_server_works(server)
    assert outcomes(caplog) == ["failed", "done"]
    assert "TookTooLong" in caplog.text


def test_request_queued_behind_a_hanging_model_gets_504(
    short_timeouts: Engine, generator: Faulty, settings: Settings
) -> None:
    with live_server(short_timeouts, settings) as server:
        generator.get("hang")
        with raw_connection(server, LONG):
            assert generator.hangs.wait(30)
            answer = httpx.post(server + URL, json=LONG | {"stream": False}, timeout=30)
            assert (answer.status_code, answer.json()["error"]["code"]) == (504, "took_too_long")
        mend(short_timeouts, generator)
        assert_server_works(server)
    assert_no_stream_is_left(short_timeouts)


def test_failing_encoder_cuts_the_connection(
    engine: Engine, settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "koe")

    def fail(*_: object) -> bytes:
        raise RuntimeError

    monkeypatch.setattr(Output, "add", fail)
    with live_server(engine, settings) as server, raw_connection(server, LONG) as connection:
        answer = read_to_end(connection)
    assert answer.startswith(b"HTTP/1.1 200")
    assert not answer.endswith(b"0\r\n\r\n")
    assert outcomes(caplog) == ["failed"]
    assert_no_stream_is_left(engine)


def test_request_over_its_total_time_limit_is_ended(voices: VoiceBook, generator: Faulty, settings: Settings) -> None:
    engine = faulty_engine(voices, generator, TimeLimits(request_s=1e-6))
    with live_server(engine, settings) as server:
        answer = httpx.post(server + URL, json=LONG | {"stream": False}, timeout=30)
        assert (answer.status_code, answer.json()["error"]["code"]) == (504, "took_too_long")
        with raw_connection(server, LONG) as connection:
            assert not read_to_end(connection).endswith(b"0\r\n\r\n")
        assert_no_stream_is_left(engine)


@pytest.fixture
def unlimited_engine(voices: VoiceBook, generator: Faulty) -> Iterator[Engine]:
    """An engine without time limits: only the client ends a request."""
    engine = faulty_engine(voices, generator, max_streams=2)
    yield engine
    generator.mend()
    engine.close()


@pytest.mark.parametrize(
    ("stream", "first"), [(False, 0), (True, 0), (True, 2)], ids=["whole", "before it is heard", "in mid-stream"]
)
def test_disconnect_cancels_the_stream(
    unlimited_engine: Engine,
    generator: Faulty,
    settings: Settings,
    stream: bool,
    first: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "koe")
    with live_server(unlimited_engine, settings) as server:
        generator.get("hang", first)
        with raw_connection(server, LONG | {"stream": stream}) as connection:
            assert generator.hangs.wait(30)
            if stream:
                assert connection.recv(1000).startswith(b"HTTP/1.1 200")
        (abandoned,) = running_streams(unlimited_engine)
        wait_for(lambda: abandoned.is_over)
        wait_for(lambda: outcomes(caplog) == ["cancelled"])
        generator.mend()
        assert_no_stream_is_left(unlimited_engine)
        assert_server_works(server)


@pytest.mark.parametrize("stream", [True, False])
def test_disconnect_in_the_queue_frees_its_place_at_once(
    unlimited_engine: Engine, generator: Faulty, settings: Settings, stream: bool
) -> None:
    with live_server(unlimited_engine, settings) as server:
        generator.get("hang")
        whole = LONG | {"stream": False}
        with raw_connection(server, whole):
            assert generator.hangs.wait(30)
            with raw_connection(server, LONG | {"stream": stream}):
                wait_for(lambda: unlimited_engine.running_streams == 2)
                queued = running_streams(unlimited_engine)[1]
                assert httpx.post(server + URL, json=whole, timeout=30).status_code == 429
            wait_for(lambda: queued.is_over)
            late: list[int] = []
            client = threading.Thread(
                target=lambda: late.append(httpx.post(server + URL, json=whole, timeout=60).status_code)
            )
            client.start()
            wait_for(lambda: unlimited_engine.state.streams.admitted == 3)
            generator.mend()
            client.join(30)
            assert late == [200]
        assert_no_stream_is_left(unlimited_engine)


def test_client_that_stops_reading_is_disconnected_and_counted(
    voices: VoiceBook, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "koe")
    pipeline = tiny_pipeline(voices)
    engine = tiny_engine(voices, pipeline, scheduler=Scheduler(4, stall_timeout_s=0.2))
    second = AudioBlock(np.full(24_000, 0.1, dtype=np.float32), 24_000)
    body = LONG | {"response_format": "pcm", "sample_rate": 48_000}
    with live_server(engine, Settings(stall_timeout_s=0.2)) as server:
        wait_for(lambda: engine.is_warm)
        monkeypatch.setattr(
            pipeline, "speak", lambda *_: repeat(Step(second))
        )  # more than the buffers of the system hold
        with raw_connection(server, body) as connection:
            wait_for(lambda: "connection closed: client stopped reading for 1.2 s" in caplog.text)
            wait_for(lambda: outcomes(caplog) == ["cancelled"])
            assert not read_to_end(connection).endswith(b"0\r\n\r\n")
        assert "stream dropped: client stopped reading for 0.2 s" in caplog.text
        assert httpx.get(server + "/status").json()["streams"]["dropped"] == 1
        assert_no_stream_is_left(engine)


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_broken_stream_does_not_end_like_a_whole_one(
    engine: Engine, generator: Faulty, settings: Settings, version: str
) -> None:
    """HTTP/1.1 lacks its last chunk. HTTP/1.0 has no chunks, so that the connection must be reset."""
    body = json.dumps({**LONG, "response_format": "pcm"}).encode()
    head = f"POST {URL} HTTP/{version}\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with live_server(engine, settings) as server, connected(server) as connection:
        generator.get("raises", first=3)
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        if version == "1.0":
            with pytest.raises(ConnectionResetError):
                read_to_end(connection)
        else:
            assert not read_to_end(connection).endswith(b"0\r\n\r\n")
