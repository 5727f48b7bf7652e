"""spd-say speaks with koe, by the module configuration that is shipped; what it stops is silent."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fakes import wait_for
from koe.playback.control import DaemonClient
from limits import HANG_S
from sound.conftest import REQUIRED, ROOT, SoundServer, StartDaemon

pytestmark = pytest.mark.process

TEXT = "one two three four five six " * 10  # one sentence: the module sends each one by itself


@contextmanager
def dispatcher(folder: Path, environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """Speech Dispatcher of one's own, with koe as its only module. Yields the environment of its clients."""
    settings = folder / "spd"
    (settings / "modules").mkdir(parents=True)
    (settings / "modules" / "koe.conf").write_text((ROOT / "packaging" / "speech-dispatcher.conf").read_text())
    (settings / "speechd.conf").write_text(
        'LogLevel 1\nAddModule "koe" "sd_generic" "koe.conf"\nDefaultModule koe\nAudioOutputMethod "pulse"\n'
    )
    script = folder / "bin" / "koe"
    script.parent.mkdir()
    script.write_text(f"#!{sys.executable}\nfrom koe.cli.entry import run\nrun()\n")
    script.chmod(0o755)
    address = folder / "spd.sock"
    variables = {
        **environment,
        "PATH": f"{script.parent}:{environment['PATH']}",
        "SPEECHD_ADDRESS": f"unix_socket:{address}",
        "KOE_DAEMON_SOCKET": os.environ["KOE_DAEMON_SOCKET"],
    }
    options = ("-s", "-C", str(settings), "-c", "unix_socket", "-S", str(address), "-P", str(folder / "pid"))
    process = subprocess.Popen(
        ["speech-dispatcher", *options, "-L", str(folder)],
        env=variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(lambda: is_there(address, process))
        yield variables
    finally:
        process.terminate()
        process.wait()


def is_there(address: Path, process: subprocess.Popen[bytes]) -> bool:
    assert process.poll() is None, "Speech Dispatcher has ended"
    return address.exists()


@pytest.fixture
def daemon(server: str, start_daemon: StartDaemon) -> DaemonClient:
    if not shutil.which("speech-dispatcher") or not shutil.which("spd-say"):
        if os.environ.get(REQUIRED):
            pytest.fail(f"{REQUIRED} is set and Speech Dispatcher is missing")
        pytest.skip("SPEECH DISPATCHER IS NOT TESTED: it is missing (.ci/run installs it)")
    return start_daemon(server)


def test_spd_say_is_spoken_to_its_end(daemon: DaemonClient, sound_server: SoundServer) -> None:
    with dispatcher(sound_server.folder, sound_server.environment) as environment, sound_server.recording() as heard:
        subprocess.run(["spd-say", "-w", "It's one two three."], env=environment, check=True, timeout=HANG_S)
        assert daemon.wait(1)["outcome"] == "heard"
        wait_for(lambda: (abs(heard.samples) > 200).any())


def test_spd_say_stops_it(daemon: DaemonClient, sound_server: SoundServer) -> None:
    with dispatcher(sound_server.folder, sound_server.environment) as environment, sound_server.recording():
        subprocess.run(["spd-say", TEXT], env=environment, check=True, timeout=HANG_S)
        wait_for(lambda: (daemon.status().get("position_s") or 0) > 0.3)
        subprocess.run(["spd-say", "-C"], env=environment, check=True, timeout=HANG_S)
        assert daemon.wait(1)["outcome"] == "stopped"
        time.sleep(0.2)
        assert daemon.status()["state"] == "idle"
