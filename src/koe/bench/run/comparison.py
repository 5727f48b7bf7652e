"""A run and an earlier one -> what became faster or slower, as far as the noise allows to say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from koe.bench.estimates import Estimate

Verdict = Literal["faster", "slower", "no difference", "not concluded"]

# Below this nobody notices, and two runs of the same code differ by as much.
_UNNOTICED = 0.03
_LABELS: Mapping[str, str] = {
    "machine": "another machine",
    "version": "another version of koe",
    "build": "another build",
    "voice": "another voice",
    "is_streamed": "streamed and whole",
    "peer": "another peer",
}


@dataclass(frozen=True, slots=True)
class Change:
    """`ratio`: now compared with then; below 1 is faster. `against_peer`: of ratios to the same peer, which cancels the
    speed of the machine."""

    preset: str
    measure: str
    ratio: Estimate
    against_peer: bool
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Comparison:
    """`differences` are those of the conditions."""

    name: str
    differences: tuple[str, ...]
    changes: tuple[Change, ...]


def compare(name: str, then: Mapping[str, Any], now: Mapping[str, Any]) -> Comparison:
    """Both are the JSON of a run."""
    old, new = then["conditions"], now["conditions"]
    differences = tuple(label for key, label in _LABELS.items() if _condition(old, key) != _condition(new, key))
    is_quiet = bool(then["noise"]["is_quiet"] and now["noise"]["is_quiet"])
    is_same_peer = new["peer"] is not None and old["peer"] == new["peer"]
    return Comparison(name, differences, tuple(_changes(then, now, is_quiet, is_same_peer)))


def verdict_of(ratio: Estimate, is_quiet: bool) -> Verdict:
    if not is_quiet:
        return "not concluded"
    if ratio.low > 1 and ratio.value > 1 + _UNNOTICED:
        return "slower"
    if ratio.high < 1 and ratio.value < 1 - _UNNOTICED:
        return "faster"
    return "no difference"


def _condition(conditions: Mapping[str, Any], key: str) -> object:
    return conditions["kind"] if key == "machine" else conditions[key]


def _changes(then: Mapping[str, Any], now: Mapping[str, Any], is_quiet: bool, against_peer: bool) -> Iterator[Change]:
    for preset, text in now["texts"].items():
        old = then["texts"].get(preset)
        if old is None:
            continue
        for measure in ("ttfa", "rtf"):
            before, after = (
                _estimate(one["ratios"][measure])
                if against_peer
                else _estimate(one["speakers"][run["own"]][_KEYS[measure]]["p50"])
                for one, run in ((old, then), (text, now))
            )
            ratio = after.over(before)
            yield Change(preset, measure, ratio, against_peer, verdict_of(ratio, is_quiet))


_KEYS: Mapping[str, str] = {"ttfa": "ttfa_s", "rtf": "rtf"}


def _estimate(value: Mapping[str, float]) -> Estimate:
    return Estimate(value["value"], value["low"], value["high"])
