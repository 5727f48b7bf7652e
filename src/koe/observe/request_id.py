"""The id of the request that is being worked for: every log record and every error carries it.

It follows a request through tasks and through `asyncio.to_thread`. A stream takes the context of its request along to
the lane that works for it.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from contextvars import ContextVar

_CURRENT: ContextVar[str | None] = ContextVar("koe_request_id", default=None)
_SANE = re.compile(r"[A-Za-z0-9_-]{1,64}")


def begin_request(proposed: Sequence[str] = ()) -> str:
    """The client's own id, if it sent one and that can do no harm in a log; else a new one."""
    is_usable = len(proposed) == 1 and _SANE.fullmatch(proposed[0]) is not None
    request_id = proposed[0] if is_usable else uuid.uuid4().hex
    _CURRENT.set(request_id)
    return request_id


def current_request_id() -> str | None:
    return _CURRENT.get()
