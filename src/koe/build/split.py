"""The published graph -> its cuts: parts with readable inputs and outputs.

The graph is cut where durations, pitch, energy and the phase of the harmonic source are available as tensors. One after
another, the cuts give the samples of the whole graph. koe.build.recipes says how stage models are made from them.
"""

from __future__ import annotations

from collections.abc import Mapping

import onnx
from onnx import TensorProto, helper

from koe.build.graph import nodes_before

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
