"""What is asked for -> an application of Ray Serve: replicas, their routing, scaling and shutdown."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import ray
from pydantic import BaseModel, ConfigDict, Field
from ray import serve
from ray.serve import Application
from ray.serve.config import AutoscalingConfig, AutoscalingPolicy, RequestRouterConfig
from ray.serve.schema import LoggingConfig
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.engine.engine import Engine
from koe.memory import freeze_objects
from koe.observe.logs import configure_logs
from koe.scale.autoscaling import LANE_SHARE, ByLaneShare
from koe.scale.metrics_bridge import MetricsBridge
from koe.scale.peer import stats_of
from koe.scale.ray_directory import RayDirectory
from koe.scale.ray_stop import stop_watch
from koe.scale.replica import Place, Replica
from koe.scale.router import LoadRouter
from koe.server.app import create_app
from koe.server.stream.session import new_token
from koe.settings import Settings

# Open WebSockets count as requests of Ray Serve, however idle they are. koe's own limits of streams come long before.
MOST_REQUESTS = 1000
# How often replicas say how much room they have. Twice a second would be no better: the relay takes over in between.
STATS_EVERY_S = 1.0
DRAIN_TICK_S = 0.5

Configure = Callable[[dict[str, Any]], Settings]
Load = Callable[[Settings], Engine]


class ReplicaArguments(BaseModel):
    """The `args` of the application in a `serve deploy` configuration."""

    model_config = ConfigDict(extra="forbid")

    settings: dict[str, Any] = Field(
        default_factory=dict, description="koe's settings, named as in koe.toml; they win over the environment."
    )
    cpus: float = Field(2, gt=0, description="Cores of a replica; `threads` is set to as many, unless it is set.")
    replicas: int = Field(1, ge=1, description="Number of replicas, or the least number if they are scaled.")
    max_replicas: int | None = Field(None, ge=1, description="The most number of replicas; none: they are not scaled.")
    lane_share: float = Field(0.7, gt=0, le=1, description="The share of the lanes' time that scaling aims at.")
    drain_s: float = Field(
        300, gt=0, description="Seconds that running streams have to end before a replica is killed."
    )
    relay_host: str | None = Field(None, description="Address that replicas reach each other at. Default: the node's.")
    relay_port: int = Field(0, ge=0, le=65535, description="Port of it; 0: any that is free. Set: one replica a node.")


def application(args: ReplicaArguments, configure: Configure, load: Load) -> Application:
    """`configure` and `load` run in the replica: changes -> settings, settings -> engine."""
    scaling: dict[str, Any] = {"num_replicas": args.replicas}
    if args.max_replicas is not None:
        policy = AutoscalingPolicy(  # type: ignore[no-untyped-call]
            policy_function=ByLaneShare, policy_kwargs={"target": args.lane_share}
        )
        scaling = {
            "autoscaling_config": AutoscalingConfig(
                min_replicas=args.replicas, max_replicas=args.max_replicas, policy=policy
            )
        }
    # Ray's stubs know neither of these as they are called here.
    described: Any = serve.deployment(serve.ingress()(SpeechReplica))
    routing: Any = RequestRouterConfig
    deployment = described.options(
        name="speech",
        ray_actor_options={"num_cpus": args.cpus},
        max_ongoing_requests=MOST_REQUESTS,
        graceful_shutdown_timeout_s=args.drain_s,
        graceful_shutdown_wait_loop_s=DRAIN_TICK_S,
        request_router_config=routing(request_router_class=LoadRouter, request_routing_stats_period_s=STATS_EVERY_S),
        # Its lines have paths, which may hold user text.
        logging_config=LoggingConfig(enable_access_log=False),
        **scaling,
    )
    bound: Application = deployment.bind(args, configure, load)
    return bound


def _node_address() -> str:
    address: str = ray.util.get_node_ip_address()  # type: ignore[no-untyped-call]
    return address


def without_request_id(app: ASGIApp) -> ASGIApp:
    """Ray Serve's proxy sets X-Request-Id on every answer itself, and koe has taken its id over."""

    async def serve_without(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_without(message: Message) -> None:
            if "headers" in message:
                kept = [one for one in message["headers"] if one[0].lower() != b"x-request-id"]
                message = {**message, "headers": kept}
            await send(message)

        await app(scope, receive, send_without)

    return serve_without


class SpeechReplica:
    """What Ray Serve runs: an engine with the application around it."""

    def __init__(self, args: ReplicaArguments, configure: Configure, load: Load) -> None:
        context = serve.get_replica_context()
        changes = dict(args.settings)
        changes.setdefault("threads", max(1, round(args.cpus / int(changes.get("lanes", 1)))))
        settings = configure(changes)
        configure_logs(settings.log_level, settings.log_format, sys.stderr)
        engine = load(settings)
        name = context.replica_tag
        app = create_app(settings, engine, freeze_objects, name_stream=lambda: f"{name}.{new_token()}")
        place = Place(name, args.relay_host or _node_address(), args.relay_port)
        directory = RayDirectory(f"{context.app_name}/{context.deployment}")
        metrics = MetricsBridge(app.state.families, name)
        self._replica = Replica(app, engine, settings, place, directory, stop_watch(), [metrics.run])

    def __serve_build_asgi_app__(self) -> ASGIApp:
        return without_request_id(self._replica)

    def record_routing_stats(self) -> dict[str, Any]:
        return stats_of(self._replica.engine.room)

    def record_autoscaling_stats(self) -> dict[str, float]:
        return {LANE_SHARE: self._replica.lane_share}

    def check_health(self) -> None:
        self._replica.require_health()
