"""Marks of an answer -> the fields of its log line. They hold numbers and names of koe only, no text of a request."""

from __future__ import annotations

from typing import Any

from koe.engine.marks import Marks


def log_fields(marks: Marks) -> dict[str, Any]:
    """What is not known, and counts of things that did not happen, are left out. For a cache hit the time to the first
    sound is `hit_ms`, for a whole answer `answer_ms`, else `ttfa_ms`."""
    p95_s = marks.jitter.quantile(0.95)
    fields: dict[str, Any] = {
        "kind": None if marks.kind is None else marks.kind.value,
        "audio_s": round(marks.audio_s, 3),
        "ttfa_ms": _ms(marks.ttfa_s),
        "hit_ms": _ms(marks.hit_s),
        "answer_ms": _ms(marks.answer_s),
        "rtf": None if marks.rtf is None else round(marks.rtf, 3),
        "queue_ms": _ms(marks.queue_wait_s),
        "text_ms": _ms(marks.text_work_s),
        "windows": marks.windows or None,
        "frame_ms": marks.frame_ms,
        "prebuffer_ms": marks.prebuffer_ms,
        "frames": marks.frames or None,
        "jitter_p95_ms": _ms(p95_s),
        "underruns": marks.underruns or None,
        "stall_silence_ms": _ms(marks.stall_silence_s) or None,
        "gc_ms": _ms(marks.gc_s) or None,
        "cpu_share": None if marks.cpu_share is None else round(marks.cpu_share, 2),
        "fell_back": marks.fell_back or None,
        "g2p_fallbacks": ", ".join(sorted(+marks.g2p_fallbacks)) or None,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(1000 * seconds, 1)
