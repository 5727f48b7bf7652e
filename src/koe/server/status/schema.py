"""What /health, /ready and /status say."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


class Health(BaseModel):
    status: Literal["ok"]


class Readiness(BaseModel):
    status: Literal["ready", "warming_up", "stopping"]


class Streams(BaseModel):
    """Since the start. Dropped: their readers took nothing any more. An underrun is a moment at which a listener in
    real time had nothing left to hear."""

    admitted: int
    refused: int
    dropped: int
    underruns: int
    stall_silence_ms: float


class Costs(BaseModel):
    """What work takes here: until a stream is first heard, and for a second of audio."""

    start_s: float
    share: float


class PrimerStatus(BaseModel):
    """The memory of how texts begin."""

    hits: int
    misses: int
    evictions: int
    entries: int
    size_bytes: int


class PhonemeStatus(BaseModel):
    """The memory of how sentences are read."""

    hits: int
    misses: int
    evictions: int
    entries: int
    size_bytes: int


class Status(BaseModel):
    running_streams: int
    streams: Streams
    costs: Costs
    primer: PrimerStatus
    phonemes: PhonemeStatus
    whole_decodings: int
