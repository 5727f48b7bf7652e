"""Prosody of a span, with prosody marks and without.

A token of the tiny model lasts 2.25, 3.25 or 4.25 frames, by its id modulo 3.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import tiny_stages
from koe.model.prosody import MAX_CATCH_UP_FRAMES, Prosody, ProsodyPredictor, frames_at_speed
from koe.types import ProsodyMark, Samples

STYLE = np.zeros((1, 256), dtype=np.float32)
PREDICTOR = ProsodyPredictor(tiny_stages())
TOKENS = [60, 61, 62] * 4


def predicted(tokens: Sequence[int], *marks: ProsodyMark, speed: float = 1.0) -> Prosody:
    return PREDICTOR.predict(tokens, STYLE, speed, marks)


def durations(tokens: Sequence[int]) -> Samples:
    """Durations of the tokens and of the padding around them."""
    return np.array([2.25 + token % 3 for token in (0, *tokens, 0)], dtype=np.float32)


def factors(prosody: Prosody) -> Samples:
    """The pitch relative to that of the model, for each half-frame."""
    model_hz = 120 + 40 * np.repeat(prosody.tokens / 100, 2 * prosody.frames_per_token)
    return np.asarray(prosody.pitch_hz[0] / model_hz, dtype=np.float32)


@pytest.mark.parametrize("speed", [0.5, 1.0, 1.7])
def test_durations_without_marks_are_rounded_per_token(speed: float) -> None:
    prosody = predicted(TOKENS, speed=speed)
    assert prosody.frames_per_token.tolist() == np.rint(durations(TOKENS) / np.float32(speed)).tolist()
    assert prosody.frames_per_token.tolist() == frames_at_speed(durations(TOKENS), speed).tolist()
    assert factors(prosody) == pytest.approx(1)
    assert (prosody.gain_db, prosody.pitch_shift) == (None, 0.0)


def test_every_token_has_at_least_one_frame() -> None:
    assert predicted(TOKENS, speed=4).frames_per_token.min() == 1
    assert predicted(TOKENS, ProsodyMark(0, 12, rate=2), speed=4).frames_per_token.min() == 1


@pytest.mark.parametrize(
    ("rate", "frames"),
    [
        (1.5, [2, 2, 2, 3, 1, 2, 3]),  # 1.5, 2.17 and 2.83, and the rounding error of the padding's 2.25
        (0.5, [2, 5, 6, 9, 4, 7, 8]),  # 4.5, 6.5 and 8.5
    ],
)
def test_rounding_error_is_carried_to_the_next_token(rate: float, frames: list[int]) -> None:
    found = predicted([60, 61, 62] * 2, ProsodyMark(0, 6, rate=rate)).frames_per_token
    assert found[:-1].tolist() == frames


RATES = st.floats(0.5, 2.0)
TOKEN_LISTS = st.lists(st.integers(1, 170), min_size=2, max_size=40)


@given(TOKEN_LISTS, RATES, st.data())
def test_marked_tokens_last_as_long_as_their_rate_says(tokens: list[int], rate: float, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(tokens) - 1))
    stop = data.draw(st.integers(first + 1, len(tokens)))
    frames = predicted(tokens, ProsodyMark(first, stop, rate=rate)).frames_per_token
    wanted = durations(tokens)
    wanted[first + 1 : stop + 1] /= np.float32(rate)
    assert np.abs(np.cumsum(frames) - np.cumsum(wanted)).max() <= 0.5 + 1e-3
    assert frames.min() >= 1


def test_rate_of_a_mark_multiplies_the_speed() -> None:
    both = predicted(TOKENS, ProsodyMark(0, 12, rate=0.8), speed=0.5).frame_count
    assert both == pytest.approx((durations(TOKENS)[1:-1].sum() / 0.8 + 4.5) / 0.5, abs=1)


def test_catching_up_after_fast_speech_is_bounded() -> None:
    tokens = [60] * 50  # 2.25 frames each; thirty of them at a quarter, which is less than a frame
    frames = predicted(tokens, ProsodyMark(0, 30, rate=4.0)).frames_per_token
    assert set(frames[2:31].tolist()) == {1}
    taken = 2.25 * 21 - frames[31:].sum()
    assert MAX_CATCH_UP_FRAMES - 0.5 <= taken <= MAX_CATCH_UP_FRAMES + 0.5


def test_pitch_applies_to_its_tokens_and_is_smooth_at_the_edges() -> None:
    prosody = predicted(TOKENS, ProsodyMark(4, 8, pitch=1.3))
    found = factors(prosody)
    first, stop = (2 * prosody.first_frame_of_token(token) for token in (4, 8))
    assert found[: first - 1] == pytest.approx(1)
    assert found[first - 1 : first + 2] == pytest.approx([1.1, 1.2, 1.3])
    assert found[first + 1 : stop - 1] == pytest.approx(1.3)
    assert found[stop - 1 : stop + 2] == pytest.approx([1.2, 1.1, 1.0])
    assert found[stop + 1 :] == pytest.approx(1)
    assert prosody.gain_db is None


def test_gain_applies_to_its_tokens_and_is_smooth_at_the_edges() -> None:
    prosody = predicted(TOKENS, ProsodyMark(4, 8, gain_db=-9.0))
    assert prosody.gain_db is not None
    first, stop = (prosody.first_frame_of_token(token) for token in (4, 8))
    assert prosody.gain_db.shape == (prosody.frame_count,)
    assert prosody.gain_db[: first - 1] == pytest.approx(0)
    assert prosody.gain_db[first - 1 : first + 2] == pytest.approx([-3, -6, -9])
    assert prosody.gain_db[first + 1 : stop - 1] == pytest.approx(-9)
    assert prosody.gain_db[stop - 1 : stop + 2] == pytest.approx([-6, -3, 0])
    assert prosody.gain_db[stop + 1 :] == pytest.approx(0)
    assert factors(prosody) == pytest.approx(1)


def test_each_mark_applies_to_its_own_tokens() -> None:
    prosody = predicted(TOKENS, ProsodyMark(0, 3, gain_db=6.0), ProsodyMark(8, 12, gain_db=-6.0))
    assert prosody.gain_db is not None
    middles = [prosody.gain_db[prosody.middle_of_token(token)] for token in (1, 5, 10)]
    assert middles == pytest.approx([6, 0, -6])


def test_padding_has_the_pitch_and_gain_of_its_neighbours() -> None:
    """Speech begins before the padding ends: it must not begin at another volume or pitch."""
    prosody = predicted(TOKENS, ProsodyMark(0, 12, pitch=1.5, gain_db=-60.0))
    assert prosody.gain_db == pytest.approx(-60)
    assert factors(prosody) == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("pitches", "shift"), [([], 0.0), ([1.0], 0.0), ([1.25], 0.25), ([0.7], 0.3), ([1.1, 0.8, 1.15], 0.2)]
)
def test_pitch_shift_is_the_largest_of_all_marks(pitches: list[float], shift: float) -> None:
    marks = [ProsodyMark(number, number + 1, pitch=pitch) for number, pitch in enumerate(pitches)]
    assert predicted(TOKENS, *marks).pitch_shift == pytest.approx(shift)


def test_first_frames_of_tokens_count_the_leading_padding() -> None:
    prosody = predicted([60, 61, 62])  # 2 frames of padding, then 2, 3, 4
    assert prosody.frames_per_token.tolist() == [2, 2, 3, 4, 2]
    assert [prosody.first_frame_of_token(token) for token in range(4)] == [2, 4, 7, 11]
    assert [prosody.middle_of_token(token) for token in range(3)] == [3, 5, 9]


@pytest.mark.parametrize(
    ("loud", "end"),
    [
        ([4, 5, 6], 3.5),  # silent from there on
        ([4, 5, 6, 20], 10.0),  # a release behind the last frame
        ([4, 5, 6, 23], 10.0),
        ([4, 5, 6, 24], 3.5),  # the next word
        ([19], 10.0),
        ([], 10.0),
    ],
)
def test_sound_ends_where_the_energy_falls_for_good(loud: list[int], end: float) -> None:
    prosody = prosody_of_energy(loud)
    assert prosody.sound_end(2, 10, silent_energy=-1.0) == end


def prosody_of_energy(loud: list[int]) -> Prosody:
    energy = np.full((1, 40), -6.0, dtype=np.float32)
    energy[0, loud] = 5.0
    frames = np.array([2, 8, 10], dtype=np.int64)
    nothing = np.zeros((1, 0), dtype=np.float32)
    return Prosody(np.zeros(3, dtype=np.int64), frames, nothing[None], nothing, energy, nothing)
