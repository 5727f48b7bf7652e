"""The last results of benchmarks: kept as files, read back, and never trusted blindly."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from pathlib import Path

import pytest

import koe
from koe.observe.bench_results import BenchResult, BenchResults

EARLY, LATE = datetime(2026, 1, 31, 12, 0, 0, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC)


def test_nothing_has_run_yet(tmp_path: Path) -> None:
    assert BenchResults(tmp_path).load() == []


def test_the_last_result_of_each_command_is_kept_and_the_newest_comes_first(tmp_path: Path) -> None:
    results = BenchResults(tmp_path)
    results.save("streams", {"streams": 1}, EARLY)
    results.save("streams", {"streams": 2}, EARLY)
    results.save("latency", {"trials": 10}, LATE)
    assert BenchResults(tmp_path).load() == [
        BenchResult("latency", "2026-02-01T00:00:00Z", koe.__version__, {"trials": 10}),
        BenchResult("streams", "2026-01-31T12:00:00Z", koe.__version__, {"streams": 2}),
    ]
    assert sorted(path.name for path in (tmp_path / "benchmarks").iterdir()) == ["latency.json", "streams.json"]


def test_ephemeral_writes_nothing(tmp_path: Path) -> None:
    BenchResults(tmp_path, keeps=False).save("streams", {}, EARLY)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_costs_only_the_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    (tmp_path / "benchmarks").write_text("in the way")
    BenchResults(tmp_path).save("streams", {}, EARLY)
    assert "is not kept" in caplog.text
    assert BenchResults(tmp_path).load() == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{",
        b"\xff\xfe",
        json.dumps({"command": "other", "finished_at": "x", "version": "1", "result": {}}).encode(),
        json.dumps({"command": "streams", "finished_at": 5, "version": "1", "result": {}}).encode(),
        json.dumps({"command": "streams", "finished_at": "x", "version": "1", "result": []}).encode(),
        json.dumps({"command": "streams", "finished_at": "x"}).encode(),
        b"[" * 100_000,
        b" " * (1 << 20) + b"1",
    ],
)
def test_a_file_that_is_no_result_is_left_out(tmp_path: Path, content: bytes) -> None:
    results = BenchResults(tmp_path)
    results.save("latency", {"trials": 1}, EARLY)
    (tmp_path / "benchmarks" / "streams.json").write_bytes(content)
    assert [one.command for one in results.load()] == ["latency"]
