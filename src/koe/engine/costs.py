"""Times of finished work -> a cost model of this machine: seconds per stream start and per second of audio."""

from __future__ import annotations

from dataclasses import dataclass

from koe.constants import MODEL_FRAME_S
from koe.model.vocoder import LIVE_WINDOWS

# A window also decodes its context; the share of the lane is counted for a window of the usual size.
CONTEXT_FRAMES = 8
USUAL_FRAMES = 32
# After this much more audio an old measurement counts half.
HALF_LIFE_S = 10.0
# The first audio of a process takes longer than any after it, and is not counted.
COLD_S = 4.0
# Shorter blocks say nothing about the fastest window: one may be the rest of a window that was timed before.
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


class CostModel:
    """Running means of what starts and windows have taken."""

    def __init__(self, guess: Costs | None = None) -> None:
        self._costs = guess or Costs()
        self._work_s = 0.0
        self._audio_s = 0.0
        self._cold_s = COLD_S
        # Seconds for a model frame in the fastest window so far: a minimum ignores windows slowed down by other load.
        self.fastest_frame_s: float | None = None

    @property
    def now(self) -> Costs:
        return self._costs

    def stream_begun(self, start_s: float) -> None:
        """A stream had its first audio after this much work. The running mean forgets half in three streams."""
        self._costs = Costs(self._costs.start_s + 0.2 * (start_s - self._costs.start_s), self._costs.share)

    def stream_went_on(self, work_s: float, audio_s: float) -> None:
        """Work on a stream that had begun, and the audio it made; work without audio counts too."""
        if self._cold_s > 0:
            self._cold_s -= audio_s
            return
        if audio_s >= SHORTEST_TIMED_S:
            # A block may bring silence that was held back before it: no window is longer than the largest.
            frame_s = work_s / (min(audio_s / MODEL_FRAME_S, max(LIVE_WINDOWS)) + CONTEXT_FRAMES)
            self.fastest_frame_s = min(frame_s, self.fastest_frame_s or frame_s)
        fading = 0.5 ** (audio_s / HALF_LIFE_S)
        self._work_s = self._work_s * fading + work_s
        self._audio_s = self._audio_s * fading + audio_s
        if self._audio_s > 1.0:
            self._costs = Costs(self._costs.start_s, self._work_s / self._audio_s)
