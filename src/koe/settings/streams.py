"""Settings of streams: how many, how long, and what a live stream keeps."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class StreamSettings(BaseModel):
    max_streams: int = Field(
        32,
        ge=1,
        le=1024,
        description="Streams at once; one more gets 429, and so does one that could not be served in time.",
    )
    profile: Literal["low_latency", "balanced", "throughput"] = Field(
        "balanced",
        description="Frames of live streams whose clients name no length: 40 ms (`low_latency`), 50 ms (`balanced`) or "
        "100 ms (`throughput`: fewer messages). Clients are told to gather two of them before they play.",
    )
    queue_blocks: int = Field(
        4,
        ge=1,
        le=64,
        description="Queue of a stream, in windows; when it is full the stream waits for its client (back-pressure).",
    )
    stall_timeout_s: float = Field(
        60.0, gt=0, le=3600, description="Seconds after which a stream is dropped whose client has stopped reading."
    )
    step_timeout_s: float = Field(
        60.0,
        gt=0,
        le=3600,
        description="Timeout for one block of audio, in seconds. If the model takes longer, waiting requests get 504, "
        "and new ones 503 until it goes on. Waiting behind other requests does not count.",
    )
    max_request_s: float = Field(
        3600.0,
        gt=0,
        le=86_400,
        description="Timeout for a whole request, in seconds; a slow client counts too. `koe say` has this limit only "
        "if it is set.",
    )
    stall_silence: bool = Field(
        True,
        description="Send silence, 20 ms at a time, when speech comes too late for a listener: on live streams "
        "(WebSocket), and on streamed answers with `fill_stalls`. false: never.",
    )
    stream_lead_s: float = Field(
        1.0,
        ge=0,
        le=60,
        description="Audio that a live stream sends ahead of its listener, in seconds; after that its frames leave at "
        "the pace of playing. 0: every frame leaves as soon as it is made.",
    )
    degrade: Literal["auto", "off", "avoid_underrun", "reduce_ttfa", "stability"] = Field(
        "auto",
        description="Degrade mode, see docs/operations.md: `auto` enters and leaves one by what is measured, `off` "
        "none; or the mode that is always in effect.",
    )
    max_open_streams: int = Field(
        32,
        ge=1,
        le=4096,
        description="Live streams (WebSocket) open at once, including those that wait for text or a reconnect.",
    )
    stream_idle_s: float = Field(
        300.0,
        gt=0,
        le=86_400,
        description="Seconds that a live stream may be paused or wait for text before it is closed.",
    )
    resume_s: float = Field(
        30.0,
        gt=0,
        le=3600,
        description="Seconds that a client has to reconnect after it lost its connection.",
    )
    replay_bytes: int = Field(
        4_194_304, ge=65_536, description="Sent frames that a live stream keeps for a reconnect, in bytes."
    )
    unsent_bytes: int = Field(
        1_048_576, ge=65_536, description="Buffer of a live stream for frames that are not sent yet, in bytes."
    )
    shutdown_grace_s: int = Field(
        10, ge=0, le=3600, description="Seconds that running streams have to finish after SIGTERM."
    )
