"""Metrics for Prometheus. Their labels are names of koe's own, never input of a client, so that series are bounded.

`MetricsOfAnswers` is told of every answer; what is known elsewhere, such as queues and caches, is read when Prometheus
asks. Each server has a registry of its own. One process serves: there is nothing to add up over several, and eSpeak's
process counts nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from koe.engine.engine import EngineState
from koe.engine.marks import Kind, Marks
from koe.lru import CacheCounts
from koe.observe.gc_pauses import GcCounts
from koe.observe.history import Outcome
from koe.observe.slo import SloState

# The objective of 0.5 s and the bar for cache hits, 20 ms, are bounds.
_FIRST_SOUND_S = (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1.0, 1.5, 2.5, 5.0, 10.0)
_WHOLE_S = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 1800.0)
_RTF = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.5, 2.0)
_JITTER_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25)
_WAIT_S = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_STAGE_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 2.5)


class MetricsOfAnswers:
    def __init__(self, registry: CollectorRegistry) -> None:
        def histogram(name: str, text: str, labels: Iterable[str], buckets: tuple[float, ...]) -> Histogram:
            return Histogram(name, text, list(labels), registry=registry, buckets=buckets)

        self._answers = Counter(
            "koe_answers", "Answers that are over", ["delivery", "kind", "outcome"], registry=registry
        )
        self._ttfa = histogram(
            "koe_ttfa_seconds",
            "From the acceptance of a live answer to its first sample above -50 dBFS at the socket; no cache hits",
            ["kind"],
            _FIRST_SOUND_S,
        )
        self._hit = histogram("koe_cache_hit_seconds", "The same of cache hits", [], _FIRST_SOUND_S)
        self._whole = histogram("koe_whole_answer_seconds", "Until a whole answer is handed over", [], _WHOLE_S)
        self._rtf = histogram("koe_rtf", "Seconds of work per second of speech", ["delivery"], _RTF)
        self._jitter = histogram(
            "koe_frame_jitter_seconds", "Jitter of paced frames of live streams at the socket", [], _JITTER_S
        )
        self._wait = histogram("koe_queue_wait_seconds", "From the admission to the first step", [], _WAIT_S)
        self._stage = histogram(
            "koe_stage_seconds", "Time before the first sound, by stage; no cache hits", ["stage"], _STAGE_S
        )
        self._audio = Counter("koe_audio_seconds", "Speech made", registry=registry)
        self._work = Counter("koe_work_seconds", "Time that lanes spent on answers", registry=registry)
        self._underruns = Counter("koe_underruns", "Moments at which a listener ran dry", registry=registry)
        self._silence = Counter("koe_stall_silence_seconds", "Silence sent in place of late speech", registry=registry)

    def finished(self, marks: Marks, outcome: Outcome) -> None:
        delivery = "live" if marks.is_live else "whole"
        self._answers.labels(
            delivery, "none" if marks.admitted_s is None or marks.kind is None else marks.kind.value, outcome
        ).inc()
        self._audio.inc(marks.audio_s)
        self._work.inc(marks.work_s)
        self._underruns.inc(marks.underruns)
        self._silence.inc(marks.stall_silence_s)
        if marks.queue_wait_s is not None:
            self._wait.observe(marks.queue_wait_s)
        if marks.rtf is not None:
            self._rtf.labels(delivery).observe(marks.rtf)
        first_s = marks.first_sound_s
        if first_s is None or marks.kind is None:
            return
        if not marks.is_live:
            self._whole.observe(first_s)
        elif marks.kind is Kind.HIT:
            self._hit.observe(first_s)
        else:
            self._ttfa.labels(marks.kind.value).observe(first_s)
            for stage in marks.stages:
                self._stage.labels(stage.name).observe(stage.stop_s - stage.start_s)

    def frame(self, jitter_s: float) -> None:
        self._jitter.observe(jitter_s)


@dataclass(frozen=True, slots=True)
class Sources:
    """What the collector asks when Prometheus asks it. `is_ready`: whether new requests are served."""

    state: Callable[[], EngineState]
    caches: Callable[[], dict[str, CacheCounts]]
    gc: Callable[[], GcCounts]
    slos: Callable[[], Iterable[SloState]]
    live_streams: Callable[[], int]
    is_ready: Callable[[], bool]


class StateCollector(Collector):
    """Reads the state of the engine, the caches, the collector and the objectives when Prometheus asks."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    def describe(self) -> Iterable[Metric]:
        """Nothing: else the registry would ask for the state when the collector is registered."""
        return ()

    def collect(self) -> Iterable[Metric]:
        state, gc = self._sources.state(), self._sources.gc()
        yield _gauge("koe_ready", "1 while new requests are served, as /ready says", float(self._sources.is_ready()))
        if state.warm_up_s is not None:
            yield _gauge("koe_warm_up_seconds", "How long the warm-up took", state.warm_up_s)
        yield _gauge("koe_running_streams", "Streams now", state.running_streams)
        yield _gauge("koe_waiting_streams", "Streams that no lane has begun", state.queues.waiting_streams)
        yield _gauge("koe_open_live_streams", "Live streams (WebSocket) open now", self._sources.live_streams())
        yield _gauge("koe_queued_blocks", "Blocks that clients have not read yet", state.queues.blocks)
        yield _gauge("koe_cost_share", "Lane time for a second of audio, as admission counts", state.costs.share)
        yield _counter("koe_streams_admitted", "Streams admitted", state.streams.admitted)
        yield _counter("koe_streams_refused", "Streams refused with 429 or 503", state.streams.refused)
        yield _counter("koe_streams_dropped", "Streams whose clients stopped reading", state.streams.dropped)
        yield _counter("koe_whole_decodings", "Spans decoded whole", state.whole_decodings)
        yield _labelled(
            CounterMetricFamily("koe_lane_busy_seconds", "Time that a lane has worked", labels=["lane"]),
            (((str(lane.number),), lane.busy_s) for lane in state.lanes),
        )
        yield _labelled(
            CounterMetricFamily("koe_g2p_fallbacks", "Texts not read by the best reader", labels=["cause"]),
            (((cause,), count) for cause, count in state.g2p_fallbacks.items()),
        )
        yield _labelled(
            CounterMetricFamily("koe_build_fallbacks", "Requests finished by exact stages", labels=["build", "cause"]),
            (((build.name, cause), count) for build in state.builds for cause, count in build.fallbacks.items()),
        )
        yield _labelled(
            GaugeMetricFamily("koe_provider_in_use", "1 while a chosen provider computes", labels=["provider"]),
            (((one.name,), float(one.use == "in_use")) for one in state.providers),
        )
        yield _labelled(
            CounterMetricFamily("koe_provider_failures", "Failures of a provider", labels=["provider", "cause"]),
            (((one.name, cause), count) for one in state.providers for cause, count in one.failures.items()),
        )
        yield from self._of_caches()
        yield _counter("koe_gc_pauses", "Runs of the garbage collector", gc.pauses)
        yield _counter("koe_gc_pause_seconds", "Time in the garbage collector", gc.total_s)
        yield from self._of_slos()

    def _of_caches(self) -> Iterable[Metric]:
        caches = self._sources.caches()
        families: tuple[tuple[str, str, Callable[[CacheCounts], int], bool], ...] = (
            ("koe_cache_entries", "Entries", lambda one: one.entries, False),
            ("koe_cache_bytes", "Size", lambda one: one.size_bytes, False),
            ("koe_cache_hits", "Hits", lambda one: one.hits, True),
            ("koe_cache_misses", "Misses", lambda one: one.misses, True),
            ("koe_cache_evictions", "Evictions", lambda one: one.evictions, True),
        )
        for name, text, value, is_counter in families:
            family = CounterMetricFamily if is_counter else GaugeMetricFamily
            rows = (((cache,), value(counts)) for cache, counts in caches.items())
            yield _labelled(family(name, f"{text} of a cache", labels=["cache"]), rows)

    def _of_slos(self) -> Iterable[Metric]:
        slos = list(self._sources.slos())
        burns = [
            ((one.name, window), burn) for one in slos for window, burn in (("5m", one.burn_5m), ("1h", one.burn_1h))
        ]
        yield _labelled(
            GaugeMetricFamily("koe_slo_burn", "How fast the error budget is used up", labels=["slo", "window"]), burns
        )
        yield _labelled(
            GaugeMetricFamily("koe_slo_breached", "1 while an objective is breached", labels=["slo"]),
            [((one.name,), float(one.is_breached)) for one in slos],
        )


def new_registry() -> CollectorRegistry:
    """With the metrics of the process: CPU, memory, descriptors."""
    registry = CollectorRegistry(auto_describe=False)
    ProcessCollector(registry=registry)
    return registry


def exposed(registry: CollectorRegistry) -> bytes:
    """The text that Prometheus reads."""
    return generate_latest(registry)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=value)


def _counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(name, text, value=value)


def _labelled(family: CounterMetricFamily | GaugeMetricFamily, rows: Iterable[tuple[tuple[str, ...], float]]) -> Metric:
    for labels, value in rows:
        family.add_metric(list(labels), value)
    return family
