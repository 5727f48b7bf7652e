"""ONNX Runtime backend: stage files -> sessions on its CPU provider, or on another one before it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

# Else the library keeps a database of its use in the user's cache folder, to send it to its makers.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime as ort

from koe.errors import StageError
from koe.model.backends import Array, Precision
from koe.model.backends.session_options import SessionOptions

CPU = "CPUExecutionProvider"
_ERRORS_ONLY = 3
_MIB = 2**20

# Execution providers in order of preference, with their options; the CPU comes after them.
Providers = Sequence[tuple[str, Mapping[str, str]]]


@dataclass(frozen=True, slots=True)
class AssignedNode:
    """A node of a graph and what computes it. Nodes of a `part` run together."""

    operation: str
    domain: str
    provider: str
    part: int


class OnnxRuntimeSession:
    def __init__(
        self, session: ort.InferenceSession, run_options: ort.RunOptions | None = None, *, is_serial: bool = False
    ) -> None:
        self._session = session
        self._run_options = run_options
        self._one_at_a_time = Lock() if is_serial else nullcontext()
        self._outputs = [output.name for output in session.get_outputs()]
        self.provider = str(session.get_providers()[0])
        self.metadata: Mapping[str, str] = dict(session.get_modelmeta().custom_metadata_map)

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        with self._one_at_a_time:
            outputs = self._session.run(self._outputs, dict(inputs), self._run_options)
        return dict(zip(self._outputs, outputs, strict=True))


class OnnxRuntimeBackend:
    """`threads` 0 leaves the number to ONNX Runtime: one per physical core. `providers` are tried before the CPU;
    `is_serial`: the first one of them runs once at a time, in order, and without memory patterns."""

    def __init__(
        self,
        threads: int = 0,
        options: SessionOptions | None = None,
        providers: Providers = (),
        *,
        name: str = "onnxruntime-cpu",
        is_serial: bool = False,
    ) -> None:
        self.name = name
        self._given = options or SessionOptions(threads)
        self._providers, self._is_serial = providers, is_serial
        self._options = self.session_options()

    def session_options(self) -> ort.SessionOptions:
        given, options = self._given, ort.SessionOptions()
        options.intra_op_num_threads = given.threads
        options.inter_op_num_threads = given.inter_threads
        options.log_severity_level = _ERRORS_ONLY
        if given.inter_threads > 1 and not self._is_serial:
            options.execution_mode = ort.ExecutionMode.ORT_PARALLEL
        options.enable_mem_pattern = given.memory_pattern and not self._is_serial
        # Each session has its own threads, which go on spinning after a run and take the cores from the next stage.
        # Stopping them: text 190 -> 130 ms, pitch 80 -> 40 ms, a paragraph 1.08 -> 1.00 of the whole graph's time.
        entries = {"session.force_spinning_stop": "1"}
        if not given.spinning:
            entries |= {"session.intra_op.allow_spinning": "0", "session.inter_op.allow_spinning": "0"}
        if given.affinity:
            entries["session.intra_op_thread_affinities"] = given.affinity
        if given.flush_denormals:
            entries["session.set_denormal_as_zero"] = "1"
        if given.fast_math:
            entries["mlas.enable_gemm_fastmath_arm64_bfloat16"] = "1"
        if given.arena:
            _register_shared_arena(given.arena_size_mb)
            entries["session.use_env_allocators"] = "1"
        else:
            options.enable_cpu_mem_arena = False
        for entry, value in entries.items():
            options.add_session_config_entry(entry, value)
        return options

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> OnnxRuntimeSession:
        return self.open_with(self._options, path, precision=precision, releases_memory=releases_memory)

    def open_with(
        self, options: ort.SessionOptions, path: Path, *, precision: Precision = "f32", releases_memory: bool = False
    ) -> OnnxRuntimeSession:
        """As `open`, with options that `session_options` gave and the caller has changed."""
        if precision != "f32":
            raise StageError(f"ONNX Runtime computes in single precision on CPUs, not in {precision}.")
        session = self._session(options, path)
        shrinks = releases_memory and self._given.arena
        return OnnxRuntimeSession(session, _shrinking() if shrinks else None, is_serial=self._is_serial)

    def assigned_nodes(self, path: Path, dimensions: Mapping[str, int]) -> list[AssignedNode]:
        """What ONNX Runtime gave to which provider; `dimensions` that vary are fixed to these sizes."""
        options = self.session_options()
        options.add_session_config_entry("session.record_ep_graph_assignment_info", "1")
        for name, size in dimensions.items():
            options.add_free_dimension_override_by_name(name, size)
        parts = self._session(options, path).get_provider_graph_assignment_info()
        return [
            AssignedNode(node.op_type, node.domain, part.ep_name, number)
            for number, part in enumerate(parts)
            for node in part.get_nodes()
        ]

    def _session(self, options: ort.SessionOptions, path: Path) -> ort.InferenceSession:
        names = [*(name for name, _ in self._providers), CPU]
        settings: list[dict[str, Any]] = [*(dict(some) for _, some in self._providers), {}]
        try:
            # The library's own fallback prints to standard output and goes on with other providers, unseen.
            session = ort.InferenceSession(path, options, providers=names, provider_options=settings, enable_fallback=0)
        except Exception as problem:
            what = f"{path} cannot be opened ({type(problem).__name__})."
            advice = f" {names[0]} refuses it." if self._providers else " Run `koe models build --force`."
            raise StageError(what + advice) from problem
        if session.get_providers()[0] != names[0]:
            raise StageError(f"{path} cannot be opened: {names[0]} did not start. Its libraries or device are missing.")
        return session


@cache
def _register_shared_arena(size_mb: int) -> None:
    """One arena for all sessions. An arena keeps what its largest run needed, and of the stages one runs at a time:
    with an arena each, the process grew from 836 MB after the warm-up to 1,014 MB after a sentence of 420 phonemes,
    with a common one from 794 to 851."""
    memory = ort.OrtMemoryInfo("Cpu", ort.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, ort.OrtMemType.DEFAULT)
    arena = {"arena_extend_strategy": 0}
    if size_mb:
        arena["initial_chunk_size_bytes"] = size_mb * _MIB
    ort.create_and_register_allocator(memory, ort.OrtArenaCfg(arena))


def _shrinking() -> ort.RunOptions:
    options = ort.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options


def available_providers() -> list[str]:
    return list(ort.get_available_providers())
