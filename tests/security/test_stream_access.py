"""Guards in front of the WebSocket of live streams; no user text of a stream is logged."""

from __future__ import annotations

import json
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from fakes import live_server, wait_for
from koe.engine.engine import Engine
from koe.server.app import create_app
from koe.server.run import build_server
from koe.settings import Settings
from koe.wire.frames import Frame, decode_frame
from limits import HANG_S

KEY = "a-key-of-some-length"
CANARY = "xylophagous"


@pytest.fixture
def server(engine: Engine) -> Iterator[str]:
    with live_server(engine, Settings(max_frame_bytes=4096)) as address:
        yield address


def opened(server: str, **more: Any) -> ClientConnection:
    url = server.replace("http", "ws") + "/v1/audio/stream"
    connection: ClientConnection = connect(url, open_timeout=HANG_S, proxy=None, **more)
    return connection


def ask(connection: ClientConnection, **message: object) -> dict[str, Any]:
    connection.send(json.dumps(message))
    while isinstance(data := connection.recv(HANG_S), bytes):
        pass
    return dict(json.loads(data))


def test_foreign_origin_is_refused(server: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        opened(server, origin=Origin("https://evil.example"))
    assert refused.value.response.status_code == 403


def test_key_is_required(engine: Engine) -> None:
    with live_server(engine, Settings(api_key=KEY)) as server:
        with pytest.raises(InvalidStatus) as refused:
            opened(server)
        assert refused.value.response.status_code == 401
        with opened(server, additional_headers={"Authorization": f"Bearer {KEY}"}) as connection:
            assert ask(connection, type="start")["type"] == "started"
        subprotocols = [Subprotocol("koe.v1"), Subprotocol(f"koe.key.{KEY}")]
        with opened(server, subprotocols=subprotocols) as connection:
            assert connection.subprotocol == "koe.v1"
            assert ask(connection, type="start")["type"] == "started"


def test_oversized_message_closes_only_its_own_connection(server: str, engine: Engine) -> None:
    with opened(server) as other, opened(server) as giant:
        assert ask(other, type="start")["type"] == "started"
        giant.send(json.dumps({"type": "append", "text": "x" * 10_000}))
        with pytest.raises(ConnectionClosed) as closed:
            giant.recv(HANG_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        other.send(json.dumps({"type": "append", "text": "Still here, and it is spoken. "}))
        other.send(json.dumps({"type": "end"}))
        assert isinstance(other.recv(HANG_S), bytes)


def test_compression_is_never_negotiated(server: str) -> None:
    """A small compressed frame could unpack to a large one."""
    with opened(server, compression="deflate") as connection:
        assert connection.protocol.extensions == []


def test_no_user_text_is_logged(engine: Engine, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client_logger = logging.getLogger("websockets.client")
    client_logger.setLevel(logging.CRITICAL)
    answers = []
    with live_server(engine, Settings()) as server:
        for start, follow in (
            ({"input": f"One {CANARY} is spoken.", "timestamps": False}, None),
            ({}, {"type": "append", "text": f"Another {CANARY} that is never ended"}),
            ({"voice": CANARY}, None),
            ({"language": CANARY}, None),
            ({"input": f"<speak><{CANARY}/></speak>"}, None),
            ({"input": f"<speak><{CANARY}/></speak>", "ssml_mode": "strict"}, None),
            ({"lexicon": [{"grapheme": CANARY, "phoneme": CANARY}]}, None),
            ({"model": CANARY, "instructions": CANARY, CANARY: CANARY}, {"type": CANARY}),
            ({}, {"type": "reconnect", "stream": CANARY, "chunk_id": 0}),
        ):
            with opened(server, user_agent_header=CANARY) as connection:
                answers.append(ask(connection, type="start", **start))
                if follow is not None:
                    connection.send(json.dumps(follow))
    assert [answer["type"] for answer in answers].count("started") >= 3
    assert [answer["type"] for answer in answers].count("error") >= 3
    assert CANARY not in json.dumps(answers)
    written = [record.getMessage() + repr(getattr(record, "fields", "")) for record in caplog.records]
    assert any("live stream" in line for line in written)
    assert [line for line in written if CANARY in line] == []


def test_shutdown_finishes_a_running_stream_and_closes_an_idle_connection(engine: Engine) -> None:
    settings = Settings(shutdown_grace_s=20)
    listener = socket.create_server(("127.0.0.1", 0))
    koe = build_server(create_app(settings, engine), settings)
    thread = threading.Thread(target=koe.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    wait_for(lambda: koe.started)
    server = f"http://127.0.0.1:{listener.getsockname()[1]}"
    with opened(server) as idle, opened(server) as busy:
        assert ask(busy, type="start")["type"] == "started"
        assert ask(idle, type="start", input="Short.")["type"] == "started"
        while isinstance(data := idle.recv(HANG_S), bytes):
            pass
        assert json.loads(data)["type"] == "done"
        koe.should_exit = True
        with pytest.raises(ConnectionClosed) as closed:
            idle.recv(HANG_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        busy.send(json.dumps({"type": "append", "text": "This is still spoken."}))
        busy.send(json.dumps({"type": "end"}))
        frames = frames_until_closed(busy)
        assert frames[-1].is_last
    thread.join(HANG_S)
    assert not thread.is_alive()


def frames_until_closed(connection: ClientConnection) -> list[Frame]:
    frames = []
    with suppress(ConnectionClosed):
        while True:
            data = connection.recv(HANG_S)
            if isinstance(data, bytes):
                frames.append(decode_frame(data))
    return frames
