"""Warnings about a request -> JSON, and the value of an HTTP header."""

from __future__ import annotations

import json
from collections.abc import Sequence

from koe.types import SpeechWarning

HEADER = "X-Koe-Warnings"
# Proxies keep a whole response header in a buffer of 4 or 8 kB.
LONGEST_HEADER_BYTES = 2_000


def warning_json(warning: SpeechWarning) -> dict[str, object]:
    """`line` and `column` are left out for a warning that is not about a place, `count` for a single place."""
    place = {} if warning.line is None else {"line": warning.line, "column": warning.column}
    count = {"count": warning.count} if warning.count > 1 else {}
    return {"code": warning.code, "message": warning.message, "param": warning.param, **place, **count}


def warnings_header(warnings: Sequence[SpeechWarning]) -> dict[str, str]:
    """The header as a mapping; empty without warnings. Its value is a JSON array in ASCII, which no client can use to
    add a header of its own. Warnings that do not fit are counted in the last entry."""
    if not warnings:
        return {}
    for kept in range(len(warnings), -1, -1):
        left = sum(warning.count for warning in warnings[kept:])
        more = [SpeechWarning("more_warnings", f"{left} more warnings do not fit here.", count=left)] if left else []
        value = json.dumps([warning_json(warning) for warning in (*warnings[:kept], *more)])
        if len(value) <= LONGEST_HEADER_BYTES:
            break
    return {HEADER: value}
