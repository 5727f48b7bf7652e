"""Units that start the daemon with the session of its user: systemd on Linux, launchd on macOS."""

from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from koe.cli.console import err, out
from koe.cli.safe_file import cannot_write
from koe.errors import DeviceError

_NAME = "koe-daemon"
_LABEL = "org.koe.daemon"
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
    """A file, and the commands that make the system use it or forget it."""

    path: Path
    content: str
    enable: Sequence[Sequence[str]]
    disable: Sequence[Sequence[str]]


def unit_here() -> Unit:
    if sys.platform == "darwin":
        return _launchd()
    if sys.platform == "linux":
        return _systemd()
    raise DeviceError("Units are known for Linux (systemd) and macOS (launchd). Start `koe daemon` by hand.")


def install_unit(*, show: bool) -> None:
    unit = unit_here()
    if show:
        out.print(unit.content, markup=False, soft_wrap=True, end="")
        return
    with cannot_write(str(unit.path), "koe daemon install"):
        unit.path.parent.mkdir(parents=True, exist_ok=True)
        unit.path.write_text(unit.content, encoding="utf-8")
    err.print(f"{unit.path} is written.", markup=False, soft_wrap=True)
    _run_all(unit.enable)


def uninstall_unit() -> None:
    unit = unit_here()
    if unit.path.exists():
        _run_all(unit.disable)
        unit.path.unlink()
        err.print(f"{unit.path} is removed.", markup=False, soft_wrap=True)


def _run_all(commands: Sequence[Sequence[str]]) -> None:
    for command in commands:
        if not shutil.which(command[0]):
            err.print(f"Run it yourself: {' '.join(command)}", markup=False, soft_wrap=True)
            continue
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = done.stderr.strip() or f"exit code {done.returncode}"
            err.print(f"{' '.join(command)} failed: {reason}", markup=False, soft_wrap=True)


def _command() -> list[str]:
    """The `koe` beside this interpreter: a session has another PATH."""
    script = Path(sys.executable).with_name("koe")
    return [str(script), "daemon"]


def _kept_variables() -> dict[str, str]:
    """What tells koe where its files are. A session does not read a shell's profile."""
    return {name: value for name, value in os.environ.items() if name in ("KOKORO_CONFIG", "KOKORO_CACHE_DIR")}


def _systemd() -> Unit:
    base = os.environ.get("XDG_CONFIG_HOME")
    folder = (Path(base) if base else Path.home() / ".config") / "systemd" / "user"
    # A unit has %-specifiers, and quotes arguments with spaces.
    command = " ".join(f'"{part}"' if " " in part else part for part in _command()).replace("%", "%%")
    lines = (f'Environment="{name}={value}"\n'.replace("%", "%%") for name, value in _kept_variables().items())
    control = ("systemctl", "--user")
    return Unit(
        folder / f"{_NAME}.service",
        _SYSTEMD.format(command=command, environment="".join(lines)),
        enable=((*control, "daemon-reload"), (*control, "enable", "--now", _NAME)),
        disable=((*control, "disable", "--now", _NAME),),
    )


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
        enable=(("launchctl", "bootstrap", domain, str(path)),),
        disable=(("launchctl", "bootout", f"{domain}/{_LABEL}"),),
    )
