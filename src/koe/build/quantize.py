"""The text stage -> the same with eight-bit matrix products: half its time, which every first word waits for.

Only ALBERT's products are touched, which is where the time goes; the features are quantized as they come, the weights
by channel. Processors without eight-bit dot products may saturate, so what was built is tried before it is kept.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx

from koe.model.backends import Array, Session
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.text import vocab

# Share of the tokens that must last as many frames as before. Without a voice the durations lie nearer to the edges of
# rounding: 0.94 here, where 0.97 agree for real voices.
LEAST_AGREEMENT = 0.9
_ALBERT = "/encoder/bert/"
_PROBES = (
    "ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps ˌOvəɹ ðə lˈAzi dˈɔɡ.",
    "ɪz ɪt ɹˈAnɪŋ? nˈO, nˌɑt jˈɛt.",
    "ʃi sˈɛd ðæt ðə tɹˈAn wʊd lˈiv æt nˈIn, bˌʌt nˈObˌɑdi bəlˈivd hˌɜɹ.",
)


def with_eight_bit_products(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model itself where there is nothing to gain or where this processor gets it wrong."""
    weights = {tensor.name for tensor in model.graph.initializer}
    products = [
        node.name
        for node in model.graph.node
        if node.op_type == "MatMul" and node.name.startswith(_ALBERT) and node.input[1] in weights
    ]
    if not products:
        return model
    # Here, because every start imports this file and only a build needs them: 70 ms.
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with tempfile.TemporaryDirectory() as folder:
        exact, quick = Path(folder) / "exact.onnx", Path(folder) / "quick.onnx"
        onnx.save(model, exact)
        logging.getLogger().addFilter(_is_not_advice)
        try:
            quantize_dynamic(exact, quick, ["MatMul"], True, False, QuantType.QInt8, nodes_to_quantize=products)
        finally:
            logging.getLogger().removeFilter(_is_not_advice)
        backend = OnnxRuntimeBackend()
        if agreement(backend.open(exact), backend.open(quick)) < LEAST_AGREEMENT:
            return model
        return onnx.load(quick)


def _is_not_advice(record: logging.LogRecord) -> bool:
    """The quantizer recommends a pre-processing that the published graph has had."""
    return "pre-processing" not in record.getMessage()


def agreement(exact: Session, quick: Session, probes: Sequence[str] = _PROBES) -> float:
    """The share of the tokens to which both give the same number of frames. No voice: ALBERT knows of none."""
    equal: list[bool] = []
    for probe in probes:
        inputs: dict[str, Array] = {
            "tokens": np.array([[0, *vocab.encode(probe), 0]], dtype=np.int64),
            "style": np.zeros((1, 256), dtype=np.float32),
        }
        frames = [np.rint(session.run(inputs)["durations"]) for session in (exact, quick)]
        equal.extend((frames[0] == frames[1]).ravel().tolist())
    return float(np.mean(equal))
