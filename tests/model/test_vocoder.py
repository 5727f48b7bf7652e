from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from fakes import tiny_stages, tiny_table
from koe.errors import BadOutput, StageError
from koe.model.backends import Array, Session
from koe.model.prosody import Prosody, ProsodyPredictor
from koe.model.stages import STAGES, Stages
from koe.model.statistics import NormPredictor, StatisticsTable, features_of
from koe.model.vocoder import (
    GENERATOR_REACH,
    LIVE_WINDOWS,
    SpokenFrames,
    Vocoder,
    WindowDecoder,
    decode_whole,
    run_generator_whole,
    run_trunk,
    sizes_of,
    windows,
)

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


def test_what_is_silent_at_the_edges_is_not_decoded() -> None:
    prosody = prosody_of([60] * 10 + [FULL_STOP], speed=0.3)
    frames = prosody.frames_per_token
    spoken = SpokenFrames.of(prosody, MARKS)
    assert spoken.first == frames[0] - 4
    assert spoken.stop == prosody.frame_count - frames[-1] - frames[-2] + 2
    assert SpokenFrames.of(prosody, frozenset()).stop == prosody.frame_count - frames[-1] + 2


def test_one_token_is_all_decoded() -> None:
    prosody = prosody_of([FULL_STOP])
    assert SpokenFrames.of(prosody, MARKS) == SpokenFrames(0, prosody.frame_count)


def test_windows_joined_are_the_whole() -> None:
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


def test_statistics_that_are_no_numbers_fall_back_to_whole_decoding() -> None:
    stages = tiny_stages()
    prosody = prosody_of([60, 61, 62, FULL_STOP])
    speaker = vocoder(stages, tiny_table(offset=np.nan))
    (block,) = speaker.decode(prosody)
    assert len(block.samples) == 600 * prosody.frame_count
    assert speaker.whole_decodings == 1


def test_a_table_of_another_model_is_refused() -> None:
    stages = tiny_stages()
    facts = replace(stages.facts, source_sha256="f" * 64)
    foreign = Stages({stage: stages[stage] for stage in STAGES}, facts)
    with pytest.raises(StageError, match="koe models calibrate"):
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


def test_garbage_in_the_third_window_is_noticed_there() -> None:
    stages = tiny_stages()
    broken = {stage: stages[stage] for stage in STAGES} | {"generator": FailsInTheThirdWindow(stages["generator"])}
    blocks = vocoder(Stages(broken, stages.facts)).decode(prosody_of([60] * 60 + [FULL_STOP]))
    next(blocks)
    next(blocks)
    with pytest.raises(BadOutput, match="not finite"):
        next(blocks)


def test_features_tell_utterances_apart_and_have_one_length() -> None:
    stages = tiny_stages()
    first, second = prosody_of([60, 61]), prosody_of([60, 61, 62, 63, FULL_STOP])
    features = [features_of(prosody, run_trunk(stages, prosody)) for prosody in (first, second)]
    assert features[0].shape == features[1].shape == (12 + 12 + 19 + 256,)
    assert not np.allclose(features[0], features[1])
    assert np.isfinite(features).all()
