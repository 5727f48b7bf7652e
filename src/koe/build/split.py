"""The verified fp32 graph -> the stage models of koe.model.stages.

The graph is cut where durations, pitch, energy and the phase of the harmonic source are available as tensors; the
generator is written once unchanged and once with open norms (koe.build.norms). The stages that a listener waits for are
optimised (koe.build.convolutions, .sines, .quantize); those that calibration uses are not.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import onnx
from filelock import FileLock
from onnx import TensorProto, helper

from koe.build.convolutions import with_fast_convolutions
from koe.build.graph import nodes_before
from koe.build.norms import measuring_stage, modulation_stage, open_stage
from koe.build.quantize import with_eight_bit_products
from koe.build.sines import without_squared_sines
from koe.constants import MAX_TOKENS
from koe.errors import StageError
from koe.model.stages import STAGES, Facts

# Part of the cache key: increase it whenever the files written here change.
BUILDER_VERSION = "3"

SAMPLE_RATE_HZ = 24_000
SAMPLES_PER_FRAME = 600
# Convolutions of three taps in the generator have too few channels to gain: 158 instead of 162 ms for a window of 24
# frames.
GENERATOR_SHORTEST_TAPS = 7

# Tensors of the published graph -> readable names. One tensor may be an output of one stage and an input of the next.
_TENSORS: Mapping[str, str] = {
    "tokens": "input_ids",
    "style": "style",
    "features": "/encoder/Transpose_output_0",
    "phonemes": "/encoder/text_encoder/Transpose_2_output_0",
    "durations": "/encoder/predictor/ReduceSum_output_0",
    "aligned_features": "/encoder/MatMul_output_0",
    "aligned_phonemes": "/encoder/MatMul_1_output_0",
    "pitch_hz": "/encoder/Reshape_output_0",
    "energy": "/encoder/Reshape_1_output_0",
    "trunk": "/decoder/decoder/decode.3/Div_4_output_0",
    "phase": "/decoder/decoder/generator/m_source/l_sin_gen/Resize_1_output_0",
    "source": "/decoder/decoder/generator/Concat_3_output_0",
    "waveform": "waveform",
}

# Inputs and outputs of each cut. The norms of the generator are opened afterwards.
_CUTS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "text": (("tokens", "style"), ("features", "phonemes", "durations")),
    "pitch": (("aligned_features", "style"), ("pitch_hz", "energy")),
    "trunk": (("aligned_phonemes", "pitch_hz", "energy", "style"), ("trunk",)),
    "source": (("phase", "pitch_hz"), ("source",)),
    "generator": (("trunk", "source", "style"), ("waveform",)),
}

# Each dimension has its own name: with a shared symbolic name ONNX Runtime reuses a buffer of the wrong size.
_SHAPES: Mapping[str, tuple[int, list[int | str]]] = {
    "tokens": (TensorProto.INT64, [1, "token_count"]),
    "style": (TensorProto.FLOAT, [1, 256]),
    "features": (TensorProto.FLOAT, [1, 640, "feature_tokens"]),
    "phonemes": (TensorProto.FLOAT, [1, 512, "phoneme_tokens"]),
    "durations": (TensorProto.FLOAT, [1, "duration_tokens"]),
    "aligned_features": (TensorProto.FLOAT, [1, 640, "feature_frames"]),
    "aligned_phonemes": (TensorProto.FLOAT, [1, 512, "phoneme_frames"]),
    "pitch_hz": (TensorProto.FLOAT, [1, "pitch_halfframes"]),
    "energy": (TensorProto.FLOAT, [1, "energy_halfframes"]),
    "trunk": (TensorProto.FLOAT, [1, 512, "trunk_halfframes"]),
    "phase": (TensorProto.FLOAT, [1, 9, "phase_samples"]),
    "source": (TensorProto.FLOAT, [1, 22, "source_hops"]),
    "waveform": (TensorProto.FLOAT, [1, "sample_count"]),
}


@dataclass(frozen=True, slots=True)
class StageBuild:
    """The folder that holds the stage models of one source and one builder version."""

    folder: Path
    source_sha256: str
    vocabulary_sha256: str

    @classmethod
    def under(cls, cache: Path, source_sha256: str, vocabulary_sha256: str) -> StageBuild:
        key = f"{source_sha256[:16]}-{vocabulary_sha256[:8]}-v{BUILDER_VERSION}"
        return cls(cache / "stages" / key, source_sha256, vocabulary_sha256)

    @property
    def is_complete(self) -> bool:
        """True when every file exists with the size it was written with."""
        try:
            sizes = json.loads((self.folder / "build.json").read_text())["stages"]
            return all((self.folder / f"{stage}.onnx").stat().st_size == sizes[stage]["bytes"] for stage in STAGES)
        except (OSError, ValueError, LookupError):
            return False

    def facts(self, stage: str) -> Facts:
        return Facts(
            stage=stage,
            source_sha256=self.source_sha256,
            builder_version=BUILDER_VERSION,
            vocabulary_sha256=self.vocabulary_sha256,
            sample_rate_hz=SAMPLE_RATE_HZ,
            samples_per_frame=SAMPLES_PER_FRAME,
            max_tokens=MAX_TOKENS,
        )


def build_stages(
    build: StageBuild, source: Path, on_stage: Callable[[str], None] = lambda _: None, *, again: bool = False
) -> None:
    """Write the stage models of `source` into `build.folder`, unless they exist. An old build is replaced only by a
    finished one."""
    try:
        build.folder.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(build.folder.with_suffix(".lock")):
            if again or not build.is_complete:
                _replace_build(build, source, on_stage)
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise StageError(f"The stage models cannot be written to {build.folder} ({reason}).") from problem


def _replace_build(build: StageBuild, source: Path, on_stage: Callable[[str], None]) -> None:
    if file_sha256(source) != build.source_sha256:
        raise StageError(f"{source} does not have the expected SHA-256. Run `koe models pull --repair`.")
    unfinished = build.folder.with_suffix(".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)  # left behind by a killed process
    unfinished.mkdir()
    try:
        _write_stages(build, onnx.load(source), unfinished, on_stage)
        shutil.rmtree(build.folder, ignore_errors=True)
        unfinished.replace(build.folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _write_stages(build: StageBuild, model: onnx.ModelProto, folder: Path, on_stage: Callable[[str], None]) -> None:
    record = {"source_sha256": build.source_sha256, "builder_version": BUILDER_VERSION, "onnx": onnx.__version__}
    sizes = {}
    for stage in STAGES:
        on_stage(stage)
        part = make_stage(model, stage)
        helper.set_model_props(part, build.facts(stage).to_metadata())
        path = folder / f"{stage}.onnx"
        onnx.save(part, path)
        sizes[stage] = {"bytes": path.stat().st_size, "nodes": len(part.graph.node)}
    (folder / "build.json").write_text(json.dumps(record | {"stages": sizes}, indent=2) + "\n")


def make_stage(model: onnx.ModelProto, stage: str) -> onnx.ModelProto:
    match stage:
        case "text":
            return with_eight_bit_products(cut(model, stage))
        case "pitch" | "trunk":
            return with_fast_convolutions(cut(model, stage))
        case "generator":
            return without_squared_sines(with_fast_convolutions(open_stage(cut(model, stage)), GENERATOR_SHORTEST_TAPS))
        case "generator_modulation":
            return modulation_stage(cut(model, "generator"))
        case "generator_whole":
            return measuring_stage(cut(model, "generator"))
    return cut(model, stage)


def cut(model: onnx.ModelProto, name: str) -> onnx.ModelProto:
    """The nodes of `model` between the inputs and outputs of a cut, which get readable names."""
    inputs, outputs = _CUTS[name]
    border = {_TENSORS[tensor]: tensor for tensor in inputs + outputs}
    nodes = nodes_before(model.graph.node, [_TENSORS[tensor] for tensor in outputs], {_TENSORS[t] for t in inputs})
    used = {tensor for node in nodes for tensor in node.input}
    graph = helper.make_graph(
        [_renamed(node, border) for node in nodes],
        f"koe-{name}",
        [_value_info(tensor) for tensor in inputs],
        [_value_info(tensor) for tensor in outputs],
        [weights for weights in model.graph.initializer if weights.name in used],
        # Without the inner shapes ONNX Runtime fuses ALBERT differently: features move by 2e-5, the waveform by 0.1.
        value_info=[info for info in model.graph.value_info if info.name in used and info.name not in border],
    )
    part = helper.make_model(graph, opset_imports=list(model.opset_import), producer_name="koe")
    part.ir_version = model.ir_version
    return part


def _renamed(node: onnx.NodeProto, names: Mapping[str, str]) -> onnx.NodeProto:
    copy = onnx.NodeProto()
    copy.CopyFrom(node)
    copy.input[:] = [names.get(name, name) for name in node.input]
    copy.output[:] = [names.get(name, name) for name in node.output]
    return copy


def _value_info(name: str) -> onnx.ValueInfoProto:
    element_type, shape = _SHAPES[name]
    return helper.make_tensor_value_info(name, element_type, shape)


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
