"""Warnings of live streams: a message before the first frame of the segment that they are about."""

from __future__ import annotations

import json

from koe.client.stream import LiveStream
from stream_client import connected, run, send, spoken

SSML = '<speak>\n<amazon:domain name="news">Once more.</amazon:domain></speak>'
WARNING = {
    "code": "ssml_unsupported_element",
    "message": "amazon:domain is not supported; its content is spoken as usual.",
    "param": "input",
    "line": 2,
    "column": 1,
    "text_start": 0,
}


def test_message_comes_before_the_first_frame(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await send(connection, type="start", input=SSML)
            assert json.loads(await connection.recv())["type"] == "started"
            assert json.loads(await connection.recv()) == {
                "type": "warnings",
                "chunk_id": 0,
                "segment_id": 0,
                "warnings": [WARNING],
            }
            assert isinstance(await connection.recv(), bytes)

    run(main)


def test_every_document_has_its_warnings_and_the_voice_has_one(server: str) -> None:
    async def main() -> None:
        async with LiveStream(server, {"input_format": "ssml", "voice": "Joanna"}) as stream:
            await stream.append(SSML)
            await stream.send({"type": "flush"})
            segments: set[int] = set()
            async for frame in stream:
                if not segments:  # the first document is being spoken
                    await stream.append(SSML)
                    await stream.end()
                segments.add(frame.segment_id)
        assert segments == {0, 1}
        assert [(one["code"], one["text_start"]) for one in stream.warnings] == [
            ("voice_replaced", 0),
            ("ssml_unsupported_element", 0),
            ("ssml_unsupported_element", len(SSML)),
        ]

    run(main)


def test_client_that_reconnects_has_every_warning_once(server: str) -> None:
    async def main() -> None:
        async with LiveStream(server, {"input": SSML}) as stream:
            async for frame in stream:
                if frame.chunk_id < 3:
                    stream.drop()
        assert stream.reconnections > 0
        assert stream.warnings == [WARNING]

    run(main)


def test_plain_text_has_none(server: str) -> None:
    async def main() -> None:
        _, stream = await spoken(server, input="<x>Hello.</x>")
        assert stream.warnings == []

    run(main)


def test_client_ignores_a_message_that_is_sent_again() -> None:
    stream = LiveStream("http://koe.invalid", {})
    for chunk_id in (0, 0, 4):
        stream._received(json.dumps({"type": "warnings", "chunk_id": chunk_id, "warnings": [{"code": str(chunk_id)}]}))
    assert stream.warnings == [{"code": "0"}, {"code": "4"}]
