from __future__ import annotations

import numpy as np
import pytest

from koe.bench.client import SpeechClient
from koe.bench.http import measure_http
from koe.engine.engine import Engine
from koe.errors import BadOutput
from koe.types import AudioBlock, SpeechRequest

SHORT = "A short sentence to begin with."
LONG = f"{SHORT} " * 10


def test_engine_and_server_take_turns_and_health_is_checked_under_load(server: str, engine: Engine) -> None:
    turns: list[None] = []
    with SpeechClient(server, "af_heart") as koe:
        cost = measure_http(
            lambda text: engine.stream(engine.prepare(SpeechRequest(text, "af_heart"))),
            koe,
            server,
            SHORT,
            LONG,
            trials=3,
            on_trial=lambda: turns.append(None),
        )
    assert len(turns) == 4
    assert cost.bare_s.median > 0
    assert cost.first_byte_s.median <= cost.first_audible_s.median
    assert cost.health_answers > 0
    assert cost.health_p50_s <= cost.health_p99_s
    assert cost.to_json()["overhead_s"] == cost.first_audible_least_s - cost.bare_least_s


def test_silence_is_not_a_first_sound(server: str) -> None:
    silence = [AudioBlock(np.zeros(100, dtype=np.float32), 24_000)]
    with SpeechClient(server, "af_heart") as koe, pytest.raises(BadOutput):
        measure_http(lambda _: silence, koe, server, SHORT, LONG, trials=1)
