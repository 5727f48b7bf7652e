"""Windows of any length -> windows of a few lengths, for providers that compile a graph for each shape they meet.

Only the generator has windows: the other stages see a whole sentence, and normalise over it. Windows are padded at
their end, and what the padding made is cut away. The generator reaches 4 frames to each side (koe.model.vocoder), which
a window carries as context; only the last 4 frames of an utterance, which are silent, can feel the padding.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from koe.model.backends import Array, Backend, Precision, Session
from koe.model.backends.by_provider import stage_of
from koe.model.backends.onnxruntime import OnnxRuntimeBackend

# With their context, live windows have 12, 14, 20, 32 and then 40 model frames (koe.model.vocoder), the last one up to
# 44. A longer one, at a low speed, is opened as it comes.
FRAMES = (14, 20, 32, 44)
_HALFFRAMES_PER_FRAME = 2
# Names of the dimensions that vary, as koe.build.split writes them; how many there are in a model frame, and how many
# more: the source has both edges.
Dimensions = Mapping[str, tuple[int, int]]
_DIMENSIONS: Dimensions = {"trunk_halfframes": (_HALFFRAMES_PER_FRAME, 0), "source_hops": (120, 1)}


def fixed_dimensions(frames: int = FRAMES[-1], dimensions: Dimensions = _DIMENSIONS) -> dict[str, int]:
    return {name: frames * per_frame + more for name, (per_frame, more) in dimensions.items()}


class StaticWindows:
    """A session for each length in `frames`; `whole` runs windows that are longer than all of them."""

    def __init__(self, sessions: Mapping[int, Session], whole: Session) -> None:
        self._sessions = sessions
        self._lengths: Sequence[int] = sorted(sessions)
        self._whole = whole
        first = next(iter(sessions.values()), whole)
        self.provider = getattr(first, "provider", "unknown")
        self.metadata = first.metadata

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        frames = inputs["trunk"].shape[2] // _HALFFRAMES_PER_FRAME
        place = bisect_left(self._lengths, frames)
        if place == len(self._lengths):
            return self._whole.run(inputs)
        length = self._lengths[place]
        waveform = self._sessions[length].run(_padded(inputs, length))["waveform"]
        samples_per_frame = waveform.shape[1] // length
        return {"waveform": np.ascontiguousarray(waveform[:, : samples_per_frame * frames])}


def _padded(inputs: Mapping[str, Array], frames: int) -> dict[str, Array]:
    trunk, source = inputs["trunk"], inputs["source"]
    missing = frames * _HALFFRAMES_PER_FRAME - trunk.shape[2]
    if not missing:
        return dict(inputs)
    hops = source.shape[2] - 1
    more_hops = missing * hops // trunk.shape[2]
    return {
        **inputs,
        # The last value goes on: zeros would be a step, and a step is a sound.
        "trunk": np.pad(trunk, ((0, 0), (0, 0), (0, missing)), mode="edge"),
        "source": np.pad(source, ((0, 0), (0, 0), (0, more_hops)), mode="edge"),
    }


class StaticWindowsBackend:
    """Opens the generator once for each length, with its shapes fixed; other stages as they are."""

    def __init__(
        self,
        backend: OnnxRuntimeBackend,
        whole: Backend,
        frames: Sequence[int] = FRAMES,
        dimensions: Dimensions = _DIMENSIONS,
    ) -> None:
        self._backend = backend
        self._whole = whole
        self._frames = frames
        self._dimensions = dimensions
        self.name = backend.name

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> Session:
        if stage_of(path) != "generator":
            return self._backend.open(path, precision=precision, releases_memory=releases_memory)
        sessions = {frames: self._open_fixed(path, frames) for frames in self._frames}
        return StaticWindows(sessions, self._whole.open(path))

    def _open_fixed(self, path: Path, frames: int) -> Session:
        options = self._backend.session_options()
        for name, size in fixed_dimensions(frames, self._dimensions).items():
            options.add_free_dimension_override_by_name(name, size)
        return self._backend.open_with(options, path)
