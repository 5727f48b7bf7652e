"""Response bodies of /health, /ready and /status."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from koe.server.status.safeguards import DegradeStatus, MemoryStatus

ReadyStatus = Literal["ready", "warming_up", "stopping", "lane_stalled", "memory_short"]


class Health(BaseModel):
    status: Literal["ok"]


class Readiness(BaseModel):
    status: ReadyStatus


class Streams(BaseModel):
    """Counts since the start. Dropped: the client stopped reading. Underrun: the audio came later than a client that
    plays in real time needed it."""

    admitted: int
    refused: int
    dropped: int
    underruns: int
    stall_silence_ms: float


class Costs(BaseModel):
    """Measured cost of work on this machine: seconds until the first audio of a stream, and per second of audio."""

    start_s: float
    share: float


class PrimerStatus(BaseModel):
    """The cache of openings: the first audio of texts that were spoken before."""

    hits: int
    misses: int
    evictions: int
    entries: int
    size_bytes: int


class PhonemeStatus(BaseModel):
    """The cache of phonemes of sentences."""

    hits: int
    misses: int
    evictions: int
    entries: int
    size_bytes: int


class BuildStatus(BaseModel):
    """A build that requests may choose; an open one takes memory. Fallbacks: requests in which the build failed and the
    exact one spoke the rest, by cause."""

    name: str
    is_default: bool
    is_open: bool
    fallbacks: dict[str, int]


class Status(BaseModel):
    running_streams: int
    streams: Streams
    costs: Costs
    primer: PrimerStatus
    phonemes: PhonemeStatus
    whole_decodings: int
    builds: list[BuildStatus]
    memory: MemoryStatus
    degrade: DegradeStatus
