"""The providers that koe knows: their names in settings, the packages that have them, their options and their needs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from importlib.util import find_spec

from koe.model.backends.onnxruntime import available_providers
from koe.model.backends.openvino import EXTRA, devices
from koe.model.backends.session_options import VendorOptions

CPU = "cpu"
_MIB = 2**20
_NO_OPTIONS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Provider:
    """`library_name` is the name in ONNX Runtime, or OpenVINO's device. `needs_static_shapes`: it is given windows of a
    few fixed lengths. `is_serial`: a session runs once at a time, node by node and without memory patterns. `beside`
    are providers of the same package that take the nodes it leaves, before the CPU does."""

    name: str
    library_name: str
    install: str
    options: Callable[[VendorOptions], Mapping[str, str]]
    is_openvino: bool = False
    is_serial: bool = False
    needs_static_shapes: Callable[[VendorOptions], bool] = lambda _: False
    beside: tuple[str, ...] = ()


def _no_options(vendor: VendorOptions) -> Mapping[str, str]:
    return _NO_OPTIONS


def _coreml(vendor: VendorOptions) -> Mapping[str, str]:
    one = vendor.coreml
    options = {
        "ModelFormat": one.model_format,
        "MLComputeUnits": one.compute_units,
        "RequireStaticInputShapes": _digit(one.static_shapes),
        "EnableOnSubgraphs": "0",
        "AllowLowPrecisionAccumulationOnGPU": _digit(one.low_precision),
    }
    if one.model_format == "MLProgram":  # the older format has no such choice
        options["SpecializationStrategy"] = one.specialization
    if one.cache is not None:
        options["ModelCacheDirectory"] = str(one.cache)
    return options


def _cuda(vendor: VendorOptions) -> Mapping[str, str]:
    options = {
        "device_id": str(vendor.device),
        "cudnn_conv_algo_search": vendor.cuda_conv_search.upper(),
        "use_tf32": _digit(vendor.cuda_tf32),
        # Windows have a few lengths: powers of two would double what the largest one needs.
        "arena_extend_strategy": "kSameAsRequested",
    }
    if vendor.memory_mb:
        options["gpu_mem_limit"] = str(vendor.memory_mb * _MIB)
    return options


def _tensorrt(vendor: VendorOptions) -> Mapping[str, str]:
    options = {"device_id": str(vendor.device), "trt_fp16_enable": _flag(vendor.tensorrt_fp16)}
    if vendor.memory_mb:
        options["trt_max_workspace_size"] = str(vendor.memory_mb * _MIB)
    if vendor.cache is not None:
        folder = str(vendor.cache / "tensorrt")
        options |= {
            "trt_engine_cache_enable": "True",
            "trt_engine_cache_path": folder,
            "trt_timing_cache_enable": "True",
            "trt_timing_cache_path": folder,
        }
    return options


def _device_alone(vendor: VendorOptions) -> Mapping[str, str]:
    return {"device_id": str(vendor.device)}


def _openvino(vendor: VendorOptions) -> Mapping[str, str]:
    return {"CACHE_DIR": str(vendor.cache / "openvino")} if vendor.cache is not None else {}


def _digit(value: bool) -> str:
    return "1" if value else "0"


def _flag(value: bool) -> str:
    return "True" if value else "False"


_ALL = (
    Provider(CPU, "CPUExecutionProvider", "onnxruntime", _no_options),
    Provider(
        "coreml",
        "CoreMLExecutionProvider",
        "onnxruntime (macOS)",
        _coreml,
        needs_static_shapes=lambda vendor: vendor.coreml.static_shapes,
    ),
    Provider("cuda", "CUDAExecutionProvider", "onnxruntime-gpu", _cuda),
    Provider(
        "tensorrt",
        "TensorrtExecutionProvider",
        "onnxruntime-gpu and TensorRT",
        _tensorrt,
        needs_static_shapes=lambda _: True,
        beside=("cuda",),
    ),
    Provider("directml", "DmlExecutionProvider", "onnxruntime-directml (Windows)", _device_alone, is_serial=True),
    Provider(
        "migraphx",
        "MIGraphXExecutionProvider",
        "onnxruntime-migraphx",
        _device_alone,
        needs_static_shapes=lambda _: True,
    ),
    Provider("openvino", "CPU", EXTRA, _openvino, is_openvino=True),
    Provider("openvino-gpu", "GPU", EXTRA, _openvino, is_openvino=True),
)
PROVIDERS: Mapping[str, Provider] = {provider.name: provider for provider in _ALL}


def installed(*, openvino: bool = True) -> tuple[str, ...]:
    """The providers that the installed packages offer on this machine, `cpu` first. Without `openvino`, that library
    is not loaded to ask it."""
    in_onnx_runtime, in_openvino = available_providers(), openvino_devices() if openvino else ()
    return tuple(one.name for one in _ALL if one.library_name in (in_openvino if one.is_openvino else in_onnx_runtime))


def openvino_devices() -> Collection[str]:
    """Loads OpenVINO if it is installed. `GPU.1` is a GPU."""
    if find_spec("openvino") is None:
        return ()
    return {device.partition(".")[0] for device in devices()}


def why_missing(name: str) -> str | None:
    """Why a provider cannot be used here; None if it can."""
    if name not in PROVIDERS:
        return f"koe knows no provider of this name, only {', '.join(PROVIDERS)}"
    if name not in installed(openvino=PROVIDERS[name].is_openvino):
        return f"{PROVIDERS[name].install} is not installed, or finds no device"
    return None
