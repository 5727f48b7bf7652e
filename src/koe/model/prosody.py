"""Token ids and voice style -> prosody: durations, pitch, energy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from koe.model.guard import check_durations, check_finite
from koe.model.stages import Stages
from koe.types import ProsodyMark, Samples

# The padding token stands at both ends of a pass; its frames are the silence around the speech.
PAD_ID = 0

# A token has at least one frame, so fast speech gets too long in clusters of consonants and shortens the next vowels to
# catch up: by no more than the length of a short vowel.
MAX_CATCH_UP_FRAMES = 4

# Half-frames of less energy are quiet: 35 dB below the level of the speech. The pauses that this predicts are 10 ms
# from the measured ones on average, in twelve voices and eight languages
# (docs/performance.md#pauses-inside-a-sentence).
QUIET_ENERGY = 0.8
# A pause begins up to this many frames before the frames of its mark, or earlier, and ends up to one after them.
PAUSE_FRAMES_BEFORE = 3
PAUSE_FRAMES_AFTER = 1


@dataclass(frozen=True, slots=True)
class Prosody:
    """How a span will be spoken. It has T model frames of 25 ms; pitch and energy have two values per frame."""

    tokens: NDArray[np.int64]  # [N], the padding at both ends included
    frames_per_token: NDArray[np.int64]  # [N]
    phonemes: Samples  # [1, C, N]
    pitch_hz: Samples  # [1, 2T]
    energy: Samples  # [1, 2T]
    style: Samples  # [1, 256]
    gain_db: Samples | None = None  # [T]; None if it is 0 throughout
    pitch_shift: float = 0.0  # largest relative change of the pitch by a mark; 0.25 is a quarter

    @property
    def frame_count(self) -> int:
        return int(self.frames_per_token.sum())

    def sound_end(self, first_frame: int, stop_frame: int, silent_energy: float) -> float:
        """The frame, in halves, where the last sound between the two frames ends; the second one if that is not silent:
        the closure of a plosive is, but its release comes within two frames."""
        sounds = np.flatnonzero(self.energy[0, 2 * first_frame : 2 * stop_frame + 4] > silent_energy)
        return min(first_frame + (int(sounds[-1]) + 1) / 2, stop_frame) if len(sounds) else float(stop_frame)

    def pause_at(self, first_token: int, stop_token: int) -> tuple[int, int]:
        """The longest quiet stretch at the tokens from the first up to the second, as half-frames; an empty one if
        there is none. The numbers do not count the padding."""
        first = self.first_frame_of_token(first_token) - PAUSE_FRAMES_BEFORE
        stop = self.first_frame_of_token(stop_token) + PAUSE_FRAMES_AFTER
        is_quiet = self.energy[0] < QUIET_ENERGY
        edges = (np.flatnonzero(np.diff(is_quiet)) + 1).tolist()
        if is_quiet[0]:  # silence around the speech is no pause
            edges = edges[1:]
        between = zip(edges[::2], edges[1::2], strict=False)
        pauses = [(start, end) for start, end in between if end > 2 * first and start < 2 * stop]
        return max(pauses, key=lambda pause: pause[1] - pause[0], default=(2 * first, 2 * first))

    def middle_of_pause(self, number: int) -> int:
        """The frame in the middle of the pause at a token; the middle of the token if there is none. `number` does not
        count the padding."""
        start, end = self.pause_at(number, number + 1)
        return (start + end) // 4 if end > start else self.middle_of_token(number)

    def first_frame_of_token(self, number: int) -> int:
        """`number` does not count the padding; one past the last token gives the begin of the closing padding."""
        return int(self.frames_per_token[: number + 1].sum())

    def middle_of_token(self, number: int) -> int:
        """`number` does not count the padding."""
        return int(self.frames_per_token[: number + 1].sum() + self.frames_per_token[number + 1] // 2)

    def aligned_phonemes(self) -> Samples:
        """[1, C, T]"""
        return np.repeat(self.phonemes, self.frames_per_token, axis=2)


# Sets the pauses of a prosody, given the rate of each token, the speed included.
SetPauses = Callable[[Prosody, Samples], Prosody]


class ProsodyPredictor:
    """Without `set_pauses`, pauses are those of the model."""

    def __init__(self, stages: Stages, set_pauses: SetPauses | None = None) -> None:
        self._stages = stages
        self._set_pauses = set_pauses

    def predict(
        self, tokens: Sequence[int], style: Samples, speed: float, marks: Sequence[ProsodyMark] = ()
    ) -> Prosody:
        ids = np.array([PAD_ID, *tokens, PAD_ID], dtype=np.int64)
        text = self._stages["text"].run({"tokens": ids[None], "style": style})
        durations, phonemes = cast(Samples, text["durations"])[0], cast(Samples, text["phonemes"])
        check_durations(durations)
        check_finite("text", phonemes)
        frames_per_token = _frames_with_marks(durations, speed, marks) if marks else frames_at_speed(durations, speed)
        aligned_features = np.repeat(text["features"], frames_per_token, axis=2)
        pitch = self._stages["pitch"].run({"aligned_features": aligned_features, "style": style})
        pitch_hz, energy = cast(Samples, pitch["pitch_hz"]), cast(Samples, pitch["energy"])
        check_finite("pitch", pitch_hz, energy)
        prosody = Prosody(ids, frames_per_token, phonemes, pitch_hz, energy, style)
        if self._set_pauses is not None:
            prosody = self._set_pauses(prosody, np.float32(speed) * _per_token(len(ids), marks, "rate"))
        return _with_marks(prosody, marks) if marks else prosody


def frames_at_speed(durations: Samples, speed: float) -> NDArray[np.int64]:
    """Whole frames per token, computed in float32 as in the published graph: its samples are equal at every speed."""
    frames: NDArray[np.int64] = np.maximum(np.rint(durations / np.float32(speed)), 1).astype(np.int64)
    return frames


def _per_token(count: int, marks: Sequence[ProsodyMark], name: str) -> Samples:
    """The value of a mark's field for each token."""
    values = np.full(count, getattr(ProsodyMark(0, 0), name), dtype=np.float32)
    for mark in marks:
        values[mark.first_token + 1 : mark.stop_token + 1] = getattr(mark, name)
    return values


