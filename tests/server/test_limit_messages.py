"""Every error about a limit names the setting that changes it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from clocks import ManualClock, ShiftedClock
from fakes import live_server, steps, tiny_engine, wait_for
from koe import errors
from koe.engine.engine import Engine
from koe.engine.scheduler import Scheduler
from koe.engine.step import Step
from koe.engine.stream import Stream, TimeLimits
from koe.model.voices import VoiceBook
from koe.settings import FILE_VARIABLE, Settings, variable_of
from koe.types import AudioBlock
from limits import HANG_S
from raw_http import answers_in, connected, read_all, read_answer

ROOT = Path(__file__).parents[2]
STREAM = "/v1/audio/stream"
POST = b"POST /v1/audio/speech HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
LONG_TEXT = b'{"input": "Twenty-one characters"}'
# Timeouts that a case is not about are too long to matter in it.
NEVER: dict[str, Any] = {"header_timeout_s": 600, "body_timeout_s": 600}
TOO_LARGE = "is too large: at most 1024 bytes are allowed"


@pytest.mark.parametrize(
    ("limit", "data", "message"),
    [
        (
            {"max_characters": 20},
            POST + b"Content-Length: %d\r\n\r\n" % len(LONG_TEXT) + LONG_TEXT,
            "input has 21 characters; at most 20 are allowed (KOKORO_MAX_CHARACTERS).",
        ),
        (
            {"max_body_bytes": 1024},
            POST + b"Content-Length: 1025\r\n\r\n",
            f"The body {TOO_LARGE} (KOKORO_MAX_BODY_BYTES).",
        ),
        (
            {"max_header_bytes": 1024},
            POST + b"X-A: " + b"b" * 1024 + b"\r\n\r\n",
            f"The header {TOO_LARGE} (KOKORO_MAX_HEADER_BYTES).",
        ),
        (
            {"max_header_bytes": 1024},
            b"GET / HTTP/1.1\r\nX-A: " + b"b" * 1024,
            f"The header {TOO_LARGE} (KOKORO_MAX_HEADER_BYTES).",
        ),
        (
            {"header_timeout_s": 2},  # long enough for a busy machine to see the first bytes
            b"GET /health HTTP",
            "The header was not complete after 2 s (KOKORO_HEADER_TIMEOUT_S).",
        ),
        (
            {"body_timeout_s": 0.2},
            POST + b"Content-Length: 9\r\n\r\n{",
            "The body was not complete after 0.2 s (KOKORO_BODY_TIMEOUT_S).",
        ),
    ],
)
def test_http_answers(voices: VoiceBook, limit: dict[str, Any], data: bytes, message: str) -> None:
    settings = Settings(**{**NEVER, **limit})
    engine = tiny_engine(voices, max_characters=settings.max_characters)
    with live_server(engine, settings) as server, connected(server) as connection:
        connection.sendall(data)
        [answer] = answers_in(read_all(connection))
    assert json.loads(answer.body)["error"]["message"] == message


def test_connections(engine: Engine) -> None:
    with live_server(engine, Settings(max_connections=1, **NEVER)) as server, ExitStack() as stack:
        first = stack.enter_context(connected(server))
        first.sendall(POST + b"Expect: 100-continue\r\nContent-Length: 15\r\n\r\n")
        assert read_answer(first).status == 100  # the server waits for its body
        [answer] = answers_in(read_all(stack.enter_context(connected(server))))
    message = json.loads(answer.body)["error"]["message"]
    assert message.startswith("1 connections are busy, which is the limit (KOKORO_MAX_CONNECTIONS).")


def test_message_on_a_websocket(engine: Engine) -> None:
    with live_server(engine, Settings(max_frame_bytes=1024)) as server:
        with connect(server.replace("http", "ws") + STREAM) as socket:
            socket.send("x" * 1025)
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(HANG_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        assert closed.value.rcvd.reason == "A message may have at most 1024 bytes (KOKORO_MAX_FRAME_BYTES)."


def test_live_streams(engine: Engine) -> None:
    with live_server(engine, Settings(max_open_streams=1)) as server, ExitStack() as stack:
        address = server.replace("http", "ws") + STREAM
        answers = []
        for _ in range(2):
            socket = stack.enter_context(connect(address))
            socket.send('{"type": "start"}')
            answers.append(json.loads(socket.recv(HANG_S)))
    message = "1 live streams are open, which is the limit (KOKORO_MAX_OPEN_STREAMS)."
    assert answers[0]["type"] == "started"
    assert answers[1]["error"]["message"].startswith(message)


@pytest.mark.parametrize(
    ("error", "setting"),
    [
        (errors.StreamIdle(), "KOKORO_STREAM_IDLE_S"),
        (errors.UnknownStream(), "KOKORO_RESUME_S"),
        (errors.ChunkExpired(9), "KOKORO_REPLAY_BYTES"),
        (errors.LaneStalled(5), "KOKORO_STEP_TIMEOUT_S"),
    ],
)
def test_errors_without_a_figure(error: errors.KoeError, setting: str) -> None:
    assert setting in str(error)


def waiting() -> Iterator[Step]:
    while True:
        yield Step()


def test_streams_that_the_setting_refuses_and_streams_that_the_machine_refuses() -> None:
    scheduler = Scheduler(max_streams=1, clock=ShiftedClock())
    try:
        scheduler.admit(Stream(waiting()))
        wait_for(lambda: scheduler.running == 1)
        with pytest.raises(errors.Busy, match=r"1 streams are running, which is the limit \(KOKORO_MAX_STREAMS\)"):
            scheduler.admit(Stream(waiting()))
    finally:
        scheduler.close()
    assert "KOKORO_MAX_STREAMS" not in str(errors.Busy(1, 5, limit=8))


@pytest.mark.parametrize(
    ("limits", "setting"),
    [(TimeLimits(step_s=10), "KOKORO_STEP_TIMEOUT_S"), (TimeLimits(request_s=10), "KOKORO_MAX_REQUEST_S")],
)
def test_timeouts_of_a_stream(limits: TimeLimits, setting: str) -> None:
    clock = ManualClock()
    block = AudioBlock(np.full(2400, 0.5, dtype=np.float32), 24_000)
    stream = Stream(steps([block]), limits=limits, clock=clock)
    reader = iter(stream)
    stream.step()
    next(reader)
    stream._waiting_since_s = clock.now_s
    clock.now_s += 11
    with pytest.raises(errors.TookTooLong, match=rf"took longer than 10 s \({setting}\)\."):
        next(reader)


def test_every_variable_that_code_and_pages_name_is_a_setting() -> None:
    known = {variable_of(name) for name in Settings.model_fields} | {FILE_VARIABLE}
    files = [*(ROOT / "src" / "koe").rglob("*.py"), *(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    named = {
        (path.name, name)
        for path in files
        for name in re.findall(r"\bKOKORO_[A-Z][A-Z_]*[A-Z]\b", path.read_text(encoding="utf-8"))
    }
    assert {place for place in named if place[1] not in known} == set()
    assert len(named) > 50
