"""Speaking through the daemon: what `koe say` does where one runs. It imports nothing that takes time."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from koe.playback.control import DaemonClient

_STOPPED_BY_CTRL_C = 130


@dataclass(frozen=True, slots=True)
class Manner:
    """`is_queued`: after what is spoken now, not instead of it. `waits`: until it was heard."""

    is_queued: bool = False
    waits: bool = True


def speak_through(client: DaemonClient, text: str, fields: Mapping[str, Any], manner: Manner) -> int:
    """Returns the exit code. What ends this process stops the speech too. Raises `CommandRefused`."""
    item = client.speak(text, queue=manner.is_queued, attached=manner.waits, **fields)
    if not manner.waits:
        return 0
    try:
        end = client.wait(item)
    except KeyboardInterrupt:
        return _STOPPED_BY_CTRL_C  # the daemon stops the text when the connection closes
    if end["message"]:
        print(f"koe: {end['message']}", file=sys.stderr)  # noqa: T201  the console of the other commands takes time
    return 1 if end["outcome"] == "failed" else 0
