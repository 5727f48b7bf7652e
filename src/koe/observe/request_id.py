"""Id of the current request, in a context variable: every log record and every error has it.

Tasks and `asyncio.to_thread` inherit it. A stream runs its steps on the lane in the context of its request.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from contextvars import ContextVar

_CURRENT: ContextVar[str | None] = ContextVar("koe_request_id", default=None)
_ALLOWED = re.compile(r"[A-Za-z0-9_-]{1,64}")


def begin_request(proposed: Sequence[str] = ()) -> str:
    """Set and return the id: that of the client, if it sent one that is safe to log, else a new one."""
    is_usable = len(proposed) == 1 and _ALLOWED.fullmatch(proposed[0]) is not None
    request_id = proposed[0] if is_usable else uuid.uuid4().hex
    _CURRENT.set(request_id)
    return request_id


def current_request_id() -> str | None:
    return _CURRENT.get()
