from __future__ import annotations

import pytest

from koe.engine.costs import COLD_S, CONTEXT_FRAMES, FRAME_S, USUAL_FRAMES, CostModel, Costs


def test_the_share_is_that_of_usual_windows() -> None:
    costs = Costs(share=0.4)
    assert costs.of_window(USUAL_FRAMES) == pytest.approx(0.4 * USUAL_FRAMES * FRAME_S)
    assert costs.of_window(0) == pytest.approx(costs.frame_s * CONTEXT_FRAMES)


@pytest.mark.parametrize("frames", [0, 7, 32, 40])
def test_the_largest_window_within_a_time_is_the_one_that_takes_it(frames: int) -> None:
    costs = Costs(share=0.3)
    assert costs.frames_within(costs.of_window(frames) + 1e-9) == frames


def test_what_a_cold_start_took_is_not_counted() -> None:
    model = CostModel(Costs(share=0.4))
    model.stream_went_on(work_s=9.0, audio_s=COLD_S)
    assert model.now.share == 0.4
    model.stream_went_on(work_s=0.6, audio_s=2.0)
    assert model.now.share == pytest.approx(0.3)


def test_the_share_follows_what_is_measured_and_forgets() -> None:
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


def test_the_start_is_a_running_mean_and_leaves_the_share_alone() -> None:
    model = CostModel(Costs(start_s=0.2, share=0.4))
    model.stream_begun(0.3)
    assert (model.now.start_s, model.now.share) == (pytest.approx(0.22), 0.4)
