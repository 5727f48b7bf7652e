"""The daemon as a process of a test, without a sound card; its engine has the tiny model."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from fakes import wait_for
from koe.playback.control import DaemonClient, NoDaemon
from koe.playback.process import VARIABLE, DaemonOptions
from limits import HANG_S

ROOT = Path(__file__).parents[2]
ENGINE = (sys.executable, str(ROOT / "tests" / "process" / "tiny_engine.py"))


class Daemon:
    def __init__(self, folder: Path) -> None:
        self.socket = folder / "koe" / "daemon.sock"
        self._log = folder / "log"
        self.processes: list[subprocess.Popen[bytes]] = []
        # No sound card, and no player of the system either.
        (folder / "asound.conf").write_text("pcm.nowhere { type hw\n card 99 }\n")
        no_sound = {"ALSA_CONFIG_PATH": str(folder / "asound.conf"), "PATH": str(folder / "no-programs")}
        self._environment = {**os.environ, **no_sound}

    def start(self, **options: object) -> subprocess.Popen[bytes]:
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
        written = DaemonOptions(str(self.socket), **options).to_json()  # type: ignore[arg-type]
        with self._log.open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "koe.playback.process"],
                env={**self._environment, "PYTHONPATH": path, VARIABLE: written},
                stderr=log,
            )
        self.processes.append(process)
        return process

    def client(self) -> DaemonClient:
        wait_for(self._is_there)
        return DaemonClient(self.socket, timeout_s=HANG_S)

    def _is_there(self) -> bool:
        assert self.processes[-1].poll() is None, self.log
        try:
            DaemonClient(self.socket).close()
        except NoDaemon:
            return False
        return True

    @property
    def log(self) -> str:
        return self._log.read_text()
