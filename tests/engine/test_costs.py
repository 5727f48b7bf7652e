"""What work costs, as measured so far: the start of a stream, and lane time for a second of audio."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.constants import MODEL_FRAME_S
from koe.engine.agenda import HEADROOM
from koe.engine.costs import (
    AT_REST,
    COLD_S,
    CONTEXT_FRAMES,
    HALF_LIFE_S,
    LONGEST_STEP,
    USUAL_FRAMES,
    CostModel,
    Costs,
)

WINDOW_S = USUAL_FRAMES * MODEL_FRAME_S
SHARE = 0.36


class Machine:
    """Streams that a machine speaks, and the clock. `slowness`: what other programs leave of it."""

    def __init__(self, share: float = SHARE, guess: Costs | None = None) -> None:
        self.model = CostModel(guess)
        self.share = share
        self.slowness = 1.0
        self.now_s = 100.0
        self.model.window_decoded(1.0, COLD_S, self.now_s)

    def window(self, frames: int = USUAL_FRAMES) -> None:
        decoded_s = frames * MODEL_FRAME_S
        work_s = self.slowness * Costs(share=self.share).of_window(frames)
        self.now_s += work_s
        self.model.window_decoded(work_s, decoded_s, self.now_s)
        self.model.stream_went_on(work_s, decoded_s, decoded_s)

    def start(self, work_s: float) -> None:
        self.now_s += self.slowness * work_s
        self.model.stream_begun(self.slowness * work_s)

    def speak_for(self, seconds: float, every_s: float = 0.0) -> None:
        until_s = self.now_s + seconds
        while self.now_s < until_s:
            self.window()
            self.now_s += every_s


def test_share_is_the_cost_of_usual_windows() -> None:
    costs = Costs(share=0.4)
    assert costs.of_window(USUAL_FRAMES) == pytest.approx(0.4 * USUAL_FRAMES * MODEL_FRAME_S)
    assert costs.of_window(0) == pytest.approx(costs.frame_s * CONTEXT_FRAMES)


def test_cold_start_is_not_counted() -> None:
    model = CostModel(Costs(share=0.4))
    model.window_decoded(work_s=9.0, decoded_s=COLD_S, now_s=1.0)
    assert model.now.share == 0.4
    model.stream_went_on(work_s=0.6, audio_s=2.0)
    assert model.now.share == pytest.approx(0.3)


@pytest.mark.parametrize("share", [0.1, 0.36, 0.8])
def test_measurements_replace_the_guess(share: float) -> None:
    machine = Machine(share, guess=Costs(share=0.4))
    machine.speak_for(3.0)
    assert machine.model.now.share == pytest.approx(share, rel=0.01)
    assert machine.model.slowness == pytest.approx(1.0)


@pytest.mark.parametrize("every_s", [0.0, 0.8, 5.0])
@pytest.mark.parametrize("slowness", [1.5, 3.0, 6.0])
def test_slow_minute_is_known_within_seconds_and_forgotten_within_seconds(slowness: float, every_s: float) -> None:
    """By time: as soon for a stream that is served now and then as for a lane that is always at work."""
    machine = Machine()
    machine.speak_for(30.0, every_s)
    machine.slowness = slowness
    machine.speak_for(8.0, every_s)
    assert machine.model.now.share == pytest.approx(slowness * SHARE, rel=0.25)
    machine.speak_for(60.0, every_s)
    machine.slowness = 1.0
    machine.speak_for(10.0, every_s)
    assert machine.model.now.share == pytest.approx(SHARE, rel=0.25)
    assert 2 * machine.model.now.share < HEADROOM


def test_one_window_tells_the_speed_after_a_silence() -> None:
    machine = Machine()
    machine.slowness = 3.0
    machine.speak_for(60.0)
    machine.slowness = 1.0
    machine.now_s += 30.0
    assert machine.model.now.share == pytest.approx(3 * SHARE, rel=0.2)  # no news
    machine.window()
    assert 2 * machine.model.now.share < HEADROOM


def test_machine_that_was_busy_during_the_warm_up_is_known_to_be_faster_within_seconds() -> None:
    machine = Machine()
    machine.slowness = 3.0
    machine.speak_for(5.0)
    machine.slowness = 1.0
    machine.speak_for(6.0)
    assert machine.model.now.share == pytest.approx(SHARE, rel=0.2)
    machine.slowness = 3.0
    machine.speak_for(6.0)
    assert machine.model.slowness > AT_REST


def test_step_that_was_interrupted_does_not_decide_alone() -> None:
    machine = Machine()
    machine.speak_for(10.0)
    machine.model.window_decoded(50.0, WINDOW_S, machine.now_s)
    assert machine.model.slowness < 1 + LONGEST_STEP / 2
    machine.speak_for(4 * HALF_LIFE_S)
    assert machine.model.slowness < AT_REST


def test_short_windows_of_a_beginning_do_not_raise_the_share() -> None:
    machine = Machine()
    machine.speak_for(10.0)
    for frames in (6, 12, 24):
        machine.window(frames)
    assert machine.model.now.share == pytest.approx(SHARE, rel=0.01)


def test_machine_that_stays_slow_becomes_the_usual_one() -> None:
    machine = Machine()
    machine.speak_for(10.0)
    machine.slowness = 2.0
    machine.speak_for(1200.0)
    assert machine.model.slowness < AT_REST
    assert machine.model.now.share == pytest.approx(2 * SHARE, rel=0.01)


def test_work_without_audio_counts_too() -> None:
    model = CostModel()
    model.window_decoded(0.0, COLD_S, now_s=0.0)
    model.stream_went_on(work_s=0.5, audio_s=2.0)
    model.stream_went_on(work_s=0.1, audio_s=0.0)
    assert model.now.share == pytest.approx(0.3)


def test_start_cost_follows_the_slowness_without_a_new_start() -> None:
    machine = Machine(guess=Costs(start_s=0.2))
    for _ in range(20):
        machine.start(0.15)
        machine.speak_for(2.0)
    assert machine.model.now.start_s == pytest.approx(0.15, rel=0.05)
    machine.slowness = 3.0
    machine.speak_for(8.0)
    assert machine.model.now.start_s == pytest.approx(0.45, rel=0.2)
    machine.start(0.15)
    machine.slowness = 1.0
    machine.speak_for(8.0)
    assert machine.model.now.start_s == pytest.approx(0.15, rel=0.2)


def test_forgotten_slowness_leaves_what_is_usual() -> None:
    machine = Machine()
    machine.speak_for(10.0)
    machine.slowness = 4.0
    machine.speak_for(10.0)
    machine.model.forget()
    assert machine.model.now.share == pytest.approx(SHARE, rel=0.1)


measured = st.tuples(st.floats(0.05, 2.0), st.integers(1, USUAL_FRAMES), st.floats(0.0, 20.0))


@given(st.lists(measured, min_size=1, max_size=30))
def test_share_is_never_outside_of_what_was_measured(works: list[tuple[float, int, float]]) -> None:
    machine = Machine()
    for share, frames, passed_s in works:
        machine.share = share
        machine.now_s += passed_s
        machine.window(frames)
    shares = [share for share, _, _ in works]
    spoken_s = sum(frames for _, frames, _ in works) * MODEL_FRAME_S
    spread = max(shares) / min(shares)
    # A second of audio counts, and what came before has faded a little.
    assert spoken_s < 1.1 or min(shares) / spread - 1e-9 <= machine.model.now.share <= max(shares) * spread + 1e-9


def test_fastest_frame_comes_from_the_fastest_window() -> None:
    machine = Machine()
    for slowness in (1.7, 1.0, 1.3):
        machine.slowness = slowness
        machine.window()
    machine.slowness = 0.1
    machine.window(4)  # a tail
    assert machine.model.fastest_frame_s == pytest.approx(Costs(share=SHARE).frame_s)
