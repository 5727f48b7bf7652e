"""Sentences of every language -> how long it takes to read them into phonemes, first, later and from the cache."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from koe.text.plan import Planner, TextToPlan


@dataclass(frozen=True, slots=True)
class ReadingTimes:
    """Of one language. `first_ms` loads what reads it; `p50_ms` to `worst_ms` are for a sentence, without the cache.
    `fallbacks`: how often not the best reader read it."""

    language: str
    sentences: int
    characters: int
    first_ms: float
    p50_ms: float
    p95_ms: float
    worst_ms: float
    cached_ms: float
    characters_per_s: float
    fallbacks: int


def measure_reading(
    planner: Planner, cached: Planner, language: str, texts: Sequence[str], trials: int
) -> ReadingTimes:
    """`cached` is a planner whose reader has a cache, `planner` one without."""
    before = _count(planner.fallback_counts)
    first_ms = _read_ms(planner, texts[0], language)
    each_ms = [_read_ms(planner, text, language) for _ in range(trials) for text in texts]
    fallbacks = _count(planner.fallback_counts) - before
    for text in texts:
        _read_ms(cached, text, language)
    cached_ms = [_read_ms(cached, text, language) for text in texts]
    characters = sum(map(len, texts))
    return ReadingTimes(
        language,
        len(texts),
        characters,
        first_ms,
        p50_ms=float(np.median(each_ms)),
        p95_ms=float(np.quantile(each_ms, 0.95)),
        worst_ms=max(each_ms),
        cached_ms=float(np.median(cached_ms)),
        characters_per_s=1000 * trials * characters / sum(each_ms),
        fallbacks=fallbacks,
    )


def _read_ms(planner: Planner, text: str, language: str, clock_s: Callable[[], float] = time.perf_counter) -> float:
    began_s = clock_s()
    for sentence in planner.sentences(TextToPlan(text, language)):
        planner.spans(sentence)
    return 1000 * (clock_s() - began_s)


def _count(fallbacks: Mapping[str, int]) -> int:
    return sum(fallbacks.values())
