"""koe daemon install and uninstall: the units, where they are put, and what systemctl and launchctl are told."""

from __future__ import annotations

import configparser
import os
import plistlib
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from koe.cli.main import app
from koe.errors import DeviceError
from koe.playback.control import DaemonClient, NoDaemon
from limits import HANG_S

LOADED = "loaded"  # the stand-in of launchctl refuses to load an agent twice, as launchd does
_SYSTEMCTL = """#!/bin/sh
echo "systemctl $*" >> "$KOE_TEST_LOG"
[ "$2" != "$KOE_TEST_FAILS" ] || { echo "Failed to connect to bus" >&2; exit 1; }
"""
_LAUNCHCTL = f"""#!/bin/sh
echo "launchctl $*" >> "$KOE_TEST_LOG"
case "$1" in
bootstrap) [ ! -e "$HOME/{LOADED}" ] || {{ echo "Bootstrap failed: 5: Input/output error" >&2; exit 5; }}
  touch "$HOME/{LOADED}" ;;
bootout) rm "$HOME/{LOADED}" ;;
esac
"""


class Desktop:
    """A home, a `koe` beside the interpreter, and stand-ins that write down how they were called."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.programs = home / "bin"
        self.log = home / "log"
        self.programs.mkdir()
        self.koe = self.programs / "koe"
        self.koe.touch()

    def provide(self, name: str, script: str) -> None:
        (self.programs / name).write_text(script)
        (self.programs / name).chmod(0o755)

    def calls(self) -> list[str]:
        """Since the last time."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines

    @property
    def service(self) -> Path:
        return self.home / ".config" / "systemd" / "user" / "koe-daemon.service"

    @property
    def agent(self) -> Path:
        return self.home / "Library" / "LaunchAgents" / "org.koe.daemon.plist"


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desktop:
    home = tmp_path / "home of 100% $USER"
    home.mkdir()
    made = Desktop(home)
    made.provide("systemctl", _SYSTEMCTL)
    made.provide("launchctl", _LAUNCHCTL)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{made.programs}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setenv("KOE_TEST_LOG", str(made.log))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(sys, "executable", str(made.programs / "python"))
    return made


@pytest.fixture
def mac(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desktop]:
    with monkeypatch.context() as changed:
        changed.setattr(sys, "platform", "darwin")
        yield desktop


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["daemon", *arguments])


