"""A line of JSON -> a command of the daemon, checked: known fields with values that are allowed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from koe.errors import BadMessage, EmptyText, OutOfRange

# The fields of a request that are handed on to the server, which checks their values.
SPEECH_FIELDS = {"voice": str, "speed": float, "language": str, "input_format": str, "emoji": str}
# The text is stopped when the connection that asked for it closes.
ATTACHED = "attached"
LONGEST_SEEK_S = 86_400.0
SHORTEST_INTERVAL_S = 0.02
# 16-bit mono PCM follows the command `play` on its connection.
SLOWEST_HZ, FASTEST_HZ = 8000, 192_000
_AUDIO_HZ = 24_000
_NUMBERS: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "seek": {"seconds": (-LONGEST_SEEK_S, LONGEST_SEEK_S)},
    "speed": {"speed": (0.25, 4.0)},
    "volume": {"volume": (0.0, 2.0)},
    "watch": {"interval_s": (SHORTEST_INTERVAL_S, 60.0)},
    "wait": {"item": (1, 2**53)},
    "attach": {"item": (1, 2**53)},
}
_PLAIN = ("pause", "resume", "stop", "skip", "replay", "status", "quit")
NAMES = ("speak", "queue", "play", *_PLAIN, *_NUMBERS)


@dataclass(frozen=True, slots=True)
class Command:
    """`text`, `fields` and `is_attached` are those of `speak` and `queue`, `is_queued` that of `play`; `value` is the
    number of the others, and the sample rate of `play`."""

    name: str
    text: str = ""
    fields: Mapping[str, Any] | None = None
    is_attached: bool = False
    value: float = 0.0
    is_queued: bool = False


def parse_command(line: bytes) -> Command:
    """Raises `BadMessage`, `EmptyText` and `OutOfRange`, which repeat nothing of the line."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise BadMessage("The line is not valid JSON.", None) from None
    if not isinstance(message, dict) or message.get("command") not in NAMES:
        raise BadMessage(f"command must be one of {', '.join(NAMES)}.", "command")
    name = message.pop("command")
    if name in ("speak", "queue"):
        return _speech(name, message)
    if name == "play":
        return _audio(message)
    numbers = _NUMBERS.get(name, {})
    _refuse_unknown(message, tuple(numbers))
    return Command(name, value=next((_number(message, *row) for row in numbers.items()), 0.0))


def _speech(name: str, message: dict[str, Any]) -> Command:
    text = message.pop("text", None)
    if not isinstance(text, str):
        raise BadMessage("text must be a string.", "text")
    if not text.strip():
        raise EmptyText("text")
    is_attached = message.pop(ATTACHED, False)
    if not isinstance(is_attached, bool):
        raise BadMessage(f"{ATTACHED} must be true or false.", ATTACHED)
    _refuse_unknown(message, ("text", *SPEECH_FIELDS, ATTACHED))
    for field, kind in SPEECH_FIELDS.items():
        value = message.get(field)
        is_right = isinstance(value, (int, float) if kind is float else kind) and not isinstance(value, bool)
        if value is not None and not is_right:
            raise BadMessage(f"{field} must be a {'number' if kind is float else 'string'}.", field)
    return Command(name, text, {field: value for field, value in message.items() if value is not None}, is_attached)


def _audio(message: dict[str, Any]) -> Command:
    _refuse_unknown(message, ("rate_hz", "queue"))
    is_queued = message.get("queue", False)
    if not isinstance(is_queued, bool):
        raise BadMessage("queue must be true or false.", "queue")
    rate_hz = _number({"rate_hz": _AUDIO_HZ, **message}, "rate_hz", (SLOWEST_HZ, FASTEST_HZ))
    return Command("play", value=rate_hz, is_queued=is_queued)


def _number(message: Mapping[str, Any], field: str, limits: tuple[float, float]) -> float:
    value = message.get(field)
    if isinstance(value, int | float) and not isinstance(value, bool) and limits[0] <= value <= limits[1]:
        return float(value)  # not a NaN, which no comparison accepts
    raise OutOfRange(field, *limits)


def _refuse_unknown(message: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for field in message:
        if field not in known:
            allowed = f"may have the fields {', '.join(known)}" if known else "has no fields"
            raise BadMessage(f"This command {allowed}.", "command")
