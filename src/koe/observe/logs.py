"""Log records -> lines on a stream, one for each record, as text for people or as JSON for machines.

A line holds nothing that a user said, and cannot be forged: whatever is not printable ASCII is escaped. Of an
exception it has the type and the places in the code, and the message only if koe wrote it. Records of libraries are
told by their place: nobody can say what they write into them.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

from koe.errors import described, place_of
from koe.observe.request_id import current_request_id

LogFormat = Literal["text", "json"]

_LEFT_OUT = "words of a library are left out"
_OWN = "koe"
# Its warnings and errors are sentences of its own; what it fills in may be a path that somebody asked for.
_KNOWN = "uvicorn"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:/+()")

log = logging.getLogger("koe.observe")


def configure_logs(level: str, form: LogFormat | None, stream: TextIO) -> None:
    """Everything that is logged in this process goes to `stream`. Without `form`: text on a terminal, else JSON."""
    handler = _Handler(stream)
    is_text = stream.isatty() if form is None else form == "text"
    handler.setFormatter(TextLines() if is_text else JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(_OWN).setLevel(level.upper())
    logging.captureWarnings(True)
    threading.excepthook = _thread_ended
    sys.unraisablehook = _not_raised


class _Handler(logging.StreamHandler[TextIO]):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's name
        """Logging would print the arguments of the record."""


class _Lines(logging.Formatter, ABC):
    def format(self, record: logging.LogRecord) -> str:
        return self.line({escaped(name): _safe(value) for name, value in _told(record).items()})

    @abstractmethod
    def line(self, told: Mapping[str, Any]) -> str: ...


class JsonLines(_Lines):
    def line(self, told: Mapping[str, Any]) -> str:
        return json.dumps(told)


class TextLines(_Lines):
    """`2026-01-31T12:00:00.000Z INFO koe.server: speech done request_id=… voice=af_heart`."""

    def line(self, told: Mapping[str, Any]) -> str:
        time, level, logger, message, *_ = told.values()
        fields = (f" {name}={_quoted(value)}" for name, value in list(told.items())[4:])
        return f"{time} {level} {logger}: {message}{''.join(fields)}"


def _told(record: logging.LogRecord) -> dict[str, Any]:
    time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    told = {"time": time, "level": record.levelname, "logger": record.name, "message": _message(record)}
    if (request_id := current_request_id()) is not None:
        told["request_id"] = request_id
    told |= getattr(record, "fields", {})
    if record.exc_info and record.exc_info[1] is not None:
        told["error"] = described(record.exc_info[1])
    return told


def _message(record: logging.LogRecord) -> str:
    family = record.name.partition(".")[0]
    if family == _OWN:
        return record.getMessage()
    if family == _KNOWN:
        return str(record.msg).strip()
    return f"{place_of(record.pathname, record.lineno)}: {_LEFT_OUT}"


def _safe(value: Any) -> Any:
    return value if value is None or isinstance(value, bool | int | float) else escaped(str(value))


def escaped(text: str) -> str:
    """No line break, no escape sequence of a terminal, no letter that only looks like another."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if character.isascii() and character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


def _quoted(value: Any) -> str:
    """JSON's way, where a value could be taken for something else."""
    if isinstance(value, str):
        return value if value and _PLAIN.issuperset(value) else json.dumps(value)
    return json.dumps(value)


def _thread_ended(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is not None and not isinstance(ended.exc_value, SystemExit):
        log.error("a thread ended: %s", described(ended.exc_value))


def _not_raised(ignored: sys.UnraisableHookArgs) -> None:
    if ignored.exc_value is not None:
        log.error("an error could not be raised: %s", described(ignored.exc_value))
