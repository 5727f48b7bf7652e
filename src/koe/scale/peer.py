"""A replica as the others know it: where its entrance listens, and how much it has to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any, Protocol

from koe.engine.room import Room

# Replicas whose work differs by less than this are equal: what is known of them is a second old.
WORK_STEP_S = 2.0


@dataclass(frozen=True, slots=True)
class Peer:
    name: str
    address: str  # host:port of its entrance
    room: Room
    is_stopping: bool = False


class Peers(Protocol):
    """The other replicas."""

    @property
    def secret(self) -> str:
        """What a replica shows at the entrance of another."""

    def to_ask(self) -> Sequence[Peer]:
        """Those that may take over a request, the best one first."""

    async def find(self, name: str) -> Peer | None:
        """Also one that is stopping."""


def ranked(peers: Iterable[Peer]) -> list[Peer]:
    """Those that take new requests, the one with the most room first."""
    return sorted((peer for peer in peers if not peer.is_stopping), key=lambda peer: rank(peer.room))


def rank(room: Room) -> tuple[int, float]:
    """The least first."""
    return (0, room.work_s // WORK_STEP_S) if room.has_room else (1, float(room.free_in_s))


def grouped(replicas: Iterable[Any], room_of: Callable[[Any], Room]) -> list[list[Any]]:
    """Groups of replicas that are equal, the best first."""

    def rank_of(replica: Any) -> tuple[int, float]:
        return rank(room_of(replica))

    return [list(group) for _, group in groupby(sorted(replicas, key=rank_of), key=rank_of)]


def stats_of(room: Room) -> dict[str, Any]:
    """As Ray Serve carries it to its proxies."""
    return asdict(room)


def room_from(stats: Mapping[str, Any]) -> Room:
    """Room without work, if a replica has not told anything yet."""
    return Room(**stats) if stats else Room(has_room=True)
