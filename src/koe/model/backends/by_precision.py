"""A backend that opens each stage with the runtime that computes in its precision."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from koe.model.backends import Backend, Precision, Session, openvino
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.backends.openvino import OpenVinoBackend
from koe.model.backends.session_options import SessionOptions

NAMES: Mapping[Precision, str] = {"f32": "onnxruntime-cpu", "bf16": "openvino-cpu", "f16": "openvino-cpu"}


class BackendByPrecision:
    def __init__(self, backends: Mapping[Precision, Backend]) -> None:
        self._backends = backends

    @property
    def name(self) -> str:
        return self._backends["f32"].name

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> Session:
        return self._backends[precision].open(path, precision=precision, releases_memory=releases_memory)


def why_not(precision: Precision) -> str | None:
    """Why this machine cannot compute in this precision, and what to do; None if it can."""
    return None if precision == "f32" else openvino.missing(precision)


def load_backend(threads: int = 0, options: SessionOptions | None = None) -> BackendByPrecision:
    """ONNX Runtime for single precision, OpenVINO for sixteen bits, both on the CPU. `threads` 0: one per physical
    core."""
    options = options or SessionOptions(threads)
    sixteen = OpenVinoBackend(options.threads)
    return BackendByPrecision({"f32": OnnxRuntimeBackend(options=options), "bf16": sixteen, "f16": sixteen})
