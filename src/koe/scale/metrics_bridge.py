"""koe's metrics -> Ray's: its agent on each node exposes them with those of all other replicas, `ray_koe_…`.

Each series has the tag `replica`. Of a histogram the buckets, the sum and the count are told as they are, so that
quantiles over all replicas can be computed as usual.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from prometheus_client.core import Metric
from ray.util.metrics import Counter, Gauge

from koe.errors import described

log = logging.getLogger("koe.scale")

EVERY_S = 5.0
_PREFIX = "koe_"


class MetricsBridge:
    def __init__(self, families: Callable[[], Iterable[Metric]], replica: str) -> None:
        self._families = families
        self._replica = replica
        self._counters: dict[str, Counter] = {}
        self._gauges: dict[str, Gauge] = {}
        self._told: dict[tuple[str, tuple[tuple[str, str], ...]], float] = {}

    async def run(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self.tell)
            except Exception as problem:  # noqa: BLE001  speech goes on without metrics
                log.warning("metrics were not told to Ray: %s", described(problem))
            await asyncio.sleep(EVERY_S)

    def tell(self) -> None:
        """Takes some milliseconds: not for an event loop."""
        for family in self._families():
            for sample in family.samples:
                if sample.name.startswith(_PREFIX) and not sample.name.endswith("_created"):
                    tags = {**sample.labels, "replica": self._replica}
                    if family.type == "counter":
                        self._count(sample.name, family.documentation, tags, sample.value)
                    else:
                        self._gauge(sample.name, family.documentation, tags).set(sample.value, tags)

    def _gauge(self, name: str, text: str, tags: dict[str, str]) -> Gauge:
        if name not in self._gauges:
            self._gauges[name] = Gauge(name, text, tag_keys=tuple(tags))
        return self._gauges[name]

    def _count(self, name: str, text: str, tags: dict[str, str], value: float) -> None:
        if name not in self._counters:
            self._counters[name] = Counter(name, text, tag_keys=tuple(tags))
        series = (name, tuple(sorted(tags.items())))
        more = value - self._told.get(series, 0.0)
        if more > 0:
            self._counters[name].inc(more, tags)
            self._told[series] = value
