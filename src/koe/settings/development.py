"""Settings for those who develop koe: faults on purpose."""

from __future__ import annotations

from pydantic import BaseModel, Field


class DevelopmentSettings(BaseModel):
    development: bool = Field(False, description="Allow what only development and tests need: `KOKORO_FAULTS`.")
    faults: str = Field(
        "",
        description="Faults on purpose, separated by commas, to see what koe does then: `generator:nan@3`. Refused "
        "unless `KOKORO_DEVELOPMENT` is on; see docs/operations.md.",
    )
