"""Phoneme ids -> prosody: durations, pitch, energy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from koe.model.stages import Stages
from koe.types import Samples

# Both ends of a pass are framed by the padding token; its frames are the silence around the speech.
PAD_ID = 0


@dataclass(frozen=True, slots=True)
class Prosody:
    """How a span will be spoken, before any sound is made. T frames of 25 ms; pitch and energy have two values each."""

    tokens: NDArray[np.int64]  # [N], the padding at both ends included
    frames_per_token: NDArray[np.int64]  # [N]
    phonemes: Samples  # [1, C, N]
    pitch_hz: Samples  # [1, 2T]
    energy: Samples  # [1, 2T]
    style: Samples  # [1, 256]

    @property
    def frame_count(self) -> int:
        return int(self.frames_per_token.sum())

    def middle_of_token(self, number: int) -> int:
        """The frame in the middle of a token, counted without the padding."""
        return int(self.frames_per_token[: number + 1].sum() + self.frames_per_token[number + 1] // 2)

    def aligned_phonemes(self) -> Samples:
        """[1, C, T]"""
        return np.repeat(self.phonemes, self.frames_per_token, axis=2)


class ProsodyPredictor:
    def __init__(self, stages: Stages) -> None:
        self._text = stages["text"]
        self._pitch = stages["pitch"]

    def predict(self, tokens: Sequence[int], style: Samples, speed: float) -> Prosody:
        ids = np.array([PAD_ID, *tokens, PAD_ID], dtype=np.int64)
        text = self._text.run({"tokens": ids[None], "style": style})
        frames_per_token = frames_at_speed(cast(Samples, text["durations"])[0], speed)
        aligned_features = np.repeat(text["features"], frames_per_token, axis=2)
        pitch = self._pitch.run({"aligned_features": aligned_features, "style": style})
        return Prosody(
            tokens=ids,
            frames_per_token=frames_per_token,
            phonemes=cast(Samples, text["phonemes"]),
            pitch_hz=cast(Samples, pitch["pitch_hz"]),
            energy=cast(Samples, pitch["energy"]),
            style=style,
        )


def frames_at_speed(durations: Samples, speed: float) -> NDArray[np.int64]:
    """Whole frames for each token, in float32 as the published graph counts them: equal samples at every speed."""
    frames: NDArray[np.int64] = np.maximum(np.rint(durations / np.float32(speed)), 1).astype(np.int64)
    return frames
