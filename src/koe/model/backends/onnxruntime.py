"""ONNX Runtime backend: stage files -> sessions on its CPU execution provider."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

# Else the library keeps a database of its use in the user's cache folder, to send it to its makers.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime as ort

from koe.errors import StageError
from koe.model.backends import Array, Precision

CPU = "CPUExecutionProvider"
_ERRORS_ONLY = 3


class OnnxRuntimeSession:
    def __init__(self, session: ort.InferenceSession, run_options: ort.RunOptions | None = None) -> None:
        self._session = session
        self._run_options = run_options
        self._outputs = [output.name for output in session.get_outputs()]
        self.provider = str(session.get_providers()[0])
        self.metadata: Mapping[str, str] = dict(session.get_modelmeta().custom_metadata_map)

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        outputs = self._session.run(self._outputs, dict(inputs), self._run_options)
        return dict(zip(self._outputs, outputs, strict=True))


class OnnxRuntimeBackend:
    """`threads` 0 leaves the number to ONNX Runtime: one per physical core."""

    name = "onnxruntime-cpu"

    def __init__(self, threads: int = 0) -> None:
        self._options = ort.SessionOptions()
        self._options.intra_op_num_threads = threads
        self._options.inter_op_num_threads = 1
        self._options.log_severity_level = _ERRORS_ONLY
        # Each session has its own threads, which go on spinning after a run and take the cores from the next stage.
        # Stopping them: text 190 -> 130 ms, pitch 80 -> 40 ms, a paragraph 1.08 -> 1.00 of the whole graph's time.
        self._options.add_session_config_entry("session.force_spinning_stop", "1")
        _register_shared_arena()
        self._options.add_session_config_entry("session.use_env_allocators", "1")

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> OnnxRuntimeSession:
        if precision != "f32":
            raise StageError(f"ONNX Runtime computes in single precision on CPUs, not in {precision}.")
        try:
            session = ort.InferenceSession(path, self._options, providers=[CPU])
        except Exception as problem:
            raise StageError(
                f"{path} cannot be opened ({type(problem).__name__}). Run `koe models build --force`."
            ) from problem
        return OnnxRuntimeSession(session, _shrinking() if releases_memory else None)


@cache
def _register_shared_arena() -> None:
    """One arena for all sessions. An arena keeps what its largest run needed, and of the stages one runs at a time:
    with an arena each, the process grew from 836 MB after the warm-up to 1,014 MB after a sentence of 420 phonemes,
    with a common one from 794 to 851."""
    memory = ort.OrtMemoryInfo("Cpu", ort.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, ort.OrtMemType.DEFAULT)
    ort.create_and_register_allocator(memory, ort.OrtArenaCfg({"arena_extend_strategy": 0}))


def _shrinking() -> ort.RunOptions:
    options = ort.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options


def available_providers() -> list[str]:
    return list(ort.get_available_providers())