def parsed(unit: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(unit)
    return parser


def as_systemd_reads_it(value: str) -> list[str]:
    return [part.replace("%%", "%") for part in shlex.split(value)]


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def test_systemd_unit_starts_the_daemon_with_the_session(desktop: Desktop) -> None:
    assert run("install").exit_code == 0
    unit = parsed(desktop.service)
    assert as_systemd_reads_it(unit["Service"]["ExecStart"]) == [str(desktop.koe), "daemon"]
    # Told to quit it stays away; after a crash it comes back.
    assert unit["Service"]["Restart"] == "on-failure"
    assert unit["Install"]["WantedBy"] == "default.target"
    control = "systemctl --user"
    assert desktop.calls() == [
        f"{control} daemon-reload",
        f"{control} enable koe-daemon",
        f"{control} restart koe-daemon",
    ]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_every_line(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    desktop.koe.write_text("#!/bin/sh\n")
    desktop.koe.chmod(0o755)
    monkeypatch.setenv("KOKORO_CONFIG", '/home/a "b" \\ 5% of $HOME/koe.toml')
    run("install")
    result = subprocess.run(
        ["systemd-analyze", "--user", "verify", str(desktop.service)],
        env=os.environ | {"XDG_RUNTIME_DIR": str(desktop.home)},
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )
    about_the_unit = [line for line in (result.stdout + result.stderr).splitlines() if desktop.service.name in line]
    assert (result.returncode, about_the_unit) == (0, [])  # other programs' units have troubles of their own


def test_launchd_agent_starts_the_daemon_with_the_session(mac: Desktop) -> None:
    assert run("install").exit_code == 0
    agent = plistlib.loads(mac.agent.read_bytes())
    assert agent["ProgramArguments"] == [str(mac.koe), "daemon"]
    assert agent["RunAtLoad"] is True
    assert agent["KeepAlive"] == {"SuccessfulExit": False}
    assert mac.agent.stem == agent["Label"] == "org.koe.daemon"
    assert Path(agent["StandardErrorPath"]).parent == mac.home / "Library" / "Logs"
    assert mac.calls() == [f"launchctl bootstrap gui/{os.getuid()} {mac.agent}"]


def test_units_are_written_by_their_owner_alone(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    """launchd passes over an agent that others may write."""
    with umask(0):
        run("install")
        monkeypatch.setattr(sys, "platform", "darwin")
        run("install")
    assert stat.S_IMODE(desktop.service.stat().st_mode) == 0o644
    assert stat.S_IMODE(desktop.agent.stat().st_mode) == 0o644


def test_units_know_where_the_files_are_and_no_secret(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {"KOKORO_CONFIG": "/a folder/5%/koe.toml", "KOE_DAEMON_SOCKET": "/run/mine/koe.sock"}
    for name, value in {**kept, "KOKORO_API_KEY": "hush"}.items():
        monkeypatch.setenv(name, value)
    run("install")
    content = desktop.service.read_text()
    lines = [line.partition("=")[2] for line in content.splitlines() if line.startswith("Environment=")]
    assert {part for line in lines for part in as_systemd_reads_it(line)} == {
        f"{name}={value}" for name, value in kept.items()
    }
    monkeypatch.setattr(sys, "platform", "darwin")
    run("install")
    assert plistlib.loads(desktop.agent.read_bytes())["EnvironmentVariables"] == kept
    assert "hush" not in content + desktop.agent.read_text()


def test_a_python_without_a_koe_beside_it_runs_the_daemon_itself(desktop: Desktop) -> None:
    desktop.koe.unlink()
    run("install")
    command = as_systemd_reads_it(parsed(desktop.service)["Service"]["ExecStart"])
    assert (command[0], command[1], command[3]) == (sys.executable, "-c", "daemon")
    compile(command[2], "command", "exec")


def test_systemd_units_are_where_xdg_says(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(desktop.home / "settings"))
    run("install")
    assert (desktop.home / "settings" / "systemd" / "user" / "koe-daemon.service").exists()
    assert not desktop.service.exists()


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_show_prints_the_unit_and_changes_nothing(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    shown = run("install", "--show")
    assert desktop.calls() == []
    assert not desktop.service.exists()
    assert not desktop.agent.exists()
    run("install")
    assert shown.stdout == (desktop.service if platform == "linux" else desktop.agent).read_text()


def test_installed_again_the_new_unit_replaces_the_old_one(desktop: Desktop) -> None:
    run("install")
    first = desktop.calls()
    moved = desktop.programs / "other"
    moved.mkdir()
    (moved / "koe").touch()
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(sys, "executable", str(moved / "python"))
        assert run("install").exit_code == 0
    assert as_systemd_reads_it(parsed(desktop.service)["Service"]["ExecStart"])[0] == str(moved / "koe")
    assert desktop.calls() == first  # the restart makes the daemon that runs a new one


def test_installed_again_the_agent_is_loaded_anew(mac: Desktop) -> None:
    run("install")
    mac.calls()
    again = run("install")
    assert (again.exit_code, "failed" in again.output) == (0, False)
    domain = f"gui/{os.getuid()}"
    assert mac.calls() == [
        f"launchctl bootout {domain}/org.koe.daemon",
        f"launchctl bootstrap {domain} {mac.agent}",
    ]


def test_a_daemon_that_runs_makes_room_for_that_of_the_unit(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    class Running(DaemonClient):
        def __init__(self) -> None:
            pass

        def close(self) -> None:
            told.append("closed")

        def request(self, command: str, **fields: object) -> dict[str, object]:
            told.append(command)
            raise DeviceError("The daemon has ended.")  # it may, before it answers

    monkeypatch.setattr("koe.cli.units.DaemonClient", Running)
    assert run("install").exit_code == 0
    assert told == ["quit", "closed"]
    assert len(desktop.calls()) == 3
    with pytest.raises(NoDaemon):
        DaemonClient()


def test_unit_that_the_system_refuses_is_an_error(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOE_TEST_FAILS", "enable")
    refused = run("install")
    assert refused.exit_code != 0
    assert isinstance(refused.exception, DeviceError)
    assert "systemctl --user enable koe-daemon failed: Failed to connect to bus" in str(refused.exception)
    assert desktop.service.exists()


def test_without_the_systems_program_its_commands_are_shown(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(desktop.home))
    shown = run("install")
    assert shown.exit_code == 0
    assert "Run it yourself: systemctl --user enable koe-daemon" in shown.output
    assert desktop.service.exists()


def test_uninstall_stops_the_daemon_and_removes_the_unit(desktop: Desktop) -> None:
    run("install")
    desktop.calls()
    assert run("uninstall").exit_code == 0
    assert not desktop.service.exists()
    assert desktop.calls() == ["systemctl --user disable --now koe-daemon", "systemctl --user daemon-reload"]


def test_uninstall_unloads_the_agent_and_removes_it(mac: Desktop) -> None:
    run("install")
    mac.calls()
    assert run("uninstall").exit_code == 0
    assert not mac.agent.exists()
    assert not (mac.home / LOADED).exists()
    assert mac.calls() == [f"launchctl bootout gui/{os.getuid()}/org.koe.daemon"]


def test_unit_that_does_not_run_any_more_is_removed_all_the_same(mac: Desktop) -> None:
    run("install")
    (mac.home / LOADED).unlink()
    removed = run("uninstall")
    assert removed.exit_code == 0
    assert "failed" in removed.output
    assert not mac.agent.exists()


def test_uninstall_without_a_unit_says_so_and_calls_nothing(desktop: Desktop) -> None:
    result = run("uninstall")
    assert result.exit_code == 0
    assert "Nothing is installed" in result.output
    assert desktop.calls() == []


def test_other_systems_are_told_to_start_it_by_hand(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "freebsd14")
    refused = run("install")
    assert isinstance(refused.exception, DeviceError)
    assert "by hand" in str(refused.exception)
    assert desktop.calls() == []
