"""The pool of workers with a stand-in for Ray, in which a test decides when work ends and who dies."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from koe.batch.speaking import Problem
from koe.errors import EngineError
from koe.scale.workers import MOST_ATTEMPTS, MOST_FAILED_STARTS, WorkerPool, WorkersDiffer, WorkersFailed
from koe.scale.workers_actor import WorkerReport, machine
from koe.scale.workers_setup import WorkerSetup
from koe.settings import Settings
from tiny_workers import load_moody_engine, tiny_facts

FACTS = {"build": "tiny"}


class ActorDied(Exception):
    """Stands for `ray.exceptions.RayActorError`."""


class Call:
    """A reference to what an actor was asked."""

    def __init__(self, actor: Actor, item: Any = None) -> None:
        self.actor = actor
        self.item = item


class Actor:
    def __init__(self, ray: StandIn, number: int) -> None:
        self.number = number
        self.is_dead = False
        self.begin = SimpleNamespace(remote=lambda: Call(self))
        self.passage = SimpleNamespace(remote=lambda item: ray.asked(Call(self, item)))


class StandIn:
    """Ends one call each time it is asked, the newest first where `is_backwards`. `deadly` items kill their actor."""

    exceptions = SimpleNamespace(RayActorError=ActorDied, RayError=ActorDied)

    def __init__(self) -> None:
        self.actors: list[Actor] = []
        self.calls: list[Call] = []
        self.deadly: set[Any] = set()
        self.dead_on_arrival = False
        self.is_backwards = False
        self.report: Callable[[Actor], Any] = lambda actor: WorkerReport(
            f"host{actor.number}", 100 + actor.number, machine(), 24_000, FACTS
        )

    def remote(self, **options: Any) -> Callable[[type], Any]:
        assert options["max_restarts"] == 0

        def make(_: Any) -> Actor:
            self.actors.append(Actor(self, len(self.actors)))
            return self.actors[-1]

        return lambda _: SimpleNamespace(remote=make)

    def put(self, value: Any) -> Any:
        return value

    def kill(self, actor: Actor) -> None:
        actor.is_dead = True

    def asked(self, call: Call) -> Call:
        self.calls.append(call)
        return call

    def wait(self, references: Sequence[Call], num_returns: int, timeout: float) -> tuple[list[Call], list[Call]]:
        begins = [one for one in references if one.item is None]
        if begins:
            return begins[:1], []
        return [references[-1 if self.is_backwards else 0]], []

    def get(self, call: Call) -> Any:
        if call.item is None:
            if self.dead_on_arrival:
                raise ActorDied
            return self.report(call.actor)
        if call.actor.is_dead or call.item in self.deadly:
            call.actor.is_dead = True
            raise ActorDied
        return f"{call.item} spoken"


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    stand_in = StandIn()
    monkeypatch.setitem(sys.modules, "ray", stand_in)
    return stand_in


def pool_of(workers: int, expected: dict[str, str] = FACTS) -> WorkerPool:
    return WorkerPool(WorkerSetup.of(Settings(), 1, load_moody_engine, tiny_facts), workers, expected)


def test_results_come_in_order_however_they_end_and_no_item_is_drawn_too_far_ahead(ray: StandIn) -> None:
    ray.is_backwards = True
    given: list[str] = []
    drawn: list[int] = []

    def items() -> Iterator[int]:
        for number in range(1, 30):
            drawn.append(number)
            yield number

    for result in pool_of(3).in_order("passage", items(), ahead=5):
        assert len(drawn) <= len(given) + 5
        given.append(result)
    assert given == [f"{number} spoken" for number in range(1, 30)]
    assert [call.item for call in ray.calls] == drawn  # each once


def test_a_worker_has_two_pieces_of_work_at_most(ray: StandIn) -> None:
    pool = pool_of(2)
    pool.wait_until_ready()
    for _ in pool.as_finished("passage", range(1, 20)):
        for actor in ray.actors:
            running = [work for one in pool._workers if one.actor is actor for work in one.work.values()]
            assert len(running) <= 2
    assert len(ray.calls) == 19


def test_the_work_of_a_dead_worker_is_done_again_by_another(ray: StandIn) -> None:
    pool = pool_of(2)
    results = []
    for result in pool.in_order("passage", range(1, 12), ahead=8):
        results.append(result)
        if len(results) == 3:
            ray.actors[0].is_dead = True
    assert results == [f"{number} spoken" for number in range(1, 12)]
    assert len(ray.actors) == 3
    assert len({call.item for call in ray.calls}) == 11


def test_work_that_kills_is_tried_alone_and_then_fails(ray: StandIn) -> None:
    ray.deadly = {4}
    found = dict(pool_of(2).as_finished("passage", range(1, 10)))
    problem = found.pop(4)
    assert isinstance(problem, Problem)
    assert problem.code == "worker_died"
    assert found == {number: f"{number} spoken" for number in range(1, 10) if number != 4}
    killers = [call.actor for call in ray.calls if call.item == 4]
    assert len(killers) == MOST_ATTEMPTS
    for actor in killers[1:]:  # nothing else was lost with it
        assert [call.item for call in ray.calls if call.actor is actor][-1] == 4
    assert len(ray.actors) == 2 + MOST_ATTEMPTS


def test_a_bystander_of_a_death_is_not_blamed(ray: StandIn) -> None:
    ray.deadly = {1}
    found = dict(pool_of(1).as_finished("passage", range(1, 4)))
    assert [number for number, result in found.items() if isinstance(result, Problem)] == [1]


def test_workers_that_never_become_ready_are_not_started_for_ever(ray: StandIn) -> None:
    ray.dead_on_arrival = True
    with pytest.raises(WorkersFailed, match=f"{MOST_FAILED_STARTS} workers died before they were ready"):
        pool_of(2).wait_until_ready()
    assert len(ray.actors) == 2 + MOST_FAILED_STARTS


def test_a_worker_that_cannot_load_its_engine_ends_the_command_with_its_own_error(ray: StandIn) -> None:
    ray.report = lambda _: Problem.of(EngineError("The model cannot be loaded here."))
    with pytest.raises(EngineError, match="The model cannot be loaded here"):
        pool_of(2).wait_until_ready()


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ({"build": "other"}, r"another build than this machine \(tiny, here other\)"),
        ({"build": "tiny", "voices": "abc"}, r"another voices than this machine \(none, here abc\)"),
        ({}, r"another build than this machine \(tiny, here none\)"),
    ],
)
def test_a_worker_that_would_speak_otherwise_is_refused(ray: StandIn, expected: dict[str, str], told: str) -> None:
    with pytest.raises(WorkersDiffer, match=told):
        pool_of(1, expected).wait_until_ready()


def test_a_replacement_that_would_speak_otherwise_is_refused_too(ray: StandIn) -> None:
    facts = [FACTS, {"build": "newer"}]
    ray.report = lambda actor: WorkerReport("host", 1, machine(), 24_000, facts[min(actor.number, 1)])
    ray.deadly = {2}
    with pytest.raises(WorkersDiffer):
        list(pool_of(1).as_finished("passage", range(1, 5)))


def test_stop_ends_the_results_and_close_the_workers(ray: StandIn) -> None:
    pool = pool_of(2)
    results = []
    for result in pool.in_order("passage", range(1, 100), ahead=8):
        results.append(result)
        if len(results) == 5:
            pool.stop()
    assert results == [f"{number} spoken" for number in range(1, len(results) + 1)]
    assert len(results) <= 5 + 8  # what had come out of order is given too
    pool.close()
    assert all(actor.is_dead for actor in ray.actors)
