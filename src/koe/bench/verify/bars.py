"""The figures that features must reach, by name. All are limits from above."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """`is_timing`: on a noisy machine a miss proves nothing. `command`: what measures it, if it takes too long to be
    measured with the others; then its last result counts."""

    label: str
    limit: float
    is_timing: bool = True
    command: str = ""


BARS: Mapping[str, Bar] = {
    "first_byte_ms": Bar("first byte, ms", 20),
    "ttfa_ratio": Bar("first sound of 70 characters, p95 / kokoro-onnx", 0.12),
    "ttfa_growth": Bar("first sound of 2,000 characters / 70", 1.25),
    "hit_ms": Bar("first sound from the cache, ms", 20),
    "hit_other_bytes": Bar("samples that differ in an answer from the cache", 0, is_timing=False),
    "jitter_ms": Bar("jitter of paced frames, p95, ms", 10),
    "underruns": Bar("underruns of one listener", 0),
    "resume_ms": Bar("from a broken connection to the next frame, ms", 1000),
    "resume_other_bytes": Bar("bytes lost, repeated or changed by a reconnect", 0, is_timing=False),
    "whole_off_lu": Bar("whole answers: furthest from −16 LUFS", 1.0, is_timing=False),
    "streamed_off_lu": Bar("streams: furthest from −16 LUFS", 1.5, is_timing=False),
    "peak_dbtp": Bar("highest true peak, dBTP", -1.0, is_timing=False),
    "repeated_other_bytes": Bar("bytes that differ in the same request again", 0, is_timing=False),
    "freed_s": Bar("from a disconnect to a free stream, worst, s", 0.5),
    "first_request_ratio": Bar("first request after the warm-up / later ones", 1.3),
    "quality": Bar("bars of the quality gate that the build misses", 0, False, "koe models evaluate"),
    "crowd_underruns": Bar("underruns of as many streams as fit", 0, True, "koe bench streaming"),
    "memory_growth": Bar("memory, last repetition / first", 1.1, False, "koe bench memory"),
    "soak": Bar("limits of the soak test that were missed", 0, False, "koe bench soak --minutes 20"),
    "perf": Bar("measures that became slower", 0, False, "make perf"),
}
