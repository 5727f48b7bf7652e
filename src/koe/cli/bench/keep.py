"""Keeps the last result of a benchmark for GET /benchmarks/last, and named baselines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from koe.observe.bench_results import BenchResults
from koe.settings import load_settings


def bench_results() -> BenchResults:
    """In the cache folder; nothing is written with KOKORO_EPHEMERAL."""
    settings = load_settings()
    return BenchResults(settings.cache_dir, keeps=not settings.ephemeral)


def keep_result(command: str, result: Mapping[str, Any]) -> None:
    bench_results().save(command, result)
