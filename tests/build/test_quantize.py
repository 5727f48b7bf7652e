from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from koe.build import quantize
from koe.build.quantize import (
    LEAST_AGREEMENT,
    agreement,
    with_eight_bit_products,
    with_eight_bit_recurrent_layers,
)
from koe.model.backends import Array, Session
from koe.text import vocab

Floats = NDArray[np.float32]

SYMBOLS, WIDTH = 178, 64
ALBERT = "/encoder/bert/layer/MatMul"
OTHER = "/encoder/predictor/MatMul"
INPUTS: dict[str, Array] = {
    "tokens": np.arange(1, SYMBOLS, dtype=np.int64)[None],
    "style": np.zeros((1, 256), dtype=np.float32),
}


def noise(*shape: int, loudness: float = 1.0) -> Floats:
    return np.random.default_rng(shape).normal(0, loudness, shape).astype(np.float32)


def text_stage(first: str = ALBERT, second: str = OTHER, *, sway: float = 0.01) -> onnx.ModelProto:
    """Every symbol lasts a whole number of frames, changed by two products by a few times `sway`."""
    nodes = [
        helper.make_node("Gather", ["embedding", "tokens"], ["embedded"]),
        helper.make_node("MatMul", ["embedded", "first_weights"], ["hidden"], name=first),
        helper.make_node("Tanh", ["hidden"], ["features"]),
        helper.make_node("MatMul", ["features", "second_weights"], ["column"], name=second),
        helper.make_node("Squeeze", ["column", "last_axis"], ["swayed"]),
        helper.make_node("ReduceSum", ["style"], ["voice"], keepdims=0),
        helper.make_node("Add", ["swayed", "voice"], ["moved"]),
        helper.make_node("Gather", ["frames", "tokens"], ["usual"]),
        helper.make_node("Add", ["usual", "moved"], ["durations"]),
    ]
    weights: dict[str, Array] = {
        "embedding": noise(SYMBOLS, WIDTH),
        "first_weights": noise(WIDTH, WIDTH, loudness=WIDTH**-0.5),
        "second_weights": noise(WIDTH, 1, loudness=sway),
        "last_axis": np.array([2], dtype=np.int64),
        "frames": np.arange(SYMBOLS, dtype=np.float32) % 13 + 1,
    }
    # Older processors add pairs of products in sixteen bits, which one alone never overflows.
    weights["first_weights"][1::2] = 0
    graph = helper.make_graph(
        nodes,
        "text",
        [
            helper.make_tensor_value_info("tokens", TensorProto.INT64, [1, "tokens"]),
            helper.make_tensor_value_info("style", TensorProto.FLOAT, [1, 256]),
        ],
        [
            helper.make_tensor_value_info("features", TensorProto.FLOAT, [1, "feature_tokens", WIDTH]),
            helper.make_tensor_value_info("durations", TensorProto.FLOAT, [1, "duration_tokens"]),
        ],
        [numpy_helper.from_array(values, name) for name, values in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)])
    model.ir_version = 9
    return model


def run(model: onnx.ModelProto) -> dict[str, Floats]:
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return dict(zip(["features", "durations"], session.run(["features", "durations"], INPUTS), strict=True))


def operations(model: onnx.ModelProto) -> list[str]:
    return [node.op_type for node in model.graph.node]


class Sayer:
    """A session that computes durations of tokens and records its inputs."""

    metadata: Mapping[str, str] = {}

    def __init__(self, durations: Callable[[Array], Array]) -> None:
        self._durations = durations
        self.asked: list[Mapping[str, Array]] = []

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        self.asked.append(inputs)
        return {"durations": self._durations(inputs["tokens"]).astype(np.float32)}


