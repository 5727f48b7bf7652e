"""OpenVINO backend: stage files -> sessions on the CPU or a GPU (`pip install "koe[openvino]"`).

In single precision a stage is computed as it is. Sixteen bits halve the time of a convolution where the processor
multiplies them in hardware (AVX512_BF16, AMX, GPUs); then the head of the stage stays in single precision. OpenVINO
compiles a graph for each shape it meets, and keeps what it compiled.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
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
_NO_OPTIONS: Mapping[str, str] = {}
# What a device calls the types that it has hardware for.
_CAPABILITIES: Mapping[Precision, str] = {"bf16": "BF16", "f16": "FP16"}
_NO_WORK = ("Constant", "Parameter", "Result")
_TYPES: Mapping[Precision, str] = {"bf16": "bfloat16", "f16": "half precision"}


class OpenVinoSession:
    """The parts of a graph, which run one after another: each takes the output of the one before. A request of OpenVINO
    runs once at a time, so each lane takes a row of its own."""

    def __init__(
        self, parts: Sequence[openvino.CompiledModel], metadata: Mapping[str, str], device: str = _CPU
    ) -> None:
        self._parts = parts
        self.provider = f"openvino {device}"
        self._idle: deque[list[openvino.InferRequest]] = deque()
        self._outputs = [output.get_any_name() for output in parts[-1].outputs]
        self.metadata = metadata

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        try:
            requests = self._idle.pop()
        except IndexError:
            requests = [part.create_infer_request() for part in self._parts]
        first, *others = requests
        first.infer(dict(inputs), share_inputs=True)
        last = first
        for request in others:
            request.infer([last.get_output_tensor(0)], share_inputs=True)
            last = request
        # Copied: the next run writes into the same memory.
        results = {name: last.get_tensor(name).data.copy() for name in self._outputs}
        self._idle.append(requests)
        return results


class OpenVinoBackend:
    """`threads` 0 leaves the number to OpenVINO: one per physical core. `options` are OpenVINO's own properties."""

    def __init__(self, threads: int = 0, device: str = _CPU, options: Mapping[str, str] = _NO_OPTIONS) -> None:
        self.name = f"openvino-{device.lower()}"
        self._device = device
        self._options: dict[str, Any] = {"PERFORMANCE_HINT": "LATENCY", "NUM_STREAMS": 1, **options}
        if threads and device == _CPU:
            self._options["INFERENCE_NUM_THREADS"] = threads

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> OpenVinoSession:
        reason = missing(precision, self._device)
        if reason:
            raise StageError(f"{path.name} cannot be computed in {precision}: {reason}")
        try:
            model = _core().read_model(path)
            metadata = _metadata(model)
            if precision == "f32":
                parts = [self._compiled(model, precision)]
            else:
                body, head = _divided(model)
                parts = [self._compiled(body, precision), self._compiled(head, "f32")]
            return OpenVinoSession(parts, metadata, self._device)
        except RuntimeError as problem:
            raise StageError(
                f"{path} cannot be opened ({type(problem).__name__}). Run `koe models build --force`."
            ) from problem

    def _compiled(self, model: openvino.Model, precision: Precision) -> openvino.CompiledModel:
        return _core().compile_model(model, self._device, {**self._options, "INFERENCE_PRECISION_HINT": precision})


class HintedGenerator:
    """A backend that computes the generator in sixteen bits, and other stages as they are: durations, phases and pitch
    need single precision."""

    def __init__(self, backend: OpenVinoBackend, precision: Precision) -> None:
        self._backend, self._precision = backend, precision
        self.name = f"{backend.name}-{precision}"

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> OpenVinoSession:
        own = self._precision if path.name.startswith("generator.") else precision
        return self._backend.open(path, precision=own, releases_memory=releases_memory)


def missing(precision: Precision, device: str = _CPU) -> str | None:
    """Why this machine cannot compute in this precision; None if it can."""
    if find_spec("openvino") is None:
        return f'OpenVINO is not installed. Run `pip install "{EXTRA}"`.'
    if precision != "f32" and _CAPABILITIES[precision] not in _capabilities(device):
        return f"this {device} does not multiply {_TYPES[precision]} in hardware. Use another build."
    return None


def devices() -> tuple[str, ...]:
    """Those that OpenVINO finds here; it must be installed."""
    return tuple(_core().available_devices)


def unsupported_operations(path: Path, device: str) -> tuple[int, dict[str, int]]:
    """The number of operations of a stage, and those by name that the device does not compute; constants aside."""
    try:
        model = _core().read_model(path)
        supported = _core().query_model(model, device)
    except RuntimeError as problem:
        raise StageError(f"{path} cannot be read by OpenVINO ({type(problem).__name__}).") from problem
    operations = [one for one in model.get_ordered_ops() if one.get_type_name() not in _NO_WORK]
    left = Counter(one.get_type_name() for one in operations if one.get_friendly_name() not in supported)
    return len(operations), dict(left)


@cache
def _core() -> openvino.Core:
    import openvino

    return openvino.Core()


@cache
def _capabilities(device: str = _CPU) -> tuple[str, ...]:
    return tuple(_core().get_property(device, "OPTIMIZATION_CAPABILITIES"))


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
