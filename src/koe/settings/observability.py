"""Settings of what koe says about itself: logs, objectives, traces."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class ObservabilitySettings(BaseModel):
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Lowest level that is logged.")
    slo_ttfa_s: float = Field(
        0.5,
        ge=0,
        description="Objective for the time to the first audible sample of live answers, 95th percentile, in seconds; "
        "a breach is logged with a remedy. 0: none.",
    )
    slo_rtf: float = Field(
        0.6, ge=0, description="Objective for the work per second of speech, 95th percentile. 0: none."
    )
    slo_underruns_per_h: float = Field(0.5, ge=0, description="Objective for underruns: the most in an hour. 0: none.")
    benchmark_every_s: float = Field(
        0,
        ge=0,
        le=30 * 86_400,
        description="Measure the own speed this often, in seconds, in the background when no stream ran for a minute: "
        "`benchmark` at `/status`. 0: never.",
    )
    traces: bool = Field(
        False,
        description="Send a trace of each answer with OpenTelemetry, as `OTEL_EXPORTER_OTLP_ENDPOINT` says. Needs the "
        "extra `koe[otel]`.",
    )
    log_format: Literal["text", "json"] | None = Field(
        None, description="`text` or `json`, one line per record. Default: text on a terminal, else JSON."
    )
