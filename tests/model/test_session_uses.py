"""A session that is used a thousand times, with windows of all lengths, gives what it gave first, and keeps nothing."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable

import numpy as np
import pytest

from fakes import TINY_STAGES
from koe.model.backends import Array, Session
from koe.model.backends.guarded import GuardedSession
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.backends.session_options import SessionOptions
from koe.model.backends.static_windows import StaticWindowsBackend
from limits import HANG_S
from memory import linux_only, resident_bytes
from tiny_windows import HOPS_PER_FRAME, window

USES, SETTLED = 1000, 300
LENGTHS = (14, 7, 12, 20, 44, 9, 32)
MOST_GROWTH_BYTES = 8 << 20
GENERATOR = TINY_STAGES / "generator.onnx"


def plain() -> Session:
    return OnnxRuntimeBackend(2).open(GENERATOR)


def without_arena() -> Session:
    return OnnxRuntimeBackend(options=SessionOptions(2, arena=False, memory_pattern=False)).open(GENERATOR)


def static() -> Session:
    dimensions = {"H": (2, 0), "S": (HOPS_PER_FRAME, 1)}
    backend = StaticWindowsBackend(OnnxRuntimeBackend(1), OnnxRuntimeBackend(1), (14, 32, 44), dimensions)
    return backend.open(GENERATOR)


def guarded() -> Session:
    return GuardedSession(plain(), "npu", "generator", HANG_S)


def openvino() -> Session:
    pytest.importorskip("openvino")
    from koe.model.backends.openvino import OpenVinoBackend

    return OpenVinoBackend(2).open(GENERATOR)


OPENERS = (plain, without_arena, static, guarded, openvino)


@linux_only
@pytest.mark.parametrize("open_session", OPENERS, ids=lambda opener: opener.__name__)
def test_nothing_leaks_from_one_use_to_another(open_session: Callable[[], Session]) -> None:
    session = open_session()
    inputs = [window(length, seed) for seed, length in enumerate(LENGTHS)]
    first = [waveform_of(session, one) for one in inputs]
    chance = np.random.default_rng(1)
    settled_bytes = threads = 0
    for use in range(USES):
        if use == SETTLED:
            gc.collect()
            settled_bytes, threads = resident_bytes(), threading.active_count()
        # What a session may not carry over: values that no other use has.
        waveform_of(session, scaled(inputs[use % len(inputs)], float(chance.uniform(-50, 50))))
        if use % 100 == 99:
            again = [waveform_of(session, one) for one in inputs]
            assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True)), use
    gc.collect()
    assert resident_bytes() - settled_bytes < MOST_GROWTH_BYTES
    assert threading.active_count() == threads


def waveform_of(session: Session, inputs: dict[str, Array]) -> Array:
    return session.run(inputs)["waveform"]


def scaled(inputs: dict[str, Array], factor: float) -> dict[str, Array]:
    return {**inputs, "trunk": inputs["trunk"] * np.float32(factor)}
