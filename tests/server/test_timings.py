"""`timings`: an answer says on demand how it was made, with the same figures as its log line."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from fakes import live_server, tiny_engine, wait_for, warm
from koe.engine.engine import Engine
from koe.model.voices import VoiceBook
from koe.observe.logs import configure_logs
from koe.settings import Settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner
from stream_client import connected, receive, receive_frames, run, send

WORD = "quetzalcoatl"
# A word of another script, which no reader of English reads.
HELLO = {"input": f"Hello there, {WORD} ᚠᚢᚦ.", "voice": "af_heart", "response_format": "pcm"}
# Counted over the whole of an answer: what is said inside of it is a moment older than the log line.
MOVING = {"cpu_share", "gc_ms"}


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    configure_logs("info", "json", stream)
    yield stream
    configure_logs("info", "json", io.StringIO())


@pytest.fixture
def engine(voices: VoiceBook) -> Iterator[Engine]:
    """With the readers that count fallbacks."""
    engine = warm(tiny_engine(voices, planner=Planner(Phonemizer())))
    yield engine
    engine.close()


@pytest.fixture
def server(engine: Engine, settings: Settings, stream: io.StringIO) -> Iterator[str]:
    """`stream` is asked for first: a server keeps the log that was set up before."""
    with live_server(engine, settings) as server:
        yield server


def speak(server: str, **changes: object) -> httpx.Response:
    return httpx.post(server + "/v1/audio/speech", json=HELLO | changes).raise_for_status()


def logged(stream: io.StringIO, message: str) -> dict[str, Any]:
    def line() -> dict[str, Any]:
        found = [json.loads(one) for one in stream.getvalue().splitlines() if f'"{message}' in one]
        return found[-1] if found else {}

    wait_for(line)
    return line()


def assert_told_as_logged(timings: dict[str, Any], line: dict[str, Any]) -> None:
    assert {name: line[name] for name in timings if name not in MOVING} == {
        name: value for name, value in timings.items() if name not in MOVING
    }
    assert {"queue_ms", "text_ms", "windows", "cpu_share", "rtf", "kind"} <= set(timings)
    assert timings["g2p_fallbacks"] == "unreadable"
    assert WORD not in json.dumps(timings)


def test_a_whole_answer_has_them_in_a_header_and_no_ttfa(server: str, stream: io.StringIO) -> None:
    timings = json.loads(speak(server, stream=False, timings=True).headers["x-koe-timings"])
    assert_told_as_logged(timings, logged(stream, "speech done"))
    assert timings["answer_ms"] > 0
    assert "ttfa_ms" not in timings


def test_events_have_them_in_the_last_one(server: str, stream: io.StringIO) -> None:
    events = [
        json.loads(line.removeprefix("data: "))
        for line in speak(server, stream_format="sse", timings=True).text.splitlines()
        if line
    ]
    assert_told_as_logged(events[-1]["timings"], logged(stream, "speech done"))
    assert events[-1]["timings"]["ttfa_ms"] > 0
    assert not any("timings" in event for event in events[:-1])


def test_audio_is_the_same_with_and_without(server: str) -> None:
    plain, asked = speak(server), speak(server, timings=True)
    assert plain.content == asked.content
    assert "x-koe-timings" not in asked.headers  # they are known when the headers are gone


def test_who_does_not_ask_gets_none(server: str) -> None:
    assert "x-koe-timings" not in speak(server, stream=False).headers
    assert "timings" not in speak(server, stream_format="sse").text


def test_a_live_stream_has_them_in_its_last_message(server: str, stream: io.StringIO) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await send(connection, type="start", input=HELLO["input"], timings=True, pace=False, frame_ms=60)
            started, frames, done = await receive(connection), [], {}
            async for data in connection:
                if isinstance(data, str):
                    done = json.loads(data)
                    break
                frames.append(data)
            timings = done["timings"]
            assert timings["frame_ms"] == started["frame_ms"] == 60
            assert timings["prebuffer_ms"] == started["prebuffer_ms"] == 100
            assert timings["frames"] == len(frames) == done["chunks"]
            assert_told_as_logged(timings, logged(stream, "live stream done"))
            await send(connection, type="start", input="Once more.", pace=False)
            await receive(connection)
            await receive_frames(connection)

    run(main)


def test_two_answers_do_not_share_their_fallbacks(server: str, stream: io.StringIO) -> None:
    speak(server)
    clean = json.loads(speak(server, input="Hello there.", stream=False, timings=True).headers["x-koe-timings"])
    assert "g2p_fallbacks" not in clean
