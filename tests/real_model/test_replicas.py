"""Two replicas with the real model in a local Ray: one is killed in mid-speech, and every word is heard once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from hearing import RATE_HZ
from koe.bench.words import Whisper, word_errors
from koe.client.reading import Reading, Server
from ray_cluster import REAL, Cluster, cluster
from stream_client import run

pytestmark = [pytest.mark.real_model, pytest.mark.process]

TEXT = (
    "The old castle was quiet that morning, and nobody had seen the guests leave. "
    "Three fishermen sat on the wall and talked about the weather. "
    "Behind them the bakery opened its doors, and the smell of fresh bread filled the street."
)
KILLED_AT_S = 4.0


@pytest.fixture(scope="module")
def ray() -> Iterator[Cluster]:
    with cluster() as running:
        settings = {"threads": 1, "tuning": "off", "log_level": "warning"}
        running.deploy(REAL, settings=settings, cpus=1, replicas=2, drain_s=60)
        running.wait_for_replicas(2)
        yield running


def test_whisper_hears_every_word_once_when_a_replica_is_killed(ray: Cluster, whisper: Whisper) -> None:
    samples = np.zeros(60 * RATE_HZ, dtype=np.float32)
    end = 0

    async def find() -> Server:
        return Server(ray.address)

    async def main() -> None:
        nonlocal end
        reading = Reading(TEXT, {"voice": "af_heart", "fill_stalls": False}, find)
        is_killed = False
        async for frame in reading.frames():
            end = frame.first_sample + frame.sample_count
            samples[frame.first_sample : end] = np.frombuffer(frame.payload, dtype="<i2") / 32768
            if not is_killed and end >= KILLED_AT_S * RATE_HZ:
                is_killed = True
                assert reading._stream is not None
                holder = reading._stream.started["stream"].partition(".")[0]
                ray.kill(next(one for one in ray.replicas() if one.name == holder))
        assert reading.restarts == 1

    run(main)
    assert word_errors(TEXT, whisper.transcribe(samples[:end], RATE_HZ)).errors == 0
