"""Messages and clients that a live stream refuses, and its limits."""

from __future__ import annotations

import asyncio

import pytest

from fakes import live_server
from koe.engine.engine import Engine
from koe.errors import StreamBroken
from koe.settings import Settings
from stream_client import close_code, connected, receive, receive_frames, receive_refusal, run, send, spoken


@pytest.mark.parametrize(
    ("message", "code", "param", "close"),
    [
        ("not json", "invalid_message", None, 4400),
        ("[" * 100_000, "invalid_message", None, 4400),
        ("[]", "invalid_message", "type", 4400),
        ('{"type": "dance"}', "invalid_message", "type", 4400),
        ('{"type": ["start"]}', "invalid_message", "type", 4400),
        ('{"type": "append"}', "invalid_message", "text", 4400),
        ('{"type": "append", "text": "Hello."}', "invalid_message", "type", 4400),
        ('{"type": "ack", "chunk_id": -1}', "invalid_message", "chunk_id", 4400),
        ('{"type": "ack", "chunk_id": 1e400}', "invalid_message", "chunk_id", 4400),
        ('{"type": "reconnect", "stream": "unknown", "chunk_id": 0}', "unknown_stream", "stream", 4404),
        (b"\x00", "invalid_message", None, 4400),
    ],
)
def test_invalid_message_is_refused(
    server: str, message: str | bytes, code: str, param: str | None, close: int
) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await connection.send(message)
            error, closed_with = await receive_refusal(connection)
            assert (error["code"], error["param"], closed_with) == (code, param, close)

    run(main)


@pytest.mark.parametrize(
    ("start", "param"),
    [
        ({"voice": "unknown"}, "voice"),
        ({"speed": 9}, "speed"),
        ({"input": "   "}, "input"),
        ({"input": "<speak><blink/></speak>", "ssml_mode": "strict"}, "input"),
        ({"language": "xx"}, "language"),
        ({"input": "x" * 20_001}, "input"),
        ({"frame_ms": 10}, "frame_ms"),
        ({"frame_ms": "50"}, "frame_ms"),
        ({"response_format": "midi"}, "response_format"),
        ({"response_format": "opus", "sample_rate": 22050}, "sample_rate"),
    ],
)
def test_client_may_start_again_after_a_refused_start(server: str, start: dict[str, object], param: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await send(connection, type="start", **start)
            answer = await receive(connection)
            assert answer["error"]["param"] == param
            await send(connection, type="start", input="Good.")
            assert (await receive(connection))["type"] == "started"
            assert (await receive_frames(connection))[-1].is_last

    run(main)


def test_too_much_waiting_text_is_refused(engine: Engine) -> None:
    async def main(server: str) -> None:
        with pytest.raises(StreamBroken, match="at most 100"):
            await spoken(server, ["word " * 21])

    with live_server(engine, Settings(max_characters=100)) as server:
        run(lambda: main(server))


def test_stream_without_text_for_too_long_is_closed(engine: Engine) -> None:
    async def main(server: str) -> None:
        async with connected(server) as connection:
            await send(connection, type="start")
            assert (await receive(connection))["type"] == "started"
            error, closed_with = await receive_refusal(connection)
            assert (error["code"], closed_with) == ("stream_idle", 4408)

    # Long enough that the start arrives in time on a busy machine.
    with live_server(engine, Settings(stream_idle_s=2)) as server:
        run(lambda: main(server))


def test_idle_connection_is_closed_before_and_after_a_stream(engine: Engine) -> None:
    async def main(server: str) -> None:
        async with connected(server) as silent, connected(server) as finished:
            await send(finished, type="start", input="That is all.")
            assert await close_code(silent) == 4408
            assert await close_code(finished) == 4408

    with live_server(engine, Settings(stream_idle_s=1)) as server:
        run(lambda: main(server))


def test_clients_lost_during_start_leave_no_stream_behind(engine: Engine) -> None:
    async def main(server: str) -> None:
        for _ in range(8):
            async with connected(server) as connection:
                await send(connection, type="start")
                connection.transport.abort()
        while True:
            async with connected(server) as connection:
                await send(connection, type="start")
                if (await receive(connection))["type"] == "started":
                    return
            await asyncio.sleep(0.05)

    with live_server(engine, Settings(max_open_streams=1, resume_s=0.1)) as server:
        run(lambda: main(server))


def test_number_of_open_streams_is_limited(engine: Engine) -> None:
    async def first_answer(server: str, all_answered: asyncio.Barrier) -> str:
        async with connected(server) as connection:
            await send(connection, type="start")
            answer = (await receive(connection))["type"]
            await all_answered.wait()  # no stream ends before all have an answer
            return str(answer)

    async def main(server: str) -> None:
        all_answered = asyncio.Barrier(6)
        answers = await asyncio.gather(*(first_answer(server, all_answered) for _ in range(6)))
        assert sorted(answers) == ["error"] * 4 + ["started"] * 2
        async with connected(server) as one, connected(server) as other:
            for connection in (one, other, one, other):
                await send(connection, type="start", input="Hello.")
                assert (await receive(connection))["type"] == "started"
                await receive_frames(connection)

    with live_server(engine, Settings(max_open_streams=2)) as server:
        run(lambda: main(server))
