"""Operations on ONNX graphs that every rewriting pass needs: replace nodes, find the nodes before an output, run."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from koe.model.backends import Session
from koe.model.backends.onnxruntime import OnnxRuntimeBackend


def with_nodes(
    model: onnx.ModelProto, nodes: Sequence[onnx.NodeProto], constants: Mapping[str, NDArray[Any]]
) -> onnx.ModelProto:
    """A copy of the model with other nodes. Inputs, outputs and metadata stay; weights no longer used are dropped."""
    used = {name for node in nodes for name in node.input}
    kept = [tensor for tensor in model.graph.initializer if tensor.name in used]
    changed = onnx.ModelProto()
    changed.CopyFrom(model)
    del changed.graph.node[:], changed.graph.initializer[:]
    changed.graph.node.extend(nodes)
    changed.graph.initializer.extend(kept)
    changed.graph.initializer.extend(numpy_helper.from_array(values, name) for name, values in constants.items())
    return changed


def nodes_before(
    nodes: Iterable[onnx.NodeProto], outputs: Iterable[str], inputs: Iterable[str] = ()
) -> list[onnx.NodeProto]:
    """Walks backwards from the outputs and stops at the inputs; the order of the graph is kept."""
    ordered = list(nodes)
    producer = {name: index for index, node in enumerate(ordered) for name in node.output}
    known = set(inputs)
    wanted: set[int] = set()
    todo = list(outputs)
    while todo:
        name = todo.pop()
        if name in known or name not in producer or producer[name] in wanted:
            continue
        wanted.add(producer[name])
        todo.extend(ordered[producer[name]].input)
    return [ordered[index] for index in sorted(wanted)]


def open_model(model: onnx.ModelProto) -> Session:
    """A session of ONNX Runtime for a model that has no file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.onnx"
        onnx.save(model, path)
        return OnnxRuntimeBackend().open(path)