def _padded(values: Samples) -> Samples:
    """Give the padding the value of its neighbour: speech begins and ends inside the padding."""
    values[0], values[-1] = values[1], values[-2]
    return values


def _frames_with_marks(durations: Samples, speed: float, marks: Sequence[ProsodyMark]) -> NDArray[np.int64]:
    """Carry the rounding error to the next token: a phrase at a rate of 1.3 is then that much shorter, although most of
    its tokens are only two or three frames long."""
    wanted = durations / (np.float32(speed) * _per_token(len(durations), marks, "rate"))
    frames = np.empty(len(durations), dtype=np.int64)
    carried = 0.0
    for number, length in enumerate(wanted.tolist()):
        frames[number] = max(1, round(length + carried))
        carried = max(length + carried - int(frames[number]), -MAX_CATCH_UP_FRAMES)
    return frames


def _with_marks(prosody: Prosody, marks: Sequence[ProsodyMark]) -> Prosody:
    """With the pitch and the gain of the marks; their rate is in the durations."""
    count, frames = len(prosody.tokens), prosody.frames_per_token
    gain_db = _smoothed(_padded(_per_token(count, marks, "gain_db")), frames)
    return replace(
        prosody,
        pitch_hz=prosody.pitch_hz * _smoothed(_padded(_per_token(count, marks, "pitch")), 2 * frames),
        gain_db=gain_db if gain_db.any() else None,
        pitch_shift=max(abs(mark.pitch - 1) for mark in marks),
    )


def _smoothed(values: Samples, frames_per_token: NDArray[np.int64]) -> Samples:
    """Repeat each token's value for its frames, with a transition of three frames: a voice does not jump."""
    stretched = np.repeat(values, frames_per_token)
    padded = np.pad(stretched, 1, mode="edge")
    return np.asarray((padded[:-2] + padded[1:-1] + padded[2:]) / 3, dtype=np.float32)
