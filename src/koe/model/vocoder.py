"""Prosody -> audio blocks: the trunk for the whole span, then harmonic source and generator window by window.

A window is decoded with context on both sides, so its samples equal those of the whole utterance: the generator reaches
4 frames to each side, the source half a frame (docs/performance.md#windows). The trunk is not cut into windows: its
norms would have to be predicted too, and those errors would be audible.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import NamedTuple, cast

import numpy as np

from koe.constants import AUDIBLE
from koe.errors import BadOutput
from koe.model.backends import Array
from koe.model.guard import check_finite, check_speech, check_window
from koe.model.phase import HarmonicPhase
from koe.model.prosody import Prosody
from koe.model.stages import Stages
from koe.model.statistics import NormPredictor, Norms
from koe.types import AudioBlock, Cue, Samples, Word

log = logging.getLogger("koe.model")

# Frames of context that a window needs on either side to equal the whole utterance (-90 dB).
GENERATOR_REACH = 4
# The first window begins in near-silence, and the listener waits for it, so it gets less context. Two frames before it
# keep the error of its edge below -47 dBFS; three after it leave 35 dB in its last frame in the worst of twelve voices,
# 60 dB on average.
FIRST_WINDOW_CONTEXT = (2, 3)
HOPS_PER_HALFFRAME = 60
OVERLAP_SAMPLES = 240  # 10 ms, decoded anyway as context

# Sizes in model frames. For a live listener the first window is short, because the listener waits for it; later ones
# are long, because every window pays for its context, but not so long that other streams wait more than 0.3 s. The
# sizes do not depend on who else is being served: where a window is cut moves single samples by one step of sixteen
# bits, and a saved answer must not depend on the load.
LARGEST_WINDOW = 32
LIVE_WINDOWS = (7, 6, 12, 24, LARGEST_WINDOW)
FILE_WINDOWS = (LARGEST_WINDOW,)
# At normal speed speech begins 0 to 4 frames before the leading padding ends, and has ended before the closing mark.
# Slow speech may reach further: if the first or last window has sound at its edge, the rest is decoded too.
LEAD_FRAMES = 4
TAIL_FRAMES = 2
# A sound is heard before the frames of its token begin: by 45 ms if a word follows a pause (median of eight voices at
# three speeds), by 115 ms according to Whisper in running speech. So cues are 20 ms early in the first case and 50 ms
# late compared with Whisper.
CUE_LAG_S = 0.065
# The last sound before a pause has frames that are silent, up to 0.43 s of them. The predicted energy of a half-frame
# tells which: below this value it is softer than -50 dBFS (1 % of the silent ones are above, 2 % of the others below).
SILENT_ENERGY = -1.0
# Beyond this pitch shift a voice is unlike those that the statistics were fitted on (PESQ 4.2 at a quarter, 3.5 at a
# half), and the span is decoded whole.
MAX_PREDICTED_PITCH_SHIFT = 0.16

NextSize = Callable[[], int]


class Window(NamedTuple):
    """Decoded samples from `first_frame` on, which may lie before the frame where speech was expected."""

    first_frame: int
    samples: Samples


WindowMemory = MutableMapping[tuple[int, int], Window]


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
        self.whole_decodings = 0

    def open(self, prosody: Prosody) -> Utterance:
        """Run the trunk. The result decodes window by window."""
        trunk = run_trunk(self._stages, prosody)
        check_finite("trunk", trunk)
        norms: Norms | None = None
        try:
            if prosody.pitch_shift <= MAX_PREDICTED_PITCH_SHIFT:
                norms = self._norms.predict(prosody, trunk)
        except BadOutput:
            # Not finite: a voice or a text unlike anything that the table was fitted on.
            self.whole_decodings += 1
            log.warning("fallback: a span is decoded whole, because the predicted statistics are not finite")
        return Utterance(self._stages, prosody, trunk, norms, SpokenFrames.of(prosody, self._closing_marks))

    def decode(self, prosody: Prosody, window_frames: Sequence[int] = LIVE_WINDOWS) -> Iterator[AudioBlock]:
        return self.open(prosody).blocks(sizes_of(window_frames))


class Utterance:
    """Decodes one span whose trunk has run. `decoding` is the window that `blocks` is at, or that failed."""

    def __init__(
        self, stages: Stages, prosody: Prosody, trunk: Samples, norms: Norms | None, spoken: SpokenFrames
    ) -> None:
        self._stages = stages
        self._prosody = prosody
        self._trunk = trunk
        self._norms = norms
        self._spoken = spoken
        self.decoding: tuple[int, int] | None = None  # first and stop frame; None: the whole span

    def first_frame(self, asked_for: int | None) -> int:
        """Where `blocks` begins."""
        return self._spoken.first if asked_for is None else asked_for

    def blocks(
        self,
        next_size: NextSize,
        first_frame: int | None = None,
        stop_frame: int | None = None,
        memory: WindowMemory | None = None,
        words: Sequence[Word] = (),
    ) -> Iterator[AudioBlock]:
        """Decode the audible part, or the frames from `first_frame` to `stop_frame`, into blocks that overlap. Their
        sizes make no audible difference. `memory` caches decoded windows. The first block has the cues of `words`."""
        facts = self._stages.facts
        self.decoding = None
        if self._norms is None:
            first, stop = first_frame or 0, stop_frame or self._prosody.frame_count
            whole = decode_whole(self._stages, self._prosody, self._trunk).samples
            whole = whole * gain_of(self._prosody, 0, len(whole), facts.samples_per_frame)
            overlap = 0 if stop_frame is None else OVERLAP_SAMPLES
            requested = slice(facts.samples_per_frame * first, facts.samples_per_frame * stop + overlap)
            yield AudioBlock(whole[requested], facts.sample_rate_hz, overlap, self._cues(words, first))
            return
        decoder = WindowDecoder(self._stages, self._prosody, self._trunk, self._norms)
        stop_at = self._spoken.stop if stop_frame is None else stop_frame
        spoken = SpokenFrames(self.first_frame(first_frame), stop_at)
        for first, stop in windows(spoken, next_size):
            self.decoding = first, stop
            is_first = first == spoken.first and first_frame is None
            is_last = stop == spoken.stop and stop_frame is None
            window = None if memory is None else memory.get((first, stop))
            if window is None:
                window = self._window(decoder, first, stop, is_first, is_last)
                if memory is not None:
                    memory[first, stop] = window
            cues = self._cues(words, window.first_frame) if first == spoken.first else ()
            yield AudioBlock(window.samples, facts.sample_rate_hz, 0 if is_last else OVERLAP_SAMPLES, cues)

    def _window(self, decoder: WindowDecoder, first: int, stop: int, is_first: bool, is_last: bool) -> Window:
        frame = self._stages.facts.samples_per_frame
        overlap = 0 if is_last else OVERLAP_SAMPLES
        context = FIRST_WINDOW_CONTEXT if is_first and not is_last else (GENERATOR_REACH, GENERATOR_REACH)
        samples = decoder.window(first, stop, overlap, context)
        if is_last and stop < self._prosody.frame_count and _is_audible(samples[-frame:]):
            samples = np.concatenate([samples, decoder.window(stop, self._prosody.frame_count)])
        if is_first and first > 0 and _is_audible(samples[:frame]):
            samples = np.concatenate([decoder.window(0, first), samples])
            first = 0
        check_window(samples)
        return Window(first, samples)

    def _cues(self, words: Sequence[Word], first_frame: int) -> tuple[Cue, ...]:
        """Cues in seconds from `first_frame` on."""
        facts, prosody = self._stages.facts, self._prosody
        frame_s = facts.samples_per_frame / facts.sample_rate_hz
        cues: list[Cue] = []
        for word in words:
            first, stop = map(prosody.first_frame_of_token, (word.first_token, word.stop_token))
            start_s, end_s = ((frame - first_frame) * frame_s - CUE_LAG_S for frame in (first, stop))
            sound_end_s = (prosody.sound_end(first, stop, SILENT_ENERGY) - first_frame) * frame_s
            cues.append(
                Cue(word.text, word.start, word.stop, start_s, max(start_s, min(end_s, sound_end_s)), word.is_mark)
            )
        return tuple(cues)


def decode_whole(stages: Stages, prosody: Prosody, trunk: Samples) -> AudioBlock:
    """Decode all frames at once, normalised over themselves, as the published graph does."""
    samples = cast(Samples, run_generator_whole(stages, prosody, trunk)["waveform"])[0]
    check_speech(samples)
    return AudioBlock(samples, stages.facts.sample_rate_hz)


def gain_of(prosody: Prosody, start: int, stop: int, samples_per_frame: int) -> Samples | np.float32:
    """The gain factor for each sample; the number 1 if no volume was requested."""
    if prosody.gain_db is None:
        return np.float32(1)
    middles = (np.arange(len(prosody.gain_db)) + 0.5) * samples_per_frame
    return np.asarray(10 ** (np.interp(np.arange(start, stop), middles, prosody.gain_db) / 20), dtype=np.float32)


def _is_audible(samples: Samples) -> bool:
    return bool((np.abs(samples) > AUDIBLE).any())


def run_trunk(stages: Stages, prosody: Prosody) -> Samples:
    inputs = {
        "aligned_phonemes": prosody.aligned_phonemes(),
        "pitch_hz": prosody.pitch_hz,
        "energy": prosody.energy,
        "style": prosody.style,
    }
    return cast(Samples, stages["trunk"].run(inputs)["trunk"])


def run_generator_whole(stages: Stages, prosody: Prosody, trunk: Samples) -> dict[str, Array]:
    """Return the waveform of all frames, and the means and variances of the norms."""
    phase = HarmonicPhase(prosody.pitch_hz).between(0, 2 * prosody.frame_count)
    source = stages["source"].run({"phase": phase, "pitch_hz": prosody.pitch_hz})["source"]
    return stages["generator_whole"].run({"trunk": trunk, "source": source, "style": prosody.style})


def sizes_of(window_frames: Sequence[int]) -> NextSize:
    """The sizes in order; then the last one for ever."""
    sizes = chain(window_frames, repeat(window_frames[-1]))
    return lambda: next(sizes)


def windows(spoken: SpokenFrames, next_size: NextSize) -> Iterator[tuple[int, int]]:
    """First and stop frame of each window. A last window that is too short is merged with the one before it: it would
    cost as much as its context."""
    first = spoken.first
    while first < spoken.stop:
        size = next_size()
        stop = spoken.stop if spoken.stop - first < size + GENERATOR_REACH else first + size
        yield first, stop
        first = stop


class WindowDecoder:
    """Decodes windows of one span with given norms."""

    def __init__(self, stages: Stages, prosody: Prosody, trunk: Samples, norms: Norms) -> None:
        self._generator = stages["generator"]
        self._source = stages["source"]
        self._samples_per_frame = stages.facts.samples_per_frame
        self._prosody = prosody
        self._pitch_hz = prosody.pitch_hz
        self._frame_count = prosody.frame_count
        self._trunk = trunk
        self._norms = norms
        self._phase = HarmonicPhase(prosody.pitch_hz)

    def window(
        self,
        first: int,
        stop: int,
        overlap: int = 0,
        context: tuple[int, int] = (GENERATOR_REACH, GENERATOR_REACH),
    ) -> Samples:
        """Return the samples of the frames from `first` up to `stop`, and up to `overlap` samples after them."""
        before, after = context
        low, high = max(0, first - before), min(self._frame_count, stop + after)
        generated = self._generator.run(self.inputs(low, high))
        start, end = (self._samples_per_frame * (frame - low) for frame in (first, stop))
        samples = cast(Samples, generated["waveform"][0, start : end + overlap])
        first_sample = self._samples_per_frame * first
        return samples * gain_of(self._prosody, first_sample, first_sample + len(samples), self._samples_per_frame)

    def inputs(self, first: int, stop: int) -> dict[str, Array]:
        """Of the generator, for the frames from `first` up to `stop`."""
        return {
            "trunk": np.ascontiguousarray(self._trunk[:, :, 2 * first : 2 * stop]),
            "source": self._source_between(2 * first, 2 * stop),
            "scale": self._norms.scale,
            "shift": self._norms.shift,
        }

    def _source_between(self, first: int, stop: int) -> Samples:
        """`first` and `stop` are half-frames. One more on either side is computed, for the interpolation and the edge
        of the transform."""
        low, high = max(0, first - 1), min(2 * self._frame_count, stop + 1)
        inputs = {"phase": self._phase.between(low, high), "pitch_hz": self._pitch_hz[:, low:high]}
        source = cast(Samples, self._source.run(inputs)["source"])
        start = HOPS_PER_HALFFRAME * (first - low)
        return np.ascontiguousarray(source[:, :, start : start + HOPS_PER_HALFFRAME * (stop - first) + 1])
