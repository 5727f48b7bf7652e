"""The memory guard, the budget and the degrade mode -> metrics for Prometheus, read when it asks."""

from __future__ import annotations

import math
from collections.abc import Iterable

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from koe.engine.degrade import Mode
from koe.engine.safeguards import Safeguards


class SafeguardCollector(Collector):
    def __init__(self, safeguards: Safeguards) -> None:
        self._safeguards = safeguards

    def describe(self) -> Iterable[Metric]:
        """Nothing: else the registry would ask for the state when the collector is registered."""
        return ()

    def collect(self) -> Iterable[Metric]:
        guard, budget, modes = self._safeguards.guard.state, self._safeguards.budget, self._safeguards.modes.state
        yield GaugeMetricFamily("koe_memory_pressure", "0 normal, 1 tight, 2 short", value=float(guard.pressure))
        room_bytes = math.inf if guard.limit is None else guard.limit.room_bytes
        yield GaugeMetricFamily("koe_memory_room_bytes", "Left under the limit with the least of it", value=room_bytes)
        yield GaugeMetricFamily("koe_memory_reserved_bytes", "For admitted work", value=guard.reserved_bytes)
        yield CounterMetricFamily("koe_memory_refused", "Requests refused for memory", value=guard.refused)
        yield GaugeMetricFamily("koe_memory_budget_bytes", "Allowed for caches and frames", value=budget.allowed_bytes)
        yield GaugeMetricFamily("koe_memory_budget_used_bytes", "Used of it", value=budget.used_bytes)
        yield CounterMetricFamily("koe_memory_shed_bytes", "Dropped from caches for it", value=budget.shed_bytes)
        mode = GaugeMetricFamily("koe_degrade_mode", "1 for the mode in effect", labels=["mode"])
        for one in Mode:
            mode.add_metric([one.value], float(one is modes.mode))
        yield mode
        entered = CounterMetricFamily("koe_degrade_entered", "How often a mode began by itself", labels=["mode"])
        for name, count in modes.entered.items():
            entered.add_metric([name], count)
        yield entered
