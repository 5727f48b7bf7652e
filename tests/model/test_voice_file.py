"""A voice file has the tensor that PyTorch would load, and nothing else."""

from __future__ import annotations

import io
import pickle
import zipfile
from collections import OrderedDict
from types import SimpleNamespace
from typing import Any

import numpy as np

from koe.model.voice_file import voice_file
from koe.model.voices import STYLE_ROWS, STYLE_SIZE
from koe.types import Samples

PACK: Samples = np.random.default_rng(3).normal(size=(STYLE_ROWS, 1, STYLE_SIZE)).astype(np.float32)
STORAGE = SimpleNamespace(name="torch.FloatStorage")


def rebuilt(
    storage: Samples, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], needs_gradient: bool, hooks: object
) -> Samples:
    """What PyTorch's `_rebuild_tensor_v2` does."""
    assert needs_gradient is False
    assert hooks == OrderedDict()
    in_bytes = tuple(stride * storage.itemsize for stride in strides)
    return np.lib.stride_tricks.as_strided(storage[offset:], shape, in_bytes)


KNOWN = {
    ("torch._utils", "_rebuild_tensor_v2"): rebuilt,
    ("torch", "FloatStorage"): STORAGE,
    ("collections", "OrderedDict"): OrderedDict,
}


class Reader(pickle.Unpickler):
    """Reads as PyTorch does with `weights_only`: three names are known, and storages are members of the archive."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        super().__init__(io.BytesIO(archive.read("archive/data.pkl")))
        self.archive = archive

    def find_class(self, module: str, name: str) -> Any:
        return KNOWN[module, name]

    def persistent_load(self, pid: Any) -> Samples:
        kind, storage, member, place, count = pid
        assert (kind, storage, place) == ("storage", STORAGE, "cpu")
        numbers: Samples = np.frombuffer(self.archive.read(f"archive/data/{member}"), dtype="<f4")
        assert len(numbers) == count
        return numbers


def test_file_holds_the_tensor() -> None:
    with zipfile.ZipFile(io.BytesIO(voice_file(PACK))) as archive:
        assert archive.testzip() is None
        assert {member.compress_type for member in archive.infolist()} == {zipfile.ZIP_STORED}
        assert archive.read("archive/version") == b"3\n"
        assert archive.read("archive/byteorder") == b"little"
        tensor = Reader(archive).load()
    assert tensor.shape == PACK.shape
    assert np.array_equal(tensor, PACK)


def test_equal_packs_give_equal_files() -> None:
    assert voice_file(PACK) == voice_file(PACK.copy())
    assert len(voice_file(PACK)) < PACK.nbytes + 1500
