"""Settings of the model: its files, voice, builds, threads and lanes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from platformdirs import user_cache_path
from pydantic import BaseModel, Field, field_validator
from pydantic_settings import NoDecode

from koe.constants import DEFAULT_BUILD
from koe.settings.written import expand_home, split_at_commas


class ModelSettings(BaseModel):
    model_dir: Path | None = Field(
        None, description="Folder that already has the model and voice files; it is searched first."
    )
    cache_dir: Path = Field(
        default_factory=lambda: user_cache_path("koe"),
        description="Folder of the model, the voices and the stage models. Default: the user's cache folder.",
    )
    hub_timeout_s: float = Field(
        5.0, gt=0, le=60, description="Timeout for Hugging Face, in seconds; then the next source is tried."
    )
    voice: str = Field("af_heart", description="Default voice of requests that name none.")
    build: str = Field(
        DEFAULT_BUILD,
        description="Build of the model that speaks unless a request names another: see docs/model-build.md.",
    )
    builds: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Other builds that requests may choose, separated by commas: `exact` is offered as the model "
        "`kokoro-exact`. Each takes memory from its first request on.",
    )
    threads: int = Field(0, ge=0, le=256, description="Inference threads; 0 means one per physical core.")
    lanes: int = Field(
        1,
        ge=1,
        le=64,
        description="Number of lanes: streams computed at the same moment. With more than one, set KOKORO_THREADS=1.",
    )

    @field_validator("builds", mode="before")
    @classmethod
    def _split_builds(cls, value: Any) -> Any:
        return split_at_commas(value)

    @field_validator("model_dir", "cache_dir")
    @classmethod
    def _expand_folder(cls, value: Path | None) -> Path | None:
        return expand_home(value)
