"""The published model -> its weights for training, in half precision, in files of at most 30 MiB.

    python training/slim/weights.py --out carried

Runs in koe's environment. Half precision loses as much as the matrix units of a GPU do.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from koe.build.norms import find_layers
from koe.build.slim import read_weights
from koe.build.split import cut
from koe.cli.assemble import MODEL, asset_store, open_build
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.settings import load_settings

LARGEST_BYTES = 30 * 2**20
_BASIS = "decoder.decoder.generator.stft.istft.stft."


def encoder_weights(model: onnx.ModelProto) -> dict[str, NDArray[np.float32]]:
    part = cut(model, "text")
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in part.graph.initializer}
    (lstm,) = (node for node in part.graph.node if node.name == "/encoder/text_encoder/lstm/LSTM")
    found = {"embedding": tensors["encoder.text_encoder.embedding.weight"]}
    for number in range(3):
        found[f"cnn.{number}.weight"] = tensors[f"/encoder/text_encoder/cnn.{number}/Mul_output_0"]
        found[f"cnn.{number}.bias"] = tensors[f"encoder.text_encoder.cnn.{number}.0.bias"]
        for part_name in ("gamma", "beta"):
            found[f"cnn.{number}.{part_name}"] = tensors[f"encoder.text_encoder.cnn.{number}.1.{part_name}"]
    found |= {f"lstm.{name}": tensors[tensor] for name, tensor in zip("WRB", lstm.input[1:4], strict=True)}
    return found


def trunk_weights(model: onnx.ModelProto) -> dict[str, NDArray[np.float32]]:
    """Convolutions by the name of their node, linear layers by their own."""
    part = cut(model, "trunk")
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in part.graph.initializer}
    found = {}
    for node in part.graph.node:
        if node.op_type in ("Conv", "ConvTranspose", "Gemm"):
            name = node.name.removeprefix("/decoder/decoder/").rsplit("/", 1)[0]
            for tensor, kind in zip(node.input[1:], ("weight", "bias"), strict=False):
                found[f"{name}.{kind}"] = tensors[tensor]
    return found


def source_weights(model: onnx.ModelProto) -> dict[str, NDArray[np.float32]]:
    part = cut(model, "source")
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in part.graph.initializer}
    (product,) = (node for node in part.graph.node if node.op_type == "MatMul")
    return {
        "linear.weight": tensors[product.input[1]],
        "linear.bias": tensors["decoder.decoder.generator.m_source.l_linear.bias"],
        "unvoiced": unvoiced_source(),
    }


def unvoiced_source() -> NDArray[np.float32]:
    """Magnitudes and angles of the source where there is no voice, [22]: the same in every hop."""
    stages = open_build(load_settings(), "exact", OnnxRuntimeBackend(1)).stages
    frames = 4
    silence = {
        "phase": np.zeros((1, 9, 600 * frames), np.float32),
        "pitch_hz": np.zeros((1, 2 * frames), np.float32),
    }
    source = np.asarray(stages["source"].run(silence)["source"], np.float32)
    return source[0, :, 0]


def generator_weights(model: onnx.ModelProto) -> dict[str, NDArray[np.float32]]:
    part = cut(model, "generator")
    tensors = {tensor.name: tensor for tensor in part.graph.initializer}
    basis = {name: numpy_helper.to_array(tensors[_BASIS + name]) for name in ("inverse_basis", "window_sum")}
    return read_weights(part) | basis


def norm_order(model: onnx.ModelProto) -> NDArray[np.str_]:
    """The norms of the generator in the order of a norm table, such as `resblocks.0.adain1.0`."""
    layers = find_layers(cut(model, "generator").graph)
    return np.array([".".join(layer.output.split("/")[-3:-1]) for layer in layers])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    folder = parser.parse_args().out
    model = onnx.load(asset_store(load_settings()).path(MODEL))
    parts = {
        "encoder": encoder_weights(model),
        "source": source_weights(model),
        "trunk": trunk_weights(model),
        "generator": generator_weights(model),
    }
    files: list[dict[str, NDArray[np.generic]]] = [{}]
    size = 0
    for part, weights in parts.items():
        for name, array in weights.items():
            stored = array.astype(np.float16) if array.size > 4000 else array
            if size + stored.nbytes > LARGEST_BYTES:
                files.append({})
                size = 0
            files[-1][f"{part}/{name}"] = stored
            size += stored.nbytes
    np.savez(folder / "norms.npz", order=norm_order(model))
    for number, arrays in enumerate(files):
        path = folder / f"weights.{number}.npz"
        np.savez(path, **arrays)  # type: ignore[arg-type]
        print(path, f"{path.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
