"""Traces: one span for each stage, in the order of the marks, without text."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx
import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from answers import answer, refused
from clocks import ManualClock
from fakes import live_server, tiny_engine, wait_for, warm
from koe.engine.marks import Kind
from koe.model.voices import VoiceBook
from koe.observe.telemetry import Telemetry
from koe.observe.traces import Traces, TracesMissing, exported_traces
from koe.settings import Settings

WALL_NS = 1_700_000_000_000_000_000


@pytest.fixture
def exporter() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def telemetry(exporter: InMemorySpanExporter) -> Telemetry:
    """Its clock shows 104 s: an answer that was accepted at 100 s is over."""
    provider, clock = TracerProvider(), ManualClock()
    clock.now_s = 104.0
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return Telemetry(traces=Traces(provider.get_tracer("test"), clock, lambda: WALL_NS), clock=clock)


def spans_of(exporter: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {span.name: span for span in exporter.get_finished_spans()}


def test_stages_are_children_of_the_answer_and_follow_one_another(
    telemetry: Telemetry, exporter: InMemorySpanExporter
) -> None:
    telemetry.finished(answer(first_s=0.2, wait_s=0.01), "done")
    spans = spans_of(exporter)
    whole = spans["koe.answer"]
    assert whole.context is not None
    assert set(spans) == {"koe.answer", "koe.prepare", "koe.queue", "koe.delivery", "koe.rest"}  # reached ones only
    for name, span in spans.items():
        if name != "koe.answer":
            assert span.parent is not None
            assert span.parent.span_id == whole.context.span_id
    queue = spans["koe.queue"]
    assert queue.start_time == WALL_NS - 4_000_000_000
    assert queue.end_time == WALL_NS - 3_990_000_000
    assert (whole.start_time, whole.end_time) == (WALL_NS - 4_000_000_000, WALL_NS - 1_000_000_000)


def test_attributes_are_those_of_the_log_line(telemetry: Telemetry, exporter: InMemorySpanExporter) -> None:
    telemetry.finished(answer(Kind.HIT, first_s=0.012), "done")
    attributes = dict(spans_of(exporter)["koe.answer"].attributes or {})
    assert attributes["koe.kind"] == "hit"
    assert attributes["koe.hit_ms"] == pytest.approx(12.0)
    assert attributes["koe.outcome"] == "done"
    assert "koe.ttfa_ms" not in attributes


def test_a_refused_request_has_no_trace(telemetry: Telemetry, exporter: InMemorySpanExporter) -> None:
    telemetry.finished(refused(), "refused")
    assert spans_of(exporter) == {}


@pytest.fixture
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """A collector of OpenTelemetry: its address, and what was sent to it."""
    received: list[bytes] = []

    class Collect(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Collect)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", received
    server.shutdown()
    server.server_close()


def test_a_server_sends_its_traces_to_the_collector(
    voices: VoiceBook, collector: tuple[str, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, received = collector
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
    with live_server(warm(tiny_engine(voices)), Settings(traces=True)) as server:
        body = {"input": "Hello, quetzalcoatl.", "response_format": "pcm"}
        httpx.post(server + "/v1/audio/speech", json=body, headers={"x-request-id": "mine-7"})
        wait_for(lambda: httpx.get(server + "/status").json()["windows"]["start"]["done"] == 1)
    sent = b"".join(received)  # the server has sent everything when it has stopped
    for name in ("answer", "prepare", "queue", "text", "prosody", "first_window", "delivery", "rest"):
        assert f"koe.{name}".encode() in sent
    assert b"mine-7" in sent
    assert b"quetzalcoatl" not in sent


def test_without_the_extra_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(TracesMissing, match=r"pip install \"koe\[otel\]\""):
        exported_traces("1.0")


def test_without_the_setting_nothing_is_sent(
    voices: VoiceBook, collector: tuple[str, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, received = collector
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
    with live_server(warm(tiny_engine(voices)), Settings()) as server:
        assert json.loads(httpx.get(server + "/ready").text)["status"] == "ready"
        httpx.post(server + "/v1/audio/speech", json={"input": "Hello."})
    assert received == []
