"""Two bare servers and two replicas behind a proxy, in turns -> their throughput and their time to first sound."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

from koe.bench.client import SpeechClient
from koe.bench.estimates import Estimate, median_of, paired_ratio


@dataclass(frozen=True, slots=True)
class ReplicaCost:
    """Throughput in seconds of speech per second, of all listeners together. `throughput_ratio`: of replicas to bare
    servers in the same round. `added_s` is what the proxy adds to the first sound: the difference of the minima,
    because noise between processes on a shared machine is larger."""

    bare_throughput: Estimate
    replica_throughput: Estimate
    throughput_ratio: Estimate
    bare_first_s: Estimate
    replica_first_s: Estimate
    added_s: float

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def measure_replicas(
    bare: Sequence[SpeechClient],
    replicas: Sequence[SpeechClient],
    short: str,
    long: str,
    trials: int,
    on_trial: Callable[[], None] = lambda: None,
) -> ReplicaCost:
    """As many clients on one side as on the other: each bare server has its own, the replicas share their proxy. The
    first round is a warm-up."""
    speeds: dict[str, list[float]] = {"bare": [], "replicas": []}
    firsts: dict[str, list[float]] = {"bare": [], "replicas": []}
    for trial in range(trials + 1):
        sides = (("bare", bare), ("replicas", replicas))
        for name, clients in sides if trial % 2 else sides[::-1]:
            first_s = clients[0].time_first_sound(short).first_audible_s
            speed = throughput(clients, long)
            if trial:
                firsts[name].append(first_s)
                speeds[name].append(speed)
        on_trial()
    return ReplicaCost(
        bare_throughput=median_of(speeds["bare"]),
        replica_throughput=median_of(speeds["replicas"]),
        throughput_ratio=paired_ratio(speeds["replicas"], speeds["bare"]),
        bare_first_s=median_of(firsts["bare"]),
        replica_first_s=median_of(firsts["replicas"]),
        added_s=min(firsts["replicas"]) - min(firsts["bare"]),
    )


def throughput(clients: Sequence[SpeechClient], text: str) -> float:
    """All clients listen at once, until the last one has everything."""
    with ThreadPoolExecutor(len(clients)) as threads:
        began_s = time.perf_counter()
        streams = [threads.submit(client.play_through, text) for client in clients]
        audio_s = sum(stream.result()[1].audio_s for stream in streams)
        return audio_s / (time.perf_counter() - began_s)
