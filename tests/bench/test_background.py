"""The benchmark of background work with the tiny model."""

from __future__ import annotations

import json

from fakes import wait_for, warm
from koe.bench.background import Background, BackgroundBench
from koe.engine.engine import Engine


def test_requests_are_timed_alone_and_beside_work_that_goes_on_meanwhile(engine: Engine) -> None:
    done: list[None] = []
    result = BackgroundBench(warm(engine), "af_heart").measure(2, 3, lambda: done.append(None))
    assert len(done) == engine.state.streams.admitted == 12
    assert len(result.alone_s) == len(result.beside_s) == 6
    assert min(result.alone_s + result.beside_s) > 0
    assert result.steps > 0


def test_nothing_goes_on_in_the_background_afterwards(engine: Engine) -> None:
    BackgroundBench(warm(engine), "af_heart").measure(1, 1)
    wait_for(lambda: not engine._scheduler._entries)  # it would go on for ever


def test_the_ratio_is_that_of_the_percentiles() -> None:
    result = Background((1.0, 1.0, 2.0), (1.0, 1.0, 3.0), 7)
    assert result.p95_ratio == (1.0 + 0.9 * 2.0) / (1.0 + 0.9 * 1.0)
    assert json.loads(json.dumps(result.to_json()))["steps"] == 7
