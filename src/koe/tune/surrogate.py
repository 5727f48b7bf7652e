"""What trials say about points that were not tried: a Gaussian process over settings, and which to try next.

Settings are names and small numbers without a distance, so two points are alike in as many settings as they share: a
term for each setting that adds up, and one for how settings act together. The next point is drawn by Thompson sampling:
a cost for every point that fits what was measured, a weighting of the objectives, and the point that is best by them.
Weightings differ from draw to draw, so that the whole front is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from koe.tune.space import Point

Floats = NDArray[np.float64]

# Logarithms of ratios: a setting changes a cost by about a third, and in combination with others by a sixth.
_ALONE, _TOGETHER = 0.3, 0.15
_LIKENESS = 0.5  # left of what two points have in common for each setting in which they differ
_JITTER = 1e-9
# A point that does not start is as bad as one that takes 2.7 times as long.
FAILED = 1.0


def likeness(left: Sequence[Point], right: Sequence[Point]) -> Floats:
    """The covariance of the costs of points."""
    names = sorted(left[0])
    same = np.array([[[a[name] == b[name] for name in names] for b in right] for a in left], dtype=np.float64)
    alone = _ALONE**2 * same.mean(axis=2) * len(names)
    together = _TOGETHER**2 * _LIKENESS ** (len(names) - same.sum(axis=2))
    return np.asarray(alone + together, dtype=np.float64)


class Surrogate:
    """`costs` has a row of objectives for each of the points that were tried, relative to the default; `noise` is the
    standard error of each row."""

    def __init__(self, tried: Sequence[Point], costs: Floats, noise: Floats) -> None:
        self._tried = tried
        self._costs = costs
        self._noise = noise

    def predict(self, points: Sequence[Point]) -> tuple[Floats, Floats]:
        """Mean of each point and objective, and the covariance that all objectives share. The default, tried with
        certainty, is the origin."""
        known = likeness(self._tried, self._tried) + np.diag(self._noise**2 + _JITTER)
        between = likeness(points, self._tried)
        mean = between @ np.linalg.solve(known, self._costs)
        rest = likeness(points, points) - between @ np.linalg.solve(known, between.T)
        return mean, rest

    def draw(self, points: Sequence[Point], random: np.random.Generator, weights: Sequence[float]) -> int:
        """The number of the point to try next."""
        mean, rest = self.predict(points)
        values, vectors = np.linalg.eigh((rest + rest.T) / 2)
        root = vectors * np.sqrt(np.clip(values, 0.0, None))
        drawn = mean + root @ random.standard_normal(mean.shape)
        share = random.dirichlet(4.0 * np.asarray(weights) / np.sum(weights) + 0.2)
        return int(np.argmin(drawn @ share))
