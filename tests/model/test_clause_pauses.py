"""Pauses at the marks inside a sentence are set by adding and removing frames of silence, and nothing else moves.

A sound has the energy 6, which is loud; the marks are tokens of the vocabulary.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import tiny_stages
from koe.model.clause_pauses import SILENCE_ENERGY, ClausePauses, PauseRange
from koe.model.prosody import QUIET_ENERGY, Prosody, ProsodyPredictor
from koe.types import ProsodyMark, Samples

SOUND, COMMA, COLON, SPACE = 50, 3, 2, 16
LOUD, QUIET = 6.0, -2.0
SET = ClausePauses({COMMA: PauseRange(60, 100), COLON: PauseRange(120, 180)}, [SPACE])
HALF_MS = 12.5


def prosody_of(tokens: list[int], frames: list[int], quiet: range = range(0)) -> Prosody:
    """Loud but for the padding and the half-frames of `quiet`. The pitch is the number of the half-frame."""
    ids, count = np.array([0, *tokens, 0]), sum(frames)
    energy = np.full((1, 2 * count), LOUD, dtype=np.float32)
    energy[0, : 2 * frames[0]] = energy[0, -2 * frames[-1] :] = energy[0, list(quiet)] = QUIET
    pitch_hz = np.arange(100, 100 + 2 * count, dtype=np.float32)[None]
    nothing = np.zeros((1, 0), dtype=np.float32)
    return Prosody(ids, np.array(frames), nothing[None], pitch_hz, energy, nothing)


def sentence(mark: int = COMMA, quiet_half_frames: int = 0) -> Prosody:
    """Two sounds of 16 frames with a mark between them, whose pause ends where its frames end."""
    frames = [4, 8, 8, 2, 2, 16, 4]
    end = 2 * sum(frames[:5])
    return prosody_of([SOUND, SOUND, mark, SPACE, SOUND], frames, range(end - quiet_half_frames, end))


def set_in(prosody: Prosody, rate: float = 1.0) -> Prosody:
    return SET(prosody, np.full(len(prosody.tokens), rate, dtype=np.float32))


def pause_ms(prosody: Prosody, first: int = 2, stop: int = 4) -> float:
    start, end = prosody.pause_at(first, stop)
    return (end - start) * HALF_MS


def kept(prosody: Prosody) -> Samples:
    """The pitch of the loud half-frames: their numbers in the prosody of the model."""
    assert prosody.energy.shape == prosody.pitch_hz.shape == (1, 2 * prosody.frame_count)
    return np.asarray(prosody.pitch_hz[0, prosody.energy[0] == LOUD])


@pytest.mark.parametrize("mark", [COMMA, COLON])
@pytest.mark.parametrize("quiet", range(0, 40))
def test_every_pause_gets_into_its_range(mark: int, quiet: int) -> None:
    model = sentence(mark, quiet)
    found = set_in(model)
    shortest_ms, longest_ms = (60, 100) if mark == COMMA else (120, 180)
    # The sounds beside added silence fade: some milliseconds are not in the energy.
    assert shortest_ms - 15 <= pause_ms(found) <= longest_ms
    assert kept(found).tolist() == kept(model).tolist()


@pytest.mark.parametrize(("mark", "quiet"), [(COMMA, 5), (COMMA, 7), (COLON, 10), (COLON, 13)])
def test_a_pause_in_its_range_is_left_as_it_is(mark: int, quiet: int) -> None:
    model = sentence(mark, quiet)
    assert set_in(model) is model


def test_frames_are_removed_from_the_quiet_stretch_alone() -> None:
    model = sentence(quiet_half_frames=24)  # 300 ms, of which 8 frames are the last sound's
    found = set_in(model)
    assert (model.frames_per_token - found.frames_per_token).tolist()[1] == 0
    assert found.frames_per_token.min() >= 1
    assert found.frames_per_token[5:].tolist() == model.frames_per_token[5:].tolist()
    assert found.frame_count == model.frame_count - 9
    start, end = found.pause_at(2, 4)
    assert found.energy[0, start:end].tolist() == pytest.approx([SILENCE_ENERGY] * (end - start))


def test_silence_between_two_sounds_belongs_to_the_mark() -> None:
    model = sentence()
    found = set_in(model)
    added = found.frames_per_token - model.frames_per_token
    assert added.tolist() == [0, 0, 0, 3, 0, 0, 0]
    start, end = found.pause_at(2, 4)
    assert found.pitch_hz[0, start:end].tolist() == [0] * 6


def test_silence_is_put_where_speech_is_faintest() -> None:
    model = sentence()
    faintest = 2 * model.first_frame_of_token(3)  # where the space begins
    model.energy[0, faintest - 1 : faintest + 1] = 2.0
    found = set_in(model)
    assert found.pause_at(2, 4)[0] == faintest
    assert (found.frames_per_token - model.frames_per_token)[4] > 0


@pytest.mark.parametrize("rate", [0.5, 0.8, 1.25])
def test_pauses_are_longer_in_slow_speech(rate: float) -> None:
    for quiet in (0, 30):
        assert 60 / rate - 15 <= pause_ms(set_in(sentence(COMMA, quiet), rate)) <= 100 / rate


def test_the_longest_pause_of_several_marks_counts() -> None:
    model = prosody_of([SOUND, COMMA, COLON, SPACE, SOUND], [4, 8, 2, 2, 2, 8, 4])
    assert 105 <= pause_ms(set_in(model), 1, 4) <= 180


@pytest.mark.parametrize(
    "tokens",
    [[SOUND, SOUND, SPACE, SOUND, SOUND], [COMMA, SOUND, SOUND, SOUND, COMMA], [SPACE, COMMA, SOUND, SOUND, 1]],
)
def test_spaces_and_the_edges_of_a_span_are_left_alone(tokens: list[int]) -> None:
    model = prosody_of(tokens, [4, 8, 8, 8, 8, 8, 4])
    assert set_in(model) is model


def test_marks_with_nothing_audible_between_them_have_one_pause() -> None:
    frames = [4, 8, 8, 4, 8, 8, 4]
    model = prosody_of([SOUND, COMMA, SOUND, COMMA, SOUND], frames, range(2 * 17, 2 * 27))  # 250 ms
    found = set_in(model)
    assert found.energy.shape == found.pitch_hz.shape == (1, 2 * found.frame_count)
    assert 60 <= pause_ms(found, 1, 2) == pause_ms(found, 3, 4) <= 100


def test_each_mark_has_its_own_pause() -> None:
    frames = [4, 8, 2, 8, 2, 20, 2, 8, 4]
    long = range(2 * sum(frames[:5]) + 10, 2 * sum(frames[:7]))
    model = prosody_of([SOUND, COMMA, SOUND, COMMA, SOUND, COMMA, SOUND], frames, long)
    found = set_in(model)
    assert all(45 <= pause_ms(found, number, number + 1) <= 100 for number in (1, 3, 5))
    assert (found.frames_per_token - model.frames_per_token).tolist()[:5] == [0, 0, 3, 0, 3]
    assert kept(found).tolist() == kept(model).tolist()


@given(st.data())
def test_no_energy_curve_breaks_the_prosody(data: st.DataObject) -> None:
    tokens = data.draw(st.lists(st.sampled_from([SOUND, SOUND, COMMA, COLON, SPACE]), min_size=1, max_size=12))
    frames = data.draw(st.lists(st.integers(1, 12), min_size=len(tokens) + 2, max_size=len(tokens) + 2))
    model = prosody_of(tokens, frames)
    values = st.lists(st.floats(-12, 9, width=32), min_size=2 * sum(frames), max_size=2 * sum(frames))
    model.energy[0] = data.draw(values)
    found = set_in(model, data.draw(st.floats(0.25, 2)))
    assert found.energy.shape == found.pitch_hz.shape == (1, 2 * found.frame_count)
    assert found.frames_per_token.min() >= 1
    loud = model.energy[0] >= QUIET_ENERGY
    assert found.pitch_hz[0, found.energy[0] >= QUIET_ENERGY].tolist() == model.pitch_hz[0, loud].tolist()


def test_the_middle_of_a_pause_is_that_of_its_quiet_stretch() -> None:
    model = sentence(quiet_half_frames=24)
    assert model.middle_of_pause(2) == sum(model.pause_at(2, 3)) // 4 == 18
    assert sentence().middle_of_pause(2) == sentence().middle_of_token(2)


def test_predictor_gives_the_rate_of_each_token_and_marks_follow_the_new_frames() -> None:
    seen: list[Samples] = []

    def longer(prosody: Prosody, rates: Samples) -> Prosody:
        seen.append(rates)
        model = prosody_of([60, 61, 62], (prosody.frames_per_token + 1).tolist())
        return Prosody(
            model.tokens, model.frames_per_token, prosody.phonemes, model.pitch_hz, model.energy, prosody.style
        )

    style = np.zeros((1, 256), dtype=np.float32)
    marks = [ProsodyMark(1, 2, rate=0.5, gain_db=-6.0)]
    found = ProsodyPredictor(tiny_stages(), longer).predict([60, 61, 62], style, 0.8, marks)
    assert seen[0].tolist() == pytest.approx([0.8, 0.8, 0.4, 0.8, 0.8])
    assert found.gain_db is not None
    assert found.gain_db.shape == (found.frame_count,)
    assert found.gain_db[found.middle_of_token(1)] == pytest.approx(-6)
