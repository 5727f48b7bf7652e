"""The perf gate on stand-in timings: noise passes, a regression fails, and after the roll-back it passes again."""

from __future__ import annotations

import json
import random
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from koe.bench.calibration import Calibration, Noise
from koe.bench.perf.baselines import BaselineError, key_of, read_baseline, write_baseline
from koe.bench.perf.gate import PerfFigures, judge
from koe.bench.perf.slowed import SlowedBackend
from koe.bench.run.turns import take_turns
from koe.bench.speakers import Spoken
from koe.bench.texts import LINE, Preset
from koe.cli.dev import app, perf
from koe.model.backends import Array
from koe.observe.bench_results import BenchResults

QUIET, NOISY = Noise(30, 0.01, 0.01, 1.1), Noise(30, 0.01, 0.02, 2.5)


class Machine:
    """Shared with other programs: it is slower for phases of several answers, and for some of them alone."""

    def __init__(self, seed: int, load: float) -> None:
        self._chance = random.Random(seed)  # noqa: S311
        self._load = load
        self._phase = 1.0

    def slowness(self) -> float:
        if self._chance.random() < 0.2:
            self._phase = 1 + self._load * self._chance.random()
        burst = 1 + self._load * self._chance.random() if self._chance.random() < 0.1 else 1.0
        return self._phase * burst * self._chance.gauss(1, 0.02)

    def cpu_noise(self) -> float:
        return self._chance.gauss(1, 0.04)


class Installed:
    """A version of koe, or the peer: what its answers take on a machine at rest."""

    def __init__(self, machine: Machine, first_s: float, whole_s: float) -> None:
        self._machine = machine
        self._times_s = (first_s, whole_s)

    def speak(self, text: str) -> Spoken:
        slow, cpu = self._machine.slowness(), self._machine.cpu_noise()
        first_s, whole_s = self._times_s
        return Spoken(
            0.004, first_s * slow, whole_s * slow, 4.0, cpu_s=1.9 * whole_s * cpu, first_cpu_s=1.8 * first_s * cpu
        )


def measured(seed: int, factor: float = 1.0, noise: Noise = NOISY, load: float = 1.5) -> PerfFigures:
    """`factor`: how much slower this version of koe is."""
    machine = Machine(seed, load)
    speakers = {"koe": Installed(machine, 0.2 * factor, 1.3 * factor), "peer": Installed(machine, 1.8, 1.9)}
    with Calibration(lambda: None) as calibration:
        rounds = take_turns(speakers, [Preset(LINE)], 24, calibration)
    return PerfFigures.of(rounds, "koe", "peer", noise)


@pytest.mark.parametrize("seed", range(10))
def test_an_upgrade_that_is_slower_is_found_and_the_roll_back_passes(seed: int, tmp_path: Path) -> None:
    """Row by row of the upgrade playbook: baseline, upgrade, gate, back, gate."""
    file, key = tmp_path / "baselines.json", key_of("a-machine", "fp32")
    write_baseline(file, key, measured(1000 + seed))
    baseline = read_baseline(file, key)
    assert baseline is not None
    upgraded = judge(baseline, measured(2000 + seed, factor=1.15))
    assert upgraded.is_passed is False
    assert {one.measure for one in upgraded.slower} <= {"ttfa", "rtf"}
    assert judge(baseline, measured(3000 + seed)).is_passed is True


def test_on_a_quiet_machine_waiting_counts_too() -> None:
    """A lock that is held longer costs no CPU time."""
    before = measured(1, noise=QUIET, load=0.0)
    slow = {name: replace(ratio, value=1.2 * ratio.value, low=1.2 * ratio.low, high=1.2 * ratio.high)
            if name == "ttfa wall" else ratio for name, ratio in before.ratios.items()}  # fmt: skip
    now = replace(before, ratios=slow)
    assert [(one.measure, one.witness) for one in judge(before, now).slower] == [("ttfa", "wall")]
    assert judge(before, replace(now, noise=NOISY)).is_passed is True


def test_ten_per_cent_within_the_noise_are_no_regression() -> None:
    before = measured(1)
    wide = {name: replace(one, value=1.12 * one.value, low=0.8 * one.value) for name, one in before.ratios.items()}
    assert judge(before, replace(before, ratios=wide)).is_passed is True


def test_without_cpu_times_a_noisy_machine_decides_nothing() -> None:
    before = measured(1)
    wall = {name: ratio for name, ratio in before.ratios.items() if name.endswith("wall")}
    assert judge(before, replace(before, ratios=wall)).is_passed is None
    assert judge(replace(before, noise=QUIET), replace(before, ratios=wall, noise=QUIET)).is_passed is True


def test_baselines_of_other_machines_stay(tmp_path: Path) -> None:
    file = tmp_path / "perf" / "baselines.json"
    assert read_baseline(file, "a/fp32") is None
    write_baseline(file, "a/fp32", measured(1))
    write_baseline(file, "b/fp32", measured(2))
    assert read_baseline(file, "a/fp32") == measured(1)
    assert read_baseline(file, "c/fp32") is None
    assert list(json.loads(file.read_text())) == ["a/fp32", "b/fp32"]
    file.write_text("[]")
    assert read_baseline(file, "a/fp32") is None
    file.write_text('{"a/fp32": 3}')
    with pytest.raises(BaselineError, match="holds no baselines"):
        read_baseline(file, "a/fp32")


class Session:
    metadata: dict[str, str] = {}  # noqa: RUF012

    def run(self, inputs: dict[str, Array]) -> dict[str, Array]:
        work()
        return inputs


def work() -> None:
    until_s = time.process_time() + 0.05
    while time.process_time() < until_s:
        pass


class Backend:
    name = "stand-in"

    def open(self, path: Path, **_: object) -> Session:
        return Session()


def test_the_planted_slowdown_is_a_share_of_all_work_of_the_process() -> None:
    session = SlowedBackend(Backend(), 1.0).open(Path("a.onnx"))  # type: ignore[arg-type]
    began_s = time.process_time()
    work()  # between two runs: encoding and the like
    assert session.run({"x": np.zeros(1)}) == {"x": np.zeros(1)}
    assert time.process_time() - began_s >= 0.2


def test_the_command_refuses_without_a_baseline_and_its_exit_code_is_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOKORO_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(perf, "ensure_stages", lambda _: None)
    figures = {"now": measured(1)}
    monkeypatch.setattr(perf, "_measure", lambda *_: figures["now"])
    file = tmp_path / "baselines.json"

    def invoke(*arguments: str) -> tuple[int, str]:
        answer = CliRunner().invoke(app, ["perf", "--file", str(file), *arguments], catch_exceptions=False)
        return answer.exit_code, answer.output

    code, said = invoke()
    assert code == 2
    assert "--update" in said
    assert invoke("--update")[0] == 0
    code, said = invoke()
    assert (code, "verdict: passed" in said) == (0, True)
    figures["now"] = measured(2, factor=1.15)
    code, said = invoke("--plant", "0.15")
    assert (code, "verdict: slower" in said) == (1, True)
    kept = BenchResults(tmp_path).last("perf")
    assert kept is not None
    assert kept.result["passed"] is True  # a planted slowdown is no result
    wall = {name: ratio for name, ratio in figures["now"].ratios.items() if name.endswith("wall")}
    figures["now"] = replace(figures["now"], ratios=wall)
    code, said = invoke()
    assert (code, "too noisy" in said) == (3, True)
