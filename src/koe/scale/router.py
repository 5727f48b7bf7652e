"""Ray Serve's choice of a replica for a request: one that has room first, by what the replicas said last.

That is up to a second old. Among replicas that are equal by it, Serve takes the one with the fewest open requests,
which it counts itself; a replica that has filled up meanwhile passes the request on (`relay`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ray.serve.request_router import FIFOMixin, RequestRouter

from koe.scale.peer import grouped, room_from

if TYPE_CHECKING:
    from ray.serve.request_router import PendingRequest, RunningReplica


class LoadRouter(FIFOMixin, RequestRouter):
    async def choose_replicas(
        self, candidate_replicas: list[RunningReplica], pending_request: PendingRequest | None = None
    ) -> list[list[RunningReplica]]:
        """Groups of equal replicas, the best first."""
        return grouped(candidate_replicas, lambda replica: room_from(replica.routing_stats))
