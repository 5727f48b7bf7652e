"""koe tune: from the search to the stored choice, and what is shown, written and forgotten."""

from __future__ import annotations

import json
import logging
import subprocess
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner, Result

from fakes import live_server
from koe.build.recipes import EXACT
from koe.build.stage_cache import StageCache
from koe.cli import tuning as module
from koe.cli.main import app
from koe.cli.tune_at_start import background_tuner, log_choice, status_of
from koe.cli.tuned_settings import tuned_settings
from koe.engine.engine import Engine
from koe.errors import EngineError
from koe.server.status.tuning import TuningStatus
from koe.settings import Settings, load_settings
from koe.tune.gate import Gate, Quality
from koe.tune.search import Conduct
from koe.tune.space import Point
from limits import HANG_S
from tuning import StandInRig

CANARY_VOICE = "bf_emma"


def exact_is_faster(point: Point) -> tuple[float, float, int]:
    factor = 0.5 if point["build"] == EXACT else 1.0
    slower = 1.5 if point.get("threads") or point.get("lanes") != 1 else 1.0
    return 0.2 * factor * slower, 0.3 * factor * slower, 800


@pytest.fixture(autouse=True)
def _files_of_builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the files were made, and `exact` were the only other build."""
    monkeypatch.setattr(module, "ensure_stages", lambda *_: None)
    monkeypatch.setattr(StageCache, "is_complete", lambda *_: True)
    monkeypatch.setattr(module, "judge_builds", lambda _, in_use: Gate((in_use, EXACT), {}, {EXACT: Quality(True, "")}))
    monkeypatch.setenv("KOKORO_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("KOKORO_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("KOKORO_VOICE", CANARY_VOICE)
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Callable[[StandInRig], None]:
    """Gives the command stand-in servers and their clock."""

    def used(rig: StandInRig) -> None:
        monkeypatch.setattr(module, "ServerRig", lambda: rig)
        monkeypatch.setattr(
            "koe.cli.tune.Conduct",
            lambda is_stopped, on_progress: Conduct(is_stopped, on_progress, rig.clock),
        )

    return used


def tune(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["tune", *arguments])


def test_the_better_point_is_shown_stored_and_used(use: Callable[[StandInRig], None], tmp_path: Path) -> None:
    use(StandInRig(exact_is_faster))
    picture, report = tmp_path / "front.png", tmp_path / "report.json"
    result = tune("--quick", "--plot", str(picture), "--report", str(report))
    assert result.exit_code == 0, result.output
    assert "Chosen: build=exact (ttfa × 0.50, rtf × 0.50, memory × 1.00)" in result.output
    assert picture.read_bytes().startswith(b"\x89PNG")
    settings, state = tuned_settings()
    assert (settings.build, state.state) == (EXACT, "used")
    shown = tune("--show").output
    assert "build=exact" in shown
    assert "used" in shown

    written = json.loads(report.read_text())
    assert written["choice"]["values"] == {"build": EXACT}
    assert written["front"][0]["ratios"]["ttfa"] == pytest.approx(0.5)
    assert {"cpu", "cores", "memory_gib", "koe", "packages"} <= set(written["identity"])
    assert written["quality"]["quality"][EXACT]["passed"]
    for private in (str(tmp_path), str(Path.home()), CANARY_VOICE):
        assert private not in report.read_text()

    assert tune("--forget").exit_code == 0
    assert list((tmp_path / "data").iterdir()) == []
    assert tuned_settings()[1].state == "none"


def test_a_server_tells_operators_about_the_last_run(
    use: Callable[[StandInRig], None], engine: Engine, tmp_path: Path
) -> None:
    use(StandInRig(exact_is_faster))
    settings = Settings(cache_dir=tmp_path / "cache")
    path = "/benchmarks/optimization/status"
    with live_server(engine, settings) as server:
        assert httpx.get(server + path).json()["state"] == "never_run"
        written = json.loads(tune("--quick", "--json").stdout)
        told = httpx.get(server + path).json()
        assert (told["state"], told["last"]["result"]) == ("done", written)
        assert CANARY_VOICE not in json.dumps(told)
        assert httpx.get(server + "/benchmarks/last").json()["runs"] == []  # it is no benchmark
        tune("--forget")
        assert httpx.get(server + path).json()["state"] == "never_run"


def test_a_tuning_that_was_stopped_keeps_its_trials_and_stores_no_choice(
    use: Callable[[StandInRig], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = StandInRig(exact_is_faster)
    use(rig)
    monkeypatch.setattr(
        "koe.cli.tune.Conduct",
        lambda _, on_progress: Conduct(lambda: rig.now_s > 50, on_progress, rig.clock),
    )
    result = tune("--quick")
    assert result.exit_code == 130
    assert "stopped. The next `koe tune` goes on" in result.output
    assert tuned_settings()[1].state == "none"
    before = json.loads(tune("--show", "--json").stdout)["trials"]
    again = StandInRig(exact_is_faster)
    use(again)
    after = json.loads(tune("--quick", "--json").stdout)
    assert after["trials"][:2] == before[:2]
    assert after["choice"]["values"] == {"build": EXACT}


def test_a_machine_without_time_for_a_candidate_stores_no_choice(use: Callable[[StandInRig], None]) -> None:
    """Else the default would count as measured, and nothing would be tried for a month."""
    use(StandInRig(exact_is_faster, start_s=60.0))
    result = tune("--quick")
    assert result.exit_code == 1
    assert "before a candidate could be measured" in str(result.exception)
    assert tuned_settings()[1].state == "none"
    use(StandInRig(exact_is_faster))
    after = json.loads(tune("--quick", "--json").stdout)
    assert [one["kind"] for one in after["trials"]].count("default") == 1  # that of the first run
    assert after["choice"]["values"] == {"build": EXACT}


def test_what_is_set_is_not_tuned_and_a_choice_for_it_stands_aside(
    use: Callable[[StandInRig], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOKORO_THREADS", "1")
    rig = StandInRig(exact_is_faster)
    use(rig)
    assert tune("--quick").exit_code == 0
    assert rig.served
    assert all("threads" not in point for point in rig.served)
    monkeypatch.delenv("KOKORO_THREADS")
    assert tuned_settings()[1].reason.startswith("threads is 0 without it, and was 1")


def test_commands_without_trials_say_what_to_do() -> None:
    result = tune("--show")
    assert result.exit_code == 1
    assert "Nothing was tuned yet" in str(result.exception)
    assert "nothing to forget" in tune("--forget").output


def test_ephemeral_mode_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_EPHEMERAL", "1")
    assert "KOKORO_EPHEMERAL" in str(tune("--quick").exception)
    assert not (tmp_path / "data").exists()


def test_a_choice_is_logged_and_shown(use: Callable[[StandInRig], None], caplog: pytest.LogCaptureFixture) -> None:
    use(StandInRig(exact_is_faster))
    assert tune("--quick").exit_code == 0
    with caplog.at_level(logging.INFO):
        log_choice(tuned_settings()[1])
    assert "build=exact" in caplog.text
    assert TuningStatus(**status_of(tuned_settings()[1])).values == {"build": EXACT}


def test_a_server_has_a_choice_made_only_if_it_is_asked_to_and_there_is_none(
    use: Callable[[StandInRig], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert background_tuner(*tuned_settings()) is None
    monkeypatch.setenv("KOKORO_TUNING", "quick")
    command = background_tuner(*tuned_settings())
    assert command is not None
    assert command[-2:] == ["tune", "--quick"]
    found = subprocess.run([*command, "--help"], capture_output=True, text=True, timeout=HANG_S, check=True)
    assert "--forget" in found.stdout
    use(StandInRig(exact_is_faster))
    assert tune("--quick").exit_code == 0
    assert background_tuner(*tuned_settings()) is None


def test_a_choice_that_is_not_used_is_logged_with_its_reason(
    use: Callable[[StandInRig], None], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(StandInRig(exact_is_faster))
    assert tune("--quick").exit_code == 0
    monkeypatch.setattr("koe.tune.identity.usable_cores", lambda: 64)
    log_choice(tuned_settings()[1])
    assert "is not used: the number of cores was" in caplog.text


def test_candidates_keep_the_settings_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    from koe.cli.tuning_rig import candidate_settings

    monkeypatch.setenv("KOKORO_QUEUE_BLOCKS", "7")
    settings = candidate_settings({"build": EXACT, "threads": 1})
    assert (settings.build, settings.threads, settings.queue_blocks, settings.port) == (EXACT, 1, 7, 0)
    assert settings.primer_bytes == settings.phoneme_cache_bytes == 0
    assert load_settings().primer_bytes > 0


def test_a_default_that_does_not_start_is_an_error(use: Callable[[StandInRig], None]) -> None:
    use(StandInRig(exact_is_faster, fails=lambda _: True))
    assert isinstance(tune("--quick").exception, EngineError)
