"""OpenVINO backend: stage files -> sessions on the CPU that compute in bfloat16 (`pip install "koe[openvino]"`).

Sixteen bits halve the time of a convolution where the CPU multiplies them in hardware (AVX512_BF16, AMX). OpenVINO
compiles a graph for each shape it meets, and keeps what it compiled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from koe.errors import StageError
from koe.model.backends import Array, Precision

if TYPE_CHECKING:
    import openvino

EXTRA = "koe[openvino]"
_CPU = "CPU"


class OpenVinoSession:
    """The body of a graph in sixteen bits, and its head in single precision. A request of OpenVINO runs once at a time,
    so each lane takes a pair of its own."""

    def __init__(self, body: openvino.CompiledModel, head: openvino.CompiledModel, metadata: Mapping[str, str]) -> None:
        self._body, self._head = body, head
        self.provider = "openvino CPU"
        self._idle: deque[tuple[openvino.InferRequest, openvino.InferRequest]] = deque()
        self._outputs = [output.get_any_name() for output in head.outputs]
        self.metadata = metadata

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        try:
            body, head = self._idle.pop()
        except IndexError:
            body, head = self._body.create_infer_request(), self._head.create_infer_request()
        body.infer(dict(inputs), share_inputs=True)
        head.infer([body.get_output_tensor(0)], share_inputs=True)
        # Copied: the next run writes into the same memory.
        results = {name: head.get_tensor(name).data.copy() for name in self._outputs}
        self._idle.append((body, head))
        return results


class OpenVinoBackend:
    """`threads` 0 leaves the number to OpenVINO: one per physical core."""

    name = "openvino-cpu"

    def __init__(self, threads: int = 0) -> None:
        self._options: dict[str, Any] = {"PERFORMANCE_HINT": "LATENCY", "NUM_STREAMS": 1}
        if threads:
            self._options["INFERENCE_NUM_THREADS"] = threads

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> OpenVinoSession:
        reason = missing(precision)
        if reason:
            raise StageError(f"{path.name} cannot be computed in {precision}: {reason}")
        try:
            model = _core().read_model(path)
            metadata = _metadata(model)
            body, head = _divided(model)
            return OpenVinoSession(self._compiled(body, precision), self._compiled(head, "f32"), metadata)
        except RuntimeError as problem:
            raise StageError(
                f"{path} cannot be opened ({type(problem).__name__}). Run `koe models build --force`."
            ) from problem

    def _compiled(self, model: openvino.Model, precision: Precision) -> openvino.CompiledModel:
        return _core().compile_model(model, _CPU, {**self._options, "INFERENCE_PRECISION_HINT": precision})


def missing(precision: Precision) -> str | None:
    """Why this machine cannot compute in this precision; None if it can."""
    if find_spec("openvino") is None:
        return f'OpenVINO is not installed. Run `pip install "{EXTRA}"`.'
    if precision == "bf16" and "BF16" not in _capabilities():
        return "this CPU does not multiply bfloat16 in hardware. Use another build."
    return None


@cache
def _core() -> openvino.Core:
    import openvino

    return openvino.Core()


@cache
def _capabilities() -> tuple[str, ...]:
    return tuple(_core().get_property(_CPU, "OPTIMIZATION_CAPABILITIES"))


def _metadata(model: openvino.Model) -> dict[str, str]:
    """The metadata of the ONNX file."""
    found = model.get_rt_info("framework").value if model.has_rt_info("framework") else {}
    return {str(name): str(value) for name, value in found.items()}


def _divided(model: openvino.Model) -> tuple[openvino.Model, openvino.Model]:
    """The last convolution and what follows is the head. Its output are logarithms and phases, and sixteen bits of
    those are 31 dB from single precision; a head in single precision leaves 37 (slim generator, six voices)."""
    import openvino
    from openvino import opset13

    convolutions = [operation for operation in model.get_ordered_ops() if operation.get_type_name() == "Convolution"]
    if not convolutions:
        raise StageError("Only a stage with convolutions can be computed in sixteen bits.")
    last = convolutions[-1]
    middle = last.input_value(0)
    body = openvino.Model([opset13.result(middle)], model.get_parameters(), "body")
    entry = opset13.parameter(middle.get_partial_shape(), openvino.Type.f32)
    last.input(0).replace_source_output(entry.output(0))
    return body, openvino.Model(model.get_results(), [entry], "head")
