"""How an answer ended, by its HTTP status or its error: the word of log lines, /status and /metrics."""

from __future__ import annotations

from koe.observe.history import Outcome
from koe.server.errors import CLIENT_CLOSED_REQUEST, SERVICE_UNAVAILABLE, error_reply


def outcome_of_status(status: int) -> Outcome:
    """Of an answer with an error."""
    if status == CLIENT_CLOSED_REQUEST:
        return "cancelled"
    return "refused" if status < 500 or status == SERVICE_UNAVAILABLE else "failed"


def outcome_of_error(error: BaseException) -> Outcome:
    return outcome_of_status(error_reply(error).status)
