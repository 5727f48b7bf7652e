"""Limits of requests and connections."""

from __future__ import annotations

from pydantic import BaseModel, Field

from koe.constants import MAX_CHARACTERS


class LimitSettings(BaseModel):
    max_characters: int = Field(
        MAX_CHARACTERS,
        ge=1,
        description="Longest text of a request, in characters. `koe say` has this limit only if it is set.",
    )
    max_body_bytes: int = Field(1_048_576, ge=1024, description="Largest request body, in bytes.")
    max_header_bytes: int = Field(32_768, ge=1024, le=1_048_576, description="Largest request header, in bytes.")
    max_frame_bytes: int = Field(262_144, ge=1024, description="Largest message on a WebSocket, in bytes.")
    max_connections: int = Field(
        256,
        ge=1,
        le=65_536,
        description="Connections at once. One more closes the one that has been idle longest; if all are busy it "
        "gets 503.",
    )
    header_timeout_s: float = Field(
        10.0,
        gt=0,
        le=3600,
        description="Timeout for a request header, in seconds from its first byte or the opening of the connection.",
    )
    body_timeout_s: float = Field(30.0, gt=0, le=3600, description="Timeout for a request body, in seconds.")
    idle_timeout_s: float = Field(15.0, gt=0, le=3600, description="Seconds after which an idle connection is closed.")
    ping_interval_s: float = Field(
        20.0,
        gt=0,
        le=3600,
        description="Seconds between pings on a WebSocket; it is closed if a ping is not answered for as long.",
    )
