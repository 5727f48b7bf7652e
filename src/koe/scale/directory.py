"""The directory of the replicas of one deployment: who is there, who has room, and the secret that they share.

It keeps nothing that the replicas do not tell it again within a second, so it may be started anew at any time.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from koe.scale.peer import Peer, ranked

# A replica that has said nothing for this long is gone.
FORGOTTEN_AFTER_S = 5.0
# A replica that is full asks this many others at most, whatever the size of the deployment.
MOST_PEERS = 8


@dataclass(frozen=True, slots=True)
class News:
    """What a replica learns when it announces itself: the secret, and the others that may take over its requests."""

    secret: str
    peers: tuple[Peer, ...]


class Directory:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._secret = ""
        self._peers: dict[str, tuple[Peer, float]] = {}

    def announce(self, peer: Peer, secret: str = "") -> News:
        """`secret` is the one that the replica knows: a new directory takes it over."""
        self._secret = self._secret or secret or secrets.token_urlsafe(32)
        now_s = self._clock()
        self._peers[peer.name] = (peer, now_s)
        self._peers = {
            name: one for name, one in self._peers.items() if name == peer.name or now_s - one[1] < FORGOTTEN_AFTER_S
        }
        others = (one for one, _ in self._peers.values() if one.name != peer.name)
        return News(self._secret, tuple(ranked(others)[:MOST_PEERS]))

    def withdraw(self, name: str) -> None:
        """A replica is gone for good."""
        self._peers.pop(name, None)

    def find(self, name: str) -> Peer | None:
        known = self._peers.get(name)
        return known[0] if known is not None and self._clock() - known[1] < FORGOTTEN_AFTER_S else None
