"""Response bodies of the operator endpoints."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field


class SessionStatus(BaseModel):
    """A live stream (WebSocket). Its token is not shown: with it any client could take the stream over."""

    state: Literal["speaking", "paused", "reconnecting", "finished"] = Field(
        description="reconnecting: no client is connected, and the stream waits for one. finished: all frames were "
        "sent, and are kept for a client that may have lost some."
    )
    age_s: float
    characters: int = Field(description="Text that has arrived.")
    chunks: int = Field(description="Frames that were made.")
    buffered_bytes: int = Field(description="Frames that wait to be sent, or are kept for a reconnect.")
    format: str
    build: str


class SessionsStatus(BaseModel):
    running_streams: int = Field(description="Streams in flight on the lanes, of every protocol.")
    connections: int = Field(description="Live streams with a connected client.")
    sessions: list[SessionStatus]


class Reset(BaseModel):
    """What was dropped."""

    sessions: int = Field(description="Live streams that were over and waited for a late reconnect.")
    caches: dict[str, int] = Field(description="Bytes, by cache.")


class BenchmarkRun(BaseModel):
    command: str = Field(description="latency, streams, builds: `koe bench` and this word.")
    finished_at: str = Field(description="UTC, as in 2026-01-31T12:00:00Z.")
    version: str = Field(description="koe's.")
    result: dict[str, Any] = Field(description="What the command prints with --json.")


class LastBenchmarks(BaseModel):
    """`last` is null, and `runs` empty, while no benchmark has run for this cache folder."""

    last: BenchmarkRun | None
    runs: list[BenchmarkRun] = Field(description="The last run of each command, the newest first.")


class OptimizationStatus(BaseModel):
    state: Literal["never_run", "done"]
    last: BenchmarkRun | None = Field(description="The last run of the tuner; null if it has never run here.")
