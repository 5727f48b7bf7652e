"""What ONNX Runtime is given for each provider and each setting, as a stand-in for its session records it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import onnxruntime as ort
import pytest

from fakes import TINY_STAGES
from koe.errors import StageError
from koe.model.backends import onnxruntime as module
from koe.model.backends.load import accelerated_backend
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.backends.providers import PROVIDERS, installed, why_missing
from koe.model.backends.session_options import CoreMlOptions, SessionOptions, VendorOptions
from koe.model.backends.static_windows import FRAMES

TEXT, GENERATOR = TINY_STAGES / "text.onnx", TINY_STAGES / "generator.onnx"
CPU = "CPUExecutionProvider"


@dataclass
class Recorder:
    """What each session was opened with. `refuses`: execution providers that do not start."""

    opened: list[tuple[Any, list[str], list[dict[str, str]]]] = field(default_factory=list)
    refuses: set[str] = field(default_factory=set)
    overrides: list[tuple[str, int]] = field(default_factory=list)

    @property
    def last(self) -> tuple[Any, dict[str, dict[str, str]]]:
        options, names, settings = self.opened[-1]
        return options, dict(zip(names, settings, strict=True))


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    found = Recorder()

    class Metadata:
        custom_metadata_map: Mapping[str, str] = {}

    class StandIn:
        def __init__(
            self, path: Path, options: Any, *, providers: list[str], provider_options: list[Any], enable_fallback: int
        ) -> None:
            assert not enable_fallback
            found.opened.append((options, providers, provider_options))
            self._started = [name for name in providers if name not in found.refuses]

        def get_outputs(self) -> list[Any]:
            return []

        def get_providers(self) -> list[str]:
            return self._started

        def get_modelmeta(self) -> Metadata:
            return Metadata()

    monkeypatch.setattr(ort, "InferenceSession", StandIn)
    return found


def opened_on(
    name: str, recorder: Recorder, path: Path = TEXT, session: SessionOptions | None = None, **vendor: Any
) -> tuple[Any, dict[str, dict[str, str]]]:
    backend = accelerated_backend(
        PROVIDERS[name], session or SessionOptions(1), VendorOptions(**vendor), OnnxRuntimeBackend(1)
    )
    backend.open(path)
    return recorder.last


def test_core_ml_gets_what_its_makers_document(recorder: Recorder, tmp_path: Path) -> None:
    _, providers = opened_on("coreml", recorder, coreml=CoreMlOptions(cache=tmp_path))
    assert list(providers) == ["CoreMLExecutionProvider", CPU]
    assert providers["CoreMLExecutionProvider"] == {
        "ModelFormat": "MLProgram",
        "MLComputeUnits": "ALL",
        "RequireStaticInputShapes": "1",
        "EnableOnSubgraphs": "0",
        "AllowLowPrecisionAccumulationOnGPU": "0",
        "SpecializationStrategy": "Default",
        "ModelCacheDirectory": str(tmp_path),
    }


@pytest.mark.parametrize(
    ("given", "option", "value"),
    [
        ({"compute_units": "CPUAndGPU"}, "MLComputeUnits", "CPUAndGPU"),
        ({"specialization": "FastPrediction"}, "SpecializationStrategy", "FastPrediction"),
        ({"static_shapes": False}, "RequireStaticInputShapes", "0"),
        ({"low_precision": True}, "AllowLowPrecisionAccumulationOnGPU", "1"),
        ({"model_format": "NeuralNetwork"}, "ModelFormat", "NeuralNetwork"),
    ],
)
def test_each_option_of_core_ml_arrives(recorder: Recorder, given: dict[str, Any], option: str, value: str) -> None:
    _, providers = opened_on("coreml", recorder, coreml=CoreMlOptions(**given))
    options = providers["CoreMLExecutionProvider"]
    assert options[option] == value
    assert "ModelCacheDirectory" not in options
    assert ("SpecializationStrategy" in options) == (options["ModelFormat"] == "MLProgram")


def test_core_ml_gets_a_generator_of_fixed_shapes_for_each_length(recorder: Recorder) -> None:
    opened_on("coreml", recorder, GENERATOR)
    fixed, whole = recorder.opened[:-1], recorder.opened[-1]
    assert [names for _, names, _ in fixed] == [["CoreMLExecutionProvider", CPU]] * len(FRAMES)
    assert whole[1] == [CPU]  # windows longer than all of them


def test_core_ml_with_dynamic_shapes_gets_one_generator(recorder: Recorder) -> None:
    opened_on("coreml", recorder, GENERATOR, coreml=CoreMlOptions(static_shapes=False))
    assert len(recorder.opened) == 1


def test_cuda_gets_what_its_makers_document(recorder: Recorder) -> None:
    _, providers = opened_on("cuda", recorder, device=2, memory_mb=512, cuda_conv_search="exhaustive", cuda_tf32=True)
    assert list(providers) == ["CUDAExecutionProvider", CPU]
    assert providers["CUDAExecutionProvider"] == {
        "device_id": "2",
        "cudnn_conv_algo_search": "EXHAUSTIVE",
        "use_tf32": "1",
        "arena_extend_strategy": "kSameAsRequested",
        "gpu_mem_limit": str(512 * 2**20),
    }
    _, providers = opened_on("cuda", recorder)
    usual = providers["CUDAExecutionProvider"]
    assert (usual["cudnn_conv_algo_search"], usual["use_tf32"], "gpu_mem_limit" in usual) == ("HEURISTIC", "0", False)


def test_tensorrt_keeps_its_engines_and_leaves_the_rest_to_cuda(recorder: Recorder, tmp_path: Path) -> None:
    _, providers = opened_on("tensorrt", recorder, cache=tmp_path, tensorrt_fp16=True)
    assert list(providers) == ["TensorrtExecutionProvider", "CUDAExecutionProvider", CPU]
    options = providers["TensorrtExecutionProvider"]
    assert options["trt_fp16_enable"] == "True"
    assert (options["trt_engine_cache_enable"], options["trt_engine_cache_path"]) == (
        "True",
        str(tmp_path / "tensorrt"),
    )
    _, providers = opened_on("tensorrt", recorder)
    assert providers["TensorrtExecutionProvider"] == {"device_id": "0", "trt_fp16_enable": "False"}


def test_directml_runs_in_order_and_without_memory_patterns(recorder: Recorder) -> None:
    options, providers = opened_on("directml", recorder, session=SessionOptions(1, inter_threads=4), device=1)
    assert providers == {"DmlExecutionProvider": {"device_id": "1"}, CPU: {}}
    assert not options.enable_mem_pattern
    assert options.execution_mode == ort.ExecutionMode.ORT_SEQUENTIAL


def test_migraphx_gets_its_device_and_fixed_shapes(recorder: Recorder) -> None:
    _, providers = opened_on("migraphx", recorder, device=3)
    assert providers == {"MIGraphXExecutionProvider": {"device_id": "3"}, CPU: {}}
    recorder.opened.clear()
    opened_on("migraphx", recorder, GENERATOR)
    assert len(recorder.opened) == len(FRAMES) + 1


def test_a_provider_that_does_not_start_is_an_error(recorder: Recorder) -> None:
    """ONNX Runtime goes on with the CPU alone, and says so in its log at most."""
    recorder.refuses.add("CUDAExecutionProvider")
    with pytest.raises(StageError, match="CUDAExecutionProvider did not start"):
        opened_on("cuda", recorder)


def entry(options: Any, name: str) -> str | None:
    try:
        return str(options.get_session_config_entry(name))
    except RuntimeError:
        return None


@pytest.mark.parametrize(
    ("changed", "name", "value"),
    [
        ({}, "session.force_spinning_stop", "1"),
        ({}, "session.use_env_allocators", "1"),
        ({"arena": False}, "session.use_env_allocators", None),
        ({}, "session.intra_op.allow_spinning", None),
        ({"spinning": False}, "session.intra_op.allow_spinning", "0"),
        ({"threads": 3, "affinity": "1;2"}, "session.intra_op_thread_affinities", "1;2"),
        ({"flush_denormals": True}, "session.set_denormal_as_zero", "1"),
        ({"fast_math": True}, "mlas.enable_gemm_fastmath_arm64_bfloat16", "1"),
    ],
)
def test_each_session_setting_arrives(
    recorder: Recorder, changed: dict[str, Any], name: str, value: str | None
) -> None:
    OnnxRuntimeBackend(options=replace(SessionOptions(), **changed)).open(TEXT)
    assert entry(recorder.last[0], name) == value


def test_threads_memory_and_patterns_arrive(recorder: Recorder) -> None:
    OnnxRuntimeBackend(options=SessionOptions(3, inter_threads=2, arena=False, memory_pattern=False)).open(TEXT)
    options, _ = recorder.last
    assert (options.intra_op_num_threads, options.inter_op_num_threads) == (3, 2)
    assert options.execution_mode == ort.ExecutionMode.ORT_PARALLEL
    assert (options.enable_cpu_mem_arena, options.enable_mem_pattern) == (False, False)


def test_the_arena_begins_with_the_size_of_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[dict[str, int]] = []
    monkeypatch.setattr(ort, "OrtArenaCfg", given.append)
    monkeypatch.setattr(ort, "create_and_register_allocator", lambda memory, arena: None)
    module._register_shared_arena.cache_clear()
    for options in (SessionOptions(arena_size_mb=96), SessionOptions()):
        OnnxRuntimeBackend(options=options)
    module._register_shared_arena.cache_clear()
    assert [arena.get("initial_chunk_size_bytes") for arena in given] == [96 * 2**20, None]


def test_the_cpu_is_always_installed_and_an_unknown_name_is_told() -> None:
    assert installed()[0] == "cpu"
    assert why_missing("cpu") is None
    assert "only cpu, coreml" in str(why_missing("cuba"))
    assert "onnxruntime-directml" in str(why_missing("directml"))
