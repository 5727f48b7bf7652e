"""Windows are padded to a few lengths, and what the padding made is cut away."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from fakes import TINY_STAGES
from koe.model.backends import Array
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.backends.static_windows import StaticWindows, StaticWindowsBackend
from tiny_windows import HOPS_PER_FRAME, window

SAMPLES_PER_FRAME = 600
REACH = 4


class SeesShapes:
    metadata: Mapping[str, str] = {"koe.stage": "generator"}

    def __init__(self) -> None:
        self.seen: list[tuple[int, int]] = []

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        self.seen.append((inputs["trunk"].shape[2], inputs["source"].shape[2]))
        return {"waveform": np.zeros((1, inputs["trunk"].shape[2] * SAMPLES_PER_FRAME // 2), dtype=np.float32)}


@pytest.mark.parametrize(("frames", "length"), [(1, 14), (13, 14), (14, 14), (15, 20), (20, 20), (21, 21), (60, 60)])
def test_a_window_takes_the_next_length_and_keeps_its_own_samples(frames: int, length: int) -> None:
    fixed, whole = SeesShapes(), SeesShapes()
    session = StaticWindows({14: fixed, 20: fixed}, whole)
    assert session.run(window(frames))["waveform"].shape == (1, SAMPLES_PER_FRAME * frames)
    assert fixed.seen + whole.seen == [(2 * length, HOPS_PER_FRAME * length + 1)]
    assert bool(whole.seen) == (frames > 20)
    assert session.metadata == SeesShapes.metadata


def test_the_samples_of_a_window_are_those_without_padding() -> None:
    path = TINY_STAGES / "generator.onnx"
    plain = OnnxRuntimeBackend(1)
    dimensions = {"H": (2, 0), "S": (HOPS_PER_FRAME, 1)}
    fixed = StaticWindowsBackend(OnnxRuntimeBackend(1), plain, (8, 12), dimensions).open(path)
    for frames in (5, 8, 11):
        inputs = window(frames, frames)
        expected, found = (session.run(inputs)["waveform"] for session in (plain.open(path), fixed))
        assert found.shape == expected.shape
        kept = SAMPLES_PER_FRAME * (frames - REACH)
        assert np.allclose(found[:, :kept], expected[:, :kept], atol=1e-6)


def test_a_fixed_session_takes_no_other_length() -> None:
    """Else the provider would still see a shape that varies."""
    backend = StaticWindowsBackend(
        OnnxRuntimeBackend(1), OnnxRuntimeBackend(1), (8,), {"H": (2, 0), "S": (HOPS_PER_FRAME, 1)}
    )
    session = backend._open_fixed(TINY_STAGES / "generator.onnx", 8)
    session.run(window(8))
    with pytest.raises(Exception, match="Got invalid dimensions"):
        session.run(window(7))


def test_other_stages_are_opened_as_they_are() -> None:
    backend = StaticWindowsBackend(OnnxRuntimeBackend(1), OnnxRuntimeBackend(1))
    assert not isinstance(backend.open(TINY_STAGES / "text.onnx"), StaticWindows)
