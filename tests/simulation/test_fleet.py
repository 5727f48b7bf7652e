"""Simulated fleets: what more replicas, stale knowledge, retries and slow models change."""

from __future__ import annotations

import numpy as np
import pytest

from koe.engine.costs import Costs
from koe.simulation.arrivals import DAY_S, Arrival, Habits, Texts, arrivals
from koe.simulation.fleet import Fleet, FleetRun, Tally
from koe.simulation.outcome import Outcome
from koe.simulation.search import fewest_replicas, offered_replicas

COSTS = Costs(start_s=0.15, share=0.1)
CROWD = Habits(40, every_s=30.0, duration_s=300.0)


def run(habits: Habits, fleet: Fleet, seed: int = 1) -> Tally:
    return FleetRun(fleet, seed).run(arrivals(habits, seed))


def test_a_lone_request_is_heard_after_the_work_of_its_start() -> None:
    tally = FleetRun(Fleet(3, COSTS, jitter=0.0)).run([Arrival(5.0, 300)])
    assert tally.ttfa_s == [pytest.approx(COSTS.start_s)]
    assert (tally.requests, tally.refused, tally.underruns) == (1, 0, 0)
    assert tally.worked_s == pytest.approx(COSTS.start_s + COSTS.share * 300 * 0.065, rel=0.1)


def test_more_replicas_refuse_fewer_and_all_requests_are_accounted_for() -> None:
    refused = []
    for replicas in (1, 2, 4, 8):
        tally = run(CROWD, Fleet(replicas, COSTS))
        assert tally.requests == len(tally.ttfa_s) + tally.given_up
        assert tally.given_up == tally.refused == len(tally.retry_after_s)
        refused.append(tally.refused)
    assert refused == sorted(refused, reverse=True)
    assert refused[0] > 20
    assert refused[-1] == 0


def test_streams_that_were_admitted_do_not_run_dry() -> None:
    tally = run(CROWD, Fleet(1, COSTS, jitter=0.0))
    assert tally.refused > 0
    assert tally.underruns == 0


def test_a_model_slower_than_speech_runs_dry_and_is_never_refused_alone() -> None:
    tally = FleetRun(Fleet(1, Costs(0.5, 1.5), jitter=0.0)).run([Arrival(0.0, 500), Arrival(200.0, 500)])
    assert (tally.refused, tally.underruns) == (0, 2)


def test_a_replica_that_refuses_is_passed_over() -> None:
    long = [Arrival(0.01 * number, 5000) for number in range(12)]
    assert FleetRun(Fleet(2, COSTS, tries=2, jitter=0.0)).run(long).refused == 0
    assert FleetRun(Fleet(1, COSTS, tries=2, jitter=0.0)).run(long).refused == 3  # one carries nine


def test_stale_knowledge_sends_requests_to_replicas_that_refuse() -> None:
    crowd = Habits(70, every_s=30.0, duration_s=300.0)
    fresh, stale = (run(crowd, Fleet(4, COSTS, stale_s=stale_s, tries=1, jitter=0.0)) for stale_s in (0.0, 30.0))
    assert stale.refused > 1.2 * fresh.refused > 0


def test_clients_that_ask_again_are_heard_later_and_fewer_give_up() -> None:
    once, patient = (run(CROWD, Fleet(1, COSTS, retries=retries)) for retries in (0, 10))
    assert patient.given_up < once.given_up
    assert patient.asked > patient.requests
    assert max(patient.ttfa_s) > max(once.ttfa_s)


def test_the_same_seed_gives_the_same_outcome_and_another_one_another() -> None:
    fleet = Fleet(2, COSTS)
    outcomes = [Outcome.of(CROWD, fleet, run(CROWD, fleet, seed)) for seed in (1, 1, 2)]
    assert outcomes[0] == outcomes[1] != outcomes[2]


@pytest.mark.parametrize("pattern", ["steady", "bursts", "day"])
def test_patterns_have_the_expected_number_of_requests_and_their_shape(pattern: str) -> None:
    habits = Habits(200, pattern, every_s=600.0, duration_s=DAY_S)  # type: ignore[arg-type]
    times_s = np.array([one.at_s for one in arrivals(habits)])
    assert len(times_s) == pytest.approx(habits.expected, rel=0.05)
    by_hour = np.histogram(times_s, bins=24, range=(0, DAY_S))[0]
    in_bursts = np.count_nonzero(times_s % 900 < 10)
    if pattern == "day":
        assert by_hour[15:17].mean() > 5 * by_hour[3:5].mean()
    else:
        assert by_hour.max() < 1.3 * by_hour.min()
    # Half of the listeners each time, in 96 bursts, beside those who ask then anyway.
    anyway = 96 * 10 * habits.listeners / habits.every_s
    assert (in_bursts > 20 * anyway) == (pattern == "bursts")


def test_lengths_have_the_median_that_was_asked_for() -> None:
    habits = Habits(100, duration_s=3600.0, texts=Texts(300, 0.5, 1000))
    lengths = [one.characters for one in arrivals(habits)]
    assert np.median(lengths) == pytest.approx(300, rel=0.05)
    assert max(lengths) <= 1000


def test_the_search_finds_the_fewest_replicas() -> None:
    def simulate(replicas: int) -> Outcome:
        return Outcome.of(CROWD, fleet := Fleet(replicas, COSTS), run(CROWD, fleet))

    wanted = next(count for count in range(1, 20) if simulate(count).refused <= 0.01)
    for first in (1, round(offered_replicas(CROWD, COSTS)), 19):
        found = fewest_replicas(simulate, first, 0.01)
        assert found is not None
        assert found.replicas == wanted
