"""Another protocol needs one file: text lines over TCP in, PCM out, on the speaking service alone."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import numpy as np

from koe.engine.engine import Engine
from koe.engine.live_speech import LiveSpeech, SegmentEnd, SegmentStart
from koe.engine.output import Mastering, Output, OutputFormat
from koe.engine.speech import Sound, SpeechService
from koe.types import AudioBlock, SpeechRequest

PCM = Sound(OutputFormat("pcm", 24_000))


class LineProtocol:
    """Each line is a piece of text; the audio of all lines follows as PCM while they come."""

    def __init__(self, service: SpeechService) -> None:
        self._service = service

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        speech = LiveSpeech(self._service.engine, SpeechRequest("", self._service.default_voice))
        reading = asyncio.create_task(self._read(reader, speech))
        output: Output | None = None
        async with aclosing(speech.events()) as events:
            async for event in events:
                match event:
                    case SegmentStart():
                        output = output or self._service.output(PCM, event.job)
                    case AudioBlock():
                        assert output is not None
                        writer.write(await asyncio.to_thread(output.add, event))
                    case SegmentEnd():
                        await writer.drain()
        if output is not None:
            writer.write(output.end())
            output.close()
        await reading
        writer.close()

    async def _read(self, reader: asyncio.StreamReader, speech: LiveSpeech) -> None:
        async for line in reader:
            speech.append(line.decode())
            speech.flush()
        speech.end()


async def spoken(service: SpeechService, lines: list[str]) -> bytes:
    server = await asyncio.start_server(LineProtocol(service).serve, "127.0.0.1", 0)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        for line in lines:
            writer.write(line.encode() + b"\n")
        writer.write_eof()
        audio = await reader.read()
        writer.close()
    return audio


def test_protocol_speaks_lines_as_they_arrive(engine: Engine) -> None:
    service = SpeechService(engine, "af_heart", Mastering())
    one = asyncio.run(spoken(service, ["Hello there, my friend."]))
    two = asyncio.run(spoken(service, ["Hello there, my friend.", "And again, from the start."]))
    assert len(two) > 1.5 * len(one) > 24_000
    assert np.abs(np.frombuffer(one, dtype="<i2")).max() > 1000
    assert two[: len(one) // 2] == one[: len(one) // 2]


def test_protocol_gives_the_audio_of_the_service(engine: Engine) -> None:
    service = SpeechService(engine, "af_heart", Mastering())
    by_protocol = asyncio.run(spoken(service, ["Once more."]))
    speaking = service.speak(engine.prepare(SpeechRequest("Once more.")), PCM)
    assert by_protocol == b"".join(chunk.audio for chunk in speaking.chunks_in_thread())
