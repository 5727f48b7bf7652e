"""koe dev replicas: what Ray Serve costs: two replicas behind its proxy beside two bare servers."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from typing import Annotated, Any

import typer

from koe.bench.client import SpeechClient
from koe.bench.replicas import ReplicaCost, measure_replicas
from koe.bench.texts import long_sentence, text_of
from koe.cli.bench.run_tables import ranged, table_of
from koe.cli.child_server import warmed_server
from koe.cli.console import counting, out
from koe.cli.options import AsJson, require_extra
from koe.cli.replicas import configure, load
from koe.settings import load_settings

COUNT = 2
# After a disconnect: until the stream that it cancelled has left the lane.
_SETTLE_S = 0.5
# Of both sides, so that they differ in nothing else.
_SETTINGS: dict[str, Any] = {
    "threads": 1,
    "lanes": 1,
    "log_level": "warning",
    "primer_bytes": 0,
    "phoneme_cache_bytes": 0,
    "stall_silence": False,
    "tuning": "off",
}


def replicas(
    trials: Annotated[int, typer.Option(min=2, max=200, help="Rounds in which both sides take turns.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Compare two bare servers of one thread each with two replicas of one thread each in a local Ray: throughput, and
    what the proxy adds to the first sound."""
    require_extra("ray", ["ray", "httpx"])
    cost = _measure(trials)
    if as_json:
        out.print_json(json.dumps(cost.to_json()))
        return
    table = table_of("", "seconds of speech per second", "first sound, s")
    table.add_row(f"{COUNT} bare servers", ranged(cost.bare_throughput), ranged(cost.bare_first_s))
    table.add_row(f"{COUNT} replicas", ranged(cost.replica_throughput), ranged(cost.replica_first_s))
    out.print(table)
    out.print(f"throughput of replicas to bare servers: {ranged(cost.throughput_ratio)}", soft_wrap=True)
    out.print(f"the proxy adds {1000 * cost.added_s:.1f} ms to the first sound (difference of the minima)")


def _measure(trials: int) -> ReplicaCost:
    from koe.scale.application import ReplicaArguments
    from koe.scale.local_ray import local_replicas

    settings = load_settings(host="127.0.0.1", port=0, **_SETTINGS)
    args = ReplicaArguments(settings=_SETTINGS, cpus=1, replicas=COUNT, drain_s=30, relay_host="127.0.0.1")
    with ExitStack() as stack:
        servers = [stack.enter_context(warmed_server(settings)) for _ in range(COUNT)]
        proxy = stack.enter_context(local_replicas(args, configure, load))

        def client(address: str) -> SpeechClient:
            return stack.enter_context(SpeechClient(address, settings.voice, lambda: time.sleep(_SETTLE_S)))

        bare = [client(server.address) for server in servers]
        behind = [client(proxy) for _ in range(COUNT)]
        for one in (*bare, *behind):
            one.wait_until_ready()
        with counting("Measuring", total=trials + 1) as progress:
            task = progress.task_ids[0]
            texts = text_of(70), long_sentence()
            return measure_replicas(bare, behind, *texts, trials, lambda: progress.advance(task))
