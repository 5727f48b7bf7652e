"""Settings of memory: the caches and their sizes, limits, and whether anything is kept at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field, TypeAdapter, ValidationError, model_validator

_IS_ON = TypeAdapter(bool)
# Caches that hold what was asked for: with `ephemeral` they are off.
_CACHES_OF_REQUESTS = ("primer_bytes", "phoneme_cache_bytes", "link_cache_bytes")


class MemorySettings(BaseModel):
    memory_guard: bool = Field(
        True,
        description="Watch the memory: when it is short, caches shrink, and then new requests get 503 until there is "
        "room again. false: never.",
    )
    memory_limit_bytes: int = Field(
        0,
        ge=0,
        description="Memory that koe may take, in bytes of RAM (RSS). 0: no limit besides those of the container and "
        "the machine, which count in any case.",
    )
    memory_budget_bytes: int = Field(
        268_435_456,
        ge=0,
        description="Memory for all caches together and for the frames that live streams keep, in bytes. When it is "
        "used up, the entries that are cheapest to make again leave.",
    )
    ephemeral: bool = Field(
        False,
        description="Keep nothing of what is spoken: no cache of texts or speech, no temporary file, no result of a "
        "benchmark. The model must be there: nothing is downloaded or built.",
    )
    primer_bytes: int = Field(
        33_554_432,
        ge=0,
        description="Size of the cache of openings, in bytes: a first sentence that was spoken before starts at once. "
        "0 turns it off.",
    )
    primer_ttl_s: float = Field(3600.0, gt=0, description="Seconds that an opening stays in the cache.")
    phoneme_cache_bytes: int = Field(
        4_194_304, ge=0, description="Size of the cache of the phonemes of sentences, in bytes; 0 turns it off."
    )
    link_cache_bytes: int = Field(
        16_777_216,
        ge=0,
        description="Size of the cache of answers to GET /v1/audio/speech, in bytes: a player that seeks does not make "
        "koe speak again. 0 turns it off.",
    )

    @model_validator(mode="before")
    @classmethod
    def _keep_nothing(cls, values: Any) -> Any:
        if not isinstance(values, Mapping) or not _is_on(values.get("ephemeral", False)):
            return values
        return {**values, **dict.fromkeys(_CACHES_OF_REQUESTS, 0)}


def _is_on(value: Any) -> bool:
    """False for what the field itself will refuse."""
    try:
        return _IS_ON.validate_python(value)
    except ValidationError:
        return False
