"""Marks of an answer -> a trace of OpenTelemetry: a span for the answer, and one for each stage.

The spans are made when the answer is over, from marks that are taken anyway: a trace costs nothing while an answer is
spoken. Attributes hold numbers and names of koe, no text. Off unless KOKORO_TRACES is on; needs the extra `koe[otel]`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from koe.engine.marks import Marks
from koe.errors import KoeError
from koe.observe.history import Outcome
from koe.observe.request_id import current_request_id
from koe.observe.stream_fields import log_fields

INSTALL = 'pip install "koe[otel]"'


class Traces:
    """`tracer` is one of OpenTelemetry."""

    def __init__(
        self, tracer: Any, clock: Callable[[], float] = time.monotonic, wall_ns: Callable[[], int] = time.time_ns
    ) -> None:
        self._tracer = tracer
        self._clock = clock
        self._wall_ns = wall_ns

    def finished(self, marks: Marks, outcome: Outcome) -> None:
        if marks.ended_s is None:
            return
        # Marks are of a monotonic clock, spans of the wall clock.
        offset_ns = self._wall_ns() - round(1e9 * self._clock())

        def wall(moment_s: float) -> int:
            return offset_ns + round(1e9 * moment_s)

        attributes = {f"koe.{name}": value for name, value in log_fields(marks).items()} | {"koe.outcome": outcome}
        if (request_id := current_request_id()) is not None:
            attributes["koe.request_id"] = request_id
        answer = self._tracer.start_span("koe.answer", start_time=wall(marks.accepted_s), attributes=attributes)
        context = _context_of(answer)
        for stage in marks.stages:
            span = self._tracer.start_span(f"koe.{stage.name}", context=context, start_time=wall(stage.start_s))
            span.end(end_time=wall(stage.stop_s))
        answer.end(end_time=wall(marks.ended_s))


def _context_of(span: Any) -> Any:
    from opentelemetry.trace import set_span_in_context

    return set_span_in_context(span)


def exported_traces(version: str) -> tuple[Traces, Callable[[], None]]:
    """Traces sent by OTLP over HTTP, and what ends the export. OpenTelemetry's own variables say where to, such as
    OTEL_EXPORTER_OTLP_ENDPOINT."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise TracesMissing from None
    provider = TracerProvider(resource=Resource.create({"service.name": "koe", "service.version": version}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Traces(provider.get_tracer("koe", version)), provider.shutdown


class TracesMissing(KoeError):
    def __init__(self) -> None:
        super().__init__(f"KOKORO_TRACES needs OpenTelemetry. Install it with `{INSTALL}`, or unset the variable.")
