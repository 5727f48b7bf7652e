"""Stage models open only if they belong to one build."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper

from fakes import TINY_STAGES, tiny_stages
from koe.errors import StageError
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.prosody import ProsodyPredictor, frames_at_speed
from koe.model.stages import (
    INPUTS,
    OUTPUTS,
    STAGES,
    Facts,
    SharedBackend,
    Stages,
    open_stages,
    open_stages_later,
    stage_files,
)

STYLE = np.zeros((1, 256), dtype=np.float32)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(TINY_STAGES, tmp_path / "stages")


def change_metadata(path: Path, **changes: str) -> None:
    model = onnx.load(path)
    kept = {entry.key: entry.value for entry in model.metadata_props}
    helper.set_model_props(model, kept | {f"koe.{key}": value for key, value in changes.items()})
    onnx.save(model, path)


def open_folder(folder: Path) -> Stages:
    return open_stages(OnnxRuntimeBackend(threads=1), stage_files(folder))


def facts_in(folder: Path) -> dict[str, Facts]:
    models = {stage: onnx.load(path) for stage, path in stage_files(folder).items()}
    metadata = {stage: {entry.key: entry.value for entry in model.metadata_props} for stage, model in models.items()}
    return {stage: Facts.from_metadata(entries, stage) for stage, entries in metadata.items()}


def test_stages_of_one_build_open(folder: Path) -> None:
    assert open_folder(folder).facts.sample_rate_hz == 24_000


@pytest.mark.parametrize("stage", STAGES)
def test_tiny_models_have_the_inputs_and_outputs_of_the_real_ones(stage: str) -> None:
    graph = onnx.load(TINY_STAGES / f"{stage}.onnx").graph
    assert tuple(value.name for value in graph.input) == INPUTS[stage]
    assert tuple(value.name for value in graph.output) == OUTPUTS[stage]


def test_missing_stage_is_named_in_the_error(folder: Path) -> None:
    (folder / "trunk.onnx").unlink()
    with pytest.raises(StageError, match=r"trunk\.onnx is missing"):
        open_folder(folder)


def test_stage_of_another_build_is_refused(folder: Path) -> None:
    change_metadata(folder / "pitch.onnx", vocabulary_sha256="0")
    with pytest.raises(StageError, match="not of one build"):
        open_folder(folder)


def test_stage_under_the_name_of_another_is_refused(folder: Path) -> None:
    shutil.copy(folder / "text.onnx", folder / "pitch.onnx")
    with pytest.raises(StageError, match="holds the text stage, not the pitch stage"):
        open_folder(folder)


def test_model_without_metadata_is_refused(folder: Path) -> None:
    model = onnx.load(folder / "source.onnx")
    del model.metadata_props[:]
    onnx.save(model, folder / "source.onnx")
    with pytest.raises(StageError, match="is not a stage model of koe"):
        open_folder(folder)


def test_truncated_file_is_refused(folder: Path) -> None:
    path = folder / "generator.onnx"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(StageError, match="koe models build --force"):
        open_folder(folder)


@pytest.mark.parametrize(
    ("duration", "speed", "frames"),
    [(2.4, 1.0, 2), (2.5, 1.0, 2), (3.5, 1.0, 4), (0.2, 1.0, 1), (5.0, 2.0, 2), (5.0, 4.0, 1), (3.0, 0.25, 12)],
)
def test_frames_are_rounded_half_to_even_and_at_least_one(duration: float, speed: float, frames: int) -> None:
    assert frames_at_speed(np.array([duration], dtype=np.float32), speed).tolist() == [frames]


def test_prosody_is_aligned_frame_by_frame() -> None:
    prosody = ProsodyPredictor(tiny_stages()).predict([3, 4, 5], STYLE, speed=1.0)
    assert prosody.frames_per_token.tolist() == [2, 2, 3, 4, 2]  # the padding token stands at both ends
    assert prosody.frame_count == 13
    assert np.allclose(prosody.aligned_phonemes()[0, 0] * 100, [0, 0, 3, 3, 4, 4, 4, 5, 5, 5, 5, 0, 0])
    assert prosody.pitch_hz.shape == prosody.energy.shape == (1, 26)


def test_stage_of_a_fallback_is_opened_at_first_use(folder: Path) -> None:
    stages = open_folder(folder)
    assert "generator_whole" not in stages.open_stages
    change_metadata(folder / "generator_whole.onnx", source_sha256="0")
    with pytest.raises(StageError, match="not of one build"):
        stages["generator_whole"]


def test_stages_that_are_not_the_expected_ones_are_refused(folder: Path) -> None:
    expected, backend = facts_in(folder), OnnxRuntimeBackend(threads=1)
    assert open_stages(backend, stage_files(folder), expected).facts == expected["generator"].of_build
    other = {**expected, "trunk": replace(expected["trunk"], version="2")}
    with pytest.raises(StageError, match=r"trunk\.onnx is not the file that its name says"):
        open_stages(backend, stage_files(folder), other)


@pytest.mark.parametrize("stage", ["generator_modulation", "generator_whole"])
def test_the_stages_of_a_generator_must_have_its_weights(folder: Path, stage: str) -> None:
    change_metadata(folder / f"{stage}.onnx", weights_sha256="f" * 64)
    with pytest.raises(StageError, match="not of one build"):
        open_folder(folder)["generator_whole"]


def test_other_stages_may_have_weights_of_their_own(folder: Path) -> None:
    change_metadata(folder / "trunk.onnx", weights_sha256="f" * 64)
    assert open_folder(folder).facts.weights_sha256 == "0" * 64


def test_stages_can_all_be_opened_at_first_use(folder: Path) -> None:
    stages = open_stages_later(OnnxRuntimeBackend(threads=1), stage_files(folder), facts_in(folder), "exact")
    assert (stages.name, stages.facts, stages.open_stages) == ("exact", open_folder(folder).facts, ())
    assert stages["pitch"] is stages["pitch"]
    assert stages.open_stages == ("pitch",)
    change_metadata(folder / "trunk.onnx", version="2")
    for _ in range(2):  # a failure is no reason to give something else the next time
        with pytest.raises(StageError, match="is not the file that its name says"):
            stages["trunk"]


def test_builds_share_the_sessions_of_files_that_they_have_in_common(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "trunk.onnx", tmp_path / "other.onnx")
    backend = SharedBackend(OnnxRuntimeBackend(threads=1))
    files = stage_files(folder)
    first, second = open_stages(backend, files), open_stages(backend, {**files, "trunk": tmp_path / "other.onnx"})
    shared = {stage for stage in STAGES if first[stage] is second[stage]}
    assert shared == set(STAGES) - {"trunk"}


def test_number_of_threads_reaches_the_runtime() -> None:
    assert OnnxRuntimeBackend(threads=3)._options.intra_op_num_threads == 3
