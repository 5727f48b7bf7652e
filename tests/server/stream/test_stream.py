"""Live streams over real sockets."""

from __future__ import annotations

import asyncio
import io
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import av
import httpx
import numpy as np
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from fakes import live_server, wait_for
from koe.client.stream import LiveStream
from koe.engine.engine import Engine
from koe.errors import StreamBroken
from koe.settings import Settings
from koe.wire.frames import Frame, decode_frame
from limits import HANG_S

TEXT = "A first sentence to start with, and a second half of it. Then another one! And a last one, which ends it all."
LEAD_IN_SAMPLES = 1200  # which HTTP sends to open the player
PIECES = [TEXT[place : place + 7] for place in range(0, len(TEXT), 7)]


@pytest.fixture
def settings() -> Settings:
    return Settings(resume_s=20, stream_idle_s=20)


@asynccontextmanager
async def connected(server: str) -> Any:
    async with connect(
        server.replace("http", "ws") + "/v1/audio/stream", compression=None, open_timeout=HANG_S
    ) as connection:
        yield connection


async def say(connection: ClientConnection, **message: object) -> None:
    await connection.send(json.dumps(message))


async def told(connection: ClientConnection) -> dict[str, Any]:
    """The next message in JSON; frames before it are passed over."""
    while isinstance(data := await asyncio.wait_for(connection.recv(), HANG_S), bytes):
        pass
    return dict(json.loads(data))


async def framed(connection: ClientConnection) -> list[Frame]:
    """Until something is said in JSON that is not about words."""
    frames = []
    while True:
        data = await asyncio.wait_for(connection.recv(), HANG_S)
        if isinstance(data, bytes):
            frames.append(decode_frame(data))
        elif json.loads(data)["type"] != "words":
            return frames


def run(main: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(main(), HANG_S))


async def spoken(server: str, pieces: list[str] | None = None, **start: object) -> tuple[list[Frame], LiveStream]:
    async with LiveStream(server, start) as stream:
        for piece in pieces or ():
            await stream.append(piece)
        if pieces is not None:
            await stream.end()
        return [frame async for frame in stream], stream


def sound(frames: list[Frame]) -> bytes:
    return b"".join(frame.payload for frame in frames)


def over_http(server: str, **body: object) -> bytes:
    return httpx.post(f"{server}/v1/audio/speech", json={"input": TEXT, **body}, timeout=60).content


def test_a_whole_text_is_what_http_gives(server: str) -> None:
    async def main() -> None:
        frames, stream = await spoken(server, input=TEXT)
        live = np.frombuffer(sound(frames), dtype="<i2").astype(int)
        http = np.frombuffer(over_http(server, response_format="pcm"), dtype="<i2").astype(int)[LEAD_IN_SAMPLES:]
        assert len(live) == len(http)
        assert np.abs(live - http).max() <= 2  # the noise of the dither is tied to the place in the stream
        assert stream.started["format"] == "pcm"
        assert stream.done["samples"] == sum(frame.sample_count for frame in frames) == len(sound(frames)) // 2
        assert stream.done["chunks"] == len(frames)
        assert stream.done["characters"] == frames[-1].text_stop == len(TEXT)
        assert frames[-1].is_last
        assert stream.done["ttfa_ms"] > 0

    run(main)


