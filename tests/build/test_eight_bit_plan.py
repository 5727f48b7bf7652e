"""The plan that is shipped is the one that was measured, and its rule decides what stays in single precision."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from koe.build.calibrate import corpus_sha256
from koe.build.eight_bit_plan import LEAST_DECIBELS, ORIGIN, RANGES, EightBitPlan
from koe.build.recipes import EIGHT_BIT_CALIBRATION, file_sha256, package_file


@pytest.fixture(scope="module")
def shipped() -> EightBitPlan:
    return EightBitPlan.load(package_file(RANGES), package_file(ORIGIN))


def test_the_shipped_files_belong_together(shipped: EightBitPlan) -> None:
    origin = json.loads(package_file(ORIGIN).read_text("utf-8"))
    assert origin["sha256"] == file_sha256(package_file(RANGES))
    assert origin["corpus_sha256"] == corpus_sha256("calibration") == EIGHT_BIT_CALIBRATION
    assert origin["utterances"] >= 54
    assert origin["in_single_precision"] == {stage: sorted(shipped.in_floats(stage)) for stage in shipped.decibels}
    assert origin["in_two_parts"] == {stage: sorted(shipped.in_two_parts(stage)) for stage in shipped.decibels}


def test_only_the_last_convolution_and_one_of_the_source_stay_in_floats(shipped: EightBitPlan) -> None:
    names = [name.removeprefix("/decoder/decoder/generator/") for name in sorted(shipped.in_floats("generator"))]
    assert names == ["conv_post/Conv", "noise_convs.1/Conv"]
    assert not any(shipped.in_floats(stage) for stage in ("text", "pitch", "trunk"))
    assert [len(shipped.in_two_parts(stage)) for stage in ("text", "pitch", "trunk", "generator")] == [0, 0, 16, 0]


def test_every_measured_convolution_of_a_balanced_stage_has_ranges(shipped: EightBitPlan) -> None:
    for stage, ranges in shipped.ranges.items():
        assert set(ranges) in (set(shipped.decibels[stage]), set())
    assert all(np.all(values >= 0) for ranges in shipped.ranges.values() for values in ranges.values())


def test_a_plan_is_stored_and_loaded(tmp_path: Path) -> None:
    decibels = {"trunk": {"good": LEAST_DECIBELS, "bad": LEAST_DECIBELS - 0.5}}
    plan = EightBitPlan(decibels, {"trunk": {"good": np.array([1, 2], np.float32), "bad": np.ones(3, np.float32)}})
    files = tmp_path / "plan.npz", tmp_path / "plan.json"
    plan.save(*files, {"tool": "a test"})
    loaded = EightBitPlan.load(*files)
    assert loaded.decibels == decibels
    assert loaded.in_floats("trunk") == {"bad"}
    assert loaded.in_two_parts("trunk") == {"good"}
    np.testing.assert_array_equal(loaded.ranges["trunk"]["good"], [1, 2])
    assert json.loads(files[1].read_text())["tool"] == "a test"
