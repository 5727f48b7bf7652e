"""GET /status: times by window and kind, load, caches and the process, in a schema with a version."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from clocks import ManualClock
from fakes import live_app, live_server, tiny_engine, wait_for, warm
from koe.engine.engine import Engine
from koe.engine.opening_cache import OpeningCache
from koe.lru import ByteLru
from koe.model.backends.health import ProviderHealth
from koe.model.voices import VoiceBook
from koe.server.app import create_app
from koe.server.status.schema import SCHEMA_VERSION, Status
from koe.server.status.tuning import TuningStatus
from koe.settings import Settings

HELLO = {"input": "Hello there, quetzalcoatl.", "voice": "af_heart", "response_format": "wav"}
DOCS = Path(__file__).parents[2] / "docs"


def speak(server: str, **changes: object) -> httpx.Response:
    return httpx.post(server + "/v1/audio/speech", json=HELLO | changes)


def status_after(server: str, answers: int) -> dict[str, Any]:
    """The report once so many answers are over: the client has the last byte a moment before."""

    def window() -> dict[str, Any]:
        report = httpx.get(server + "/status").raise_for_status().json()
        return dict(report) if sum(report["windows"]["start"][end] for end in ENDS) >= answers else {}

    wait_for(window)
    return window()


ENDS = ("done", "cancelled", "failed", "refused")


def test_status_counts_streams_without_user_text(server: str) -> None:
    before = httpx.get(server + "/status").json()
    for _ in range(2):
        assert speak(server).status_code == 200
    answer = httpx.get(server + "/status")
    after = answer.json()
    assert after["streams"]["admitted"] - before["streams"]["admitted"] == 2
    assert after["streams"]["refused"] == after["whole_decodings"] == 0
    assert after["costs"]["start_s"] > 0
    assert after["costs"]["share"] > 0
    assert set(after["primer"]) == {"hits", "misses", "evictions", "entries", "size_bytes"}
    assert "quetzalcoatl" not in answer.text


def test_cold_warm_hit_and_whole_answers_have_times_under_their_own_names(voices: VoiceBook) -> None:
    engine = tiny_engine(voices, openings=OpeningCache(1_000_000, 60.0))
    warm_up, engine.warm_up = engine.warm_up, lambda voice: None  # type: ignore[method-assign]
    with live_server(engine, Settings()) as server:
        speak(server, input="Before it is warm.")
        assert status_after(server, 1)["windows"]["5m"]["cold"]["answers"] == 1
        warm_up("af_heart")
        speak(server)
        speak(server)
        speak(server, stream=False)
        report = status_after(server, 4)
    assert report["is_warm"]
    assert report["warm_up_s"] > 0
    for name in ("5m", "1h", "start"):
        window = report["windows"][name]
        assert [window[kind]["answers"] for kind in ("cold", "warm", "hit", "whole")] == [1, 1, 1, 1]
        assert window["done"] == 4
        for kind, time in (("cold", "ttfa_s"), ("warm", "ttfa_s"), ("hit", "hit_s"), ("whole", "answer_s")):
            assert window[kind][time]["count"] == 1
            assert 0 < window[kind][time]["p50"] <= window[kind][time]["p99"] <= window[kind][time]["max"] * 1.01
            assert window[kind]["rtf"]["count"] == window[kind]["queue_wait_s"]["count"] == 1
        assert "ttfa_s" not in window["hit"]


def test_refused_and_cancelled_requests_are_counted(server: str) -> None:
    speak(server, speed=99)
    report = status_after(server, 1)
    assert report["windows"]["start"]["refused"] == 1
    assert report["windows"]["start"]["warm"]["ttfa_s"] is None


def test_what_computes_each_stage_is_named(server: str) -> None:
    (build,) = httpx.get(server + "/status").json()["builds"]
    stages = {stage["stage"]: (stage["variant"], stage["provider"]) for stage in build["stages"]}
    assert stages["generator"] == ("tiny", "CPUExecutionProvider")
    assert {"text", "pitch", "trunk", "generator"} <= set(stages)


def test_lanes_queues_caches_and_the_process_are_there(voices: VoiceBook) -> None:
    engine = warm(tiny_engine(voices, openings=OpeningCache(1_000_000, 60.0)))
    with live_server(engine, Settings(get_speech=True)) as server:
        speak(server)
        report = status_after(server, 1)
    (lane,) = report["lanes"]
    assert lane["busy_s"] > 0
    assert lane["steps"] > 0
    assert 0 < lane["busy_share"] <= 1
    assert report["queues"] == {"waiting_streams": 0, "blocks": 0, "unread_s": 0.0}
    assert set(report["caches"]) == {"openings", "phonemes", "previews", "links"}
    assert report["caches"]["openings"]["misses"] == 1
    assert report["live_streams"] == {"open_streams": 0, "connected": 0, "unsent_bytes": 0, "kept_bytes": 0}
    assert report["process"]["threads"] > 1
    assert set(report["slos"]) == {"ttfa", "rtf", "underruns"}
    assert report["gc"]["pauses"] >= 0


@pytest.mark.parametrize("off", [{"slo_ttfa_s": 0.0, "slo_rtf": 0.0, "slo_underruns_per_h": 0.0}])
def test_objectives_are_settings(voices: VoiceBook, off: dict[str, float]) -> None:
    with live_server(warm(tiny_engine(voices)), Settings(**off)) as server:  # type: ignore[arg-type]
        assert httpx.get(server + "/status").json()["slos"] == {}
    with live_server(warm(tiny_engine(voices)), Settings(slo_ttfa_s=0.25)) as server:
        assert httpx.get(server + "/status").json()["slos"]["ttfa"]["target"] == 0.25


def place_of(key: str, page: str) -> str:
    """Where a key of the report is explained: its row in a table, else the section that begins with it."""
    rows = [line for line in page.splitlines() if line.startswith("|") and f"`{key}`" in line.split("|")[1]]
    if rows:
        return rows[0]
    return next(section for section in page.split("\n## ") if f"`{key}` has" in section)


def keys_of(schema: dict[str, Any], definitions: dict[str, Any]) -> set[str]:
    """All keys in a part of the report, at any depth."""
    found = set(schema.get("properties", {}))
    parts = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    parts += [schema[name] for name in ("items", "additionalProperties") if isinstance(schema.get(name), dict)]
    if "$ref" in schema:
        parts.append(definitions[schema["$ref"].rpartition("/")[2]])
    return found.union(*(keys_of(part, definitions) for part in parts))


@pytest.mark.parametrize("key", [name for name in Status.model_fields if name != "schema_version"])
def test_every_key_is_in_the_docs(key: str) -> None:
    """A key that a monitor may read is explained where the part that it belongs to is explained."""
    page, schema = (DOCS / "status.md").read_text(encoding="utf-8"), Status.model_json_schema()
    shown = "caches" if key in ("primer", "phonemes") else key  # two of the caches under older names
    place = place_of(shown, page)
    missing = {one for one in keys_of(schema["properties"][key], schema["$defs"]) if f"`{one}`" not in place}
    assert missing == set()
    assert f"`{key}`" in page


def test_the_docs_name_the_version_of_the_schema() -> None:
    page = (DOCS / "status.md").read_text(encoding="utf-8")
    assert f"`schema_version` {SCHEMA_VERSION}" in page.replace("**", "")


def test_a_provider_that_fails_is_in_the_report_and_in_the_metrics(engine: Engine, settings: Settings) -> None:
    clock = ManualClock()
    health = ProviderHealth(30.0, clock)
    health.chosen("cuda", "generator")
    health.chosen("openvino", "text")
    health.failed("cuda", "raised", "RuntimeError")
    engine._providers = lambda: health.states
    with live_server(engine, settings) as server:
        failed, other = httpx.get(server + "/status").json()["providers"]
        metrics = httpx.get(server + "/metrics").text
        clock.now_s += 31.0
        recovered = httpx.get(server + "/status").json()["providers"][0]
    assert failed == {
        "name": "cuda",
        "stages": ["generator"],
        "use": "backing_off",
        "retry_in_s": 30.0,
        "failures": {"raised": 1},
    }
    assert (other["use"], other["failures"]) == ("in_use", {})
    assert (recovered["use"], recovered["retry_in_s"], recovered["failures"]) == ("in_use", None, {"raised": 1})
    assert 'koe_provider_in_use{provider="cuda"} 0.0' in metrics
    assert 'koe_provider_in_use{provider="openvino"} 1.0' in metrics
    assert 'koe_provider_failures_total{cause="raised",provider="cuda"} 1.0' in metrics


def test_the_stored_choice_of_the_tuner_is_in_the_report(engine: Engine, settings: Settings) -> None:
    choice = TuningStatus(state="used", made_at="2026-01-31T12:00:00Z", values={"threads": 2}, reason="")
    with live_app(create_app(settings, engine, tuning=choice), settings) as server:
        assert httpx.get(server + "/status").json()["tuning"] == choice.model_dump()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_memory_of_child_processes_is_counted(server: str) -> None:
    def children() -> int:
        found: int = httpx.get(server + "/status").json()["process"]["children_rss_bytes"]
        return found

    before = children()
    # cat waits for its input, and takes memory until it ends.
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE):
        wait_for(lambda: children() > before)
    wait_for(lambda: children() == before)


def test_caches_of_the_budget_are_in_the_report_and_in_the_metrics(engine: Engine, settings: Settings) -> None:
    packs: ByteLru[str, bytes] = ByteLru(1000, len)
    engine.safeguards.budget.add_cache("voices", packs, 1.0)
    packs.put("af_heart", b"12345")
    packs.get("af_heart")
    with live_server(engine, settings) as server:
        found = httpx.get(server + "/status").json()["caches"]["voices"]
        metrics = httpx.get(server + "/metrics").text
    assert found == {"hits": 1, "misses": 0, "evictions": 0, "entries": 1, "size_bytes": 5}
    assert 'koe_cache_bytes{cache="voices"} 5.0' in metrics