def test_text_in_pieces_is_spoken_before_it_has_ended(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await say(connection, type="start", timestamps=True)
            assert (await told(connection))["type"] == "started"
            await say(connection, type="append", text="This is the first clause of it, ")
            frame = None
            while not isinstance(frame, bytes):
                frame = await asyncio.wait_for(connection.recv(), HANG_S)  # though no sentence has ended
            assert decode_frame(frame).segment_id == 0
            await say(connection, type="append", text="and this is the rest. ")
            await say(connection, type="end")
            frames = await framed(connection)
            assert {one.segment_id for one in frames} == {0, 1}
            assert frames[-1].text_stop == 54

    run(main)


def test_every_word_is_told_with_its_place_in_all_of_the_text(server: str) -> None:
    async def main() -> None:
        frames, stream = await spoken(server, PIECES, timestamps=True)
        words = stream.words
        assert [TEXT[word["text_start"] : word["text_stop"]] for word in words] == [word["word"] for word in words]
        assert [word["word"] for word in words] == TEXT.replace(",", "").replace(".", "").replace("!", "").split()
        starts = [word["start_s"] for word in words]
        assert starts == sorted(starts)
        assert starts[-1] < sum(frame.sample_count for frame in frames) / 24_000
        stops = [frame.text_stop for frame in frames]
        assert stops == sorted(stops)

    run(main)


def test_flush_speaks_what_no_mark_has_ended(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await say(connection, type="start")
            await told(connection)
            await say(connection, type="append", text="Hello")
            await say(connection, type="flush")
            assert decode_frame(await asyncio.wait_for(connection.recv(), HANG_S)).segment_id == 0
            await say(connection, type="cancel")
            assert (await told(connection))["type"] == "cancelled"

    run(main)


def test_a_pause_holds_everything_and_resume_goes_on(server: str) -> None:
    async def main() -> None:
        frames, _ = await spoken(server, input=TEXT)
        async with connected(server) as connection:
            await say(connection, type="start")
            await told(connection)
            await say(connection, type="pause")
            await say(connection, type="append", text=TEXT)
            await say(connection, type="end")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(connection.recv(), 0.3)
            await say(connection, type="resume")
            assert len(sound(await framed(connection))) == len(sound(frames))

    run(main)


def test_cancel_frees_the_lane_and_the_next_stream_begins(server: str, engine: Engine) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await say(connection, type="start", input=TEXT * 20)
            await told(connection)
            await say(connection, type="cancel")
            assert (await told(connection))["type"] == "cancelled"
            await asyncio.to_thread(wait_for, lambda: engine.running_streams == 0, HANG_S)
            await say(connection, type="start", input="Once more.")
            assert (await told(connection))["type"] == "started"
            assert (await framed(connection))[-1].is_last

    run(main)


def test_fifty_lost_connections_change_no_sample(server: str) -> None:
    random_places = random.Random(11)  # noqa: S311

    async def main() -> None:
        whole, _ = await spoken(server, input=TEXT)
        lost = 0
        while lost < 50:
            async with LiveStream(server, {"input": TEXT}) as stream:
                frames = []
                async for frame in stream:
                    frames.append(frame)
                    if random_places.random() < 0.1:
                        stream.drop()
                        lost += 1
            assert sound(frames) == sound(whole)
            assert [frame.chunk_id for frame in frames] == list(range(len(whole)))
            assert stream.reconnections > 0

    run(main)


def test_text_that_was_lost_with_the_connection_is_sent_again(server: str) -> None:
    async def main() -> None:
        for place in range(0, len(PIECES), 3):
            async with LiveStream(server, {}) as stream:
                for number, piece in enumerate(PIECES):
                    await stream.append(piece)
                    if number == place:
                        stream.drop()
                await stream.end()
                frames = [frame async for frame in stream]
            assert frames[-1].text_stop == stream.done["characters"] == len(TEXT)

    run(main)


def test_whoever_comes_back_takes_the_stream_from_a_line_that_is_still_open(server: str) -> None:
    async def main() -> None:
        async with connected(server) as first, connected(server) as second:
            await say(first, type="start")
            token = (await told(first))["stream"]
            await say(second, type="reconnect", stream=token, chunk_id=0)
            assert await told(second) == {
                "type": "reconnected", "stream": token, "version": 1, "format": "pcm", "sample_rate": 24000,
                "frame_ms": 50, "chunk_id": 0, "characters": 0, "ended": False, "paused": False,
            }  # fmt: skip
            with pytest.raises(ConnectionClosed) as closed:
                await told(first)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4423
            await say(second, type="append", text=TEXT)
            await say(second, type="end")
            assert (await framed(second))[-1].is_last

    run(main)


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
        ('{"type": "reconnect", "stream": "nobody", "chunk_id": 0}', "unknown_stream", "stream", 4404),
        (b"\x00", "invalid_message", None, 4400),
    ],
)
def test_what_cannot_be_followed_is_refused(
    server: str, message: str | bytes, code: str, param: str | None, close: int
) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await connection.send(message)
            answer = await told(connection)
            assert answer["type"] == "error"
            assert (answer["error"]["code"], answer["error"]["param"]) == (code, param)
            with pytest.raises(ConnectionClosed) as closed:
                await told(connection)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == close

    run(main)


