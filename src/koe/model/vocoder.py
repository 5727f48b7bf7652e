"""Prosody -> audio: the trunk for the whole span, then harmonic source and generator window by window.

A window is decoded with context on both sides, so that its samples are those of the whole utterance: the generator
reaches 4 frames to each side, the source half a frame (docs/performance.md#windows). The trunk is not cut: its norms
would have to be predicted too, and that is what would be heard.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from koe.errors import BadOutput
from koe.model.backends import Array
from koe.model.guard import check_speech, check_window
from koe.model.phase import HarmonicPhase
from koe.model.prosody import Prosody
from koe.model.stages import Stages
from koe.model.statistics import NormPredictor, Norms
from koe.types import AudioBlock, Samples

log = logging.getLogger("koe.model")

GENERATOR_REACH = 4
HOPS_PER_HALFFRAME = 60

# Frames of 25 ms. For a listener the first window is short, because he waits for it, and later ones are long, because
# every window pays for its context. Without one they are as long as memory allows: ten seconds.
LIVE_WINDOWS = (8, 16, 32, 64)
LONG_WINDOWS = (400,)
# At normal speed speech begins 0 to 4 frames before the leading padding ends, and has ended before the closing mark.
# Slow speech may reach further out; where a window begins or ends in the middle of a sound, the rest is decoded too.
LEAD_FRAMES = 5
TAIL_FRAMES = 2
NEAR_SILENCE = 10 ** (-50 / 20)


@dataclass(frozen=True, slots=True)
class SpokenFrames:
    """The frames in which speech is expected."""

    first: int
    stop: int

    @classmethod
    def of(cls, prosody: Prosody, closing_marks: frozenset[int]) -> SpokenFrames:
        frames = prosody.frames_per_token
        silent_tokens = 2 if len(frames) > 3 and int(prosody.tokens[-2]) in closing_marks else 1
        stop = prosody.frame_count - int(frames[-silent_tokens:].sum()) + TAIL_FRAMES
        return cls(max(0, int(frames[0]) - LEAD_FRAMES), min(stop, prosody.frame_count))


class Vocoder:
    """`closing_marks` are the tokens whose frames are silent at the end of a span."""

    def __init__(self, stages: Stages, norms: NormPredictor, closing_marks: frozenset[int]) -> None:
        self._stages = stages
        self._norms = norms
        self._closing_marks = closing_marks
        self._facts = stages.facts
        self.whole_decodings = 0

    def decode(self, prosody: Prosody, window_frames: Sequence[int] = LIVE_WINDOWS) -> Iterator[AudioBlock]:
        """The audible part of the span. The sizes of the windows make no difference that can be heard (-97 dB)."""
        trunk = run_trunk(self._stages, prosody)
        try:
            norms = self._norms.predict(prosody, trunk)
        except BadOutput:
            # Statistics that are no numbers: a voice or a text unlike anything the table was fitted on.
            self.whole_decodings += 1
            log.warning("a span is decoded whole: its statistics could not be predicted")
            yield self.decode_whole(prosody, trunk)
            return
        decoder = WindowDecoder(self._stages, prosody, trunk, norms)
        spoken = SpokenFrames.of(prosody, self._closing_marks)
        for first, stop in windows(spoken, window_frames):
            samples = decoder.window(first, stop)
            if first == spoken.first > 0 and _is_audible(samples[: self._facts.samples_per_frame]):
                samples = np.concatenate([decoder.window(0, first), samples])
            if stop == spoken.stop < prosody.frame_count and _is_audible(samples[-self._facts.samples_per_frame :]):
                samples = np.concatenate([samples, decoder.window(stop, prosody.frame_count)])
            check_window(samples)
            yield AudioBlock(samples, self._facts.sample_rate_hz)

    def decode_whole(self, prosody: Prosody, trunk: Samples) -> AudioBlock:
        """All frames at once, normalised by what they are: what the published graph gives."""
        samples = cast(Samples, run_generator_whole(self._stages, prosody, trunk)["waveform"])[0]
        check_speech(samples)
        return AudioBlock(samples, self._facts.sample_rate_hz)


def _is_audible(samples: Samples) -> bool:
    return bool((np.abs(samples) > NEAR_SILENCE).any())


def run_trunk(stages: Stages, prosody: Prosody) -> Samples:
    inputs = {
        "aligned_phonemes": prosody.aligned_phonemes(),
        "pitch_hz": prosody.pitch_hz,
        "energy": prosody.energy,
        "style": prosody.style,
    }
    return cast(Samples, stages["trunk"].run(inputs)["trunk"])


def run_generator_whole(stages: Stages, prosody: Prosody, trunk: Samples) -> dict[str, Array]:
    """The waveform of all frames, and the means and variances that the norms saw."""
    phase = HarmonicPhase(prosody.pitch_hz).between(0, 2 * prosody.frame_count)
    source = stages["source"].run({"phase": phase, "pitch_hz": prosody.pitch_hz})["source"]
    return stages["generator_whole"].run({"trunk": trunk, "source": source, "style": prosody.style})


def windows(spoken: SpokenFrames, window_frames: Sequence[int] = LIVE_WINDOWS) -> Iterator[tuple[int, int]]:
    """First and stop frame of each window. A crumb at the end, which would cost as much as its context, is avoided."""
    first, sizes = spoken.first, iter(window_frames)
    size = window_frames[0]
    while first < spoken.stop:
        size = next(sizes, size)
        stop = spoken.stop if spoken.stop - first < size + GENERATOR_REACH else first + size
        yield first, stop
        first = stop


class WindowDecoder:
    """One span with its norms given."""

    def __init__(self, stages: Stages, prosody: Prosody, trunk: Samples, norms: Norms) -> None:
        self._generator = stages["generator"]
        self._source = stages["source"]
        self._samples_per_frame = stages.facts.samples_per_frame
        self._pitch_hz = prosody.pitch_hz
        self._frame_count = prosody.frame_count
        self._trunk = trunk
        self._norms = norms
        self._phase = HarmonicPhase(prosody.pitch_hz)

    def window(self, first: int, stop: int) -> Samples:
        """The samples of the frames from `first` up to `stop`."""
        low, high = max(0, first - GENERATOR_REACH), min(self._frame_count, stop + GENERATOR_REACH)
        generated = self._generator.run(
            {
                "trunk": np.ascontiguousarray(self._trunk[:, :, 2 * low : 2 * high]),
                "source": self._source_between(2 * low, 2 * high),
                "scale": self._norms.scale,
                "shift": self._norms.shift,
            }
        )
        start, end = (self._samples_per_frame * (frame - low) for frame in (first, stop))
        return cast(Samples, generated["waveform"][0, start:end])

    def _source_between(self, first: int, stop: int) -> Samples:
        """In half-frames; one more on either side for the interpolation and the edge of the transform."""
        low, high = max(0, first - 1), min(2 * self._frame_count, stop + 1)
        inputs = {"phase": self._phase.between(low, high), "pitch_hz": self._pitch_hz[:, low:high]}
        source = cast(Samples, self._source.run(inputs)["source"])
        start = HOPS_PER_HALFFRAME * (first - low)
        return np.ascontiguousarray(source[:, :, start : start + HOPS_PER_HALFFRAME * (stop - first) + 1])
