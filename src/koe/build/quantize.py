"""The text stage -> the same with eight-bit matrix products: half the time, which delays every first word.

Only ALBERT's products are quantized, where most of the time is spent: features dynamically, weights per channel. CPUs
without eight-bit dot products may saturate, so the result is tested before it is used. The recurrent layers, of this
stage and of the pitch stage, can be quantized in the same way: a third of the time and a quarter of the memory.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx

from koe.build.eight_bits import cpu_multiplies_exactly
from koe.build.graph import open_model
from koe.model.backends import Array, Session
from koe.text import vocab

# Share of the tokens that must keep their number of frames. Without a voice the durations are closer to rounding
# limits: 0.94 agree here, 0.97 for real voices.
LEAST_AGREEMENT = 0.9
_ALBERT = "/encoder/bert/"
_PROBES = (
    "ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps ˌOvəɹ ðə lˈAzi dˈɔɡ.",
    "ɪz ɪt ɹˈAnɪŋ? nˈO, nˌɑt jˈɛt.",
    "ʃi sˈɛd ðæt ðə tɹˈAn wʊd lˈiv æt nˈIn, bˌʌt nˈObˌɑdi bəlˈivd hˌɜɹ.",
)


def with_eight_bit_products(model: onnx.ModelProto, *, and_recurrent_layers: bool = False) -> onnx.ModelProto:
    """Returns the model unchanged where there is nothing to quantize or where this CPU gets it wrong."""
    weights = {tensor.name for tensor in model.graph.initializer}
    products = [
        node.name
        for node in model.graph.node
        if node.op_type == "MatMul" and node.name.startswith(_ALBERT) and node.input[1] in weights
    ]
    if not products:
        return model
    quick = _quantized(model, [*products, *(_recurrent(model) if and_recurrent_layers else ())])
    return quick if agreement(open_model(model), open_model(quick)) >= LEAST_AGREEMENT else model


def with_eight_bit_recurrent_layers(model: onnx.ModelProto) -> onnx.ModelProto:
    """Returns the model unchanged if it has none, or where this CPU gets them wrong."""
    layers = _recurrent(model)
    return _quantized(model, layers) if layers and cpu_multiplies_exactly() else model


def _recurrent(model: onnx.ModelProto) -> list[str]:
    return [node.name for node in model.graph.node if node.op_type == "LSTM"]


def _quantized(model: onnx.ModelProto, nodes: Sequence[str]) -> onnx.ModelProto:
    """With the weights of these nodes in eight bits, and their inputs quantized in every run."""
    # Imported here because every start imports this file and only a build needs them: 70 ms.
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with tempfile.TemporaryDirectory() as folder:
        exact, quick = Path(folder) / "exact.onnx", Path(folder) / "quick.onnx"
        onnx.save(model, exact)
        logging.getLogger().addFilter(_is_not_advice)
        try:
            quantize_dynamic(exact, quick, ["MatMul", "LSTM"], True, False, QuantType.QInt8, nodes_to_quantize=nodes)
        finally:
            logging.getLogger().removeFilter(_is_not_advice)
        return onnx.load(quick)


def _is_not_advice(record: logging.LogRecord) -> bool:
    """Filters the quantizer's advice to pre-process the graph: the published graph is pre-processed."""
    return "pre-processing" not in record.getMessage()


def agreement(exact: Session, quick: Session, probes: Sequence[str] = _PROBES) -> float:
    """The share of tokens to which both give the same number of frames. The style is zero: ALBERT does not use it."""
    equal: list[bool] = []
    for probe in probes:
        inputs: dict[str, Array] = {
            "tokens": np.array([[0, *vocab.encode(probe), 0]], dtype=np.int64),
            "style": np.zeros((1, 256), dtype=np.float32),
        }
        frames = [np.rint(session.run(inputs)["durations"]) for session in (exact, quick)]
        equal.extend((frames[0] == frames[1]).ravel().tolist())
    return float(np.mean(equal))
