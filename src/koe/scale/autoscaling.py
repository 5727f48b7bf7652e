"""How many replicas are wanted: as many as keep each one's lanes in use for a given share of the time.

Ray Serve runs this in its controller, and applies its own delays and the least and the most number of replicas to it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

# The name under which a replica records its share.
LANE_SHARE = "lane_share"
_ROUNDING = 1e-6


class ByLaneShare:
    def __init__(self, target: float = 0.7) -> None:
        self._target = target

    def __call__(self, context: Any) -> tuple[int, dict[str, Any]]:
        metrics: Mapping[str, Mapping[Any, float]] = context.aggregated_metrics or {}
        shares = metrics.get(LANE_SHARE) or {}
        if not shares:  # no replica has told anything yet
            return context.target_num_replicas, {}
        # A replica that has said nothing yet counts as the mean of the others.
        load = sum(shares.values()) / len(shares) * max(context.current_num_replicas, len(shares))
        return max(1, math.ceil(load / self._target - _ROUNDING)), {}
