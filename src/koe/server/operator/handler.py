"""Live streams, caches and stored results -> the answers of the operator endpoints."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Literal

from koe.engine.engine import Engine
from koe.memory import release_unused
from koe.observe.bench_results import BenchResult, BenchResults
from koe.server.operator.schema import (
    BenchmarkRun,
    LastBenchmarks,
    OptimizationStatus,
    Reset,
    SessionsStatus,
    SessionStatus,
)
from koe.server.stream.registry import Registry
from koe.server.stream.session import Session

TUNER = "tune"

_State = Literal["speaking", "paused", "reconnecting", "finished"]


class OperatorHandler:
    def __init__(self, engine: Engine, registry: Registry, results: BenchResults) -> None:
        self._engine = engine
        self._registry = registry
        self._results = results

    def sessions(self) -> SessionsStatus:
        return SessionsStatus(
            running_streams=self._engine.running_streams,
            connections=self._registry.attached,
            sessions=[self._status(session) for session in self._registry.sessions],
        )

    def _status(self, session: Session) -> SessionStatus:
        return SessionStatus(
            state=self._state(session),
            age_s=round(session.age_s, 3),
            characters=session.speech.characters,
            chunks=session.replay.next_chunk_id,
            buffered_bytes=session.replay.size_bytes,
            format=session.start.response_format,
            build=session.speech.build,
        )

    def _state(self, session: Session) -> _State:
        if session.is_finished:
            return "finished"
        if not self._registry.is_attached(session):
            return "reconnecting"
        return "paused" if session.is_paused else "speaking"

    async def reset(self) -> Reset:
        """Streams that are over, and all caches; nothing that a stream in flight needs."""
        sessions = self._registry.forget_idle()
        caches = dict(self._engine.safeguards.budget.clear())
        await asyncio.to_thread(release_unused)
        return Reset(sessions=sessions, caches=caches)

    async def last_benchmarks(self) -> LastBenchmarks:
        found = await asyncio.to_thread(self._results.load)
        runs = [_run(one) for one in found if one.command != TUNER]
        return LastBenchmarks(last=runs[0] if runs else None, runs=runs)

    async def optimization(self) -> OptimizationStatus:
        found = await asyncio.to_thread(self._results.load)
        last = next((_run(one) for one in found if one.command == TUNER), None)
        return OptimizationStatus(state="never_run" if last is None else "done", last=last)


def _run(result: BenchResult) -> BenchmarkRun:
    return BenchmarkRun(**asdict(result))
