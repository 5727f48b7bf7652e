"""The checklist: every feature names tests that exist, and is shown by what was measured and by nothing else."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from koe.bench.calibration import Calibration, Noise
from koe.bench.speakers import Spoken
from koe.bench.verify.bars import BARS
from koe.bench.verify.checklist import AREAS, FEATURES, check, features_of
from koe.bench.verify.feature import Feature
from koe.bench.verify.kept import kept_figures
from koe.bench.verify.live import LiveFigures, LiveServer
from koe.bench.verify.outcomes import NoTestReport, Outcomes, outcomes_of, run_tests
from koe.cli.dev import verify
from koe.observe.bench_results import BenchResults
from limits import HANG_S

ROOT = Path(__file__).parents[2]
QUIET, NOISY = Noise(9, 0.01, 0.01, 1.1), Noise(9, 0.01, 0.02, 2.0)
ONE = Feature("area", "a feature", ("bench/test_verify.py",), ("first_byte_ms", "peak_dbtp"))


def test_every_feature_names_tests_and_figures_that_exist() -> None:
    for feature in FEATURES:
        assert feature.tests, feature
        for file in feature.tests:
            assert (ROOT / "tests" / file).exists(), file
        assert set(feature.figures) <= BARS.keys()
    assert {name for feature in FEATURES for name in feature.figures} == BARS.keys()
    names = [(feature.area, feature.name) for feature in FEATURES]
    assert len(set(names)) == len(names)


def test_every_feature_has_a_test_function_to_run() -> None:
    for feature in FEATURES:
        for name in feature.tests:
            place = ROOT / "tests" / name
            files = list(place.rglob("test_*.py")) if place.is_dir() else [place]
            assert any(re.search(r"^\s*(async )?def test_", file.read_text(), re.MULTILINE) for file in files), name


def test_every_folder_of_tests_shows_a_feature() -> None:
    """A part of koe that no row names would not be on the checklist at all."""
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    named = {Path(file).parts[0] for feature in FEATURES for file in feature.tests}
    assert folders <= named


def test_areas_choose_features() -> None:
    assert features_of(()) == FEATURES
    assert {feature.area for feature in features_of(["audio", "text"])} == {"audio", "text"}
    assert set(AREAS) == {feature.area for feature in FEATURES}


PASSED = {"tests.bench.test_verify": Counter(passed=3)}


@pytest.mark.parametrize(
    ("tests", "figures", "noise", "state"),
    [
        (PASSED, {"first_byte_ms": 20.0, "peak_dbtp": -1.0}, QUIET, "shown"),
        (PASSED, {"first_byte_ms": 21.0, "peak_dbtp": -1.0}, QUIET, "failed"),
        (PASSED, {"first_byte_ms": 21.0, "peak_dbtp": -1.0}, NOISY, "noisy"),
        (PASSED, {"first_byte_ms": 20.0, "peak_dbtp": -0.9}, NOISY, "failed"),  # no matter of time
        (PASSED, {"first_byte_ms": 20.0}, QUIET, "not measured"),
        (PASSED, None, None, "shown"),
        (None, {"first_byte_ms": 20.0, "peak_dbtp": -1.0}, QUIET, "shown"),
        (None, None, None, "not measured"),
        ({}, None, None, "failed"),  # no test ran
        ({"tests.bench.test_verify": Counter(skipped=3)}, None, None, "failed"),
        ({"tests.bench.test_verify": Counter(passed=3, failed=1)}, {"first_byte_ms": 21.0}, NOISY, "failed"),
    ],
)
def test_a_feature_is_as_good_as_the_worst_of_what_shows_it(tests: Any, figures: Any, noise: Any, state: str) -> None:
    checklist = check([ONE], tests, figures, noise)
    assert [row.state for row in checklist.rows] == [state]
    assert checklist.count(checklist.rows[0].state) == 1


def test_outcomes_belong_to_their_files_and_folders() -> None:
    counts = {
        "tests.bench.test_run": Counter(passed=2),
        "tests.bench.test_runs": Counter(failed=1),
        "tests.tune.test_search": Counter(passed=4, skipped=1),
        "tests.tune.test_choice": Counter(passed=1),
    }
    assert outcomes_of(counts, ["bench/test_run.py"]) == Outcomes(2, 0, 0)
    assert outcomes_of(counts, ["tune"]) == Outcomes(5, 0, 1)
    assert outcomes_of(counts, ["bench/test_absent.py"]) == Outcomes(0, 0, 0)


def test_pytest_runs_the_files_and_its_outcomes_are_read(tmp_path: Path) -> None:
    (tmp_path / "tests" / "a").mkdir(parents=True)
    (tmp_path / "tests" / "a" / "test_b.py").write_text(
        "import pytest\ndef test_one(): pass\ndef test_two(): assert False\n@pytest.mark.skip\ndef test_three(): pass\n"
    )
    (tmp_path / "tests" / "test_c.py").write_text("import absent_module\n")
    counts = run_tests(tmp_path, ["a/test_b.py", "a/test_b.py", "test_c.py"], workers=1)
    assert outcomes_of(counts, ["a/test_b.py"]) == Outcomes(passed=1, failed=1, skipped=1)
    assert sum(one["failed"] for one in counts.values()) == 2
    with pytest.raises(NoTestReport, match="pytest ended with"):
        run_tests(tmp_path, ["test_absent.py"], workers=1)


def test_results_of_long_measurements_are_read_and_others_left_out(tmp_path: Path) -> None:
    results = BenchResults(tmp_path)
    assert kept_figures(results, None) == {}
    limits = [
        {"is_met": False, "doubt": ""},
        {"is_met": False, "doubt": "noisy machine"},
        {"is_met": True, "doubt": ""},
    ]
    results.save("soak", {"minutes": 2.0, "limits": limits})
    results.save("memory", {"growth": 0.02})
    results.save("streaming", {"capacity": "of another form"})
    results.save("perf", {"passed": None, "findings": []})
    assert kept_figures(results, None) == {"memory_growth": 1.02}
    results.save("soak", {"minutes": 20.0, "limits": limits})
    slower = {"is_slower": True, "is_decisive": True}
    results.save("perf", {"passed": False, "findings": [slower, {**slower, "is_decisive": False}]})
    quality = {"verdict": {"checks": [{"passed": True}, {"passed": False}, {"passed": None}]}}
    assert kept_figures(results, quality) == {"memory_growth": 1.02, "soak": 1, "perf": 1, "quality": 1}


class SlowPeer:
    def speak(self, text: str) -> Spoken:
        return Spoken(1.0, 1000.0, 1000.0, 4.0)


def test_all_figures_of_a_server_are_measured(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the tiny model, which reads all languages and speaks five voices."""
    monkeypatch.setattr("koe.bench.verify.live._VOICES", ("af_heart", "am_adam"))
    monkeypatch.setattr("koe.bench.verify.live._LIVE_CHARACTERS", 60)  # it is played
    parts: list[None] = []
    with httpx.Client(base_url=server, timeout=HANG_S) as http, Calibration() as calibration:
        live = LiveServer(server, "af_heart", lambda: None)
        found = LiveFigures(live, SlowPeer(), http, calibration).measure(lambda: parts.append(None))
    assert len(parts) == LiveFigures.PARTS
    assert found.keys() == {name for name, bar in BARS.items() if not bar.command}
    assert found["resume_other_bytes"] == found["hit_other_bytes"] == found["repeated_other_bytes"] == 0
    assert 0 < found["ttfa_ratio"] < 1
    assert found["first_byte_ms"] > 0


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KOKORO_CACHE_DIR", str(tmp_path))
    return tmp_path


