"""koe stop, pause, resume, skip, replay, seek, speed, volume, status: commands for the daemon."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from koe.cli.console import out
from koe.cli.options import AsJson
from koe.playback.control import DaemonClient


def stop() -> None:
    """Stop speaking, and forget what is queued."""
    _send("stop")


def pause() -> None:
    """Pause; `koe resume` goes on at the same sample."""
    _send("pause")


def resume() -> None:
    """Go on after a pause."""
    _send("resume")


def skip() -> None:
    """Go on with the next sentence."""
    _send("skip")


def replay() -> None:
    """Repeat the sentence; just after its beginning, the one before it."""
    _send("replay")


def seek(
    seconds: Annotated[float, typer.Argument(help="Forth; back with -- before it: koe seek -- -10.")],
) -> None:
    """Go back or forth."""
    _send("seek", seconds=seconds)


def speed(speed: Annotated[float, typer.Argument(help="0.25 to 4; 1 is the speed that was asked for.")]) -> None:
    """Change the speed, from the next words on."""
    _send("speed", speed=speed)


def volume(volume: Annotated[float, typer.Argument(help="0 to 2; 1 leaves the samples as they are.")]) -> None:
    """Change the volume."""
    _send("volume", volume=volume)


def status(as_json: AsJson = False) -> None:
    """Show what the daemon speaks, and where."""
    with DaemonClient() as client:
        found = client.status()
    if as_json:
        out.print(json.dumps(found, indent=2), markup=False, soft_wrap=True)
        return
    for line in _lines(found):
        out.print(line, markup=False, soft_wrap=True)


def _send(command: str, **fields: Any) -> None:
    with DaemonClient() as client:
        client.request(command, **fields)


def _lines(found: dict[str, Any]) -> list[str]:
    lines = [f"{found['state']}, {found['queued']} queued, speed {found['speed']:g}, volume {found['volume']:g}"]
    if found["item"] is not None:
        done = found["word"][1] if found["word"] else 0
        lines.append(f"character {done:,} of {found['characters']:,}, {found['ahead_s']:.1f} s of audio in hand")
    device = found["device"] or "closed until something is played"
    lines.append(f"sound card: {device}; {found['underruns']} underruns, {found['device_losses']} losses")
    for name in ("device_problem", "notice"):
        if found[name]:
            lines.append(found[name])
    return lines
