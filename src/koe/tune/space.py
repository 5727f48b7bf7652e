"""What may be tuned: the settings that exist here, the values each may have, and the points that they span."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

Value = str | int | bool | None
# Settings by name. A point has a value for every dimension of its space.
Point = Mapping[str, Value]

# A grid with more points is sampled.
_MOST_POINTS = 600


def point_key(point: Point) -> str:
    return json.dumps(dict(point), sort_keys=True)


@dataclass(frozen=True, slots=True)
class Dimension:
    """A setting and its values; `default` is the one that it has without tuning."""

    name: str
    default: Value
    values: tuple[Value, ...]

    @classmethod
    def of(cls, name: str, default: Value, others: Sequence[Value]) -> Dimension:
        return cls(name, default, tuple(dict.fromkeys((default, *others))))


@dataclass(frozen=True, slots=True)
class Space:
    """`allows` says whether a combination makes sense on this machine."""

    dimensions: tuple[Dimension, ...]
    allows: Callable[[Point], bool] = lambda _: True

    @property
    def default(self) -> Point:
        return {one.name: one.default for one in self.dimensions}

    def starts(self) -> list[Point]:
        """The default, then the points that differ from it in one setting, or in as few as make sense. The builds come
        first if they are the first dimension."""
        nearest = sorted(
            self.pool(np.random.default_rng(0)), key=self.changes
        )  # stable: the order of the dimensions stays
        few = [point for point in nearest if self.changes(point) <= 1]
        return [self.default, *(point for point in few if self.changes(point))]

    def changes(self, point: Point) -> int:
        return sum(point[one.name] != one.default for one in self.dimensions)

    def pool(self, random: np.random.Generator, around: Sequence[Point] = ()) -> list[Point]:
        """All points, or of a large grid some at random, the neighbours of the default, and those of `around`."""
        size = 1
        for one in self.dimensions:
            size *= len(one.values)
        if size <= _MOST_POINTS:
            found = self._grid()
        else:
            found = [*self._near((self.default, *around)), *(self._any(random) for _ in range(_MOST_POINTS))]
        return [json.loads(key) for key in dict.fromkeys(point_key(one) for one in found if self.allows(one))]

    def _grid(self) -> list[Point]:
        names = [one.name for one in self.dimensions]
        # The last dimension changes slowest, so that values of the first one come first among equals.
        rows = product(*(one.values for one in reversed(self.dimensions)))
        return [dict(zip(names, reversed(row), strict=True)) for row in rows]

    def _near(self, points: Sequence[Point]) -> Iterator[Point]:
        for point in points:
            yield point
            for one in self.dimensions:
                yield from ({**point, one.name: value} for value in one.values)

    def _any(self, random: np.random.Generator) -> Point:
        return {one.name: one.values[random.integers(len(one.values))] for one in self.dimensions}