def invoke(*arguments: str) -> Any:
    from koe.cli.dev import app

    return CliRunner().invoke(app, ["verify", *arguments], catch_exceptions=False)


def test_the_command_says_what_failed(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live = {name: bar.limit for name, bar in BARS.items() if not bar.command}
    counts = {"tests." + file.removesuffix(".py").replace("/", "."): Counter(passed=1) for file in TESTS}
    monkeypatch.setattr(verify, "run_tests", lambda *_: counts)
    monkeypatch.setattr(verify, "_measure_live", lambda _: (live, NOISY))
    answer = invoke("--area", "audio")
    assert answer.exit_code == 0
    assert "shown        sixteen bits with dither and noise shaping: 1 tests passed" in answer.output
    assert "highest true peak, dBTP: -1 (bar: -1)" in answer.output
    assert BenchResults(kept).last("verify") is not None
    live["jitter_ms"] = 400.0
    answer = invoke("--area", "streaming")
    assert answer.exit_code == 3
    assert "jitter of paced frames, p95, ms: 400 (bar: 10): missed, on a noisy machine" in answer.output
    counts["tests.audio.test_dither"] = Counter(failed=1)
    answer = invoke("--area", "audio", "--area", "streaming", "--no-figures")
    assert answer.exit_code == 1
    assert "failed       sixteen bits with dither and noise shaping: 0 tests passed, 1 FAILED" in answer.output
    answer = invoke("--area", "benchmarks", "--no-tests")
    assert answer.exit_code == 0
    assert "(bar: 0): run `koe bench soak --minutes 20`" in answer.output
    assert invoke("--area", "moon").exit_code == 2


TESTS = sorted({file for feature in FEATURES for file in feature.tests})
