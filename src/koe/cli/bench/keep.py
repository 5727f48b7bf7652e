"""Keeps the last result of a benchmark for GET /benchmarks/last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from koe.observe.bench_results import BenchResults
from koe.settings import load_settings


def keep_result(command: str, result: Mapping[str, Any]) -> None:
    """Written to the cache folder, unless KOKORO_EPHEMERAL is set."""
    settings = load_settings()
    BenchResults(settings.cache_dir, keeps=not settings.ephemeral).save(command, result)
