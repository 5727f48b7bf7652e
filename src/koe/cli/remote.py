"""koe stop, pause, resume, skip, replay, seek, speed, volume, status: commands for the daemon."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from koe.cli.console import out
from koe.cli.options import AsJson
from koe.cli.quick import read_status
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
    out.print(read_status(as_json=as_json), markup=False, soft_wrap=True)


def _send(command: str, **fields: Any) -> None:
    with DaemonClient() as client:
        client.request(command, **fields)
