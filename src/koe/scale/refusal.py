"""Which answers of a replica mean that another one may still serve the request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

# The codes of the errors that say: not here, not now. All of them come before the first byte of an answer.
PASSED_OVER = frozenset(("rate_limit_exceeded", "too_many_streams", "memory_short", "lane_stalled", "stopping"))
STATUSES = frozenset((429, 503))
# What an entrance says to those without the secret: for a second also to replicas, when the directory is new.
TURNED_AWAY, TURNED_AWAY_STATUS = "not_a_replica", 404
# Says that there is no telling when.
_LATE_S = 3600.0


def is_passed_over(message: Mapping[str, Any]) -> bool:
    """Of the JSON of an error, over HTTP or on a live stream."""
    error = message.get("error")
    return isinstance(error, Mapping) and error.get("code") in PASSED_OVER


def parsed(text: str | bytes) -> dict[str, Any]:
    """The fields of a JSON object; none if it is not one."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def wait_s(retry_after: object) -> float:
    """For the least of several: a refusal without a time is the last."""
    try:
        return float(str(retry_after))
    except ValueError:
        return _LATE_S
