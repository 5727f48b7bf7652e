"""Stand-in servers for the tuner: costs from a table, with noise and a machine that slows down, and a clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from koe.errors import EngineError
from koe.tune.space import Dimension, Point, Space
from koe.tune.trials import Sample

SPACE = Space(
    (
        Dimension.of("build", "fp32", ("int8", "exact")),
        Dimension.of("threads", 0, (1,)),
        Dimension.of("lanes", 1, (2,)),
    ),
    lambda point: point["lanes"] == 1 or point["threads"] == 1,
)
# Seconds to the first sound, RTF, MB; other settings multiply.
BUILDS = {"fp32": (0.2, 0.3, 830), "int8": (0.1, 0.12, 470), "exact": (0.3, 0.4, 900)}


def as_the_builds_promise(point: Point) -> tuple[float, float, int]:
    ttfa_s, rtf, memory_mb = BUILDS[str(point["build"])]
    slower = 1.6 if point["threads"] == 1 else 1.0
    return ttfa_s * slower, rtf * slower, memory_mb


def all_equal(point: Point) -> tuple[float, float, int]:
    return 0.2, 0.3, 800


@dataclass
class StandInRig:
    """`noise` is the standard deviation of a sample's logarithm. `fails`: points that do not start. `drift`: how slow
    the machine is at a moment."""

    costs: Callable[[Point], tuple[float, float, int]]
    noise: float = 0.0
    seed: int = 0
    fails: Callable[[Point], bool] = lambda _: False
    drift: Callable[[float], float] = lambda _: 1.0
    start_s: float = 5.0
    now_s: float = 0.0
    served: list[Point] = field(default_factory=list)
    open_servers: int = 0
    on_speak: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        self._random = np.random.default_rng(self.seed)

    def clock(self) -> float:
        return self.now_s

    @contextmanager
    def serve(self, point: Point, limit_s: float) -> Iterator[StandInServer]:
        self.now_s += min(self.start_s, limit_s)
        if self.fails(point):
            raise EngineError("The child server ended before it listened.")
        self.served.append(point)
        self.open_servers += 1
        try:
            yield StandInServer(self, point)
        finally:
            self.open_servers -= 1

    def spoken(self, point: Point) -> Sample:
        self.on_speak()
        ttfa_s, rtf, _ = self.costs(point)
        slow = self.drift(self.now_s)
        first, whole = (float(np.exp(self._random.normal(0.0, self.noise))) for _ in range(2)) if self.noise else (1, 1)
        self.now_s += rtf * slow * 4.0
        return Sample(ttfa_s * slow * first, rtf * slow * whole)


@dataclass
class StandInServer:
    rig: StandInRig
    point: Point
    has_fallen: bool = False

    def speak(self) -> Sample:
        return self.rig.spoken(self.point)

    def memory_mb(self) -> int:
        return self.rig.costs(self.point)[2]

    def has_fallen_back(self) -> bool:
        return self.has_fallen
