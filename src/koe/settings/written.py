"""How values are written in a variable or a file: lists with commas, paths with a ~."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def split_at_commas(value: Any) -> Any:
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def expand_home(value: Path | None) -> Path | None:
    """No shell expands the ~ in a file or in a systemd unit."""
    return value.expanduser() if value is not None else None
