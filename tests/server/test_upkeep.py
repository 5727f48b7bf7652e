"""The task that keeps the memory and the degrade mode in view while a server runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from answers import answer
from clocks import ManualClock
from fakes import tiny_engine
from koe.engine.degrade import CHANGES, Mode, ModeChooser
from koe.engine.engine import Engine
from koe.engine.marks import Kind
from koe.engine.memory_budget import MemoryBudget
from koe.engine.safeguards import Safeguards
from koe.model.voices import VoiceBook
from koe.observe.history import History
from koe.observe.memory_readings import MemoryReader
from koe.observe.memory_watch import MemoryWatch
from koe.server.stream.registry import Registry
from koe.server.upkeep import Upkeep, recent_ttfa_s


@pytest.fixture
def registry() -> Registry:
    return Registry(8, 30.0, lambda _, __: pytest.fail("no timer"))


@pytest.fixture
def judged(engine: Engine) -> Engine:
    """An engine whose mode is chosen by what is measured."""
    engine.safeguards = Safeguards(modes=ModeChooser())
    return engine


def test_the_time_to_first_audio_is_known_with_ten_answers_and_leaves_cache_hits_out() -> None:
    history = History(ManualClock())
    for _ in range(9):
        history.finished(answer(Kind.WARM, first_s=0.2), "done")
    for _ in range(50):
        history.finished(answer(Kind.HIT, first_s=9.0), "done")
    assert recent_ttfa_s(history) is None
    history.finished(answer(Kind.COLD, first_s=3.0), "done")
    assert recent_ttfa_s(history) == pytest.approx(3.0, rel=0.02)
    for _ in range(30):
        history.finished(answer(Kind.WARM, first_s=0.2), "done")
    assert recent_ttfa_s(history) == pytest.approx(0.2, rel=0.02)


def test_slow_answers_change_the_rules_of_the_lanes(judged: Engine, registry: Registry) -> None:
    clock, history = ManualClock(), History(ManualClock())
    upkeep = Upkeep(judged, registry, None, history, clock)
    asyncio.run(upkeep.tick())
    assert judged._scheduler.rules == CHANGES[Mode.NORMAL].rules
    for _ in range(10):
        history.finished(answer(Kind.WARM, first_s=2.0), "done")
    clock.now_s += 5.0
    asyncio.run(upkeep.tick())
    assert judged.safeguards.modes.mode is Mode.REDUCE_TTFA
    assert judged._scheduler.rules == CHANGES[Mode.REDUCE_TTFA].rules


def test_short_memory_makes_live_streams_keep_less(
    judged: Engine, registry: Registry, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept: list[int] = []
    monkeypatch.setattr(registry, "shrink_replays", kept.append)
    guard, budget = judged.safeguards.guard, judged.safeguards.budget
    room = [100]
    reader = MemoryReader(1000, tmp_path, lambda: 1000 - room[0])
    watch = MemoryWatch(reader, guard, budget)
    upkeep = Upkeep(judged, registry, watch)
    asyncio.run(upkeep.tick())  # a limit of 1000 bytes leaves no 40 MiB
    assert kept == [1 << 20]
    assert judged.safeguards.modes.mode is Mode.STABILITY
    assert "memory is short" in judged.safeguards.modes.state.reason


def test_a_mode_shrinks_the_budget_also_where_the_memory_is_not_watched(engine: Engine, registry: Registry) -> None:
    engine.safeguards = Safeguards(budget=MemoryBudget(1000), modes=ModeChooser(Mode.STABILITY))
    asyncio.run(Upkeep(engine, registry, None).tick())
    assert engine.safeguards.budget.allowed_bytes == 250


def test_a_failure_is_logged_once_and_ends_nothing(
    voices: VoiceBook, registry: Registry, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    engine = tiny_engine(voices)
    upkeep, calls, enough = Upkeep(engine, registry, None), [0], asyncio.Event()
    monkeypatch.setattr("koe.server.upkeep.EVERY_S", 0.0)

    async def fail() -> None:
        calls[0] += 1
        if calls[0] == 3:
            enough.set()
        raise OSError("unreadable")

    monkeypatch.setattr(upkeep, "tick", fail)

    async def main() -> None:
        task = asyncio.create_task(upkeep.run())
        await enough.wait()
        task.cancel()

    asyncio.run(main())
    assert len(caplog.records) == 1
    assert "OSError" in caplog.text
    assert "unreadable" not in caplog.text
    engine.close()