@pytest.mark.parametrize(
    ("start", "param"),
    [
        ({"voice": "nobody"}, "voice"),
        ({"speed": 9}, "speed"),
        ({"input": "   "}, "input"),
        ({"input": "<speak><blink/></speak>"}, "input"),
        ({"language": "xx"}, "language"),
        ({"input": "x" * 20_001}, "input"),
        ({"frame_ms": 10}, "frame_ms"),
        ({"frame_ms": "50"}, "frame_ms"),
        ({"response_format": "midi"}, "response_format"),
        ({"response_format": "opus", "sample_rate": 22050}, "sample_rate"),
    ],
)
def test_a_start_that_is_refused_may_be_tried_again(server: str, start: dict[str, object], param: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await say(connection, type="start", **start)
            answer = await told(connection)
            assert answer["error"]["param"] == param
            await say(connection, type="start", input="Good.")
            assert (await told(connection))["type"] == "started"
            assert (await framed(connection))[-1].is_last

    run(main)


def test_future_and_expired_frames_are_refused(engine: Engine) -> None:
    async def main(server: str) -> None:
        async with connected(server) as connection:
            await say(connection, type="start", input=TEXT)
            token = (await told(connection))["stream"]
            frames = await framed(connection)
            await say(connection, type="ack", chunk_id=10)
            for chunk_id, code, close in ((len(frames) + 1, "chunk_in_future", 4409), (9, "chunk_expired", 4410)):
                async with connected(server) as other:
                    await say(other, type="reconnect", stream=token, chunk_id=chunk_id)
                    assert (await told(other))["error"]["code"] == code
                    with pytest.raises(ConnectionClosed) as closed:
                        await told(other)
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == close
            async with connected(server) as other:
                await say(other, type="reconnect", stream=token, chunk_id=10)
                assert (await told(other))["type"] == "reconnected"
                assert sound(await framed(other)) == sound(frames[10:])

    with live_server(engine, Settings()) as server:
        run(lambda: main(server))


@pytest.mark.parametrize("name", ["mp3", "opus", "aac", "flac", "wav"])
def test_every_format_decodes_to_the_whole_speech(server: str, name: str) -> None:
    async def main() -> None:
        pcm, _ = await spoken(server, input=TEXT)
        frames, _ = await spoken(server, input=TEXT, response_format=name)
        with av.open(io.BytesIO(sound(frames)), "r") as file:
            decoded_s = sum([frame.samples / frame.sample_rate for frame in file.decode(audio=0)])
        assert decoded_s == pytest.approx(len(sound(pcm)) / 48_000, abs=0.12)

    run(main)


def test_ssml_in_pieces_waits_for_its_end(server: str) -> None:
    async def main() -> None:
        pieces = ["<speak>One. ", "Two. <break time='500ms'/>", " Three.</speak>"]
        frames, stream = await spoken(server, pieces, input_format="ssml")
        assert stream.done["segments"] == 1
        assert frames[-1].is_last

    run(main)


def test_a_stream_without_text_ends_at_once(server: str) -> None:
    async def main() -> None:
        frames, stream = await spoken(server, [" "])
        assert [frame.sample_count for frame in frames] == [0]
        assert stream.done["duration_s"] == 0

    run(main)


def test_too_much_text_that_waits_is_refused(engine: Engine) -> None:
    async def main(server: str) -> None:
        with pytest.raises(StreamBroken, match="at most 100"):
            await spoken(server, ["word " * 21])

    with live_server(engine, Settings(max_characters=100)) as server:
        run(lambda: main(server))


def test_whoever_says_nothing_for_too_long_is_sent_away(engine: Engine) -> None:
    async def main(server: str) -> None:
        async with connected(server) as connection:
            await say(connection, type="start")
            await told(connection)
            answer = await told(connection)
            assert answer["error"]["code"] == "stream_idle"
            with pytest.raises(ConnectionClosed) as closed:
                await told(connection)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4408

    with live_server(engine, Settings(stream_idle_s=0.05)) as server:
        run(lambda: main(server))


def test_a_client_that_leaves_takes_its_stream_along_and_one_that_is_lost_does_not(server: str, engine: Engine) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await say(connection, type="start")
            left = (await told(connection))["stream"]
        async with connected(server) as connection:
            await say(connection, type="start")
            lost = (await told(connection))["stream"]
            connection.transport.abort()
        async with connected(server) as connection:
            await say(connection, type="reconnect", stream=left, chunk_id=0)
            assert (await told(connection))["error"]["code"] == "unknown_stream"
        async with connected(server) as connection:
            await say(connection, type="reconnect", stream=lost, chunk_id=0)
            assert (await told(connection))["type"] == "reconnected"

    run(main)


def test_streams_in_turn_on_one_connection(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            for _ in range(3):
                await say(connection, type="start", input="Hello there.")
                assert (await told(connection))["type"] == "started"
                assert (await framed(connection))[-1].is_last

    run(main)


async def closed_with(connection: ClientConnection) -> int:
    try:
        while True:
            await asyncio.wait_for(connection.recv(), HANG_S)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 1006


def test_what_is_all_made_but_paused_can_be_cancelled(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await say(connection, type="start")
            await told(connection)
            await say(connection, type="pause")
            await say(connection, type="append", text="All of this is made at once.")
            await say(connection, type="end")
            await asyncio.sleep(0.5)
            await say(connection, type="cancel")
            assert (await told(connection))["type"] == "cancelled"
            await say(connection, type="start", input="Next.")
            assert (await told(connection))["type"] == "started"

    run(main)


def test_a_pause_that_is_never_ended_is_ended(engine: Engine) -> None:
    async def main(server: str) -> None:
        async with connected(server) as connection:
            await say(connection, type="start", input="All of this is made at once.")
            await say(connection, type="pause")
            assert await closed_with(connection) == 4408

    with live_server(engine, Settings(stream_idle_s=1)) as server:
        run(lambda: main(server))


def test_a_connection_on_which_nothing_is_said_is_closed(engine: Engine) -> None:
    async def main(server: str) -> None:
        async with connected(server) as silent, connected(server) as finished:
            await say(finished, type="start", input="That is all.")
            assert await closed_with(silent) == 4408
            assert await closed_with(finished) == 4408

    with live_server(engine, Settings(stream_idle_s=1)) as server:
        run(lambda: main(server))


def test_clients_that_leave_while_they_start_leave_no_stream_behind(engine: Engine) -> None:
    async def main(server: str) -> None:
        for _ in range(8):
            async with connected(server) as connection:
                await say(connection, type="start")
                connection.transport.abort()
        while True:
            async with connected(server) as connection:
                await say(connection, type="start")
                if (await told(connection))["type"] == "started":
                    return
            await asyncio.sleep(0.05)

    with live_server(engine, Settings(max_open_streams=1, resume_s=0.1)) as server:
        run(lambda: main(server))


def test_as_many_streams_are_open_as_may_be_and_each_connection_may_have_one_after_the_other(engine: Engine) -> None:
    async def first_answer(server: str, all_answered: asyncio.Barrier) -> str:
        async with connected(server) as connection:
            await say(connection, type="start")
            answer = (await told(connection))["type"]
            await all_answered.wait()  # no stream ends before the last one has asked
            return str(answer)

    async def main(server: str) -> None:
        all_answered = asyncio.Barrier(6)
        answers = await asyncio.gather(*(first_answer(server, all_answered) for _ in range(6)))
        assert sorted(answers) == ["error"] * 4 + ["started"] * 2
        async with connected(server) as one, connected(server) as other:
            for connection in (one, other, one, other):
                await say(connection, type="start", input="Hello.")
                assert (await told(connection))["type"] == "started"
                await framed(connection)

    with live_server(engine, Settings(max_open_streams=2)) as server:
        run(lambda: main(server))


def test_a_start_while_a_stream_runs_does_not_end_it(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await say(connection, type="start")
            await told(connection)
            await say(connection, type="start")
            assert (await told(connection))["error"]["param"] == "type"
            await say(connection, type="append", text="It goes on.")
            await say(connection, type="end")
            assert (await framed(connection))[-1].is_last

    run(main)


def test_text_that_is_written_while_the_stream_comes_back_is_said_once(server: str) -> None:
    async def main() -> None:
        for _ in range(8):
            async with LiveStream(server, {}) as stream:

                async def write(stream: LiveStream = stream) -> None:
                    for piece in PIECES:
                        await stream.append(piece)
                        await asyncio.sleep(0.005)
                    await stream.end()

                writing = asyncio.create_task(write())
                async for frame in stream:
                    if frame.chunk_id % 7 == 3:
                        stream.drop()
                await writing
            assert stream.done["characters"] == len(TEXT)

    run(main)


def test_what_a_connection_says_after_it_was_taken_over_is_not_heard(server: str) -> None:
    async def main() -> None:
        for _ in range(10):
            async with connected(server) as first, connected(server) as second:
                await say(first, type="start")
                token = (await told(first))["stream"]
                await asyncio.gather(
                    say(second, type="reconnect", stream=token, chunk_id=0), say(first, type="append", text="Hello. ")
                )
                arrived = (await told(second))["characters"]
                await say(second, type="append", text="Hello. "[arrived:])
                await say(second, type="end")
                assert (await framed(second))[-1].text_stop == 7

    run(main)


def test_a_flush_of_nothing_and_what_cannot_be_seen_harm_nothing(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await say(connection, type="start")
            await told(connection)
            for nothing in ("  \n", "\u200b", "\ufeff\u00ad", "\u2800"):
                await say(connection, type="append", text=nothing)
                await say(connection, type="flush")
            await say(connection, type="append", text="A sentence that is there. And one more.")
            await say(connection, type="end")
            frames = await framed(connection)
            assert frames[-1].is_last
            assert len(frames) > 5

    run(main)


def test_empty_lines_at_the_end_add_no_silence(server: str) -> None:
    async def main() -> None:
        bare, _ = await spoken(server, input="Hello there.")
        ended, _ = await spoken(server, input="Hello there.\n\n")
        assert len(sound(ended)) == len(sound(bare))

    run(main)


def test_a_paragraph_in_pieces_is_set_off_as_one_that_came_whole(server: str) -> None:
    async def main() -> None:
        text = "One paragraph is here.\n\nAnother one is there."
        whole, _ = await spoken(server, input=text)
        async with LiveStream(server, {}) as stream:
            await stream.append(text[:24])
            await stream.send({"type": "flush"})
            pieces = []
            async for frame in stream:
                pieces.append(frame)
                if frame.chunk_id == 0:
                    await stream.append(text[24:])
                    await stream.end()
        assert stream.done["segments"] == 2
        assert len(sound(pieces)) == pytest.approx(len(sound(whole)), abs=200)

    run(main)


def test_whoever_comes_back_to_a_paused_stream_is_told_so(server: str) -> None:
    async def main() -> None:
        async with LiveStream(server, {"input": TEXT}) as stream:
            frames = []
            async for frame in stream:
                frames.append(frame)
                if frame.chunk_id == 5:
                    await stream.pause()
                    stream.drop()
                    asyncio.get_running_loop().call_later(0.2, lambda: asyncio.create_task(stream.pause(False)))
            assert frames[-1].is_last
            assert [frame.chunk_id for frame in frames] == list(range(len(frames)))

    run(main)


@pytest.fixture
def server(engine: Engine, settings: Settings) -> Iterator[str]:
    with live_server(engine, settings) as address:
        yield address
