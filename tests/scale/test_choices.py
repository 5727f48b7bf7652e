"""The small decisions of a deployment: which replica, how many, who is known, who is let in."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from koe.engine.room import Room
from koe.scale.autoscaling import LANE_SHARE, ByLaneShare
from koe.scale.directory import FORGOTTEN_AFTER_S, MOST_PEERS, Directory
from koe.scale.lane_use import OVER_S, LaneUse
from koe.scale.passport import SECRET_HEADER, Passport, admitted
from koe.scale.peer import Peer, grouped, ranked, room_from, stats_of
from koe.server.stream.connection import TOKEN_IN_SCOPE


@dataclass(slots=True)
class Clock:
    now_s: float = 100.0

    def __call__(self) -> float:
        return self.now_s


def peer(name: str, room: Room | None = None, *, is_stopping: bool = False) -> Peer:
    return Peer(name, f"{name}:1", room or Room(True), is_stopping)


FULL_LONG, FULL_SHORT = Room(False, 30, 9.0, 4), Room(False, 3, 9.0, 4)
BUSY, IDLE = Room(True, 0, 5.0, 2), Room(True)


def test_replicas_are_asked_by_their_room_and_those_that_stop_are_not() -> None:
    peers = [
        peer("long", FULL_LONG),
        peer("busy", BUSY),
        peer("stopping", IDLE, is_stopping=True),
        peer("short", FULL_SHORT),
        peer("idle", IDLE),
    ]
    assert [one.name for one in ranked(peers)] == ["idle", "busy", "short", "long"]


def test_the_router_prefers_room_and_leaves_equal_replicas_to_ray() -> None:
    def replica(name: str, room: Room | None) -> Any:
        return SimpleNamespace(name=name, routing_stats=stats_of(room) if room else {})

    nearly_idle = Room(True, 0, 0.3, 1)
    known = [replica("full", FULL_SHORT), replica("a", IDLE), replica("busy", BUSY), replica("b", nearly_idle)]
    groups = grouped([*known, replica("new", None)], lambda one: room_from(one.routing_stats))
    assert [[one.name for one in group] for group in groups] == [["a", "b", "new"], ["busy"], ["full"]]


def test_stats_survive_the_way_through_ray() -> None:
    assert room_from(stats_of(FULL_LONG)) == FULL_LONG


@dataclass
class Context:
    aggregated_metrics: dict[str, dict[str, float]] | None
    current_num_replicas: int = 2
    target_num_replicas: int = 2
    policy_state: dict[str, Any] = field(default_factory=dict)


@pytest.mark.parametrize(
    ("shares", "running", "wanted"),
    [
        ([0.7, 0.7], 2, 2),  # as aimed at
        ([1.0, 1.0], 2, 3),
        ([0.71, 0.70], 2, 3),
        ([0.1, 0.2], 2, 1),
        ([0.0], 1, 1),  # never none
        ([0.9], 2, 3),  # the other one has not told anything yet
        ([0.05] * 100, 100, 8),  # many open requests that cost little
    ],
)
def test_as_many_replicas_as_keep_the_lanes_at_their_share(shares: list[float], running: int, wanted: int) -> None:
    metrics = {LANE_SHARE: {str(number): share for number, share in enumerate(shares)}}
    assert ByLaneShare(0.7)(Context(metrics, current_num_replicas=running))[0] == wanted


@pytest.mark.parametrize("metrics", [None, {}, {LANE_SHARE: {}}])
def test_nothing_is_scaled_before_a_replica_has_told_its_share(metrics: dict[str, dict[str, float]] | None) -> None:
    assert ByLaneShare(0.7)(Context(metrics, target_num_replicas=5))[0] == 5


def test_the_share_is_that_of_the_last_seconds() -> None:
    clock, busy = Clock(), Clock(50.0)
    use = LaneUse(busy, lanes=2, clock=clock)
    assert use.share == 0
    for _ in range(20):
        clock.now_s += 1
        busy.now_s += 0.5
        use.sample()
    assert use.share == pytest.approx(0.25)
    for _ in range(int(OVER_S)):
        clock.now_s += 1
        use.sample()
    assert use.share == 0


def test_a_replica_that_is_silent_is_forgotten() -> None:
    clock = Clock()
    directory = Directory(clock)
    directory.announce(peer("a"))
    assert [one.name for one in directory.announce(peer("b")).peers] == ["a"]
    assert directory.find("a") == peer("a")
    clock.now_s += FORGOTTEN_AFTER_S
    assert directory.find("a") is None
    assert directory.announce(peer("c")).peers == ()


def test_a_replica_that_stops_is_found_and_not_asked() -> None:
    directory = Directory()
    directory.announce(peer("a", is_stopping=True))
    assert directory.announce(peer("b")).peers == ()
    assert directory.find("a") is not None
    directory.withdraw("a")
    assert directory.find("a") is None


def test_a_full_replica_learns_of_the_few_with_most_room() -> None:
    directory = Directory()
    for number in range(40):
        directory.announce(peer(str(number), Room(False, 40 - number)))
    peers = directory.announce(peer("me")).peers
    assert [one.room.free_in_s for one in peers] == list(range(1, MOST_PEERS + 1))


def test_a_new_directory_takes_over_the_secret_that_replicas_know() -> None:
    first = Directory().announce(peer("a")).secret
    assert len(first) >= 32
    again = Directory()
    assert again.announce(peer("a"), first).secret == first
    assert again.announce(peer("new"), "").secret == first


SCOPE: dict[str, Any] = {
    "type": "http",
    "method": "GET",
    "scheme": "https",
    "path": "/v1/audio/speech",
    "raw_path": b"/v1/audio/speech",
    "query_string": b"input=caf%C3%A9",
    "client": ("203.0.113.9", 4711),
    "headers": [(b"host", b"speech.example"), (b"authorization", b"Bearer 12345678")],
}


def test_a_passport_carries_the_request_as_the_client_sent_it() -> None:
    headers = Passport("secret", SCOPE, "a.token").headers()
    assert all(b"caf" not in value for _, value in headers)  # headers and addresses may be logged
    outer = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "client": ("10.0.0.1", 1)}
    inner = admitted({**outer, "headers": headers}, "secret")
    assert inner is not None
    assert {name: inner[name] for name in SCOPE} == SCOPE
    assert inner[TOKEN_IN_SCOPE] == "a.token"


@pytest.mark.parametrize("secret", ["", "other"])
def test_without_the_secret_nobody_is_let_in(secret: str) -> None:
    assert admitted({**SCOPE, "headers": Passport(secret, SCOPE).headers()}, "secret") is None
    assert admitted({**SCOPE, "headers": Passport(secret, SCOPE).headers()}, "") is None
    assert admitted({**SCOPE, "headers": [(SECRET_HEADER, b"secret")]}, "secret") is None


def test_one_server_knows_nothing_of_ray() -> None:
    code = "import sys, koe, koe.cli.main, koe.cli.serve, koe.server.app; print([n for n in sys.modules if n == 'ray'])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
