"""The quality gate for candidates: which builds may be chosen by their speed.

A verdict is that of `koe models evaluate` on this machine, beside the files of the build; without one, the verdict that
was published with koe (verdicts.json) for the same variants and versions of recipes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from koe.build.recipes import BUILDS, EXACT, find_build
from koe.build.stage_cache import StageCache
from koe.model.backends.by_precision import why_not
from koe.tune.identity import recipe_of

VERDICTS = Path(__file__).with_name("verdicts.json")


@dataclass(frozen=True, slots=True)
class Quality:
    """`passed` None: there is no verdict on these files."""

    passed: bool | None
    source: str


@dataclass(frozen=True, slots=True)
class Gate:
    """`allowed`: the builds that may be measured, the one in use first. `refused`: the others, and why."""

    allowed: tuple[str, ...]
    refused: Mapping[str, str]
    quality: Mapping[str, Quality]

    def to_json(self) -> dict[str, Any]:
        quality = {name: {"passed": one.passed, "source": one.source} for name, one in self.quality.items()}
        return {"allowed": list(self.allowed), "refused": dict(self.refused), "quality": quality}


def judge_builds(cache: StageCache, in_use: str) -> Gate:
    published = json.loads(VERDICTS.read_text("utf-8"))
    quality = {name: _quality(cache, name, published) for name in BUILDS}
    refused = {}
    for name in BUILDS:
        if name == in_use:
            continue
        if reason := _why_it_cannot_run(name):
            refused[name] = reason
        elif not quality[name].passed:
            refused[name] = "failed the quality gate" if quality[name].passed is False else "has no verdict of quality"
    # What has fewer bytes to compute with is probably faster: a short search begins with that.
    others = sorted(
        (name for name in BUILDS if name not in refused and name != in_use), key=lambda one: _size(cache, one)
    )
    return Gate((in_use, *others), refused, quality)


def _quality(cache: StageCache, name: str, published: Mapping[str, Any]) -> Quality:
    if name == EXACT:
        return Quality(True, "it is the reference")
    record = cache.build_record(find_build(name))
    measured = (record.measured["quality"] or {}) if record is not None else {}
    passed = measured.get("verdict", {}).get("passed")
    if passed is not None:
        return Quality(bool(passed), "measured here")
    verdict = published.get(name)
    if verdict and verdict["recipe"] == recipe_of(name):
        return Quality(bool(verdict["passed"]), f"published, {verdict['clips']} clips, {verdict['date']}")
    return Quality(None, f"run `koe models evaluate {name}`")


def _size(cache: StageCache, name: str) -> float:
    """Bytes of the files of a build; those that are not made come last."""
    records = [cache.record(variant) for variant in find_build(name).variants]
    return sum(math.inf if record is None else record.bytes for record in records)


def _why_it_cannot_run(name: str) -> str | None:
    reasons = (why_not(precision) for precision in {one.precision for one in find_build(name).variants})
    return next((reason for reason in reasons if reason), None)
