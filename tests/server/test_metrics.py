"""GET /metrics: the names that exist, what they count, and the dashboard that reads them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from fakes import wait_for

DOCS = Path(__file__).parents[2] / "docs"
WORD = "quetzalcoatl"
HELLO = {"input": f"Hello there, {WORD}.", "voice": "af_heart", "response_format": "pcm"}
# What Prometheus' own client adds to a name.
SUFFIXES = ("_total", "_bucket", "_sum", "_count", "_created")


def samples(server: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Values by name and labels; the time at which a series began is no value."""
    text = httpx.get(server + "/metrics").raise_for_status().text
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if not sample.name.endswith("_created")
    }


def total(server: str, name: str, **labels: str) -> float:
    found = samples(server)
    return sum(value for (one, its), value in found.items() if one == name and set(labels.items()) <= its)


def test_answers_are_counted_by_delivery_and_outcome(server: str) -> None:
    httpx.post(server + "/v1/audio/speech", json=HELLO)
    httpx.post(server + "/v1/audio/speech", json={**HELLO, "stream": False})
    httpx.post(server + "/v1/audio/speech", json={**HELLO, "speed": 99})
    wait_for(lambda: total(server, "koe_answers_total") == 3)
    assert total(server, "koe_answers_total", delivery="live", outcome="done") == 1
    assert total(server, "koe_answers_total", delivery="whole", outcome="done") == 1
    assert total(server, "koe_answers_total", outcome="refused", kind="none") == 1
    assert total(server, "koe_ttfa_seconds_count") == 1
    assert total(server, "koe_whole_answer_seconds_count") == 1
    assert total(server, "koe_streams_admitted_total") == 2
    assert total(server, "koe_audio_seconds_total") > 0
    stages = {"prepare", "queue", "text", "prosody", "first_window", "delivery", "rest"}
    assert all(total(server, "koe_stage_seconds_count", stage=stage) == 1 for stage in stages)


def test_the_type_is_that_of_prometheus(server: str) -> None:
    answer = httpx.get(server + "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")


def test_series_do_not_grow_with_requests_and_hold_no_text(server: str) -> None:
    def speak(number: int) -> None:
        body = {**HELLO, "input": f"{WORD} {number}", "user": WORD, "voice": "af_heart" if number else WORD}
        httpx.post(server + "/v1/audio/speech", json=body, headers={"user-agent": WORD, "x-request-id": WORD})

    for number in range(3):
        speak(number)
    wait_for(lambda: total(server, "koe_answers_total") == 3)
    before = set(samples(server))
    for number in range(3, 8):
        speak(number)
    wait_for(lambda: total(server, "koe_answers_total") == 8)
    # An answer that came before the end of the warm-up is of another kind: at most that one more of each series.
    kinds = {frozenset(label for label in labels if label[0] != "kind") for _, labels in before}
    after = {frozenset(label for label in labels if label[0] != "kind") for _, labels in samples(server)}
    assert after == kinds
    assert WORD not in httpx.get(server + "/metrics").text


def test_metrics_are_for_operators(server: str) -> None:
    answer = httpx.get(server + "/metrics", headers={"x-forwarded-for": "203.0.113.9"})
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "operators_only"


def expressions() -> list[str]:
    dashboard = json.loads((DOCS / "grafana.json").read_text(encoding="utf-8"))
    return [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]


def names_in(text: str) -> set[str]:
    return set(re.findall(r"\b(?:koe|process)_[a-z0-9_]+", text))


def base(name: str) -> str:
    return next((name.removesuffix(suffix) for suffix in SUFFIXES if name.endswith(suffix)), name)


def metadata(server: str) -> dict[str, str]:
    """The kind of every metric that is announced, also of those without a value yet."""
    text = httpx.get(server + "/metrics").text
    found = re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE)
    return {base(name): kind for name, kind in found if not name.endswith("_created")}


def test_the_dashboard_reads_metrics_that_exist(server: str) -> None:
    known = metadata(server)
    for expression in expressions():
        assert {base(name) for name in names_in(expression)} <= set(known), expression


def test_the_dashboard_reads_counters_by_their_growth_and_buckets_of_histograms(server: str) -> None:
    known = metadata(server)
    for expression in expressions():
        for name in names_in(expression):
            is_growing = re.search(rf"(?:rate|increase)\({name}\[", expression) is not None
            assert is_growing == (known[base(name)] in ("counter", "histogram")), (name, expression)
            assert name.endswith("_bucket") <= (known[base(name)] == "histogram"), (name, expression)


def test_the_labels_of_the_dashboard_exist(server: str) -> None:
    httpx.post(server + "/v1/audio/speech", json=HELLO)
    wait_for(lambda: total(server, "koe_answers_total") == 1)
    labels: dict[str, set[str]] = {}
    for name, its in samples(server):
        labels.setdefault(base(name), set()).update(label for label, _ in its)
    for expression in expressions():
        grouped = [part.strip() for by in re.findall(r"by \(([^)]*)\)", expression) for part in by.split(",")]
        for name in names_in(expression):
            if base(name) in labels:
                assert set(grouped) <= labels[base(name)], expression


@pytest.mark.parametrize("page", ["metrics.md"])
def test_the_page_names_every_metric_of_koe(server: str, page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    of_koe = {name for name in metadata(server) if name.startswith("koe_")}
    assert {base(name) for name in names_in(text)} >= of_koe
    named = {base(name) for name in names_in(text)} - {"koe_warm_up_seconds"}  # known after a warm-up
    assert named <= of_koe | {"process_resident_memory_bytes"}
