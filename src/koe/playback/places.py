"""Where the daemon of a user is reached: a folder for the owner alone, with its socket and its lock."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path

from koe.errors import DeviceError

VARIABLE = "KOE_DAEMON_SOCKET"


def socket_path() -> Path:
    """Of the daemon of this user; `KOE_DAEMON_SOCKET` names another one."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(runtime) / "koe" if runtime else Path(tempfile.gettempdir()) / f"koe-{os.getuid()}"
    return folder / "daemon.sock"


def private_folder(path: Path) -> Path:
    """The folder of the socket, made if it is missing. Raises `DeviceError` if others could write there."""
    folder = path.parent
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = folder.stat()
    if sys.platform != "win32" and (found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o022):
        raise DeviceError(f"{folder} must belong to you, and nobody else may write there: chmod 700 {folder}")
    return folder
