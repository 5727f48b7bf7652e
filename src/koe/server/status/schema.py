"""Response bodies of /health, /ready and /status."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from koe.model.backends.health import Use
from koe.server.status.figures import GcFigures, ProcessFigures, SloFigures, WindowFigures
from koe.server.status.safeguards import DegradeStatus, MemoryStatus
from koe.server.status.tuning import TuningStatus

SCHEMA_VERSION = 1

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


class CacheStatus(BaseModel):
    """Hits, misses and evictions since the start; what it holds now."""

    hits: int
    misses: int
    evictions: int
    entries: int
    size_bytes: int


class StageStatus(BaseModel):
    """What computes a stage of the model: which variant of it, and the provider."""

    stage: str
    variant: str
    provider: str


class LaneStatus(BaseModel):
    """An inference thread. `busy_share`: the share of the last minute in which it worked. `at_work_s`: how long its
    present step takes already; null: it is idle."""

    number: int
    busy_s: float
    busy_share: float
    steps: int
    at_work_s: float | None


class QueueStatus(BaseModel):
    """Streams that no lane has begun; blocks of audio that clients have not read."""

    waiting_streams: int
    blocks: int
    unread_s: float


class LiveStreamStatus(BaseModel):
    """Live streams (WebSocket): open ones, those with a connection, and what waits to be sent or is kept."""

    open_streams: int
    connected: int
    unsent_bytes: int
    kept_bytes: int


class BenchmarkFigures(BaseModel):
    """Work of a lane: until the first audio, and for a second of speech."""

    finished_at: str
    start_s: float
    rtf: float
    speech_s: float


class BenchmarkStatus(BaseModel):
    """The benchmark that runs when koe is idle. `every_s` 0: it is off. Interrupted: a stream came in between."""

    every_s: float
    runs: int
    interrupted: int
    last: BenchmarkFigures | None


class BuildStatus(BaseModel):
    """A build that requests may choose; an open one takes memory. Fallbacks: requests in which the build failed and the
    exact one spoke the rest, by cause."""

    name: str
    is_default: bool
    is_open: bool
    fallbacks: dict[str, int]
    stages: list[StageStatus]


class ProviderStatus(BaseModel):
    """A provider that was chosen for stages besides the CPU. Failures by cause; `missing` and `not_opened`: the CPU
    computes its stages until the next start."""

    name: str
    stages: list[str]
    use: Use
    retry_in_s: float | None
    failures: dict[str, int]


class Status(BaseModel):
    """`schema_version` rises when a key changes its meaning or goes; new keys may come at any time."""

    schema_version: int
    ready: ReadyStatus
    running_streams: int
    streams: Streams
    costs: Costs
    primer: PrimerStatus
    phonemes: PhonemeStatus
    whole_decodings: int
    builds: list[BuildStatus]
    is_warm: bool
    warm_up_s: float | None
    windows: dict[str, WindowFigures]
    slos: dict[str, SloFigures]
    queues: QueueStatus
    lanes: list[LaneStatus]
    live_streams: LiveStreamStatus
    caches: dict[str, CacheStatus]
    g2p_fallbacks: dict[str, int]
    providers: list[ProviderStatus]
    gc: GcFigures
    process: ProcessFigures
    memory: MemoryStatus
    degrade: DegradeStatus
    benchmark: BenchmarkStatus
    tuning: TuningStatus
