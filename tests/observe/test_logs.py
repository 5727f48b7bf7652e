"""Log lines have one shape, contain no user text and carry the request id."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
import threading
import warnings
from collections.abc import Iterator
from contextvars import copy_context
from typing import Any

import httpx
import pytest

from fakes import live_server
from koe.constants import DEFAULT_BUILD
from koe.engine.engine import Engine
from koe.engine.pipeline import Pipeline
from koe.errors import BadOutput, described
from koe.observe.logs import configure_logs, escaped
from koe.observe.request_id import begin_request, current_request_id
from koe.settings import Settings

CANARY = "quetzalcoatl"
log = logging.getLogger("koe.test")


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """The stream to log to. Logging is restored afterwards."""
    root, own = logging.getLogger(), logging.getLogger("koe")
    before = (list(root.handlers), root.level, own.level, threading.excepthook, sys.unraisablehook)
    yield io.StringIO()
    root.handlers[:], level, own_level, threading.excepthook, sys.unraisablehook = before
    root.setLevel(level)
    own.setLevel(own_level)
    logging.captureWarnings(False)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_record_is_one_line_of_json(stream: io.StringIO) -> None:
    configure_logs("info", "json", stream)
    log.info("speech %s", "done", extra={"fields": {"voice": "af_heart", "characters": 5, "live": True, "rtf": 0.25}})
    log.debug("below the level")
    (line,) = lines(stream)
    time = line.pop("time")
    assert time.endswith("Z")
    assert len(time) == len("2026-01-31T12:00:00.000Z")
    assert line == {
        "level": "INFO",
        "logger": "koe.test",
        "message": "speech done",
        "voice": "af_heart",
        "characters": 5,
        "live": True,
        "rtf": 0.25,
    }


def test_record_is_one_line_of_text(stream: io.StringIO) -> None:
    configure_logs("info", "text", stream)
    log.warning("speech %s", "done", extra={"fields": {"voice": "af_heart", "odd": 'a "b" c=d', "rtf": 0.25}})
    (line,) = stream.getvalue().splitlines()
    assert line.partition(" ")[2] == (r'WARNING koe.test: speech done voice=af_heart odd="a \"b\" c=d" rtf=0.25')


@pytest.mark.parametrize(("is_terminal", "is_json"), [(True, False), (False, True)])
def test_terminal_gets_text_and_everything_else_json(
    stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, is_terminal: bool, is_json: bool
) -> None:
    monkeypatch.setattr(stream, "isatty", lambda: is_terminal)
    configure_logs("info", None, stream)
    log.info("hello")
    assert stream.getvalue().startswith("{") is is_json


FORGED_LINES = [
    "one\ntwo",
    "one\r\ntwo",
    "\x1b[2J\x1b[31mred",
    "a\x00b\x08c\x7fd\x9be",
    "right\u202eto left",
    "line\u2028separator",
    "next\x85line",
    "half \ud800 a pair",
]


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("forged", FORGED_LINES)
def test_log_line_cannot_be_forged(stream: io.StringIO, form: Any, forged: str) -> None:
    configure_logs("info", form, stream)
    log.info("found %s", forged, extra={"fields": {"where": forged, forged: "name"}})
    (line,) = stream.getvalue().splitlines()
    assert line.isascii()
    assert line.isprintable()
    if form == "json":  # printing the decoded value is safe too
        assert json.loads(line)["where"] == escaped(forged)
        assert escaped(forged).isprintable()


def test_message_of_a_foreign_exception_is_left_out(stream: io.StringIO) -> None:
    configure_logs("info", "json", stream)
    for error in (KeyError(CANARY), BadOutput("The model returned no samples.")):
        try:
            raise error
        except Exception:
            log.exception("failed")
    foreign, own = (line["error"] for line in lines(stream))
    assert foreign.startswith("KeyError (observe/test_logs.py:")
    assert own.startswith("BadOutput: The model returned no samples. (observe/test_logs.py:")
    assert CANARY not in stream.getvalue()


def test_error_is_described_by_file_and_line() -> None:
    def inner() -> None:
        raise ValueError(CANARY)

    try:
        inner()
    except ValueError as error:
        description = described(error)
    assert description.count("observe/test_logs.py:") == 2
    assert CANARY not in description
    assert described(ValueError(CANARY)) == "ValueError"


def test_library_record_is_logged_with_its_place_only(stream: io.StringIO) -> None:
    configure_logs("debug", "json", stream)
    logging.getLogger("asyncio").error("Task exception was never retrieved: %r", KeyError(CANARY))
    logging.getLogger("some.library").debug(CANARY)
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    logging.getLogger("uvicorn.error").warning('%s - "WebSocket %s" [accepted]', "127.0.0.1", CANARY)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(CANARY, stacklevel=1)
    task, invalid, accepted, warning = lines(stream)
    assert task["logger"] == "asyncio"
    assert task["message"].startswith("observe/test_logs.py:")
    assert invalid["message"] == "Invalid HTTP request received."
    assert accepted["message"] == '%s - "WebSocket %s" [accepted]'
    assert warning["logger"] == "py.warnings"
    assert CANARY not in stream.getvalue()


def test_error_of_a_thread_is_logged_and_not_printed(stream: io.StringIO, capfd: pytest.CaptureFixture[str]) -> None:
    configure_logs("info", "json", stream)

    def fail() -> None:
        raise KeyError(CANARY)

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    (line,) = lines(stream)
    assert line["message"].startswith("a thread ended with an error: KeyError (")
    assert capfd.readouterr() == ("", "")


def test_record_that_cannot_be_formatted_is_dropped(stream: io.StringIO, capfd: pytest.CaptureFixture[str]) -> None:
    configure_logs("info", "json", stream)
    log.info("%d", CANARY)
    assert stream.getvalue() == ""
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("proposed", "is_used"),
    [
        (["abc-DEF_123"], True),
        (["a" * 64], True),
        (["a" * 65], False),
        ([""], False),
        (["a b"], False),
        (["a\x1b[31m"], False),
        (["ä"], False),
        (["a", "b"], False),
        ([], False),
    ],
)
def test_client_request_id_is_used_if_it_is_safe(proposed: list[str], is_used: bool) -> None:
    request_id = copy_context().run(begin_request, proposed)
    assert (request_id in proposed) is is_used
    assert is_used or len(request_id) == 32


def test_request_id_is_inherited_by_tasks_and_threads() -> None:
    async def request(name: str) -> list[str | None]:
        begin_request([name])
        await asyncio.sleep(0)
        return [
            current_request_id(),
            await asyncio.create_task(asyncio.to_thread(current_request_id)),
        ]

    async def both() -> list[list[str | None]]:
        return list(await asyncio.gather(request("one"), request("two")))

    assert asyncio.run(both()) == [["one", "one"], ["two", "two"]]
    assert current_request_id() is None


HELLO = {"input": f"Hello, {CANARY}.", "voice": "af_heart", "response_format": "pcm"}


@pytest.mark.parametrize("live", [True, False])
def test_speech_request_is_logged_once_at_its_end(
    engine: Engine, settings: Settings, stream: io.StringIO, live: bool
) -> None:
    configure_logs("info", "json", stream)
    with live_server(engine, settings) as server:
        answer = httpx.post(
            server + "/v1/audio/speech", json=HELLO | {"stream": live}, headers={"x-request-id": "mine-1"}
        )
    assert answer.headers["x-request-id"] == "mine-1"
    (line,) = (line for line in lines(stream) if line["message"].startswith("speech"))
    lead_in_s = 0.05 if live else 0
    assert line.pop("audio_s") == pytest.approx(len(answer.content) / 48_000 - lead_in_s, abs=0.001)
    assert line.pop("ttfa_ms" if live else "answer_ms") > 0
    assert line.pop("rtf") > 0
    assert {line.pop(name) >= 0 for name in ("queue_ms", "text_ms", "windows", "cpu_share")} == {True}
    assert line.pop("kind") in ("cold", "warm")  # the warm-up may have ended before
    line.pop("gc_ms", None)  # the collector seldom runs
    line.pop("time")
    assert line == {
        "level": "INFO",
        "logger": "koe.server",
        "message": "speech done",
        "request_id": "mine-1",
        "outcome": "done",
        "status": 200,
        "voice": "af_heart",
        "build": DEFAULT_BUILD,
        "characters": len(str(HELLO["input"])),
        "format": "pcm",
        "live": live,
    }


@pytest.mark.parametrize(
    ("body", "known"),
    [
        ({"input": "Hello.", "voice": CANARY}, {"characters": 6, "format": "mp3", "live": True}),
        ({"input": "Hello.", "speed": 9}, {"characters": 6, "format": "mp3", "live": True}),
        ({"input": 5}, {}),
    ],
)
def test_refused_request_is_logged(
    engine: Engine, settings: Settings, stream: io.StringIO, body: dict[str, object], known: dict[str, object]
) -> None:
    configure_logs("info", "json", stream)
    with live_server(engine, settings) as server:
        answer = httpx.post(server + "/v1/audio/speech", json=body)
        assert httpx.get(server + "/health").status_code == 200
    line, last = (line for line in lines(stream) if line["logger"] == "koe.server")
    assert last["message"] == "stopped: 0 streams, 0 refused"
    assert line["request_id"] == answer.json()["error"]["request_id"] == answer.headers["x-request-id"]
    fields = {key: value for key, value in line.items() if key not in ("time", "level", "logger", "request_id")}
    assert fields == {"message": "speech refused", "outcome": "refused", "status": 400} | known
    assert CANARY not in stream.getvalue()


def test_records_of_the_lane_have_the_request_id(
    engine: Engine, settings: Settings, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure_logs("info", "json", stream)
    pipeline = engine._pipeline
    assert isinstance(pipeline, Pipeline)
    monkeypatch.setattr(pipeline._decoder, "_prosody", _LoggingProsody(pipeline._decoder._prosody))
    spans = pipeline._planner.spans

    def logged_spans(*arguments: Any) -> Any:
        log.info("in %s", threading.current_thread().name)
        return spans(*arguments)

    monkeypatch.setattr(pipeline._planner, "spans", logged_spans)
    body = HELLO | {"input": "One sentence. And another one. And a third."}
    with live_server(engine, settings) as server:
        stream.truncate(0)
        stream.seek(0)
        httpx.post(server + "/v1/audio/speech", json=body, headers={"x-request-id": "mine-2"})
    seen = {
        (line["message"], line["request_id"])
        for line in lines(stream)
        if line["logger"] == "koe.test" and "request_id" in line
    }
    assert {("in koe-lane-0", "mine-2"), ("in koe-text_0", "mine-2")} <= seen


class _LoggingProsody:
    def __init__(self, prosody: Any) -> None:
        self._prosody = prosody

    def predict(self, *arguments: Any) -> Any:
        log.info("in %s", threading.current_thread().name)
        return self._prosody.predict(*arguments)
