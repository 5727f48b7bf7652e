"""Log records -> one line each on a stream, as text or as JSON.

A line contains no text of the user and cannot be forged: everything but printable ASCII is escaped. An exception is
logged with its type and its place in the code; its message only if koe wrote it. Records of libraries are logged with
their place in the code only, because their messages may contain anything.
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

_LEFT_OUT = "message of a library, left out because it may contain user text"
_OWN = "koe"
# Its message templates are safe to log; the arguments are not, they may be a requested path.
_SAFE_TEMPLATES = "uvicorn"
_UNQUOTED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:/+()")

log = logging.getLogger("koe.observe")


def configure_logs(level: str, form: LogFormat | None, stream: TextIO) -> None:
    """Send all logs of this process to `stream`. `form` None means text on a terminal, else JSON."""
    handler = _Handler(stream)
    is_text = stream.isatty() if form is None else form == "text"
    handler.setFormatter(TextLines() if is_text else JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(_OWN).setLevel(level.upper())
    logging.captureWarnings(True)
    threading.excepthook = _log_thread_error
    sys.unraisablehook = _log_unraisable


class _Handler(logging.StreamHandler[TextIO]):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's name
        """Drop the record: the default would print its arguments to stderr."""


class _Lines(logging.Formatter, ABC):
    def format(self, record: logging.LogRecord) -> str:
        return self.line({escaped(name): _safe(value) for name, value in _fields(record).items()})

    @abstractmethod
    def line(self, fields: Mapping[str, Any]) -> str: ...


class JsonLines(_Lines):
    def line(self, fields: Mapping[str, Any]) -> str:
        return json.dumps(fields)


class TextLines(_Lines):
    """`2026-01-31T12:00:00.000Z INFO koe.server: speech done request_id=… voice=af_heart`."""

    def line(self, fields: Mapping[str, Any]) -> str:
        time, level, logger, message, *_ = fields.values()
        others = (f" {name}={_quoted(value)}" for name, value in list(fields.items())[4:])
        return f"{time} {level} {logger}: {message}{''.join(others)}"


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    fields = {"time": time, "level": record.levelname, "logger": record.name, "message": _message(record)}
    if (request_id := current_request_id()) is not None:
        fields["request_id"] = request_id
    fields |= getattr(record, "fields", {})
    if record.exc_info and record.exc_info[1] is not None:
        fields["error"] = described(record.exc_info[1])
    return fields


def _message(record: logging.LogRecord) -> str:
    family = record.name.partition(".")[0]
    if family == _OWN:
        return record.getMessage()
    if family == _SAFE_TEMPLATES:
        return str(record.msg).strip()
    return f"{place_of(record.pathname, record.lineno)}: {_LEFT_OUT}"


def _safe(value: Any) -> Any:
    return value if value is None or isinstance(value, bool | int | float) else escaped(str(value))


def escaped(text: str) -> str:
    """Escape everything but printable ASCII: line breaks, terminal sequences, look-alike letters."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if character.isascii() and character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


def _quoted(value: Any) -> str:
    """Quote as JSON if the value would be ambiguous without quotes."""
    if isinstance(value, str):
        return value if value and _UNQUOTED.issuperset(value) else json.dumps(value)
    return json.dumps(value)


def _log_thread_error(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is not None and not isinstance(ended.exc_value, SystemExit):
        log.error("a thread ended with an error: %s", described(ended.exc_value))


def _log_unraisable(ignored: sys.UnraisableHookArgs) -> None:
    if ignored.exc_value is not None:
        log.error("an error was ignored, because it could not be raised: %s", described(ignored.exc_value))
