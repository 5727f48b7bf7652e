"""A client of the Wyoming protocol, run in the environment of the programs of others: URI -> JSON of what came back.

Asks the server to describe itself, to speak a text, and to speak a text that comes in pieces, as Home Assistant does.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from wyoming.audio import AudioChunk, AudioStart
from wyoming.client import AsyncClient
from wyoming.info import Describe, Info
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeVoice

TEXT = "The lights are on. It is warm outside."


async def voices(uri: str) -> dict[str, list[str]]:
    """The names of the voices, by program."""
    async with AsyncClient.from_uri(uri) as client:
        await client.write_event(Describe().event())
        while (event := await client.read_event()) is not None:
            if Info.is_type(event.type):
                programs = Info.from_event(event).tts
                return {program.name: [voice.name for voice in program.voices] for program in programs}
    raise ConnectionError("the server closed the connection without describing itself")


async def spoken(uri: str, requests: list[Any], last: str) -> dict[str, Any]:
    """What the server sends until the event `last`."""
    kinds: list[str] = []
    rates: list[int] = []
    audio = b""
    async with AsyncClient.from_uri(uri) as client:
        for request in requests:
            await client.write_event(request.event())
        while last not in kinds and (event := await client.read_event()) is not None:
            kinds.append(event.type)
            if AudioStart.is_type(event.type):
                rates.append(AudioStart.from_event(event).rate)
            if AudioChunk.is_type(event.type):
                audio += AudioChunk.from_event(event).audio
    return {"kinds": sorted(set(kinds)), "rates": rates, "audio": audio.hex()}


async def main(uri: str) -> dict[str, Any]:
    voice = SynthesizeVoice(name="bf_emma")
    in_pieces = [SynthesizeStart(voice=voice), *map(SynthesizeChunk, (TEXT[:12], TEXT[12:])), SynthesizeStop()]
    return {
        "voices": await voices(uri),
        "whole": await spoken(uri, [Synthesize(TEXT, voice=voice)], "audio-stop"),
        "in_pieces": await spoken(uri, in_pieces, "synthesize-stopped"),
    }


if __name__ == "__main__":
    json.dump(asyncio.run(main(sys.argv[1])), sys.stdout)
