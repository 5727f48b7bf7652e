"""Windows of the vocoder equal the whole utterance; gains, pitch shifts and cues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import tiny_stages, tiny_table
from koe.constants import MODEL_FRAME_S
from koe.errors import BadOutput, StageError
from koe.model.backends import Array, Session
from koe.model.prosody import Prosody, ProsodyPredictor
from koe.model.stages import STAGES, Stages
from koe.model.statistics import NormPredictor, StatisticsTable, features_of
from koe.model.vocoder import (
    CUE_LAG_S,
    GENERATOR_REACH,
    LIVE_WINDOWS,
    SpokenFrames,
    Vocoder,
    Window,
    WindowDecoder,
    decode_whole,
    gain_of,
    run_generator_whole,
    run_trunk,
    sizes_of,
    windows,
)
from koe.types import AudioBlock, Word

STYLE = np.zeros((1, 256), dtype=np.float32)
FULL_STOP = 4
MARKS = frozenset({FULL_STOP})


def prosody_of(tokens: list[int], speed: float = 1.0) -> Prosody:
    return ProsodyPredictor(tiny_stages()).predict(tokens, STYLE, speed)


def vocoder(stages: Stages, table: StatisticsTable | None = None) -> Vocoder:
    return Vocoder(stages, NormPredictor(stages, table or tiny_table()), MARKS)


@pytest.mark.parametrize("length", [1, 5, 8, 11, 12, 13, 60, 200, 1000])
def test_windows_cover_every_frame_once_and_grow(length: int) -> None:
    spans = list(windows(SpokenFrames(7, 7 + length), sizes_of(LIVE_WINDOWS)))
    assert spans[0][0] == 7
    assert spans[-1][1] == 7 + length
    assert all(stop == first for (_, stop), (first, _) in pairwise(spans))
    sizes = [stop - first for first, stop in spans]
    assert sizes[0] < 7 + GENERATOR_REACH
    assert all(size >= GENERATOR_REACH for size in sizes[1:])
    assert max(sizes) < 40 + GENERATOR_REACH


def test_silent_edges_are_not_decoded() -> None:
    prosody = prosody_of([60] * 10 + [FULL_STOP], speed=0.3)
    frames = prosody.frames_per_token
    spoken = SpokenFrames.of(prosody, MARKS)
    assert spoken.first == frames[0] - 4
    assert spoken.stop == prosody.frame_count - frames[-1] - frames[-2] + 2
    assert SpokenFrames.of(prosody, frozenset()).stop == prosody.frame_count - frames[-1] + 2


def test_span_of_one_token_is_decoded_completely() -> None:
    prosody = prosody_of([FULL_STOP])
    assert SpokenFrames.of(prosody, MARKS) == SpokenFrames(0, prosody.frame_count)


def test_joined_windows_equal_the_whole() -> None:
    stages = tiny_stages()
    prosody = prosody_of([60, 61, 62, 50, 51] * 12 + [FULL_STOP])
    trunk = run_trunk(stages, prosody)
    measured = run_generator_whole(stages, prosody, trunk)
    norms = NormPredictor(stages, tiny_table()).norms_from(STYLE, measured["means"], measured["variances"])
    decoder = WindowDecoder(stages, prosody, trunk, norms)
    spans = windows(SpokenFrames(0, prosody.frame_count), sizes_of(LIVE_WINDOWS))
    joined = np.concatenate([decoder.window(first, stop) for first, stop in spans])
    whole = decode_whole(stages, prosody, trunk).samples
    assert np.abs(whole).max() > 0.05
    assert np.allclose(joined, whole, atol=1e-5)


def test_statistics_that_are_not_finite_fall_back_to_whole_decoding() -> None:
    stages = tiny_stages()
    prosody = prosody_of([60, 61, 62, FULL_STOP])
    speaker = vocoder(stages, tiny_table(offset=np.nan))
    (block,) = speaker.decode(prosody)
    assert len(block.samples) == 600 * prosody.frame_count
    assert speaker.whole_decodings == 1


def test_table_of_another_model_is_refused() -> None:
    stages = tiny_stages()
    facts = replace(stages.facts, weights_sha256="f" * 64)
    foreign = Stages({stage: stages[stage] for stage in STAGES}, facts)
    with pytest.raises(StageError, match="koe dev calibrate"):
        NormPredictor(foreign, tiny_table())


class FailsInTheThirdWindow(Session):
    metadata: Mapping[str, str] = {}

    def __init__(self, session: Session) -> None:
        self._session = session
        self._runs = 0

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        self._runs += 1
        outputs = self._session.run(inputs)
        return {"waveform": outputs["waveform"] * np.float32(np.nan)} if self._runs == 3 else outputs


def test_bad_output_in_the_third_window_raises_there() -> None:
    stages = tiny_stages()
    broken = {stage: stages[stage] for stage in STAGES} | {"generator": FailsInTheThirdWindow(stages["generator"])}
    blocks = vocoder(Stages(broken, stages.facts)).decode(prosody_of([60] * 60 + [FULL_STOP]))
    next(blocks)
    next(blocks)
    with pytest.raises(BadOutput, match="not finite"):
        next(blocks)


def test_features_differ_between_utterances_and_have_one_length() -> None:
    stages = tiny_stages()
    first, second = prosody_of([60, 61]), prosody_of([60, 61, 62, 63, FULL_STOP])
    features = [features_of(prosody, run_trunk(stages, prosody)) for prosody in (first, second)]
    assert features[0].shape == features[1].shape == (12 + 12 + 19 + 256,)
    assert not np.allclose(features[0], features[1])
    assert np.isfinite(features).all()


# Volume


@given(st.lists(st.floats(-60, 12, width=32), min_size=1, max_size=6), st.data())
def test_gain_does_not_depend_on_the_windows(gain_db: list[float], data: st.DataObject) -> None:
    prosody = replace(prosody_of([60]), gain_db=np.array(gain_db, dtype=np.float32))
    length = 600 * len(gain_db)
    start = data.draw(st.integers(0, length))
    stop = data.draw(st.integers(start, length))
    whole = np.asarray(gain_of(prosody, 0, length, 600))
    assert np.array_equal(np.asarray(gain_of(prosody, start, stop, 600)), whole[start:stop])


def test_gain_is_reached_in_the_middle_of_its_frame_and_interpolated() -> None:
    prosody = replace(prosody_of([60]), gain_db=np.array([0, -20, -20, 6], dtype=np.float32))
    factor = np.asarray(gain_of(prosody, 0, 2400, 600))
    assert factor.dtype == np.float32
    assert factor[[0, 300, 600, 900, 1200, 1500, 2100, 2399]] == pytest.approx(
        [1, 1, 10**-0.5, 0.1, 0.1, 0.1, 10**0.3, 10**0.3]
    )


def test_without_gain_the_factor_is_one() -> None:
    assert gain_of(prosody_of([60]), 0, 100, 600) == 1


@pytest.mark.parametrize("pitch_shift", [0.0, 0.5])
def test_gain_is_applied_to_windows_and_to_whole_decoding(pitch_shift: float) -> None:
    stages = tiny_stages()
    plain = replace(prosody_of([60, 61, 62] * 8 + [FULL_STOP]), pitch_shift=pitch_shift)
    gain_db = np.linspace(-12, 6, plain.frame_count, dtype=np.float32)
    gain = np.asarray(gain_of(replace(plain, gain_db=gain_db), 0, 600 * plain.frame_count, 600))
    unmarked = list(vocoder(stages).decode(plain))
    marked = list(vocoder(stages).decode(replace(plain, gain_db=gain_db)))
    assert len(unmarked) == len(marked) == (5 if pitch_shift == 0 else 1)
    start = 0
    for before, after in zip(unmarked, marked, strict=True):
        length = len(before.samples)
        assert np.allclose(after.samples, before.samples * gain[start : start + length], atol=1e-6)
        start += length - before.overlap


# Pitch


@pytest.mark.parametrize(("pitch_shift", "is_whole"), [(0.0, False), (0.16, False), (0.17, True), (0.5, True)])
def test_large_pitch_shift_is_decoded_whole(pitch_shift: float, is_whole: bool) -> None:
    stages = tiny_stages()
    prosody = replace(prosody_of([60, 61, 62] * 8 + [FULL_STOP]), pitch_shift=pitch_shift)
    speaker = vocoder(stages)
    blocks = list(speaker.decode(prosody))
    assert (len(blocks) == 1) is is_whole
    assert speaker.whole_decodings == 0  # not counted as a fallback
    if is_whole:
        whole = decode_whole(stages, prosody, run_trunk(stages, prosody))
        assert np.array_equal(blocks[0].samples, whole.samples)


def test_part_of_a_whole_decoding_is_cut_at_the_requested_frames() -> None:
    prosody = replace(prosody_of([60, 61, 62] * 8 + [FULL_STOP]), pitch_shift=0.5)
    utterance = vocoder(tiny_stages()).open(prosody)
    (whole,) = utterance.blocks(sizes_of([7]), words=WORDS)
    (before,) = utterance.blocks(sizes_of([7]), stop_frame=20, words=WORDS)
    (after,) = utterance.blocks(sizes_of([7]), first_frame=20, words=WORDS)
    assert (whole.overlap, before.overlap, after.overlap) == (0, 240, 0)
    assert np.array_equal(before.samples, whole.samples[: 600 * 20 + 240])
    assert np.array_equal(after.samples, whole.samples[600 * 20 :])
    assert before.cues == whole.cues
    assert times(after) == pytest.approx(cued(prosody, 20))


# Cues

WORDS = (Word("one", 0, 3, 0, 2), Word("here", 4, 4, 3, 3, is_mark=True), Word("two", 4, 7, 3, 5))


class AlwaysHums(Session):
    """Makes the first frame audible, so that speech begins earlier than expected."""

    metadata: Mapping[str, str] = {}

    def __init__(self, session: Session) -> None:
        self._session = session

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        return {"waveform": self._session.run(inputs)["waveform"] + np.float32(0.1)}


def cued(prosody: Prosody, first_frame: int) -> list[float]:
    """Expected times of the words, in seconds from `first_frame` on."""
    edges = [token for word in WORDS for token in (word.first_token, word.stop_token)]
    return [MODEL_FRAME_S * (prosody.first_frame_of_token(token) - first_frame) - CUE_LAG_S for token in edges]


def times(block: AudioBlock) -> list[float]:
    return [time_s for cue in block.cues for time_s in (cue.start_s, cue.end_s)]


def test_cues_count_from_the_beginning_of_the_first_block() -> None:
    prosody = prosody_of([60, 61, 62, 60, 61, 62, FULL_STOP], speed=0.25)
    first_frame = SpokenFrames.of(prosody, MARKS).first
    assert first_frame == 5
    first, *others = vocoder(tiny_stages()).open(prosody).blocks(sizes_of(LIVE_WINDOWS), words=WORDS)
    assert times(first) == pytest.approx(cued(prosody, first_frame))
    assert [(cue.text, cue.start, cue.stop, cue.is_mark) for cue in first.cues] == [
        ("one", 0, 3, False),
        ("here", 4, 4, True),
        ("two", 4, 7, False),
    ]
    assert others
    assert not any(block.cues for block in others)


def test_cues_count_from_frame_0_if_the_first_window_begins_there() -> None:
    stages = tiny_stages()
    prosody = prosody_of([60, 61, 62, 60, 61, 62, FULL_STOP], speed=0.25)
    humming = {stage: stages[stage] for stage in STAGES} | {"generator": AlwaysHums(stages["generator"])}
    utterance = vocoder(Stages(humming, stages.facts)).open(prosody)
    memory: dict[tuple[int, int], Window] = {}
    first, *_ = utterance.blocks(sizes_of(LIVE_WINDOWS), memory=memory, words=WORDS)
    assert len(first.samples) == 600 * (5 + LIVE_WINDOWS[0]) + first.overlap
    assert times(first) == pytest.approx(cued(prosody, 0))
    remembered, *_ = utterance.blocks(sizes_of(LIVE_WINDOWS), memory=memory, words=WORDS)
    assert remembered.cues == first.cues


def test_cues_of_a_part_count_from_its_first_frame() -> None:
    prosody = prosody_of([60, 61, 62, 60, 61, 62, FULL_STOP], speed=0.25)
    first, *_ = vocoder(tiny_stages()).open(prosody).blocks(sizes_of(LIVE_WINDOWS), first_frame=10, words=WORDS)
    assert times(first) == pytest.approx(cued(prosody, 10))


def test_cue_has_the_time_at_which_the_word_is_heard() -> None:
    prosody = prosody_of([1] * 10 + [150] * 2 + [1] * 10)  # louder for higher ids
    word = Word("loud", 0, 4, 10, 12)
    first, *others = vocoder(tiny_stages()).open(prosody).blocks(sizes_of([6]), words=[word])
    samples = np.concatenate([block.samples[: len(block.samples) - block.overlap] for block in (first, *others)])
    loud = np.flatnonzero(np.abs(samples) > 0.2) / 24_000
    (cue,) = first.cues
    assert cue.start_s + CUE_LAG_S == pytest.approx(loud[0], abs=0.01)
    assert cue.end_s + CUE_LAG_S == pytest.approx(loud[-1], abs=0.01)
