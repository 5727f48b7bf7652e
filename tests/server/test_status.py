"""GET /status: times by window and kind, load, caches and the process, in a schema with a version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from fakes import live_server, tiny_engine, wait_for, warm
from koe.engine.opening_cache import OpeningCache
from koe.model.voices import VoiceBook
from koe.server.status.schema import SCHEMA_VERSION, Status
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


def test_every_key_is_in_the_docs(server: str) -> None:
    """A key that a monitor may read is explained, and the version stands beside it."""
    page = (DOCS / "status.md").read_text(encoding="utf-8")

    def keys(schema: dict[str, Any], definitions: dict[str, Any]) -> set[str]:
        found: set[str] = set()
        for one in [schema, *definitions.values()]:
            found |= set(one.get("properties", {}))
        return found

    schema = Status.model_json_schema()
    missing = {key for key in keys(schema, schema["$defs"]) if f"`{key}`" not in page}
    assert missing == set()
    assert f"`schema_version` {SCHEMA_VERSION}" in page.replace("**", "")
