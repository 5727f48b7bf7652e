"""The benchmark that a server makes of itself: when it is idle, given up when a stream comes, and told at /status."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest

from clocks import ManualClock
from fakes import live_server, tiny_engine, wait_for, warm
from koe.engine.engine import Engine
from koe.engine.self_benchmark import SelfBenchmark, TimedSteps
from koe.engine.step import Step
from koe.model.voices import VoiceBook
from koe.observe.bench_results import BenchResults
from koe.server import idle_benchmark
from koe.server.idle_benchmark import COMMAND, IDLE_FOR_S, IdleBenchmark
from koe.settings import Settings
from koe.types import AudioBlock, SpeechRequest

EVERY_S = 3600.0


def timed(clock: ManualClock, *, given_up_after: int = 99) -> TimedSteps:
    """Prosody, trunk, then two windows of a second, each of which takes half a second."""

    def steps() -> Iterator[Step]:
        for samples in (0, 0, 24_000, 24_000):
            clock.now_s += 0.5
            yield Step(AudioBlock(np.zeros(samples, dtype=np.float32), 24_000) if samples else None)

    taken: list[Step] = []
    found = TimedSteps(steps(), 24_000, lambda: len(taken) >= given_up_after, clock)
    for step in found:
        taken.append(step)
        clock.now_s += 50.0  # the lane rests, which is not work
    return found


def test_work_is_counted_and_rests_are_not() -> None:
    assert timed(ManualClock()).result == SelfBenchmark(start_s=1.5, rtf=1.0, speech_s=2.0)


@pytest.mark.parametrize("steps", [0, 1, 3, 4])
def test_a_benchmark_that_was_interrupted_has_no_result(steps: int) -> None:
    assert timed(ManualClock(), given_up_after=steps).result is None


@pytest.fixture
def idle(engine: Engine, tmp_path: Path) -> tuple[IdleBenchmark, ManualClock]:
    clock = ManualClock()
    warm(engine)
    return IdleBenchmark(engine, "af_heart", EVERY_S, BenchResults(tmp_path), clock), clock


def test_it_is_due_after_the_interval_and_a_minute_without_streams(
    idle: tuple[IdleBenchmark, ManualClock], engine: Engine
) -> None:
    benchmark, clock = idle
    seen = [benchmark.is_due]
    for elapsed_s in (EVERY_S - 1, 1):
        clock.now_s += elapsed_s
        seen.append(benchmark.is_due)
    assert list(engine.stream(engine.prepare(SpeechRequest("abc def.", "af_heart"))))
    seen.append(benchmark.is_due)
    clock.now_s += IDLE_FOR_S
    assert seen == [False, False, True, False]
    assert benchmark.is_due


def test_the_result_is_kept_and_the_next_one_is_due_an_interval_later(
    idle: tuple[IdleBenchmark, ManualClock], tmp_path: Path
) -> None:
    benchmark, clock = idle
    clock.now_s += EVERY_S
    benchmark.measure()
    assert (benchmark.state.runs, benchmark.state.interrupted) == (1, 0)
    assert benchmark.state.last is not None
    assert benchmark.state.last.rtf > 0
    kept = BenchResults(tmp_path).last(COMMAND)
    assert kept is not None
    assert kept.result["rtf"] == benchmark.state.last.rtf
    clock.now_s += EVERY_S - 1
    assert not benchmark.is_due


def test_a_failure_is_logged_and_speech_goes_on(
    idle: tuple[IdleBenchmark, ManualClock], engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(voice: str, must_yield: object = None) -> None:
        raise ValueError("broken")

    engine.benchmark = fail  # type: ignore[method-assign]
    idle[0].measure()
    assert "idle benchmark failed" in caplog.text
    assert idle[0].state.interrupted == 1


def test_it_is_off_by_default(engine: Engine, tmp_path: Path) -> None:
    benchmark = IdleBenchmark(engine, "af_heart", Settings().benchmark_every_s, BenchResults(tmp_path))
    asyncio.run(asyncio.wait_for(benchmark.run(), 30))  # returns at once


def test_a_server_measures_itself_and_tells_the_result(
    voices: VoiceBook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle_benchmark, "LOOK_EVERY_S", 0.01)
    monkeypatch.setattr(idle_benchmark, "IDLE_FOR_S", 0.0)
    with live_server(tiny_engine(voices), Settings(cache_dir=tmp_path, benchmark_every_s=0.05)) as server:
        wait_for(lambda: httpx.get(f"{server}/status").json()["benchmark"]["runs"])
        found = httpx.get(f"{server}/status").json()["benchmark"]
        kept = httpx.get(f"{server}/benchmarks/last").json()
    assert found["every_s"] == 0.05
    assert found["last"]["rtf"] > 0
    assert kept["last"]["command"] == COMMAND
