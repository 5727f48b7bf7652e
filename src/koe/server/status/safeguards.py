"""The memory guard, the budget and the degrade mode -> their fields of /status."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from pydantic import BaseModel, Field

from koe.engine.safeguards import Safeguards


class MemoryLimitStatus(BaseModel):
    """The limit with the least room."""

    name: str
    limit_bytes: int
    used_bytes: int


class MemoryUseStatus(BaseModel):
    """A cache, or a kind of buffers: those have only a size."""

    name: str
    size_bytes: int
    entries: int
    hits: int
    misses: int
    evictions: int
    is_cache: bool


class MemoryStatus(BaseModel):
    """`reserved_bytes`: what admitted work may still need. Stalls: percentage of the last ten seconds in which some or
    all tasks waited for memory."""

    pressure: Literal["normal", "tight", "short"]
    resident_bytes: int | None
    limit: MemoryLimitStatus | None
    some_stall: float
    full_stall: float
    reserved_bytes: int
    refused: int = Field(description="Requests that got 503 since the start.")
    times_tight: int
    times_short: int
    budget_bytes: int
    allowed_bytes: int = Field(description="The part of the budget that may be used now.")
    shed_bytes: int = Field(description="Dropped from caches for the budget since the start.")
    uses: list[MemoryUseStatus]


class DegradeStatus(BaseModel):
    mode: Literal["normal", "avoid_underrun", "reduce_ttfa", "stability"]
    is_forced: bool
    reason: str
    entered: dict[str, int] = Field(description="How often each mode began by itself.")
    changes: list[str]


def safeguard_fields(safeguards: Safeguards) -> dict[str, Any]:
    return {"memory": _memory(safeguards), "degrade": _degrade(safeguards)}


def _memory(safeguards: Safeguards) -> dict[str, Any]:
    guard, budget = safeguards.guard.state, safeguards.budget
    tight, short = guard.entered
    return {
        "pressure": guard.pressure.name.lower(),
        "resident_bytes": guard.reading.resident_bytes,
        "limit": None if guard.limit is None else asdict(guard.limit),
        "some_stall": guard.reading.some_stall,
        "full_stall": guard.reading.full_stall,
        "reserved_bytes": guard.reserved_bytes,
        "refused": guard.refused,
        "times_tight": tight,
        "times_short": short,
        "budget_bytes": budget.max_bytes,
        "allowed_bytes": budget.allowed_bytes,
        "shed_bytes": budget.shed_bytes,
        "uses": [asdict(use) for use in budget.uses],
    }


def _degrade(safeguards: Safeguards) -> dict[str, Any]:
    state = safeguards.modes.state
    return {
        "mode": state.mode.value,
        "is_forced": state.is_forced,
        "reason": state.reason,
        "entered": dict(state.entered),
        "changes": list(state.changes),
    }
