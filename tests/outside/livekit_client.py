"""LiveKit's OpenAI plugin, run in the environment of the clients: address -> JSON of what its TTS class made.

A voice agent calls the same method. Models of the name `tts-1` get plain audio from the plugin, all others events.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from livekit.agents import APIStatusError  # type: ignore[import-not-found]
from livekit.plugins import openai  # type: ignore[import-not-found]

TEXT = "The lights are on."


async def spoken(address: str, **options: str) -> dict[str, Any]:
    tts = openai.TTS(base_url=f"{address}/v1", api_key="none", **options)
    try:
        async with tts.synthesize(TEXT) as stream:
            frames = [event.frame async for event in stream]
    finally:
        await tts.aclose()
    kinds = {(frame.sample_rate, frame.num_channels) for frame in frames}
    return {"kinds": sorted(kinds), "frames": len(frames), "audio": b"".join(bytes(f.data) for f in frames).hex()}


async def refused(address: str) -> dict[str, Any]:
    try:
        await spoken(address, model="kokoro", voice="nobody")
    except APIStatusError as problem:
        return {"status": problem.status_code, "retryable": problem.retryable, "body": problem.body}
    return {}


async def main(address: str) -> dict[str, Any]:
    return {
        "events": await spoken(address, model="kokoro", voice="bf_emma", response_format="pcm"),
        "events_mp3": await spoken(address, model="kokoro", voice="bf_emma"),
        "plain": await spoken(address, model="tts-1", voice="bf_emma", response_format="pcm"),
        "refused": await refused(address),
    }


if __name__ == "__main__":
    json.dump(asyncio.run(main(sys.argv[1])), sys.stdout)
