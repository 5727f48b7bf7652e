"""What work costs, as measured so far: the start of a stream, and lane time for a second of audio."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.constants import MODEL_FRAME_S
from koe.engine.costs import COLD_S, CONTEXT_FRAMES, USUAL_FRAMES, CostModel, Costs


def test_share_is_the_cost_of_usual_windows() -> None:
    costs = Costs(share=0.4)
    assert costs.of_window(USUAL_FRAMES) == pytest.approx(0.4 * USUAL_FRAMES * MODEL_FRAME_S)
    assert costs.of_window(0) == pytest.approx(costs.frame_s * CONTEXT_FRAMES)


def test_cold_start_is_not_counted() -> None:
    model = CostModel(Costs(share=0.4))
    model.stream_went_on(work_s=9.0, audio_s=COLD_S)
    assert model.now.share == 0.4
    model.stream_went_on(work_s=0.6, audio_s=2.0)
    assert model.now.share == pytest.approx(0.3)


def test_share_follows_recent_measurements() -> None:
    model = CostModel()
    model.stream_went_on(0.0, COLD_S)
    for _ in range(100):
        model.stream_went_on(work_s=0.25, audio_s=1.0)
    assert model.now.share == pytest.approx(0.25)
    for _ in range(60):
        model.stream_went_on(work_s=0.5, audio_s=1.0)
    assert model.now.share == pytest.approx(0.5, abs=0.01)


def test_work_without_audio_counts_too() -> None:
    model = CostModel()
    model.stream_went_on(0.0, COLD_S)
    model.stream_went_on(work_s=0.5, audio_s=2.0)
    model.stream_went_on(work_s=0.1, audio_s=0.0)
    assert model.now.share == pytest.approx(0.3)


def test_start_cost_is_a_running_mean_and_does_not_change_the_share() -> None:
    model = CostModel(Costs(start_s=0.2, share=0.4))
    model.stream_begun(0.3)
    assert model.now.start_s == pytest.approx(0.22)
    assert model.now.share == 0.4


measured = st.tuples(st.floats(0.05, 2.0), st.floats(0.1, 5.0)).map(lambda pair: (pair[0] * pair[1], pair[1]))


@given(st.lists(measured, min_size=1, max_size=30))
def test_share_lies_between_the_smallest_and_the_largest_measured(
    works: list[tuple[float, float]],
) -> None:
    guess = Costs(share=0.4)
    model = CostModel(guess)
    model.stream_went_on(0.0, COLD_S)
    for work_s, audio_s in works:
        model.stream_went_on(work_s, audio_s)
    shares = [work_s / audio_s for work_s, audio_s in works]
    assert model.now == guess or min(shares) - 1e-9 <= model.now.share <= max(shares) + 1e-9
    assert model.now.start_s == guess.start_s


@given(st.lists(st.floats(0.01, 2.0), min_size=3, max_size=30))
def test_after_three_streams_half_of_the_old_start_cost_is_forgotten(starts_s: list[float]) -> None:
    low, high = CostModel(Costs(start_s=0.0)), CostModel(Costs(start_s=1.0))
    for start_s in starts_s:
        low.stream_begun(start_s)
        high.stream_begun(start_s)
    assert high.now.start_s - low.now.start_s == pytest.approx(0.8 ** len(starts_s))
    assert high.now.start_s - low.now.start_s < 0.52


def test_fastest_frame_comes_from_the_fastest_window() -> None:
    model = CostModel()
    model.stream_went_on(0.0, COLD_S)
    for slowness in (1.7, 1.0, 1.3):
        model.stream_went_on(work_s=slowness * 0.3, audio_s=1.0)
    model.stream_went_on(work_s=0.001, audio_s=0.1)  # a tail
    assert model.fastest_frame_s == pytest.approx(0.3 / (1.0 / MODEL_FRAME_S + CONTEXT_FRAMES))
