"""Settings of memory: the caches and their sizes."""

from __future__ import annotations

from pydantic import BaseModel, Field


class MemorySettings(BaseModel):
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
