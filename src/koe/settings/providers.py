"""Settings of providers and sessions: what computes each stage of the model, and how."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field, field_validator

from koe.settings.written import expand_home

_ONE_STAGE = "Provider of the {} stage; without it, KOKORO_PROVIDER counts."
_CORE_ML = "Only for `coreml`. "


class ProviderSettings(BaseModel):
    provider: str = Field(
        "auto",
        description="What computes the stages of the model: `cpu`, `coreml`, `cuda`, `tensorrt`, `directml`, "
        "`migraphx`, `openvino`, `openvino-gpu`, or `auto`: what suits this machine and the length of the text. One "
        "that is unknown, not installed or fails is replaced by `cpu`, with a warning: see docs/providers.md.",
    )
    provider_text: str | None = Field(None, description=_ONE_STAGE.format("text"))
    provider_pitch: str | None = Field(None, description=_ONE_STAGE.format("pitch"))
    provider_trunk: str | None = Field(None, description=_ONE_STAGE.format("trunk"))
    provider_source: str | None = Field(None, description=_ONE_STAGE.format("source"))
    provider_generator: str | None = Field(None, description=_ONE_STAGE.format("generator"))
    provider_from_characters: int | None = Field(
        None,
        ge=0,
        description="Shorter texts are spoken by the CPU alone. Without it: every text goes to a provider that is "
        "named, and texts of more than 280 characters to one that `auto` has found, except `cuda`, which gets all.",
    )
    provider_timeout_s: float = Field(
        5.0,
        gt=0,
        le=3600,
        description="Seconds after which one run of a stage on a provider other than `cpu` counts as hung: the CPU "
        "speaks the rest of the request. The first run of each stage has ten times as long, because some providers "
        "compile then.",
    )
    provider_backoff_s: float = Field(
        30.0,
        gt=0,
        le=86_400,
        description="Seconds for which a provider that has failed is not tried again; twice as many after each further "
        "failure in a row, up to an hour.",
    )
    thread_priority: Literal["auto", "high", "usual"] = Field(
        "auto",
        description="Whether inference threads ask the system to go before other programs: by their class on macOS, by "
        "a nice value of -5 on Linux, where that needs a permission. `auto`: on macOS only.",
    )
    inter_threads: int = Field(
        1,
        ge=1,
        le=64,
        description="Threads of ONNX Runtime for parts of a stage that could run beside each other; with 1, they run "
        "one after another.",
    )
    spinning: bool = Field(
        True,
        description="Threads of a stage wait for work without sleep while the stage runs: sooner at work, and more CPU "
        "time. false: they sleep.",
    )
    thread_affinity: str = Field(
        "",
        description="Logical processors of the inference threads, from 1 on, in ONNX Runtime's notation: `2;3` binds "
        "the second and the third thread (the first is the lane itself). Needs KOKORO_THREADS, and has one entry less.",
    )
    memory_arena: bool = Field(
        True,
        description="All stages share one pool of memory, which keeps what it once needed. false: memory goes back to "
        "the system after each run: less of it, and slower.",
    )
    memory_arena_size_mb: int = Field(
        0,
        ge=0,
        le=65_536,
        description="MiB that the pool of memory takes in one piece at its first use; it grows beyond that when a run "
        "needs more. 0: as much as the first run needs.",
    )
    memory_pattern: bool = Field(
        True,
        description="A stage remembers how much memory a run of some shape took, and takes it in one piece the next "
        "time. Always off for `directml`, which needs that.",
    )
    flush_denormals: bool = Field(
        False,
        description="Count numbers below 1.2e-38 as zero. Changes no sample that could be heard; faster on CPUs that "
        "are slow with such numbers.",
    )
    fast_math: bool = Field(
        False,
        description="Let ARM CPUs multiply matrices of single precision in bfloat16: faster, and less exact. No effect "
        "on x86, where ONNX Runtime has no such mode.",
    )
    gpu_device: int = Field(
        0, ge=0, le=255, description="Number of the GPU for `cuda`, `tensorrt`, `directml` and `migraphx`."
    )
    gpu_memory_mb: int = Field(
        0, ge=0, description="Only for `cuda` and `tensorrt`. MiB of GPU memory that each stage may take; 0: no limit."
    )
    cuda_conv_search: Literal["exhaustive", "heuristic", "default"] = Field(
        "heuristic",
        description="Only for `cuda`. How cuDNN looks for the fastest convolution of a new shape. `exhaustive` times "
        "them all, which is slow where shapes vary.",
    )
    cuda_tf32: bool = Field(
        False,
        description="Only for `cuda`. Multiply in TensorFloat-32: faster from Ampere on, and less exact. TensorRT has "
        "no such option; its own variable is `NVIDIA_TF32_OVERRIDE`.",
    )
    tensorrt_fp16: bool = Field(False, description="Only for `tensorrt`. Compute in half precision where it is faster.")
    openvino_precision: Literal["f32", "bf16", "f16"] = Field(
        "f32",
        description="Only for `openvino` and `openvino-gpu`. What the generator is computed in, except for its head; "
        "a device without hardware for the type computes in single precision. Builds in sixteen bits bring their own.",
    )
    coreml_model_format: Literal["MLProgram", "NeuralNetwork"] = Field(
        "MLProgram", description=_CORE_ML + "Format of the models; MLProgram needs macOS 12."
    )
    coreml_compute_units: Literal["ALL", "CPUAndGPU", "CPUAndNeuralEngine", "CPUOnly"] = Field(
        "ALL", description=_CORE_ML + "Processors that may be used."
    )
    coreml_specialization: Literal["Default", "FastPrediction"] = Field(
        "Default",
        description=_CORE_ML + "`FastPrediction` takes longer to load, and may be faster afterwards.",
    )
    coreml_static_shapes: bool = Field(
        True,
        description=_CORE_ML
        + "Give Core ML windows of a few fixed lengths, padded where they are shorter: with varying "
        "lengths it leaves operations to the CPU. The padding is cut away.",
    )
    coreml_low_precision: bool = Field(
        False, description=_CORE_ML + "The GPU may add up in half precision: faster, and less exact."
    )
    coreml_cache_dir: Path | None = Field(
        None,
        description=_CORE_ML + "Folder of the compiled models. Default: a folder beside the stage files. With "
        "KOKORO_EPHEMERAL, none.",
    )

    @field_validator("coreml_cache_dir")
    @classmethod
    def _expand_coreml_folder(cls, value: Path | None) -> Path | None:
        return expand_home(value)

    @field_validator(
        "provider", "provider_text", "provider_pitch", "provider_trunk", "provider_source", "provider_generator"
    )
    @classmethod
    def _in_lower_case(cls, value: str | None) -> str | None:
        return value.strip().lower() if value is not None else None