def test_matrix_products_of_albert_are_quantized() -> None:
    quick = with_eight_bit_products(text_stage())
    assert operations(quick).count("MatMulInteger") == 1
    integers = [tensor for tensor in quick.graph.initializer if tensor.data_type == TensorProto.INT8]
    assert [WIDTH, WIDTH] in [list(tensor.dims) for tensor in integers]
    assert "first_weights" not in {tensor.name for tensor in quick.graph.initializer}


def test_every_channel_has_its_own_scale() -> None:
    quick = with_eight_bit_products(text_stage())
    scales = [tensor for tensor in quick.graph.initializer if tensor.name.startswith("first_weights_scale")]
    assert [list(tensor.dims) for tensor in scales] == [[WIDTH]]


def recurrent() -> onnx.ModelProto:
    weights = {"w": noise(1, 4 * WIDTH, WIDTH, loudness=0.2), "r": noise(1, 4 * WIDTH, WIDTH, loudness=0.1)}
    graph = helper.make_graph(
        [helper.make_node("LSTM", ["x", "w", "r"], ["y"], name="lstm", hidden_size=WIDTH)],
        "recurrent",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["steps", 1, WIDTH])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["y_steps", 1, 1, WIDTH])],
        [numpy_helper.from_array(values, name) for name, values in weights.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def test_recurrent_layers_are_quantized() -> None:
    model = recurrent()
    quick = with_eight_bit_recurrent_layers(model)
    assert operations(quick) == ["DynamicQuantizeLSTM"]
    assert len(quick.SerializeToString()) < 0.3 * len(model.SerializeToString())
    x = noise(20, 1, WIDTH)
    exact, near = (
        ort.InferenceSession(one.SerializeToString(), providers=["CPUExecutionProvider"]).run(None, {"x": x})[0]
        for one in (model, quick)
    )
    assert 0 < np.abs(near - exact).max() < 0.03


def test_recurrent_layers_stay_where_there_are_none_or_the_cpu_overflows(monkeypatch: pytest.MonkeyPatch) -> None:
    assert with_eight_bit_recurrent_layers(text_stage()) == text_stage()
    monkeypatch.setattr(quantize, "cpu_multiplies_exactly", lambda: False)
    assert operations(with_eight_bit_recurrent_layers(recurrent())) == ["LSTM"]


def test_other_products_stay_exact() -> None:
    quick = with_eight_bit_products(text_stage())
    assert [node.name for node in quick.graph.node if node.op_type == "MatMul"] == [OTHER]


def test_output_stays_nearly_the_same() -> None:
    model = text_stage()
    exact, quick = run(model), run(with_eight_bit_products(model))
    assert not np.array_equal(quick["features"], exact["features"])
    np.testing.assert_allclose(quick["features"], exact["features"], rtol=0, atol=0.05)
    assert np.array_equal(np.rint(quick["durations"]), np.rint(exact["durations"]))


@pytest.mark.parametrize("name", ["", "MatMul", "/encoder/bert", "/decoder/encoder/bert/MatMul"])
def test_model_without_albert_is_returned_unchanged(name: str) -> None:
    model = text_stage(first=name)
    assert with_eight_bit_products(model) is model
    assert model == text_stage(first=name)


def test_product_of_computed_tensors_is_not_quantized() -> None:
    model = text_stage()
    model.graph.node.insert(0, helper.make_node("Identity", ["trained"], ["first_weights"]))
    model.graph.initializer[1].name = "trained"
    assert run(model)
    assert with_eight_bit_products(model) is model


def test_other_operations_of_albert_are_not_quantized() -> None:
    model = text_stage(first=OTHER)
    model.graph.node[2].name = "/encoder/bert/Tanh"
    assert with_eight_bit_products(model) is model


def test_exact_model_is_returned_when_the_cpu_gets_it_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quantize, "agreement", lambda exact, quick: 0.5)
    model = text_stage()
    assert with_eight_bit_products(model) is model


def test_agreement_at_the_limit_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quantize, "agreement", lambda exact, quick: LEAST_AGREEMENT)
    assert "MatMulInteger" in operations(with_eight_bit_products(text_stage()))


