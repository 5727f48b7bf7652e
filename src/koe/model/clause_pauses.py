"""Prosody -> the same with pauses of a set length at the marks inside a sentence.

The model runs over one comma and stops for 0.4 s at the next. How long it stops can be read off the predicted energy
before anything is decoded; whole frames of silence are then added or removed where speech is quietest, and no sound
changes its length (docs/performance.md#pauses-inside-a-sentence).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType

import numpy as np

from koe.constants import MODEL_FRAME_MS
from koe.model.prosody import Prosody
from koe.types import Samples

# The energy of the silence around a sentence, in every voice.
SILENCE_ENERGY = -9.3
# The sounds beside silence fade: 11 ms of them get quiet, and 6 ms more for each half-frame that was faint.
FADES_MS = 11.0
FAINT_ENERGY = 3.0
FAINT_MS = 6.0
MOST_FAINT_HALF_FRAMES = 4  # a soft consonant that goes on for longer does not fade
# A pause is set this far inside its range. A frame is 25 ms, so that it is right to 13 ms at best.
INSIDE_MS = 15.0
_HALF_FRAME_MS = MODEL_FRAME_MS / 2


@dataclass(frozen=True, slots=True)
class PauseRange:
    """The shortest and the longest pause at normal speed."""

    shortest_ms: float
    longest_ms: float


_CLAUSE = PauseRange(60, 100)
_DASH = PauseRange(80, 160)
_SENTENCE = PauseRange(120, 180)
RANGES: Mapping[str, PauseRange] = MappingProxyType(
    {**dict.fromkeys(",;()", _CLAUSE), "—": _DASH, **dict.fromkeys(":.!?…", _SENTENCE)}
)


@dataclass(frozen=True, slots=True)
class _Place:
    """Marks with the spaces around them, the tokens from `first` up to `stop`, and their pause."""

    first: int
    stop: int
    pause: PauseRange


class ClausePauses:
    """`ranges` has the tokens of the marks; where several stand together, the longest pause counts. `silent_tokens`
    may stand beside them: spaces, quotation marks."""

    def __init__(self, ranges: Mapping[int, PauseRange], silent_tokens: Collection[int]) -> None:
        self._ranges = dict(ranges)
        self._silent = frozenset(silent_tokens) | self._ranges.keys()

    def __call__(self, prosody: Prosody, rates: Samples) -> Prosody:
        """`rates` has the rate of each token: at twice the rate a pause is half as long."""
        changes = _Changes(prosody)
        for place in self._places(prosody.tokens.tolist()):
            changes.set_pause(place, float(rates[place.first]))
        return changes.made()

    def _places(self, tokens: Sequence[int]) -> Iterator[_Place]:
        """Marks between two sounds. Those at the end of a span are not set here."""
        last = len(tokens) - 1  # the padding
        for is_silent, group in groupby(range(1, last), lambda number: tokens[number] in self._silent):
            numbers = list(group)
            pauses = [self._ranges[tokens[number]] for number in numbers if tokens[number] in self._ranges]
            if is_silent and pauses and numbers[0] > 1 and numbers[-1] < last - 1:
                yield _Place(numbers[0], numbers[-1] + 1, max(pauses, key=lambda pause: pause.longest_ms))


@dataclass(frozen=True, slots=True)
class _Addition:
    """Frames of silence before `frame`. They belong to `token`."""

    frame: int
    token: int
    count: int


class _Changes:
    """Frames to remove from a prosody, to silence, and to add."""

    def __init__(self, prosody: Prosody) -> None:
        self._prosody = prosody
        self._energy = prosody.energy[0]
        self._token_of_frame = np.repeat(np.arange(len(prosody.tokens)), prosody.frames_per_token)
        self._frames_left = prosody.frames_per_token.copy()
        self._is_kept = np.ones(prosody.frame_count, dtype=bool)
        self._is_silenced = np.zeros(prosody.frame_count, dtype=bool)
        self._additions: list[_Addition] = []
        self._seen: set[tuple[int, int]] = set()

    def set_pause(self, place: _Place, rate: float) -> None:
        quiet = self._prosody.pause_at(place.first - 1, place.stop - 1)
        if quiet in self._seen:  # two marks with nothing audible between them have one pause
            return
        self._seen.add(quiet)
        pause_ms = (quiet[1] - quiet[0]) * _HALF_FRAME_MS
        shortest_ms, longest_ms = (ms / rate for ms in (place.pause.shortest_ms, place.pause.longest_ms))
        if pause_ms > longest_ms - _HALF_FRAME_MS / 2:
            self._shorten(quiet, _frames(pause_ms + FADES_MS - longest_ms + INSIDE_MS))
        elif pause_ms < shortest_ms:
            self._prolong(place, quiet, shortest_ms + INSIDE_MS - pause_ms)

    def made(self) -> Prosody:
        if self._is_kept.all() and not self._additions:
            return self._prosody
        places = [one.frame for one in self._additions for _ in range(one.count)]
        is_kept = np.insert(self._is_kept, places, True)
        is_silent = np.insert(self._is_silenced, places, True)

        def changed(values: Samples, in_silence: float) -> Samples:
            halves = np.insert(values.reshape(-1, 2), places, in_silence, axis=0)
            halves[is_silent] = in_silence
            return np.ascontiguousarray(halves[is_kept].reshape(1, -1))

        frames = self._frames_left.copy()
        for one in self._additions:
            frames[one.token] += one.count
        energy, pitch_hz = changed(self._prosody.energy, SILENCE_ENERGY), changed(self._prosody.pitch_hz, 0.0)
        return replace(self._prosody, frames_per_token=frames, pitch_hz=pitch_hz, energy=energy)

    def _shorten(self, quiet: tuple[int, int], count: int) -> None:
        """Remove frames from the middle of the quiet stretch, so that sounds keep what is around them, and silence the
        others: what is left would be a breath. A token keeps at least one frame."""
        first, stop = -(-quiet[0] // 2), quiet[1] // 2
        middle = sum(quiet) / 4 - 0.5
        self._is_silenced[first:stop] = True
        for frame in sorted(range(first, stop), key=lambda frame: abs(frame - middle)):
            token = self._token_of_frame[frame]
            if count and self._frames_left[token] > 1:
                self._frames_left[token] -= 1
                self._is_kept[frame] = False
                count -= 1

    def _prolong(self, place: _Place, quiet: tuple[int, int], missing_ms: float) -> None:
        """Put silence where speech is faintest: in the quiet stretch, or between two frames of the marks."""
        if quiet[0] < quiet[1]:
            first, stop = -(-quiet[0] // 2), quiet[1] // 2
        else:
            first, stop = map(self._prosody.first_frame_of_token, (place.first - 1, place.stop - 1))
        frame = min(range(first, max(first, stop) + 1), key=self._energy_before)
        token = min(int(self._token_of_frame[frame]), place.stop - 1)
        faint = self._faint_half_frames(2 * frame) - (quiet[1] - quiet[0])
        fades_ms = FADES_MS + FAINT_MS * min(max(faint, 0), MOST_FAINT_HALF_FRAMES)
        self._additions.append(_Addition(frame, token, _frames(missing_ms - fades_ms)))

    def _energy_before(self, frame: int) -> float:
        """Where the frame meets the one before it."""
        return float(self._energy[2 * frame - 1 : 2 * frame + 1].sum())

    def _faint_half_frames(self, around: int) -> int:
        is_loud = self._energy >= FAINT_ENERGY
        return int(np.argmax(is_loud[around:])) + int(np.argmax(is_loud[around - 1 :: -1]))


def _frames(duration_ms: float) -> int:
    """Whole frames, at least one."""
    return max(1, round(duration_ms / MODEL_FRAME_MS))
