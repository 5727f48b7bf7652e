"""Degrade modes: by which conditions they begin and end, and what they change. The clock is a number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koe.engine.agenda import HEADROOM, Claim, Rules, Urgency, fits, next_turn
from koe.engine.costs import Costs
from koe.engine.degrade import CHANGES, Changes, Conditions, Mode, ModeChooser, ModeLimits, forced_mode
from koe.engine.memory_guard import Pressure
from koe.engine.profiles import PROFILES

GOOD = Conditions()


def chooser(ttfa_s: float = 0.5) -> ModeChooser:
    return ModeChooser(None, ModeLimits(ttfa_s=ttfa_s))


def speaks_exact(modes: ModeChooser, conditions: Conditions, now_s: float) -> bool:
    modes.choose(conditions, now_s)
    return modes.speaks_exact


def test_the_normal_mode_changes_nothing() -> None:
    assert CHANGES[Mode.NORMAL] == Changes()
    assert Changes().rules.headroom == HEADROOM
    assert Changes().listed() == ()


def test_operators_read_what_a_mode_changes_and_nothing_else() -> None:
    assert CHANGES[Mode.REDUCE_TTFA].listed() == (
        "streams admitted up to: 80% of the lane",
        "files take at least one step in: 20",
    )
    assert CHANGES[Mode.REDUCE_TTFA].listed(is_forced=True)[-1] == "windows of live streams: (7, 6, 12, 24, 32)"
    assert "after failures of a build: the exact stages speak" in CHANGES[Mode.STABILITY].listed()


def test_underruns_within_a_minute_begin_avoid_underrun_and_two_calm_minutes_end_it() -> None:
    modes = chooser()
    assert modes.choose(Conditions(underruns=100), 0.0) is Mode.NORMAL  # before anything was watched
    assert modes.choose(Conditions(underruns=102), 10.0) is Mode.NORMAL
    assert modes.choose(Conditions(underruns=103), 20.0) is Mode.AVOID_UNDERRUN
    assert "3 underruns" in modes.state.reason
    assert modes.choose(Conditions(underruns=103), 79.0) is Mode.AVOID_UNDERRUN
    # The last underrun is out of the window at 81 s; two minutes later the mode ends.
    for second in range(80, 201):
        assert modes.choose(Conditions(underruns=103), float(second)) is Mode.AVOID_UNDERRUN
    assert modes.choose(Conditions(underruns=103), 201.0) is Mode.NORMAL
    assert modes.state.entered == {"avoid_underrun": 1, "reduce_ttfa": 0, "stability": 0}


def test_underruns_that_are_far_apart_begin_nothing() -> None:
    modes = chooser()
    assert {modes.choose(Conditions(underruns=count), 31.0 * count) for count in range(20)} == {Mode.NORMAL}


def test_a_single_underrun_keeps_the_mode() -> None:
    modes = chooser()
    modes.choose(GOOD, 0.0)
    modes.choose(Conditions(underruns=3), 1.0)
    for count, second in enumerate(range(60, 1000, 60), start=4):
        assert modes.choose(Conditions(underruns=count), float(second)) is Mode.AVOID_UNDERRUN


def test_slow_starts_begin_reduce_ttfa_and_it_ends_below_the_limit() -> None:
    modes = chooser(ttfa_s=0.5)
    assert modes.choose(Conditions(ttfa_p95_s=0.49), 0.0) is Mode.NORMAL
    assert modes.choose(Conditions(ttfa_p95_s=0.51), 1.0) is Mode.REDUCE_TTFA
    for second in range(2, 400):  # between 0.4 and 0.5 it neither begins nor ends
        assert modes.choose(Conditions(ttfa_p95_s=0.45), float(second)) is Mode.REDUCE_TTFA
    modes.choose(Conditions(ttfa_p95_s=0.3), 400.0)
    assert modes.choose(Conditions(ttfa_p95_s=0.3), 519.0) is Mode.REDUCE_TTFA
    assert modes.choose(Conditions(ttfa_p95_s=0.3), 520.0) is Mode.NORMAL


@pytest.mark.parametrize(
    ("conditions", "reason"),
    [
        (Conditions(pressure=Pressure.TIGHT), "memory is tight"),
        (Conditions(pressure=Pressure.SHORT), "memory is short"),
        (Conditions(is_stalled=True), "the model hangs"),
        (Conditions(build_failures=3), "a build failed 3 times"),
    ],
)
def test_stability_goes_before_the_other_modes(conditions: Conditions, reason: str) -> None:
    modes = chooser()
    modes.choose(GOOD, 0.0)
    assert modes.choose(Conditions(underruns=5, ttfa_p95_s=9.0), 1.0) is Mode.AVOID_UNDERRUN
    assert modes.choose(replace(conditions, underruns=5), 2.0) is Mode.STABILITY
    assert modes.state.reason.startswith(reason)
    after = replace(GOOD, underruns=5, build_failures=conditions.build_failures)
    ended = next(second for second in range(3, 999) if modes.choose(after, float(second)) is Mode.NORMAL)
    # A failure counts for the 60 s after it.
    assert ended == (3 + 60 + 120 if conditions.build_failures else 3 + 120)


def test_a_mode_gives_way_to_a_milder_one_that_is_still_called_for() -> None:
    modes = chooser()
    slow = Conditions(ttfa_p95_s=2.0)
    modes.choose(replace(slow, pressure=Pressure.SHORT), 0.0)
    modes.choose(slow, 1.0)
    assert modes.choose(slow, 122.0) is Mode.REDUCE_TTFA


@pytest.mark.parametrize("forced", list(Mode))
def test_a_forced_mode_stays(forced: Mode) -> None:
    modes = ModeChooser(forced)
    modes.choose(GOOD, 0.0)
    assert modes.choose(Conditions(9, 9, 9.0, Pressure.SHORT, is_stalled=True), 1.0) is forced
    assert (modes.state.is_forced, modes.changes) == (True, CHANGES[forced])


def test_the_setting_forces_a_mode_or_none() -> None:
    assert forced_mode("auto") is None
    assert forced_mode("off") is Mode.NORMAL
    assert forced_mode("reduce_ttfa") is Mode.REDUCE_TTFA


def test_only_a_forced_mode_changes_where_windows_are_cut() -> None:
    modes = chooser()
    modes.choose(GOOD, 0.0)
    modes.choose(Conditions(underruns=3), 1.0)
    assert modes.forced_windows is None
    assert ModeChooser(Mode.AVOID_UNDERRUN).forced_windows == CHANGES[Mode.AVOID_UNDERRUN].live_windows


def test_the_exact_stages_speak_only_after_failures_of_a_build_and_for_a_while() -> None:
    modes, failed = chooser(), Conditions(build_failures=3)
    assert not speaks_exact(modes, Conditions(pressure=Pressure.TIGHT), 0.0)  # opening them would take memory
    # The failures count for 60 s, and the exact stages speak for 120 s after that.
    spoken = [second for second in range(1, 300) if speaks_exact(modes, failed, float(second))]
    assert spoken == list(range(1, 1 + 60 + 120))
    forced = ModeChooser(Mode.AVOID_UNDERRUN)
    assert not speaks_exact(forced, GOOD, 0.0)
    assert not speaks_exact(forced, failed, 1.0)


# What the rules of a mode do to admission and turns.

COSTS = Costs(start_s=0.1, share=0.4)


def heard(slack_s: float) -> Claim:
    return Claim(Urgency.LIVE, 0, has_begun=True, slack_s=slack_s, left_s=60.0)


def test_less_headroom_refuses_the_stream_that_just_fitted() -> None:
    newcomer = Claim(Urgency.LIVE, 1, left_s=60.0)
    assert fits([heard(0.5)], newcomer, COSTS)
    assert not fits([heard(0.5)], newcomer, COSTS, CHANGES[Mode.AVOID_UNDERRUN].rules)


def test_listeners_go_before_files_until_they_have_more_in_hand() -> None:
    claims = [heard(4.0), Claim(Urgency.FILE, 1, has_begun=True, left_s=60.0)]
    assert next_turn(claims, COSTS) == 1
    assert next_turn(claims, COSTS, CHANGES[Mode.AVOID_UNDERRUN].rules) == 0


def test_files_take_fewer_of_the_steps_that_delay_a_start() -> None:
    rules = CHANGES[Mode.REDUCE_TTFA].rules
    assert rules.starved_steps == pytest.approx(19)
    waited_s = 15 * COSTS.of_window(32)
    file = Claim(Urgency.FILE, 1, has_begun=True, left_s=60.0, waited_s=waited_s, since_turn_s=waited_s)
    claims = [heard(1.0), file]
    costs = Costs(start_s=0.1, share=0.4)
    usual, reduced = next_turn(claims, costs), next_turn(claims, costs, Rules(starved_steps=rules.starved_steps))
    assert (usual, reduced) == (1, 0)


@pytest.mark.parametrize(
    ("name", "mode", "frame_ms", "prebuffer_ms"),
    [
        ("low_latency", Mode.NORMAL, 40, 80),
        ("balanced", Mode.NORMAL, 50, 100),
        ("throughput", Mode.NORMAL, 100, 200),
        ("low_latency", Mode.REDUCE_TTFA, 40, 80),
        ("low_latency", Mode.AVOID_UNDERRUN, 100, 300),
        ("throughput", Mode.STABILITY, 100, 200),
    ],
)
def test_a_profile_sets_the_frames_and_a_mode_only_makes_them_longer(
    name: str, mode: Mode, frame_ms: int, prebuffer_ms: int
) -> None:
    changes = ModeChooser(mode, profile=PROFILES[name]).changes
    assert (changes.frame_ms, changes.prebuffer_ms) == (frame_ms, prebuffer_ms)
    assert changes.rules == CHANGES[mode].rules