def test_exact_model_is_returned_when_durations_change() -> None:
    model = text_stage(sway=20)
    assert with_eight_bit_products(model) is model


def test_quantized_model_is_compared_with_the_exact_one(monkeypatch: pytest.MonkeyPatch) -> None:
    model = text_stage()
    given: list[Floats] = []

    def compare(exact: Session, quick: Session) -> float:
        given.extend(session.run(INPUTS)["features"] for session in (exact, quick))
        return 1.0

    monkeypatch.setattr(quantize, "agreement", compare)
    kept = with_eight_bit_products(model)
    for features, expected in zip(given, (model, kept), strict=True):
        np.testing.assert_allclose(features, run(expected)["features"], rtol=0, atol=1e-5)


def test_input_model_is_not_modified() -> None:
    model = text_stage()
    with_eight_bit_products(model)
    assert model == text_stage()


def test_no_temporary_file_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    quick = with_eight_bit_products(text_stage())
    assert list(tmp_path.iterdir()) == []
    assert run(quick)


def test_advice_of_the_quantizer_is_filtered_from_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with_eight_bit_products(text_stage())
    assert "pre-processing" not in caplog.text
    logging.getLogger().warning("Consider to run pre-processing.")
    assert "pre-processing" in caplog.text


def test_log_filter_is_removed_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no such type")

    before = list(logging.getLogger().filters)
    monkeypatch.setattr("onnxruntime.quantization.quantize_dynamic", broken)
    with pytest.raises(RuntimeError, match="no such type"):
        with_eight_bit_products(text_stage())
    assert logging.getLogger().filters == before


def test_session_agrees_with_itself() -> None:
    session = Sayer(lambda tokens: tokens % 7 + 0.3)
    assert agreement(session, session) == 1


def test_other_durations_reduce_the_agreement() -> None:
    exact = Sayer(lambda tokens: tokens % 7 + 0.3)
    assert agreement(exact, Sayer(lambda tokens: tokens % 7 + 1.3)) == 0
    assert 0 < agreement(exact, Sayer(lambda tokens: tokens % 5 + 0.3)) < 1


def test_durations_are_compared_in_whole_frames() -> None:
    assert agreement(Sayer(lambda tokens: tokens + 0.2), Sayer(lambda tokens: tokens - 0.4)) == 1
    assert agreement(Sayer(lambda tokens: tokens + 0.4), Sayer(lambda tokens: tokens + 0.6)) == 0


@pytest.mark.parametrize(("probes", "share"), [(["aab"], 4 / 5), (["aab", "bbbbbb"], 6 / 13), (["a", "", "a"], 1)])
def test_every_token_and_the_silence_around_a_probe_count_equally(probes: Sequence[str], share: float) -> None:
    (b,) = vocab.encode("b")
    quick = Sayer(lambda tokens: 3 * (tokens == b))
    assert agreement(Sayer(np.zeros_like), quick, probes) == pytest.approx(share)


def test_probes_are_phonemes_between_silence_with_zero_style() -> None:
    exact, quick = Sayer(np.zeros_like), Sayer(np.zeros_like)
    agreement(exact, quick, ["hˈI", "nˈO."])
    for asked in (exact.asked, quick.asked):
        assert [inputs["tokens"].tolist() for inputs in asked] == [
            [[0, *vocab.encode(probe), 0]] for probe in ("hˈI", "nˈO.")
        ]
        assert all(inputs["tokens"].dtype == np.int64 for inputs in asked)
        assert all(inputs["style"].shape == (1, 256) and not inputs["style"].any() for inputs in asked)


def test_every_symbol_of_the_default_probes_is_known() -> None:
    session = Sayer(np.zeros_like)
    agreement(session, session)
    assert [inputs["tokens"].size - 2 for inputs in session.asked[::2]] == [len(probe) for probe in quantize._PROBES]
