"""The calibration loop tells a quiet machine from a noisy one; the kind of machine and the CPU time of processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import accumulate, chain
from pathlib import Path

import pytest

from koe.bench.calibration import Calibration, Noise
from koe.bench.machine import Machine, cpu_s


def noise_of(times_s: Sequence[float]) -> Noise:
    """`times_s`: how long the work takes each time, the first and the last included."""
    moments = iter(accumulate(chain.from_iterable((0.0, time_s) for time_s in times_s)))
    with Calibration(lambda: None, lambda: next(moments)) as calibration:
        for _ in times_s[2:]:
            calibration.loop()
    return calibration.noise


def test_equal_loops_are_quiet_and_a_slow_phase_is_not() -> None:
    quiet = noise_of([0.010, 0.0101, 0.0102, 0.0103, 0.0101])
    assert quiet.is_quiet
    assert quiet.loops == 5
    assert quiet.fastest_s == pytest.approx(0.010)
    noisy = noise_of([0.010, 0.010, 0.019, 0.021, 0.020])
    assert not noisy.is_quiet
    assert "too noisy" in noisy.told()
    assert noisy.slowdown == pytest.approx(2.06)


def test_one_slow_loop_of_many_does_not_count() -> None:
    assert noise_of([0.01] * 19 + [0.05]).is_quiet


def test_the_work_takes_time() -> None:
    with Calibration() as calibration:
        pass
    assert calibration.noise.loops == 2
    assert calibration.noise.fastest_s > 0.001


def test_the_kind_of_a_machine_is_its_processor_and_its_cores(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    processor = "processor\t: 0\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC 9R14 48-Core Processor\n"
    (tmp_path / "proc" / "cpuinfo").write_text(processor * 2)
    (tmp_path / "proc" / "meminfo").write_text("MemTotal:       16777216 kB\n")
    machine = Machine.this(tmp_path)
    assert (machine.processor, machine.memory_gib) == ("AMD EPYC 9R14 family 26 model 2", 16)
    assert machine.kind == f"amd-epyc-9r14-family-26-model-2-{os.cpu_count()}-cores"


def test_a_system_without_proc_has_a_kind_too(tmp_path: Path) -> None:
    machine = Machine.this(tmp_path)
    assert machine.kind
    assert machine.memory_gib is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the CPU time of another process")
def test_cpu_time_of_another_process_is_told_until_it_ends() -> None:
    code = "sum(range(10**6)); print(1, flush=True); input()"
    child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with child:
        assert child.stdout is not None
        child.stdout.readline()
        used_s = cpu_s(child.pid)
        assert used_s is not None
        assert used_s > 0
        child.communicate(b"\n")
    assert cpu_s(child.pid) is None
    assert cpu_s() is not None
