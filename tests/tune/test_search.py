"""The search: never worse than the default, within its time, and nothing measured is lost."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from koe.errors import EngineError
from koe.tune.decide import choose
from koe.tune.search import FULL, QUICK, Conduct, Plan, Search
from koe.tune.space import Point, point_key
from koe.tune.store import TrialStore
from koe.tune.trials import Trial
from tuning import SPACE, StandInRig, all_equal, as_the_builds_promise

NOW = datetime(2026, 11, 19, tzinfo=UTC)


def searched(folder: Path, rig: StandInRig, plan: Plan = QUICK, conduct: Conduct | None = None) -> list[Trial]:
    study = TrialStore(folder).open_study({"machine": "here"}, NOW)
    return Search(SPACE, rig, study, plan, conduct or Conduct(clock=rig.clock)).run()


@pytest.mark.parametrize("plan", [QUICK, FULL], ids=["quick", "full"])
@pytest.mark.parametrize("seed", range(3))
def test_the_better_build_is_found_beneath_the_noise(tmp_path: Path, plan: Plan, seed: int) -> None:
    rig = StandInRig(as_the_builds_promise, noise=0.1, seed=seed)
    chosen = choose(searched(tmp_path, rig, plan))
    assert chosen is not None
    assert chosen.point["build"] == "int8"
    assert chosen.point["threads"] == 0


@pytest.mark.parametrize("seed", range(15))
def test_the_choice_is_never_slower_than_the_default(tmp_path: Path, seed: int) -> None:
    """On machines where the settings do something by chance, most of it bad."""

    def costs(point: Point) -> tuple[float, float, int]:
        factor = 1.0
        for number, one in enumerate(SPACE.dimensions):
            if point[one.name] != one.default:
                factor *= 1.0 + 0.1 * math.sin(1 + seed * 7 + number * 3 + len(str(point[one.name])))
        return 0.2 * factor, 0.3 * factor, 800

    chosen = choose(searched(tmp_path, StandInRig(costs, noise=0.08, seed=seed)))
    default = costs(SPACE.default)
    if chosen is not None:
        assert costs(chosen.point)[0] < default[0]


def test_without_any_difference_the_default_stays(tmp_path: Path) -> None:
    chosen = [choose(searched(tmp_path / str(seed), StandInRig(all_equal, 0.15, seed))) for seed in range(15)]
    assert sum(one is not None for one in chosen) <= 1


def test_a_machine_that_slows_down_does_not_decide(tmp_path: Path) -> None:
    """It gets three times slower, and fast again: in each round both are measured."""
    rig = StandInRig(all_equal, noise=0.01, drift=lambda now_s: 2.0 + math.sin(now_s / 20))
    assert choose(searched(tmp_path, rig)) is None
    rig = StandInRig(as_the_builds_promise, noise=0.01, drift=lambda now_s: 2.0 + math.sin(now_s / 20))
    chosen = choose(searched(tmp_path / "other", rig))
    assert chosen is not None
    assert chosen.point["build"] == "int8"


@pytest.mark.parametrize("plan", [QUICK, FULL], ids=["quick", "full"])
@pytest.mark.parametrize("start_s", [1.0, 8.0, 40.0])
def test_the_clock_ends_the_search(tmp_path: Path, plan: Plan, start_s: float) -> None:
    rig = StandInRig(as_the_builds_promise, start_s=start_s)
    searched(tmp_path, rig, plan)
    assert rig.now_s <= plan.budget_s + 8.0  # the turn in which the time ran out
    assert rig.open_servers == 0


def test_the_default_comes_first_and_each_point_once(tmp_path: Path) -> None:
    rig = StandInRig(as_the_builds_promise)
    trials = searched(tmp_path, rig, FULL)
    assert trials[0].kind == "default"
    assert trials[0].point == SPACE.default
    assert trials[1].point == {"build": "int8", "threads": 0, "lanes": 1}
    found = [point_key(one.point) for one in trials if one.kind == "search"]
    assert len(found) == len(set(found)) == len(SPACE.pool(np.random.default_rng(0))) - 1


def test_what_is_worse_in_everything_is_given_up_early(tmp_path: Path) -> None:
    trials = searched(tmp_path, StandInRig(as_the_builds_promise), FULL)
    pruned = [one for one in trials if one.state == "pruned"]
    assert pruned
    assert all(len(one.rounds) < FULL.rounds for one in pruned)
    assert {one.point["build"] for one in pruned} >= {"exact"}


def test_a_candidate_that_does_not_start_is_a_failed_trial(tmp_path: Path) -> None:
    rig = StandInRig(as_the_builds_promise, fails=lambda point: point["build"] == "int8")
    trials = searched(tmp_path, rig, FULL)
    failed = [one for one in trials if one.state == "failed"]
    assert failed
    assert failed[0].reason == "The child server ended before it listened."
    assert choose(trials) is None


def test_a_default_that_does_not_start_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EngineError):
        searched(tmp_path, StandInRig(as_the_builds_promise, fails=lambda _: True))


def test_a_search_that_was_stopped_goes_on_with_its_trials(tmp_path: Path) -> None:
    rig = StandInRig(as_the_builds_promise)
    spoken = 0

    def count() -> None:
        nonlocal spoken
        spoken += 1

    rig.on_speak = count
    first = searched(tmp_path, rig, QUICK, Conduct(lambda: spoken >= 20, clock=rig.clock))
    assert 1 < len(first) < 5
    assert choose(first) is None
    again = StandInRig(as_the_builds_promise)
    trials = searched(tmp_path, again)
    assert trials[: len(first)] == first
    assert [one.kind for one in trials].count("default") == 1
    searched_again = [point_key(one.point) for one in trials if one.kind == "search"]
    assert len(searched_again) == len(set(searched_again))
    assert choose(trials) is not None


def test_a_round_is_kept_when_the_process_is_killed_after_it(tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    rig = StandInRig(as_the_builds_promise)
    spoken = 0

    def kill() -> None:
        nonlocal spoken
        spoken += 1
        if spoken == 12:
            raise Killed

    rig.on_speak = kill
    with pytest.raises(Killed):
        searched(tmp_path, rig)
    study = TrialStore(tmp_path).last_study()
    assert study is not None
    assert [one.state for one in study.trials] == ["complete", "running"]
    assert len(study.trials[1].rounds) == 1
    trials = searched(tmp_path, StandInRig(as_the_builds_promise))
    assert all(one.state != "running" for one in trials)
    assert choose(trials) is not None


def test_a_luck_in_the_search_is_not_confirmed(tmp_path: Path) -> None:
    """The choice rests on the new rounds alone."""
    trials = searched(tmp_path, StandInRig(as_the_builds_promise))
    lucky = [replace(one, state="failed") if one.kind == "confirm" else one for one in trials]
    assert choose(trials) is not None
    assert choose(lucky) is None
