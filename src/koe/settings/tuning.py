"""Settings of tuning: whether what `koe tune` chose is used, and for how long."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import BaseModel, Field, field_validator


class TuningSettings(BaseModel):
    tuning: Literal["off", "stored", "quick"] = Field(
        "stored",
        description="What `koe tune` chose for this machine: `stored` uses it as long as it is valid, `off` never. "
        "`quick`: when there is no valid choice, `koe serve` tunes for two minutes while nobody speaks, and uses the "
        "choice from the next start on. See docs/tuning.md.",
    )
    tuning_ttl_days: int = Field(30, ge=1, le=3650, description="Days for which a choice of `koe tune` is used.")
    data_dir: Path = Field(
        default_factory=lambda: user_data_path("koe"),
        description="Folder of what `koe tune` has measured and chosen. Default: the user's data folder.",
    )

    @field_validator("data_dir")
    @classmethod
    def _expand_data_folder(cls, value: Path) -> Path:
        return value.expanduser()
