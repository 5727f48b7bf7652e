"""Times of finished work -> a cost model of this machine: seconds per stream start and per second of audio.

What work costs on a machine at rest is learned over many streams. How much longer it takes now, because other programs
run, is one number. It is measured by the windows, whose work is known exactly, and learned by time: within seconds in
either direction, however many measurements come in.
"""

from __future__ import annotations

from dataclasses import dataclass

from koe.constants import MODEL_FRAME_S
from koe.model.vocoder import FIRST_WINDOW_CONTEXT, LARGEST_WINDOW

# A window also decodes its context; the share of the lane is counted for a window of the usual size.
CONTEXT_FRAMES = 8
USUAL_FRAMES = LARGEST_WINDOW
# After this long a measurement of the slowness counts half, but never less than this much work: a single short window
# after an hour must not decide alone.
HALF_LIFE_S = 1.5
LEAST_KNOWN_WORK_S = 0.03
# A step may be interrupted for any time. One that took longer than this many times its usual time counts as if it had
# not.
LONGEST_STEP = 10.0
# Within these limits the machine counts as at rest. Below, it was never at rest before.
FASTER = 0.8
AT_REST = 1.25
# A machine that stays slow is a slower machine: after this long in seconds, half of its slowness counts as usual.
SETTLING_S = 600.0
# Running means forget half after this much.
MEAN_OF_AUDIO_S = 10.0
MEAN_OF_STARTS = 3.0
# The first audio of a process takes longer than any after it, and is not counted.
COLD_S = 4.0
# Shorter windows say nothing about the fastest one.
SHORTEST_TIMED_S = 0.5


@dataclass(frozen=True, slots=True)
class Costs:
    """The defaults are a guess for two ordinary cores; the warm-up replaces it."""

    start_s: float = 0.2  # work until the first audio of a stream
    share: float = 0.4  # seconds of work for a second of audio: what one stream takes of the lane

    @property
    def frame_s(self) -> float:
        """Seconds of work for one model frame of a window, context included."""
        return self.share * MODEL_FRAME_S * USUAL_FRAMES / (USUAL_FRAMES + CONTEXT_FRAMES)

    def of_window(self, frames: int) -> float:
        return self.frame_s * (frames + CONTEXT_FRAMES)

    def times(self, factor: float) -> Costs:
        return Costs(self.start_s * factor, self.share * factor)


@dataclass(slots=True)
class _Mean:
    """A running mean of the cost of a unit that forgets half after `half_life` units."""

    cost: float
    half_life: float
    work_s: float = 0.0
    units: float = 0.0

    def add(self, work_s: float, units: float) -> None:
        fading = 0.5 ** (units / self.half_life)
        self.work_s = self.work_s * fading + work_s
        self.units = self.units * fading + units
        if self.units >= 1.0:  # a unit at least: work without units counts with those that follow
            self.cost = self.work_s / self.units

    def scale(self, factor: float) -> None:
        self.cost *= factor
        self.work_s *= factor


class CostModel:
    """Has no clock: the caller passes the time."""

    def __init__(self, guess: Costs | None = None) -> None:
        guess = guess or Costs()
        self._start = _Mean(guess.start_s, MEAN_OF_STARTS)
        self._share = _Mean(guess.share, MEAN_OF_AUDIO_S)
        self._frame_s: float | None = None  # of a window on a machine at rest
        self._work_s = 0.0  # recent windows, faded
        self._usual_s = 0.0  # what they would have taken on a machine at rest
        self._news_s: float | None = None
        self._cold_s = COLD_S
        # Seconds for a model frame in the fastest window so far: a minimum ignores windows slowed down by other load.
        self.fastest_frame_s: float | None = None

    @property
    def slowness(self) -> float:
        """How many times longer work takes now than on a machine at rest."""
        return self._work_s / self._usual_s if self._usual_s else 1.0

    @property
    def now(self) -> Costs:
        return Costs(self._start.cost, self._share.cost).times(self.slowness)

    @property
    def news_s(self) -> float | None:
        """When a window was measured last."""
        return self._news_s

    def window_decoded(self, work_s: float, decoded_s: float, now_s: float, *, is_first: bool = False) -> None:
        """`is_first` of a live stream: it has less context."""
        if self._cold_s > 0:
            self._cold_s -= decoded_s
            return
        frames = decoded_s / MODEL_FRAME_S + (sum(FIRST_WINDOW_CONTEXT) if is_first else CONTEXT_FRAMES)
        if decoded_s >= SHORTEST_TIMED_S:
            self.fastest_frame_s = min(work_s / frames, self.fastest_frame_s or work_s / frames)
        if self._frame_s is None:
            self._frame_s = work_s / frames
        passed_s = 0.0 if self._news_s is None else max(0.0, now_s - self._news_s)
        self._news_s = now_s
        self._fade(passed_s)
        usual_s = self._frame_s * frames
        self._usual_s += usual_s
        self._work_s += min(work_s, LONGEST_STEP * usual_s)
        self._settle(passed_s)

    def stream_begun(self, start_s: float) -> None:
        """A stream had its first audio after this much work."""
        self._start.add(start_s / self.slowness, 1.0)

    def stream_went_on(self, work_s: float, audio_s: float, decoded_s: float = 0.0) -> None:
        """Work on a stream that had begun, and the audio it made; work without audio counts too."""
        if self._cold_s > 0:
            return
        usual_s = work_s / self.slowness
        if decoded_s and self._frame_s is not None:
            # As a part of a window of the usual size: the first ones are short and pay more for their context. What it
            # took is known to `window_decoded`.
            usual_s = self._frame_s * decoded_s / MODEL_FRAME_S * (1 + CONTEXT_FRAMES / USUAL_FRAMES)
        self._share.add(usual_s, audio_s)

    def forget(self) -> None:
        """There has been no news for long: the machine counts as at rest."""
        self._work_s = self._usual_s

    def _fade(self, passed_s: float) -> None:
        fading = 0.5 ** (passed_s / HALF_LIFE_S)
        if self._usual_s > LEAST_KNOWN_WORK_S:
            fading = max(fading, LEAST_KNOWN_WORK_S / self._usual_s)
        self._work_s *= fading
        self._usual_s *= fading

    def _settle(self, passed_s: float) -> None:
        """Correct what is usual; `now` does not change by it."""
        slowness = self.slowness
        if slowness < FASTER:
            factor = slowness
        elif slowness > AT_REST:
            factor = slowness ** (1 - 0.5 ** (min(passed_s, HALF_LIFE_S) / SETTLING_S))
        else:
            factor = slowness ** (1 - 0.5 ** (min(passed_s, HALF_LIFE_S) / MEAN_OF_AUDIO_S))
        self._frame_s = None if self._frame_s is None else self._frame_s * factor
        self._usual_s *= factor
        self._start.scale(factor)
        self._share.scale(factor)
