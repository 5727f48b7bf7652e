"""Pipecat's OpenAI service, run in the environment of the clients: address -> JSON of the frames that leave it."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from loguru import logger  # type: ignore[import-not-found]
from pipecat.frames.frames import ErrorFrame, TTSAudioRawFrame, TTSSpeakFrame  # type: ignore[import-not-found]
from pipecat.services.openai.tts import OpenAITTSService  # type: ignore[import-not-found]
from pipecat.tests.utils import run_test  # type: ignore[import-not-found]

TEXT = "The lights are on."
START_TIMEOUT_S = 120  # its default of 1 s fails on a busy machine
AUDIO_TIMEOUT_S = 120  # and so does that of 3 s without audio


async def main(address: str) -> dict[str, Any]:
    service = OpenAITTSService(
        base_url=f"{address}/v1",
        api_key="none",
        settings=OpenAITTSService.Settings(model="kokoro", voice="alloy"),
        stop_frame_timeout_s=AUDIO_TIMEOUT_S,
    )
    frames = [TTSSpeakFrame(TEXT)]
    down, up = await run_test(service, frames_to_send=frames, start_timeout=START_TIMEOUT_S)
    audio = [frame for frame in down if isinstance(frame, TTSAudioRawFrame)]
    return {
        "kinds": sorted({(frame.sample_rate, frame.num_channels) for frame in audio}),
        "audio": b"".join(frame.audio for frame in audio).hex(),
        "errors": [frame.error for frame in up if isinstance(frame, ErrorFrame)],
    }


if __name__ == "__main__":
    logger.remove()  # of every request it would log a line to standard error
    json.dump(asyncio.run(main(sys.argv[1])), sys.stdout)
