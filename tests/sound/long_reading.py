"""Reads for minutes on a null sink, over a bad network, while the server restarts; then Whisper says what was heard.

Run it on a quiet machine, from the root of the repository: `PYTHONPATH=src:tests .venv/bin/python -m sound.long_reading
--minutes 20`. It prints JSON: words that are missing, underruns, restarts, concealed milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from fakes import wait_for
from koe.bench.texts import text_of
from koe.bench.words import heard_errors, load_whisper
from koe.playback.control import DaemonClient
from koe.playback.places import VARIABLE as SOCKET
from koe.playback.process import VARIABLE, DaemonOptions
from koe.playback.track import Pcm
from lossy_relay import lossy_relay
from sound.conftest import RATE_HZ, SoundServer

CHARACTERS_PER_MINUTE = 900
FAULTS = "frames:loss=0.01,frames:reorder=0.01,frames:duplicate=0.01"
BURST_EVERY_FRAMES = 1000  # of 30 ms
_KOE = (sys.executable, "-c", "from koe.cli.main import run; run()")


class RealServer:
    """`koe serve` on one port, which is killed and started again."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen([*_KOE, "serve", "--port", str(self.port)], stderr=subprocess.DEVNULL)

    def stop(self, number: signal.Signals = signal.SIGKILL) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait()


@contextmanager
def daemon_before(address: str, sound: SoundServer) -> Iterator[DaemonClient]:
    path = sound.folder / "daemon.sock"
    os.environ[SOCKET] = str(path)
    options = DaemonOptions(str(path), address, log_level="warning").to_json()
    command = [sys.executable, "-m", "koe.playback.process"]
    process = subprocess.Popen(command, env={**sound.environment, VARIABLE: options})
    try:
        wait_for(path.exists)
        with DaemonClient(path) as client:
            yield client
    finally:
        process.terminate()
        process.wait()


async def read(text: str, minutes: float, restarts: int, sound: SoundServer) -> tuple[Pcm, dict[str, Any]]:
    server = RealServer()
    server.start()
    bursts = ",".join(f"frames:burst=0.3@{at}" for at in range(500, round(minutes * 2000), BURST_EVERY_FRAMES))
    try:
        async with lossy_relay(server.address, f"{FAULTS},{bursts}") as relay:
            with daemon_before(relay.address, sound) as daemon, sound.recording() as recording:
                item = daemon.speak(text)
                seen: dict[str, Any] = {}
                due = [minutes * 60 * number / (restarts + 1) for number in range(1, restarts + 1)]
                while (status := await asyncio.to_thread(daemon.status))["state"] != "idle":
                    seen = {**seen, **status}
                    if due and (status.get("position_s") or 0) > due[0]:
                        due.pop(0)
                        await asyncio.to_thread(server.stop)
                        server.start()
                    await asyncio.sleep(0.5)
                end = await asyncio.to_thread(daemon.wait, item)
                await asyncio.sleep(1.0)
            seen["reconnections"] = relay.connections - 1
            return recording.samples, {**seen, **end}
    finally:
        server.stop(signal.SIGTERM)


def transcribed(samples: Pcm) -> str:
    """In pieces that end in silence: Whisper hears thirty seconds at once."""
    whisper = load_whisper()
    speech = samples.astype(np.float32) / np.float32(32_768)
    begin, words = 0, []
    while begin < len(speech):
        stop = min(len(speech), begin + 25 * RATE_HZ)
        if stop < len(speech):
            window = np.abs(speech[stop - 8 * RATE_HZ : stop])
            frames = window[: len(window) // 2205 * 2205].reshape(-1, 2205).max(axis=1)
            stop = stop - 8 * RATE_HZ + int(frames.argmin()) * 2205 + 1100
        words.append(whisper.transcribe(speech[begin:stop].astype(np.float32), RATE_HZ))
        begin = stop
    return " ".join(words)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--restarts", type=int, default=3)
    options = parser.parse_args()
    text = text_of(round(options.minutes * CHARACTERS_PER_MINUTE))
    with tempfile.TemporaryDirectory() as folder:
        sound = SoundServer(Path(folder))
        sound.start()
        try:
            heard, status = asyncio.run(read(text, options.minutes, options.restarts, sound))
        finally:
            sound.stop()
    transcript = transcribed(heard)
    print(transcript, file=sys.stderr)  # noqa: T201
    errors = heard_errors(text, transcript, "en-us")
    kept = (
        "outcome",
        "underruns",
        "gaps",
        "concealed_ms",
        "lost_frames",
        "device_underflows",
        "restarts",
        "reconnections",
    )
    report = {name: status.get(name) for name in kept}
    json.dump({**report, "heard_s": round(len(heard) / RATE_HZ, 1), "words": str(errors)}, sys.stdout, indent=2)


if __name__ == "__main__":
    main()
