"""Measures a daemon that is ready, on a null sink: from `koe say` to the first sound, from a stop to silence, at rest.

Run it on a quiet machine, from the root of the repository:
`PYTHONPATH=src:tests .venv/bin/python -m sound.desk_figures`. It prints JSON. Each sentence is spoken once, so that no
cache knows it: half of them by `koe say`, and half straight from the server, whose time to the first audible sample is
taken off. A moment of the recording is that at which the recorder handed it over, some ten milliseconds after it was
played: the figures are too long by that.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from fakes import wait_for
from koe.bench.texts import text_of
from koe.client.reading import Server
from koe.client.stream import LiveStream
from koe.constants import AUDIBLE
from koe.memory import resident_bytes
from koe.playback.control import DaemonClient
from koe.playback.servers import is_ready
from sound.conftest import RATE_HZ, SoundServer
from sound.long_reading import RealServer, daemon_before

TEXT_CHARACTERS = 300
_PIECE_BYTES = RATE_HZ // 100 * 2  # 10 ms
_FULL_SCALE = 32_768
_CODE = "from koe.cli.entry import run; run()"
_HEARD_S = 1.5  # of a text, before it is stopped
_DEVICE_CLOSED_S = 8.0
_START_S = 600.0


class Ear:
    """The last moments at which the sink was heard: the first sound after `listen`, and the last one so far."""

    def __init__(self) -> None:
        self.first_s: float | None = None
        self.last_s = 0.0

    def listen(self) -> None:
        self.first_s = None

    def hear(self, data: bytes, now_s: float) -> None:
        """`data` ends at `now_s`."""
        samples = np.abs(np.frombuffer(data, dtype="<i2").astype(np.int32))
        loud = np.flatnonzero(samples > AUDIBLE * _FULL_SCALE)
        if len(loud):
            begin_s = now_s - len(samples) / RATE_HZ
            self.last_s = begin_s + float(loud[-1]) / RATE_HZ
            if self.first_s is None:
                self.first_s = begin_s + float(loud[0]) / RATE_HZ


@contextmanager
def listening(sound: SoundServer) -> Iterator[Ear]:
    form = ("--raw", "--format=s16le", f"--rate={RATE_HZ}", "--channels=1", "--latency-msec=10")
    command = ["parec", "-d", "koe.monitor", *form]
    recorder = subprocess.Popen(command, env=sound.environment, stdout=subprocess.PIPE)
    ear = Ear()

    def record() -> None:
        assert recorder.stdout is not None
        while data := recorder.stdout.read(_PIECE_BYTES):
            ear.hear(data, time.monotonic())

    thread = threading.Thread(target=record, daemon=True)
    thread.start()
    try:
        yield ear
    finally:
        recorder.terminate()
        recorder.wait()
        thread.join()


def typed(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", _CODE, *arguments])


def first_sound_ms(ear: Ear, daemon: DaemonClient, text: str) -> float:
    """From the start of the process of `koe say`."""
    silence(ear)
    ear.listen()
    begun_s = time.monotonic()
    process = typed("say", "--no-wait", text)
    wait_for(lambda: ear.first_s is not None)
    process.wait()
    daemon.stop()
    assert ear.first_s is not None
    return 1000 * (ear.first_s - begun_s)


def server_ms(address: str, text: str) -> float:
    """From a request, on a new connection, to the first audible sample, as a client receives it."""

    async def measure() -> float:
        begun_s = time.monotonic()
        fields = {"input": text, "frame_ms": 30, "timestamps": True}
        async with LiveStream(address, fields) as stream:
            async for frame in stream:
                samples = np.abs(np.frombuffer(frame.payload, dtype="<i2").astype(np.int32))
                if (samples > AUDIBLE * _FULL_SCALE).any():
                    return 1000 * (time.monotonic() - begun_s)
        raise AssertionError("nothing was heard")

    return asyncio.run(measure())


def stop_ms(ear: Ear, daemon: DaemonClient, text: str, stop: Callable[[], object]) -> float:
    """From the beginning of a stop to the last sound."""
    silence(ear)
    ear.listen()
    daemon.speak(text)
    wait_for(lambda: ear.first_s is not None)
    time.sleep(_HEARD_S)
    begun_s = time.monotonic()
    stop()
    silence(ear)
    return max(0.0, 1000 * (ear.last_s - begun_s))


def silence(ear: Ear) -> None:
    """Until nothing was heard for a second."""
    wait_for(lambda: time.monotonic() - ear.last_s > 1.0)


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def idle_percent(pid: int, seconds: float) -> float:
    """Of one core."""
    time.sleep(_DEVICE_CLOSED_S)
    before, begun_s = cpu_s(pid), time.monotonic()
    time.sleep(seconds)
    return 100 * (cpu_s(pid) - before) / (time.monotonic() - begun_s)


def measured(address: str, sound: SoundServer, times: int, idle_s: float) -> dict[str, Any]:
    texts = iter(text_of(TEXT_CHARACTERS, turn) for turn in range(1000))
    with daemon_before(address, sound) as daemon, listening(sound) as ear:
        pid = int(daemon.status()["pid"])
        at_start_mb = (resident_bytes(pid) or 0) / 1e6
        daemon.wait(daemon.speak("A first text, so that everything is ready."))
        first, server = [], []
        for _ in range(times):
            first.append(first_sound_ms(ear, daemon, next(texts)))
            server.append(server_ms(address, next(texts)))
        by_command = [stop_ms(ear, daemon, next(texts), lambda: typed("stop").wait()) for _ in range(times)]
        by_socket = [stop_ms(ear, daemon, next(texts), daemon.stop) for _ in range(times)]
        device = daemon.status()
        return {
            "say_to_first_sound_ms": summary(first),
            "server_to_first_sound_ms": summary(server),
            "added_ms": round(median(first) - median(server), 1),
            "stop_command_to_silence_ms": summary(by_command),
            "stop_on_socket_to_silence_ms": summary(by_socket),
            "idle_cpu_percent": round(idle_percent(pid, idle_s), 3),
            "resident_at_start_mb": round(at_start_mb, 1),
            "resident_mb": round((resident_bytes(pid) or 0) / 1e6, 1),
            "underruns": device["underruns"],
            "device_underflows": device["device_underflows"],
        }


def summary(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {"median": round(median(ordered), 1), "least": round(ordered[0], 1), "most": round(ordered[-1], 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--idle-s", type=float, default=60.0)
    options = parser.parse_args()
    server = RealServer()
    with tempfile.TemporaryDirectory() as folder:
        sound = SoundServer(Path(folder))
        sound.start()
        server.start()
        try:
            wait_until_ready(server.address)
            report = measured(server.address, sound, options.times, options.idle_s)
        finally:
            server.stop()
            sound.stop()
    bars = {"added_ms": 60, "stop_to_silence_ms": 100, "idle_cpu_percent": 0.5, "resident_mb": 80}
    json.dump({**report, "bars": bars}, sys.stdout, indent=2)


def wait_until_ready(address: str) -> None:
    deadline_s = time.monotonic() + _START_S
    while not asyncio.run(is_ready(Server(address))):
        assert time.monotonic() < deadline_s, "the server is not ready"
        time.sleep(0.2)


if __name__ == "__main__":
    main()
