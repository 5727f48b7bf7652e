"""One mapping from error to HTTP status, WebSocket close code and body, over every class of koe.errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from fakes import live_server
from koe import errors
from koe.engine.engine import Engine
from koe.errors import BadStart, EngineError, KoeError, RequestError
from koe.server.errors import error_reply, install_error_handlers, refusal, status_reply
from koe.server.guards import RequestIdMiddleware
from koe.server.stream import connection
from koe.settings import Settings
from koe.text.lexicon import LexiconError
from limits import HANG_S

REQUEST_ID = "one-id-for-both"
INVALID, RATE_LIMIT, SERVER = "invalid_request_error", "rate_limit_error", "server_error"

# error, HTTP status, WebSocket close code, OpenAI's type
TABLE: list[tuple[KoeError, int, int, str]] = [
    (errors.KoeError("secret"), 500, 1011, SERVER),
    (errors.RequestError("Wrong.", "voice"), 400, 4400, INVALID),
    (errors.EmptyText(), 400, 4400, INVALID),
    (errors.TextTooLong(11, 10), 400, 4400, INVALID),
    (errors.UnknownVoice("unknown", ["af_heart"]), 400, 4400, INVALID),
    (errors.BadMix(), 400, 4400, INVALID),
    (errors.ModelNotOffered(["kokoro"]), 404, 4404, INVALID),
    (errors.UnknownLanguage(["en-us"]), 400, 4400, INVALID),
    (errors.MissingExtra("Japanese", "ja"), 400, 4400, INVALID),
    (errors.OutOfRange("speed", 0.25, 4), 400, 4400, INVALID),
    (errors.OneOf("format", ["mp3", "wav"]), 400, 4400, INVALID),
    (errors.UnknownPhoneme("☃", 0, 1), 400, 4400, INVALID),
    (errors.BadTag("unknown_voice", "voice is unknown.", 7), 400, 4400, INVALID),
    (errors.PauseTooLong("A pause", 10), 400, 4400, INVALID),
    (errors.BadMarkup("ssml_malformed", "Not closed.", 1, 2), 400, 4400, INVALID),
    (errors.BadLexicon("Entry 1 is empty."), 400, 4400, INVALID),
    (errors.BadMessage("Not JSON.", None), 400, 4400, INVALID),
    (errors.BadStart("Not a voice.", "voice"), 400, 4400, INVALID),
    (errors.StreamIdle(), 408, 4408, INVALID),
    (errors.UnknownStream(), 404, 4404, INVALID),
    (errors.TooManyStreams(4), 429, 4429, INVALID),
    (errors.ChunkExpired(9), 410, 4410, INVALID),
    (errors.ChunkInFuture(9), 409, 4409, INVALID),
    (errors.Busy(3, 7), 429, 4429, RATE_LIMIT),
    (errors.EngineError("Failed."), 500, 1011, SERVER),
    (errors.AssetError("No file."), 500, 1011, SERVER),
    (errors.StageError("Other build."), 500, 1011, SERVER),
    (errors.BadOutput("Not finite."), 500, 1011, SERVER),
    (errors.DeviceError("No card."), 500, 1011, SERVER),
    (errors.AudioFileError("No disk."), 500, 1011, SERVER),
    (errors.Stopping(), 503, 1012, SERVER),
    (errors.TookTooLong("A step", 60, "KOKORO_STEP_TIMEOUT_S"), 504, 1011, SERVER),
    (errors.LaneStalled(5), 503, 1011, SERVER),
    (errors.MemoryShort("a limit", 5), 503, 1011, SERVER),
    (errors.ProviderFailed("cuda", "generator", "raised"), 500, 1011, SERVER),
    (errors.LaneExit(SystemExit()), 500, 1011, SERVER),
    (errors.Refused(2), 500, 1011, SERVER),
    (errors.Unavailable(2), 500, 1011, SERVER),
    (errors.StreamBroken("Broke."), 500, 1011, SERVER),
    (errors.Cancelled(), 499, 1011, SERVER),
]
IDS = [type(row[0]).__name__ for row in TABLE]
# KoeError itself is raised by no code; only its two branches reach a client with a message.
SENT = [row for row in TABLE if isinstance(row[0], (RequestError, EngineError))]


def subclasses(kind: type[KoeError]) -> Iterator[type[KoeError]]:
    yield kind
    for one in kind.__subclasses__():
        yield from subclasses(one)


def test_table_has_every_class_of_koe_errors() -> None:
    assert {type(row[0]) for row in TABLE} == {
        one for one in subclasses(KoeError) if one.__module__.startswith("koe.errors.")
    }


@pytest.mark.parametrize(("error", "status", "close_code", "openai_type"), TABLE, ids=IDS)
def test_every_error_has_a_status_a_close_code_and_a_body(
    error: KoeError, status: int, close_code: int, openai_type: str
) -> None:
    reply = error_reply(error)
    assert (reply.status, reply.close_code) == (status, close_code)
    assert reply.retry_after_s == getattr(error, "retry_after_s", None)
    body = reply.body["error"]
    place = {"line", "column"} if isinstance(error, errors.BadMarkup) else set()
    assert set(body) == {"message", "type", "param", "code", "request_id"} | place
    assert [body[name] for name in sorted(place)] == [getattr(error, name) for name in sorted(place)]
    assert body["type"] == openai_type
    assert body["param"] == getattr(error, "param", None)
    assert body["code"] == getattr(error, "code", "internal_error")
    if type(error) is not KoeError:
        assert body["message"] == str(error)


def test_class_that_is_not_in_the_table_has_the_reply_of_its_base_class() -> None:
    class Derived(errors.Busy):
        pass

    assert error_reply(Derived(1, 2)) == error_reply(errors.Busy(1, 2))
    assert error_reply(LexiconError("words.txt", 1, "is empty")).status == 500


def test_unknown_exception_tells_only_its_type() -> None:
    reply = error_reply(RuntimeError("quetzalcoatl"))
    assert (reply.status, reply.close_code) == (500, 1011)
    assert reply.body["error"]["code"] == "internal_error"
    assert "RuntimeError" in reply.body["error"]["message"]
    assert "quetzalcoatl" not in str(reply)


@pytest.mark.parametrize(
    ("status", "close_code", "openai_type"), [(403, 4403, INVALID), (431, 4431, INVALID), (503, 1011, SERVER)]
)
def test_refusals_without_an_exception_have_the_same_shape(status: int, close_code: int, openai_type: str) -> None:
    reply = status_reply(status, "No.", "a_code", "a_field", 3)
    expected = {"message": "No.", "type": openai_type, "param": "a_field", "code": "a_code", "request_id": None}
    assert (reply.status, reply.close_code, reply.body) == (status, close_code, {"error": expected})
    assert reply.to_response().headers["retry-after"] == "3"
    assert json.loads(bytes(refusal(status, "No.", "a_code", "a_field").body)) == reply.body


def http_answers() -> dict[type[KoeError], Any]:
    app = FastAPI()
    install_error_handlers(app)
    app.add_middleware(RequestIdMiddleware)

    @app.get("/{number}")
    async def fail(number: int) -> None:
        raise SENT[number][0]

    client = TestClient(app, headers={"x-request-id": REQUEST_ID})
    return {type(row[0]): client.get(f"/{number}") for number, row in enumerate(SENT)}


def websocket_answer(
    server: str, error: KoeError, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, Any], int | None]:
    """The error message and the close code; BadStart leaves the connection open."""

    def fail(_: str) -> None:
        raise error

    monkeypatch.setattr(connection, "parse_message", fail)
    url = server.replace("http", "ws") + "/v1/audio/stream"
    with connect(url, additional_headers={"X-Request-Id": REQUEST_ID}, open_timeout=HANG_S, proxy=None) as socket:
        socket.send("anything")
        message = json.loads(socket.recv(HANG_S))
        if isinstance(error, BadStart):
            return message, None
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(HANG_S)
        assert closed.value.rcvd is not None
        return message, closed.value.rcvd.code


def test_http_and_websocket_give_the_same_body(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = http_answers()
    with live_server(engine, Settings()) as server:
        for error, status, close_code, _ in SENT:
            answer = answers[type(error)]
            message, closed_with = websocket_answer(server, error, monkeypatch)
            assert message.pop("type") == "error"
            retry_after_s = message.pop("retry_after_s", None)
            assert message == answer.json()
            assert message["error"]["request_id"] == REQUEST_ID
            assert answer.status_code == status
            assert closed_with == (None if isinstance(error, BadStart) else close_code)
            assert answer.headers.get("retry-after") == (None if retry_after_s is None else str(retry_after_s))
