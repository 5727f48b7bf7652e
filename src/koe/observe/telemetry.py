"""What koe learns from its answers: history, objectives, metrics and traces, told once when each answer is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

from koe.engine.engine import EngineState
from koe.engine.marks import Kind, Marks
from koe.lru import CacheCounts
from koe.observe.gc_pauses import GcPauses
from koe.observe.history import History, Outcome
from koe.observe.metrics import MetricsOfAnswers, Sources, StateCollector, exposed, new_registry
from koe.observe.process_watch import ProcessWatch
from koe.observe.slo import SloTargets, SloWatch
from koe.observe.traces import Traces


class Telemetry:
    """Holds no text of any request. Safe for several threads."""

    def __init__(
        self,
        targets: SloTargets | None = None,
        traces: Traces | None = None,
        end_traces: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        cpu_clock: Callable[[], float] = time.process_time,
    ) -> None:
        self._clock = clock
        self._cpu_clock = cpu_clock
        self._traces = traces
        self._end_traces = end_traces
        self._registry: CollectorRegistry = new_registry()
        self._metrics = MetricsOfAnswers(self._registry)
        self.history = History(clock)
        self.slos = SloWatch(targets or SloTargets(), self.history)
        self.gc_pauses = GcPauses()

    def collect_from(
        self,
        state: Callable[[], EngineState],
        caches: Callable[[], dict[str, CacheCounts]],
        live_streams: Callable[[], int],
        is_ready: Callable[[], bool],
    ) -> None:
        """What /metrics reads when it is asked."""
        sources = Sources(state, caches, lambda: self.gc_pauses.counts, self.slos.check, live_streams, is_ready)
        self._registry.register(StateCollector(sources))

    def register(self, collector: Collector) -> None:
        """More that /metrics reads when it is asked."""
        self._registry.register(collector)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Watches garbage collection inside the block."""
        self.gc_pauses.begin()
        try:
            yield
        finally:
            self.gc_pauses.end()
            self._end_traces()

    def watch(self) -> ProcessWatch:
        """Of what the process does from now on."""
        return ProcessWatch(lambda: self.gc_pauses.total_s, self._clock, self._cpu_clock)

    def frame(self, kind: Kind | None, jitter_s: float | None) -> None:
        """A frame of a live stream has left; its jitter is None if it was not paced."""
        if kind is not None and jitter_s is not None:
            self.history.frame(kind, jitter_s)
            self._metrics.frame(jitter_s)

    def finished(self, marks: Marks, outcome: Outcome) -> None:
        """An answer is over, however it ended. One that was refused has no stream, and counts as refused only."""
        marks.mark("ended")
        self.history.finished(marks, outcome)
        self._metrics.finished(marks, outcome)
        if marks.admitted_s is not None and self._traces is not None:
            self._traces.finished(marks, outcome)

    def families(self) -> Iterable[Metric]:
        """What `metrics` has as text."""
        return self._registry.collect()

    def metrics(self) -> bytes:
        """The text that Prometheus reads. Takes some milliseconds: not for an event loop."""
        return exposed(self._registry)
