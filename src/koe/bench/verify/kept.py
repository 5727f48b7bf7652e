"""The last results of the long measurements -> figures by the names of `bars.BARS`; what was not measured is absent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from koe.bench.soak.report import FEWEST_MINUTES
from koe.observe.bench_results import BenchResults

Result = Mapping[str, Any]


def kept_figures(results: BenchResults, quality: Result | None) -> dict[str, float]:
    """`quality`: what `koe models evaluate` recorded for the build, if it did. Results of another form are left out."""
    return dict(_found(results, quality))


def _found(results: BenchResults, quality: Result | None) -> Iterator[tuple[str, float]]:
    read: Sequence[tuple[str, Result | None, Callable[[Result], float]]] = (
        ("quality", quality, lambda one: sum(check["passed"] is False for check in one["verdict"]["checks"])),
        ("crowd_underruns", _last(results, "streaming"), lambda one: one["capacity"]["punctuality"]["underruns"]),
        ("memory_growth", _last(results, "memory"), lambda one: 1 + one["growth"]),
        ("soak", _long_enough(_last(results, "soak")), lambda one: sum(map(_is_missed, one["limits"]))),
        ("perf", _decided(_last(results, "perf")), lambda one: sum(map(_is_slower, one["findings"]))),
    )
    for name, result, figure in read:
        if result is not None:
            with suppress(KeyError, TypeError, ValueError):
                yield name, float(figure(result))


def _last(results: BenchResults, command: str) -> Result | None:
    last = results.last(command)
    return None if last is None else last.result


def _long_enough(soak: Result | None) -> Result | None:
    return soak if soak is not None and soak.get("minutes", 0) >= FEWEST_MINUTES else None


def _decided(perf: Result | None) -> Result | None:
    return perf if perf is not None and perf.get("passed") is not None else None


def _is_missed(limit: Mapping[str, Any]) -> bool:
    return not limit["is_met"] and not limit["doubt"]


def _is_slower(finding: Mapping[str, Any]) -> bool:
    return bool(finding["is_slower"] and finding["is_decisive"])
