"""The stored choice of `koe tune` -> its field of /status."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class TuningStatus(BaseModel):
    """`values`: the settings that come from the choice."""

    state: Literal["off", "none", "used", "default", "unused"] = Field(
        "none", description="`default`: nothing was better than the default. `unused`: `reason` says why."
    )
    made_at: str | None = Field(None, description="When it was chosen, in UTC.")
    values: dict[str, str | int | bool | None] = Field(default_factory=dict)
    reason: str = ""
