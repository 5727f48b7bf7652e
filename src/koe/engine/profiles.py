"""Profiles of live streams by name: how long frames are, and how much audio a client is told to gather."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Profile:
    """`frame_ms` for clients that name no length. `prebuffer_ms` is two frames."""

    frame_ms: int = 50

    @property
    def prebuffer_ms(self) -> int:
        return 2 * self.frame_ms


BALANCED = Profile()
# A frame is sent when it is full: short ones arrive sooner, long ones cost fewer messages and encoder calls.
PROFILES: Mapping[str, Profile] = MappingProxyType(
    {"low_latency": Profile(40), "balanced": BALANCED, "throughput": Profile(100)}
)
