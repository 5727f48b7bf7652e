"""Settings of what koe says about itself: logs."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class ObservabilitySettings(BaseModel):
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Lowest level that is logged.")
    log_format: Literal["text", "json"] | None = Field(
        None, description="`text` or `json`, one line per record. Default: text on a terminal, else JSON."
    )
