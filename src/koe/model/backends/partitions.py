"""A stage and a provider -> how many of its nodes the provider takes, which ones the CPU computes instead, and why.

ONNX Runtime gives the CPU every node that a provider does not take, and says nothing: a stage that goes back and forth
between the two may take longer than on the CPU alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from koe.errors import StageError
from koe.model.backends.load import accelerated_onnx_runtime
from koe.model.backends.onnxruntime import AssignedNode
from koe.model.backends.openvino import unsupported_operations
from koe.model.backends.providers import Provider
from koe.model.backends.session_options import SessionOptions, VendorOptions
from koe.model.backends.static_windows import fixed_dimensions

# ONNX Runtime itself keeps what computes shapes on the CPU, where the result is needed.
_OF_SHAPES = frozenset({"Shape", "Size", "ConstantOfShape", "Range", "NonZero", "EyeLike"})
_NO_REASON = "not taken with these types or shapes"
# A row of the table that ONNX Runtime has about Core ML's operations: name and condition.
_ROW = re.compile(r"^\|(?:ai\.onnx|com\.microsoft):(\w+)\|(.*)\|\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class LeftNodes:
    """Nodes of one operation that the CPU computes."""

    operation: str
    count: int
    reason: str


@dataclass(frozen=True, slots=True)
class Partitions:
    """`taken` of `nodes` go to the provider, in so many `parts`. `problem`: why it does not start at all."""

    stage: str
    provider: str
    nodes: int = 0
    taken: int = 0
    parts: int = 0
    left: tuple[LeftNodes, ...] = field(default_factory=tuple)
    problem: str | None = None


def examine_partitions(
    stage: str, path: Path, provider: Provider, session: SessionOptions, vendor: VendorOptions
) -> Partitions:
    """Opens the stage as speech would, and closes it again."""
    try:
        if provider.is_openvino:
            nodes, left = unsupported_operations(path, provider.library_name)
            counted = tuple(LeftNodes(name, count, "no such operation in OpenVINO") for name, count in left.items())
            return Partitions(stage, provider.name, nodes, nodes - sum(left.values()), int(not left), counted)
        backend = accelerated_onnx_runtime(provider, session, vendor)
        dimensions = fixed_dimensions() if stage == "generator" and provider.needs_static_shapes(vendor) else {}
        return _counted(stage, provider, vendor, backend.assigned_nodes(path, dimensions))
    except StageError as problem:
        return Partitions(stage, provider.name, problem=str(problem))


def _counted(stage: str, provider: Provider, vendor: VendorOptions, nodes: Iterable[AssignedNode]) -> Partitions:
    nodes = list(nodes)
    taken = [one for one in nodes if one.provider == provider.library_name]
    others = Counter((one.operation, one.domain) for one in nodes if one.provider != provider.library_name)
    known = _known_operations(vendor.coreml.model_format) if provider.name == "coreml" else None
    left = tuple(
        LeftNodes(operation, count, _reason(operation, domain, known))
        for (operation, domain), count in others.most_common()
    )
    return Partitions(stage, provider.name, len(nodes), len(taken), len({one.part for one in taken}), left)


def _reason(operation: str, domain: str, known: Mapping[str, str] | None) -> str:
    if operation in _OF_SHAPES:
        return "it computes shapes, which ONNX Runtime keeps on the CPU"
    if known and operation not in known:
        return "Core ML's provider has no such operation"
    if known and known[operation]:
        return f"taken on a condition only: {known[operation]}"
    if domain:
        return f"an operation of {domain}, made for other hardware"
    return _NO_REASON


@cache
def _known_operations(model_format: str) -> Mapping[str, str]:
    """Operations of Core ML's provider and their conditions, from the table that comes with ONNX Runtime; empty where
    the package has none."""
    package = find_spec("onnxruntime")
    for folder in (package.submodule_search_locations or []) if package is not None else []:
        table = Path(folder) / "tools" / "mobile_helpers" / f"coreml_supported_{model_format.lower()}_ops.md"
        if table.is_file():
            rows = _ROW.findall(table.read_text("utf-8"))
            return {name: re.sub(r"<[^>]+>", " ", note).strip() for name, note in rows}
    return {}
