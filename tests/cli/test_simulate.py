"""koe dev simulate: its table, JSON and picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from koe.cli.dev import simulate as module
from koe.cli.main import app
from koe.observe.bench_results import BenchResults


def simulate(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["dev", "simulate", "--hours", "0.1", *arguments])


@pytest.fixture(autouse=True)
def results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> BenchResults:
    results = BenchResults(tmp_path)
    monkeypatch.setattr(module, "bench_results", lambda: results)
    return results


def test_each_number_of_listeners_is_simulated_on_each_number_of_replicas(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    result = simulate("--listeners", "10,100", "--replicas", "1,4", "--cores", "2", "--json", "--plot", str(picture))
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    rows = [(one["listeners"], one["replicas"], one["cores"]) for one in report["outcomes"]]
    assert rows == [(10, 1, 2), (10, 4, 8), (100, 1, 2), (100, 4, 8)]
    crowded = report["outcomes"][2]
    assert crowded["refused"] > report["outcomes"][3]["refused"]
    assert crowded["retry_after_p50_s"] >= 1
    assert report["costs"]["source"] == "documented"
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_costs_are_those_that_were_measured_last_unless_they_are_given(results: BenchResults) -> None:
    results.save("streaming", {"capacity": {"idle_first_s": 0.3, "rtf": 0.25}})
    costs = json.loads(simulate("--listeners", "2", "--replicas", "1", "--json").stdout)["costs"]
    assert costs == {"start_s": 0.3, "share": 0.25, "source": "koe bench streaming"}
    given = ("--start-s", "0.1", "--share", "0.05")
    costs = json.loads(simulate("--listeners", "2", "--replicas", "1", "--json", *given).stdout)["costs"]
    assert costs == {"start_s": 0.1, "share": 0.05, "source": "given"}


def test_a_target_finds_the_replicas_that_are_needed() -> None:
    result = simulate("--listeners", "60", "--target", "0.01", "--json")
    [found] = json.loads(result.stdout)["outcomes"]
    assert found["refused"] <= 0.01
    fewer = simulate("--listeners", "60", "--replicas", str(found["replicas"] - 1), "--json")
    assert json.loads(fewer.stdout)["outcomes"][0]["refused"] > 0.01


def test_the_table_names_costs_and_pattern() -> None:
    result = simulate("--listeners", "10", "--replicas", "1", "--pattern", "bursts")
    assert result.exit_code == 0
    assert "costs (documented)" in result.stdout
    assert "bursts" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--listeners", "many"], "must be numbers with commas between them"),
        (["--replicas", "0"], "must be numbers with commas between them"),
        (["--pattern", "weekly"], "must be one of steady, bursts, day"),
    ],
)
def test_wrong_options_are_refused(arguments: list[str], told: str) -> None:
    result = simulate(*arguments)
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.split())
