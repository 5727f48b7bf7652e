"""Settings of the daemon that plays: which server it asks, what it keeps, when it ends."""

from __future__ import annotations

from pydantic import BaseModel, Field


class PlaybackSettings(BaseModel):
    daemon_server: str | None = Field(
        None,
        pattern=r"^https?://[^\s/]+/?$",
        description="Server that `koe daemon` asks for speech: `http://localhost:8880`. Default: at KOKORO_HOST "
        "and KOKORO_PORT. Where none is ready the daemon starts an engine of its own.",
    )
    daemon_engine: bool = Field(True, description="Whether the daemon may start an engine of its own.")
    daemon_engine_idle_s: float = Field(
        600.0, ge=0, description="Seconds without speech after which the daemon ends its own engine; 0: never."
    )
    daemon_idle_s: float = Field(0.0, ge=0, description="Seconds without speech after which the daemon ends; 0: never.")
    daemon_kept_bytes: int = Field(
        67_108_864,
        ge=1_048_576,
        description="Audio that the daemon keeps to repeat it, in bytes (64 MiB: 23 minutes).",
    )
