"""A voice pack -> the bytes of a .pt file, as PyTorch reads it, without PyTorch.

Such a file is a ZIP archive: the numbers as they lie in memory, and a pickle that says how to build a tensor of them.
The pickle is written opcode by opcode, since the names in it can be imported only where PyTorch is installed.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Sequence

import numpy as np

from koe.types import Samples

_FOLDER = "archive"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # equal packs give equal files


def voice_file(pack: Samples) -> bytes:
    numbers = np.ascontiguousarray(pack, dtype="<f4")
    members = {
        "data.pkl": _tensor_pickle(numbers.shape),
        "byteorder": b"little",
        "data/0": numbers.tobytes(),
        "version": b"3\n",
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(f"{_FOLDER}/{name}", _LONG_AGO), content)
    return file.getvalue()


def _tensor_pickle(shape: Sequence[int]) -> bytes:
    """A pickle of protocol 2: `_rebuild_tensor_v2(storage, offset, shape, strides, requires_grad, hooks)`, where the
    storage is the member `data/0`."""
    count = int(np.prod(shape))
    strides = [int(np.prod(shape[place + 1 :])) for place in range(len(shape))]
    storage = _tuple(_text("storage"), _name("torch", "FloatStorage"), _text("0"), _text("cpu"), _number(count)) + b"Q"
    hooks = _name("collections", "OrderedDict") + b")R"
    arguments = _tuple(
        storage, _number(0), _tuple(*map(_number, shape)), _tuple(*map(_number, strides)), b"\x89", hooks
    )
    return b"\x80\x02" + _name("torch._utils", "_rebuild_tensor_v2") + arguments + b"R."


def _name(module: str, name: str) -> bytes:
    return f"c{module}\n{name}\n".encode()


def _text(text: str) -> bytes:
    return b"X" + struct.pack("<I", len(text)) + text.encode()


def _number(number: int) -> bytes:
    return b"J" + struct.pack("<i", number)


def _tuple(*items: bytes) -> bytes:
    return b"(" + b"".join(items) + b"t"
