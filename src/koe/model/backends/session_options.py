"""Options of inference sessions: threads, memory and arithmetic, and what the vendors of providers let one choose."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

# What a session computes in: inputs and outputs are single precision in any case.
Precision = Literal["f32", "bf16", "f16"]


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """`threads` 0 leaves the number to the runtime: one per physical core. `affinity` has the processors of all threads
    but the first, in ONNX Runtime's notation. `arena_size_mb` 0: as much as is needed."""

    threads: int = 0
    inter_threads: int = 1
    spinning: bool = True
    affinity: str = ""
    arena: bool = True
    arena_size_mb: int = 0
    memory_pattern: bool = True
    flush_denormals: bool = False
    fast_math: bool = False


@dataclass(frozen=True, slots=True)
class CoreMlOptions:
    """Values as Core ML's provider spells them. `cache`: folder of compiled models; None: none are kept."""

    model_format: str = "MLProgram"
    compute_units: str = "ALL"
    specialization: str = "Default"
    static_shapes: bool = True
    low_precision: bool = False
    cache: Path | None = None


@dataclass(frozen=True, slots=True)
class VendorOptions:
    """What only some providers know. `cache`: folder of what TensorRT and OpenVINO compile; None: nothing is kept."""

    device: int = 0
    memory_mb: int = 0
    cuda_conv_search: str = "heuristic"
    cuda_tf32: bool = False
    tensorrt_fp16: bool = False
    openvino_precision: Precision = "f32"
    coreml: CoreMlOptions = field(default_factory=CoreMlOptions)
    cache: Path | None = None
