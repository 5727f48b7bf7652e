"""A sound server of one's own with a null sink, whose monitor is recorded, and the daemon in front of it.

Without PulseAudio and PortAudio the tests are skipped, which `.ci/run` does not accept: it installs both.
"""

from __future__ import annotations

import ctypes.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from fakes import wait_for
from koe.playback.control import DaemonClient, NoDaemon
from koe.playback.process import VARIABLE, DaemonOptions
from koe.playback.track import Pcm
from limits import HANG_S

RATE_HZ = 44_100
ROOT = Path(__file__).parents[2]
_PROGRAMS = ("pulseaudio", "parec", "pactl")
REQUIRED = "KOE_TEST_SOUND"  # set by .ci/run: nothing here may be skipped


def missing() -> str:
    programs = [name for name in _PROGRAMS if not shutil.which(name)]
    if not ctypes.util.find_library("portaudio"):
        programs.append("libportaudio2")
    if not list(Path("/usr/lib").glob("*/alsa-lib/libasound_module_pcm_pulse.so")):
        programs.append("libasound2-plugins")
    return ", ".join(programs)


@dataclass(frozen=True, slots=True)
class Recording:
    path: Path

    @property
    def samples(self) -> Pcm:
        data = self.path.read_bytes()
        return np.frombuffer(data[: len(data) // 2 * 2], dtype="<i2")


class SoundServer:
    """PulseAudio with one sink that plays nothing. It can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "native"
        self._process: subprocess.Popen[bytes] | None = None
        self.environment = {
            **os.environ,
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "PULSE_SERVER": f"unix:{self.socket}",
            "ALSA_CONFIG_PATH": str(folder / "asound.conf"),
        }
        # Alone: the system's own configuration would choose another default when PulseAudio runs.
        (folder / "asound.conf").write_text("pcm.default { type pulse }\nctl.default { type pulse }\n")

    def start(self) -> None:
        sink = f"module-null-sink sink_name=koe rate={RATE_HZ} format=s16le channels=1"
        protocol = f"module-native-protocol-unix socket={self.socket} auth-anonymous=1"
        options = ("--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no", "--realtime=no")
        self._process = subprocess.Popen(
            ["pulseaudio", "-n", *options, "-L", sink, "-L", protocol],
            env=self.environment,
            stderr=subprocess.DEVNULL,
        )
        wait_for(self._answers)

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, "PulseAudio has ended"
        return not subprocess.run(["pactl", "info"], env=self.environment, capture_output=True, check=False).returncode

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self.socket.unlink(missing_ok=True)

    @contextmanager
    def recording(self, name: str = "heard.raw") -> Iterator[Recording]:
        """What the sink plays. A recorder that wants little latency makes the sink take little at a time."""
        path = self.folder / name
        form = ("--raw", "--format=s16le", f"--rate={RATE_HZ}", "--channels=1", "--latency-msec=10")
        with path.open("wb") as file:
            recorder = subprocess.Popen(["parec", "-d", "koe.monitor", *form], env=self.environment, stdout=file)
            try:
                wait_for(lambda: path.stat().st_size)
                yield Recording(path)
            finally:
                recorder.terminate()
                recorder.wait()


@pytest.fixture
def sound_server(tmp_path: Path) -> Iterator[SoundServer]:
    if lacking := missing():
        if os.environ.get(REQUIRED):
            pytest.fail(f"{REQUIRED} is set and these are missing: {lacking}")
        pytest.skip(f"THE REAL SOUND PATH IS NOT TESTED: {lacking} missing (.ci/run installs them)")
    server = SoundServer(tmp_path)
    server.start()
    try:
        yield server
    finally:
        server.stop()


StartDaemon = Callable[..., DaemonClient]


@pytest.fixture
def start_daemon(sound_server: SoundServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[StartDaemon]:
    """Starts the daemon's process in front of a koe server."""
    processes: list[subprocess.Popen[bytes]] = []
    clients: list[DaemonClient] = []

    def start(address: str, environment: dict[str, str] | None = None, **options: object) -> DaemonClient:
        path = sound_server.folder / "daemon.sock"
        monkeypatch.setenv("KOE_DAEMON_SOCKET", str(path))
        written = DaemonOptions(str(path), address, **options).to_json()  # type: ignore[arg-type]
        log = (sound_server.folder / "daemon.log").open("wb")
        with log:
            processes.append(
                subprocess.Popen(
                    [sys.executable, "-m", "koe.playback.process"],
                    env={**sound_server.environment, **(environment or {}), VARIABLE: written},
                    stderr=log,
                )
            )
        wait_for(lambda: is_there(processes[-1]))
        clients.append(DaemonClient(path, timeout_s=HANG_S))
        return clients[-1]

    yield start
    for client in clients:
        client.close()
    for process in processes:
        process.terminate()
        process.wait()


def is_there(process: subprocess.Popen[bytes]) -> bool:
    assert process.poll() is None, "the daemon has ended"
    try:
        DaemonClient().close()
    except NoDaemon:
        return False
    return True
