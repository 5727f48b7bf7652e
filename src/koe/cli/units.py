"""Units that start the daemon with the session of its user: systemd on Linux, launchd on macOS."""

from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import typer

from koe.cli.console import err
from koe.cli.safe_file import cannot_write, write_safely
from koe.errors import DeviceError
from koe.playback.control import DaemonClient

_NAME = "koe-daemon"
_LABEL = "org.koe.daemon"
_MODE = 0o644  # launchd passes over agents that others may write
_RUN = "from koe.cli.main import run; run()"
_KEPT = ("KOKORO_CONFIG", "KOKORO_CACHE_DIR", "KOKORO_MODEL_DIR", "KOE_DAEMON_SOCKET")
_SYSTEMD = """\
[Unit]
Description=koe, text-to-speech
After=pipewire.service pulseaudio.service

[Service]
ExecStart={command}
Restart=on-failure
RestartSec=1
Nice=-11
{environment}
[Install]
WantedBy=default.target
"""


@dataclass(frozen=True, slots=True)
class Unit:
    """A file, and the commands that make the system use it as it is now, or forget it."""

    path: Path
    content: str
    forget: Sequence[Sequence[str]]  # one that is loaded already, if the system reads the file only once
    enable: Sequence[Sequence[str]]
    disable: Sequence[Sequence[str]]
    reload: Sequence[Sequence[str]] = ()  # when the file is gone


def unit_here() -> Unit:
    if sys.platform == "darwin":
        return _launchd()
    if sys.platform == "linux":
        return _systemd()
    raise DeviceError("Units are known for Linux (systemd) and macOS (launchd). Start `koe daemon` by hand.")


def install_unit(*, show: bool) -> None:
    """Installed again, the unit of now replaces the old one, and so does the daemon. A daemon that was started by hand
    ends: the one of the unit could not start beside it. Raises `DeviceError` if the system refuses the unit."""
    unit = unit_here()
    if show:
        typer.echo(unit.content, nl=False)
        return
    was_there = unit.path.exists()
    with cannot_write(str(unit.path), "koe daemon install"):
        unit.path.parent.mkdir(parents=True, exist_ok=True)
        write_safely(unit.path, unit.content.encode(), force=True, mode=_MODE)
        unit.path.chmod(_MODE)
    err.print(f"{unit.path} is written.", markup=False, soft_wrap=True)
    with suppress(DeviceError), DaemonClient() as client:
        client.request("quit")
    if was_there:
        _run_all(unit.forget)
    if problem := _run_all(unit.enable):
        raise DeviceError(f"{problem} The unit stays: try the command yourself, or run `koe daemon uninstall`.")


def uninstall_unit() -> None:
    unit = unit_here()
    if not unit.path.exists():
        err.print(f"Nothing is installed: there is no {unit.path}.", markup=False, soft_wrap=True)
        return
    if problem := _run_all(unit.disable):
        err.print(problem, markup=False, soft_wrap=True)
    unit.path.unlink()
    err.print(f"{unit.path} is removed.", markup=False, soft_wrap=True)
    _run_all(unit.reload)


def _run_all(commands: Sequence[Sequence[str]]) -> str:
    """All of them; what went wrong first. Those of a program that is missing are shown instead."""
    problem = ""
    for command in commands:
        if not shutil.which(command[0]):
            err.print(f"Run it yourself: {' '.join(command)}", markup=False, soft_wrap=True)
            continue
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = done.stderr.strip() or f"exit code {done.returncode}"
            problem = problem or f"{' '.join(command)} failed: {reason}"
    return problem


def _command() -> list[str]:
    """The `koe` beside this interpreter: a session has another PATH. A Python of the system has none beside it."""
    script = Path(sys.executable).with_name("koe")
    return [str(script), "daemon"] if script.exists() else [sys.executable, "-c", _RUN, "daemon"]


def _kept_variables() -> dict[str, str]:
    """What tells koe where its files and its socket are. A session does not read a shell's profile."""
    return {name: value for name, value in os.environ.items() if name in _KEPT}


def _systemd() -> Unit:
    base = os.environ.get("XDG_CONFIG_HOME")
    folder = (Path(base) if base else Path.home() / ".config") / "systemd" / "user"
    program, *arguments = map(_quoted, _command())
    command = " ".join((program, *(part.replace("$", "$$") for part in arguments)))  # a program has no variables
    lines = (f"Environment={_quoted(f'{name}={value}')}\n" for name, value in _kept_variables().items())
    control = ("systemctl", "--user")
    return Unit(
        folder / f"{_NAME}.service",
        _SYSTEMD.format(command=command, environment="".join(lines)),
        forget=(),
        # One that runs goes on with the old unit until it is restarted.
        enable=((*control, "daemon-reload"), (*control, "enable", _NAME), (*control, "restart", _NAME)),
        disable=((*control, "disable", "--now", _NAME),),
        reload=((*control, "daemon-reload"),),
    )


def _quoted(part: str) -> str:
    """For a line of a unit, where % begins a specifier, and blanks, quotes and backslashes need quotes."""
    part = part.replace("%", "%%")
    if not set(part) & set(" \t\"'\\;"):
        return part
    return '"' + part.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _launchd() -> Unit:
    path = Path.home() / "Library" / "LaunchAgents" / f"{_LABEL}.plist"
    content = {
        "Label": _LABEL,
        "ProgramArguments": _command(),
        "EnvironmentVariables": _kept_variables(),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ProcessType": "Interactive",
        "StandardErrorPath": str(Path.home() / "Library" / "Logs" / f"{_NAME}.log"),
    }
    domain = f"gui/{os.getuid()}"
    return Unit(
        path,
        plistlib.dumps(content).decode(),
        # An agent that is loaded cannot be loaded again.
        forget=(("launchctl", "bootout", f"{domain}/{_LABEL}"),),
        enable=(("launchctl", "bootstrap", domain, str(path)),),
        disable=(("launchctl", "bootout", f"{domain}/{_LABEL}"),),
    )
