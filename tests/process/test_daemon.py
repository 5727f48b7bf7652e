"""The daemon as a process, without a sound card: its socket, its lock, its own engine, its end. With the tiny model."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from fakes import wait_for
from koe.memory import resident_bytes
from koe.playback.control import CommandRefused, DaemonClient
from limits import HANG_S
from process.daemon_process import ENGINE, ROOT, Daemon

pytestmark = pytest.mark.process

TEXT = "One two three. Four five six. " * 20


def test_socket_is_for_its_owner_and_there_is_one_daemon(daemon: Daemon) -> None:
    first = daemon.start()
    with daemon.client():
        assert stat.S_IMODE(daemon.socket.stat().st_mode) == 0o600
        assert stat.S_IMODE(daemon.socket.parent.stat().st_mode) == 0o700
        second = daemon.start()
        assert second.wait(HANG_S) == 1
        assert "A daemon runs already" in daemon.log
        assert first.poll() is None


def test_daemon_that_was_killed_leaves_no_obstacle(daemon: Daemon) -> None:
    first = daemon.start()
    daemon.client().close()
    first.kill()
    first.wait()
    assert daemon.socket.exists()
    daemon.start()
    with daemon.client() as client:
        client.request("quit")
    assert daemon.processes[-1].wait(HANG_S) == 0
    assert not daemon.socket.exists()


def test_folder_that_others_may_write_to_is_refused(daemon: Daemon) -> None:
    daemon.socket.parent.mkdir()
    daemon.socket.parent.chmod(0o777)
    assert daemon.start().wait(HANG_S) == 1
    assert "nobody else may write there" in daemon.log


def test_it_starts_an_engine_that_ends_with_it(daemon: Daemon) -> None:
    process = daemon.start(engine_command=ENGINE)
    with daemon.client() as client:
        assert client.status()["engine_pid"] is None
        assert client.wait(client.speak("Hello there."))["outcome"] == "heard"
        status = client.status()
        assert "No speaker" in status["device_problem"]
        engine = status["engine_pid"]
        os.kill(engine, 0)
    process.send_signal(signal.SIGTERM)
    assert process.wait(HANG_S) == 0
    wait_for(lambda: not is_alive(engine))


def test_engine_ends_when_the_daemon_is_killed(daemon: Daemon) -> None:
    process = daemon.start(engine_command=ENGINE)
    with daemon.client() as client:
        client.wait(client.speak("Hello there."))
        engine = client.status()["engine_pid"]
    process.kill()
    process.wait()
    wait_for(lambda: not is_alive(engine))


def test_reading_goes_on_when_its_engine_is_killed(daemon: Daemon) -> None:
    daemon.start(engine_command=ENGINE)
    with daemon.client() as client, DaemonClient(daemon.socket, timeout_s=HANG_S) as other:
        item = client.speak(TEXT)
        wait_for(lambda: (other.status().get("position_s") or 0) > 1)
        engine = other.status()["engine_pid"]
        os.kill(engine, signal.SIGKILL)
        wait_for(lambda: other.status()["restarts"] == 1)
        word = other.status()["word"]
        other.speed(4.0)
        assert client.wait(item)["outcome"] == "heard"
        assert other.status()["engine_pid"] not in (None, engine)
        assert word[0] > 0


def test_idle_daemon_ends_and_ends_its_engine(daemon: Daemon) -> None:
    process = daemon.start(engine_command=ENGINE, engine_after_s=0.5, exit_after_s=4.0)
    with daemon.client() as client:
        client.wait(client.speak("Hello there."))
        engine = client.status()["engine_pid"]
    wait_for(lambda: not is_alive(engine))
    assert process.wait(HANG_S) == 0


def test_it_stays_small_and_needs_no_settings(daemon: Daemon) -> None:
    process = daemon.start()
    with daemon.client() as client:
        client.status()
    size = resident_bytes(process.pid)
    assert size is None or size < 80e6


def test_watching_shows_the_words_as_they_are_heard(daemon: Daemon) -> None:
    daemon.start(engine_command=ENGINE)
    with daemon.client() as client, DaemonClient(daemon.socket, timeout_s=HANG_S) as watcher:
        client.speak("One two three. Four five.")
        seen = []
        for status in watcher.watch(0.02):
            if status.get("word") and status["word"] not in seen:
                seen.append(status["word"])
            if seen and status["state"] == "idle":
                break
        assert [tuple(place) for place in seen][:2] == [(0, 3), (4, 7)]


def test_text_is_in_no_log_and_no_answer(daemon: Daemon) -> None:
    daemon.start(engine_command=ENGINE)
    with daemon.client() as client:
        item = client.speak("A secret sentence about nothing.")
        answers = json.dumps(client.status())
        answers += json.dumps(client.wait(item))
        with pytest.raises(CommandRefused) as refused:
            client.request("speak", text="A secret", volume="secret")
    assert "secret" not in (answers + str(refused.value) + daemon.log).lower()


@pytest.mark.parametrize("arguments", [("stop",), ("status", "--json"), ("say", "Hello there, world.")])
def test_commands_reach_the_daemon_without_loading_koe(daemon: Daemon, arguments: tuple[str, ...]) -> None:
    daemon.start(engine_command=ENGINE)
    daemon.client().close()
    code = (
        "import sys\nfrom koe.cli.entry import run\ntry:\n    run()\nfinally:\n"
        "    heavy = {'numpy', 'typer', 'rich', 'koe.settings', 'koe.engine'} & set(sys.modules)\n"
        "    print(sorted(heavy), file=sys.stderr)\n"
    )
    environment = {**os.environ, "KOE_DAEMON_SOCKET": str(daemon.socket)}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=environment, capture_output=True, text=True, timeout=HANG_S
    )
    assert (done.returncode, done.stderr) == (0, "[]\n")


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z" if sys.platform == "linux" else True


def test_scripts_of_raycast_speak_and_stop(daemon: Daemon, tmp_path: Path) -> None:
    daemon.start(engine_command=ENGINE)
    programs = {
        "koe": f"#!{sys.executable}\nfrom koe.cli.entry import run\nrun()\n",
        "pbpaste": "#!/bin/sh\nprintf 'One \"two\" three. %.0s' 1 2 3 4 5 6 7 8\n",
    }
    home = tmp_path / "home" / ".local" / "bin"
    home.mkdir(parents=True)
    for name, script in programs.items():
        (home / name).write_text(script)
        (home / name).chmod(0o755)
    environment = {**os.environ, "HOME": str(tmp_path / "home"), "KOE_DAEMON_SOCKET": str(daemon.socket)}

    def run(name: str) -> None:
        script = ROOT / "packaging" / "raycast" / f"{name}.sh"
        subprocess.run([script], env=environment, check=True, timeout=HANG_S)

    with daemon.client() as client:
        run("speak")
        wait_for(lambda: (client.status().get("characters") or 0) > 100)
        wait_for(lambda: (client.status().get("position_s") or 0) > 0.1)
        run("pause")
        assert client.status()["state"] == "paused"
        run("resume")
        assert client.status()["state"] == "playing"
        run("skip")
        run("stop")
        assert client.status()["state"] == "idle"
        assert client.wait(1)["outcome"] == "stopped"
