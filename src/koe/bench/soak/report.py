"""What a soak test measured -> drift, underruns, growth of memory and threads, and what missed its limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median

import numpy as np

from koe.bench.calibration import Noise
from koe.bench.estimates import Estimate, median_of
from koe.bench.run.profile import Sample

MOST_DRIFT = 1.05
MOST_UNDERRUNS_PER_10_MIN = 1.0
MOST_GROWTH_MB_PER_H = 10.0
_MOST_SLOPE_SAMPLES = 300


@dataclass(frozen=True, slots=True)
class Marker:
    """The same kind of request again and again, alone on the server. `calibration_s`: the fixed piece of work beside
    it, which tells how fast the machine was."""

    at_s: float
    ttfa_s: float
    rtf: float
    calibration_s: float


@dataclass(frozen=True, slots=True)
class Counts:
    """Requests by outcome. `broken`: an answer that ended without its end, was empty, or failed. `bad_accepted`:
    nonsense that was answered with speech, or with another status than 4xx. `markers_refused`: tries of a marker, on a
    server that does nothing else."""

    done: int = 0
    cancelled: int = 0
    resumed: int = 0
    refused: int = 0
    refused_with_room: int = 0
    markers_refused: int = 0
    bad_refused: int = 0
    bad_accepted: int = 0
    broken: int = 0


@dataclass(frozen=True, slots=True)
class Limit:
    name: str
    measured: float
    limit: float

    @property
    def is_met(self) -> bool:
        return self.measured <= self.limit


@dataclass(frozen=True, slots=True)
class Soak:
    """`samples` begin when every language was spoken once; `warm_bytes` is before that."""

    minutes: float
    clients: int
    counts: Counts
    markers: tuple[Marker, ...]
    samples: tuple[Sample, ...]
    underruns: int
    warm_bytes: int
    noise: Noise

    @property
    def ttfa_drift(self) -> Estimate | None:
        return self._drift(lambda one: one.ttfa_s / one.calibration_s)

    @property
    def rtf_drift(self) -> Estimate | None:
        return self._drift(lambda one: one.rtf / one.calibration_s)

    def _drift(self, value: Callable[[Marker], float]) -> Estimate | None:
        """The last third compared with the first; each marker is divided by the speed of the machine beside it."""
        third = len(self.markers) // 3
        if third < 2:
            return None
        first, last = ([value(one) for one in part] for part in (self.markers[:third], self.markers[-third:]))
        return median_of(last).over(median_of(first))

    @property
    def underruns_per_10_min(self) -> float:
        return 10 * self.underruns / self.minutes

    @property
    def growth_mb_per_h(self) -> float:
        """Of the last two thirds of the time: the median of the slopes between all pairs of samples."""
        points = [(one.at_s, one.resident_bytes) for one in self.samples if one.resident_bytes is not None]
        return slope(points[len(points) // 3 :]) * 3600 / 1e6

    @property
    def more_threads(self) -> int:
        return _risen([one.threads for one in self.samples])

    @property
    def more_descriptors(self) -> int:
        return _risen([one.descriptors for one in self.samples])

    def limits(self) -> Iterator[Limit]:
        for name, drift in (("TTFA", self.ttfa_drift), ("RTF", self.rtf_drift)):
            if drift is not None:
                yield Limit(f"{name}, last third / first", drift.value, MOST_DRIFT)
        yield Limit("underruns in 10 minutes", self.underruns_per_10_min, MOST_UNDERRUNS_PER_10_MIN)
        yield Limit("memory, MB more in an hour", self.growth_mb_per_h, MOST_GROWTH_MB_PER_H)
        yield Limit("threads more", self.more_threads, 0)
        yield Limit("descriptors more", self.more_descriptors, 0)
        yield Limit("broken answers", self.counts.broken, 0)
        yield Limit("bad input that was accepted", self.counts.bad_accepted, 0)

    def to_json(self) -> dict[str, object]:
        return {**self.summary(), "markers": [asdict(one) for one in self.markers], **self._samples()}

    def summary(self) -> dict[str, object]:
        drifts = {"ttfa_drift": self.ttfa_drift, "rtf_drift": self.rtf_drift}
        return {
            "minutes": self.minutes,
            "clients": self.clients,
            "counts": asdict(self.counts),
            **{name: None if drift is None else asdict(drift) for name, drift in drifts.items()},
            "underruns": self.underruns,
            "warm_bytes": self.warm_bytes,
            "growth_mb_per_h": self.growth_mb_per_h,
            "limits": [{**asdict(one), "is_met": one.is_met} for one in self.limits()],
            "noise": {**asdict(self.noise), "is_quiet": self.noise.is_quiet},
        }

    def _samples(self) -> dict[str, object]:
        return {"samples": [asdict(one) for one in self.samples]}


@dataclass(frozen=True, slots=True)
class LimitedSoak:
    """A soak under a memory limit. `memory` is that of /status at the end; `first_audible_s` are medians on the server
    alone, without the limit and after the soak with it."""

    soak: Soak
    idle_bytes: int
    limit_bytes: int
    memory: Mapping[str, object]
    first_audible_s: float
    first_audible_after_s: float

    def to_json(self) -> dict[str, object]:
        return {**asdict(self), "soak": self.soak.to_json()}


def slope(points: Sequence[tuple[float, int]]) -> float:
    """Theil–Sen: single jumps, such as a large answer that is held for a moment, do not count."""
    thinned = points[:: max(1, len(points) // _MOST_SLOPE_SAMPLES)]
    if len(thinned) < 2:
        return 0.0
    at, value = np.array(thinned, dtype=np.float64).T
    first, second = np.triu_indices(len(thinned), 1)
    return float(np.median((value[second] - value[first]) / (at[second] - at[first])))


def _risen(counts: Sequence[int | None]) -> int:
    """The median of the last third above that of the first: connections that are open now come and go."""
    known = [count for count in counts if count is not None]
    third = max(1, len(known) // 3)
    return round(median(known[-third:]) - median(known[:third])) if known else 0
