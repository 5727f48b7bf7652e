"""Replicas on one node share the files of the model: they are made once, whoever comes first."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import onnx
from onnx import TensorProto, helper

from koe.build import split
from koe.build.recipes import file_sha256
from limits import HANG_S

# Says what it has made. Both begin when the other one is there.
CHILD = """
import sys, time
from pathlib import Path
from koe.build.recipes import BUILDS
from koe.build.stage_cache import StageCache, make_builds
folder, whole, digest, name, other = sys.argv[1:]
cache = StageCache.under(Path(folder), digest, "d" * 64)
Path(folder, name).touch()
while not Path(folder, other).exists():
    time.sleep(0.01)
make_builds(cache, [BUILDS["exact"]], Path(whole), lambda variant: print(variant.stage, flush=True))
assert cache.is_complete(BUILDS["exact"])
"""


def published_graph(path: Path) -> Path:
    """In miniature: every tensor of the cuts is the same number, passed on."""
    names = ["features", "phonemes", "durations", "aligned_features", "aligned_phonemes", "pitch_hz", "energy"]
    tensors = [split._TENSORS[name] for name in (*names, "trunk", "phase", "source")]
    nodes = [helper.make_node("Cast", ["input_ids"], ["first"], to=TensorProto.FLOAT)]
    nodes += [helper.make_node("Identity", [a], [b]) for a, b in zip(["first", *tensors], tensors, strict=False)]
    nodes.append(helper.make_node("Identity", [tensors[-1]], ["waveform"]))
    ins = [helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "n"])]
    outs = [helper.make_tensor_value_info("waveform", TensorProto.FLOAT, [1, "w"])]
    graph = helper.make_graph(nodes, "whole", ins, outs)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)]), path)
    return path


def test_two_processes_on_an_empty_cache_make_each_file_once(tmp_path: Path) -> None:
    whole = published_graph(tmp_path / "whole.onnx")
    arguments = (str(tmp_path), str(whole), file_sha256(whole))
    children = [
        subprocess.Popen([sys.executable, "-c", CHILD, *arguments, *names], stdout=subprocess.PIPE, text=True)
        for names in (("a", "b"), ("b", "a"))
    ]
    made = [child.communicate(timeout=HANG_S)[0].split() for child in children]
    assert [child.returncode for child in children] == [0, 0]
    both = made[0] + made[1]
    assert both
    assert len(both) == len(set(both))
