"""Commands for a running daemon, without the imports of the other commands: they would take longer than the command."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from koe.playback.control import DaemonClient

PLAIN = ("stop", "pause", "resume", "skip", "replay")
NUMBERS: Mapping[str, str] = {"seek": "seconds", "speed": "speed", "volume": "volume"}


def parse_quick(arguments: Sequence[str]) -> tuple[str, dict[str, float]] | None:
    """The command and its fields; None if these are not the plain arguments of such a command."""
    command, *rest = arguments
    if command in PLAIN and not rest:
        return command, {}
    rest = rest[1:] if rest[:1] == ["--"] else rest
    if command in NUMBERS and len(rest) == 1:
        try:
            return command, {NUMBERS[command]: float(rest[0])}
        except ValueError:
            return None
    return None


def status_text(found: Mapping[str, Any], *, as_json: bool) -> str:
    if as_json:
        return json.dumps(found, indent=2)
    lines = [f"{found['state']}, {found['queued']} queued, speed {found['speed']:g}, volume {found['volume']:g}"]
    if found["item"] is not None:
        done = found["word"][1] if found["word"] else 0
        place = (
            f"character {done:,} of {found['characters']:,}" if found["characters"] else f"{found['position_s']:.1f} s"
        )
        lines.append(f"{place}, {found['ahead_s']:.1f} s of audio in hand")
    device = found["device"] or "closed until something is played"
    lines.append(f"sound card: {device}; {found['underruns']} underruns, {found['device_losses']} losses")
    lines += (found[name] for name in ("device_problem", "notice") if found[name])
    return "\n".join(lines)


def read_status(*, as_json: bool) -> str:
    with DaemonClient() as client:
        return status_text(client.status(), as_json=as_json)
