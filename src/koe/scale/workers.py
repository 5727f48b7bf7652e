"""Work -> results, by a pool of workers on Ray. A worker that dies is replaced, and its work is done again.

Each worker has at most two pieces of work, so that it need not wait for the next one. What a dead worker had is given
to another one, alone: if that one dies too, it is known why. Work that has ended three workers is a failure of its own.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Literal

from koe.batch.speaking import Problem
from koe.errors import EngineError
from koe.scale.workers_actor import SpeechWorker, WorkerReport, machine
from koe.scale.workers_setup import WorkerSetup

log = logging.getLogger("koe.scale")

Method = Literal["passage", "job"]
MOST_ATTEMPTS = 3
# Workers that die before they are ready, one after the other, with none that has done anything in between.
MOST_FAILED_STARTS = 3
_AT_ONCE = 2  # pieces of work of a worker: one in work, one that waits
_POLL_S = 0.2  # how soon `stop` is noticed


class WorkersDiffer(EngineError):
    """A worker has other versions or files than this machine, and would speak otherwise."""

    def __init__(self, host: str, label: str, there: str | None, here: str | None) -> None:
        super().__init__(
            f"The worker on {host} has another {label} than this machine ({there or 'none'}, here {here or 'none'}): "
            "its speech would differ. Install the same koe, packages and model files there."
        )


class WorkersFailed(EngineError):
    """No worker can be started."""


@dataclass(slots=True, eq=False)
class _Work:
    number: int
    item: Any
    attempts: int = 0


_NEW = _Work(0, None)  # stands for any work that was not begun


@dataclass(slots=True, eq=False)
class _Worker:
    actor: Any
    is_ready: bool = False
    work: dict[Any, _Work] = field(default_factory=dict)  # by reference
    report: WorkerReport | None = None

    def takes(self, work: _Work) -> bool:
        """Work that has ended a worker before is alone with the next one."""
        if not self.is_ready:
            return False
        in_work = self.work.values()
        if work.attempts or any(one.attempts for one in in_work):
            return not in_work
        return len(in_work) < _AT_ONCE


class WorkerPool:
    """To be used while Ray is joined, and to be closed. `stop` may be called from any thread."""

    def __init__(self, setup: WorkerSetup, workers: int, expected: Mapping[str, str]) -> None:
        import ray

        self._ray = ray
        # A restart by Ray would not be noticed: another machine may have other files.
        self._kind: Any = ray.remote(num_cpus=setup.threads, max_restarts=0, max_task_retries=0)(SpeechWorker)
        self._setup = ray.put(setup)
        self._expected = dict(expected)
        self._stopped = Event()
        self._failed_starts = 0
        self._has_warned = False
        self._workers: list[_Worker] = []
        self._beginning: dict[Any, _Worker] = {}
        for _ in range(workers):
            self._start_worker()

    @property
    def reports(self) -> list[WorkerReport]:
        """Of the workers that are ready."""
        return [one.report for one in self._workers if one.report is not None]

    def wait_until_ready(self) -> WorkerReport:
        """Until the first worker is; the others may follow. Raises what prevents it."""
        while not self.reports and not self._stopped.is_set():
            self._collect()
        if not self.reports:
            raise EngineError("The workers were stopped before one was ready.")
        return self.reports[0]

    def stop(self) -> None:
        self._stopped.set()

    def close(self) -> None:
        self.stop()
        for worker in self._workers:
            self._ray.kill(worker.actor)
        self._workers.clear()
        self._beginning.clear()

    def as_finished(self, method: Method, items: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        """Each item with its result, or a `Problem`, as soon as it is there."""
        for work, result in self._run(method, iter(items), lambda _: True):
            yield work.item, result

    def in_order(self, method: Method, items: Iterable[Any], ahead: int) -> Iterator[Any]:
        """The results in the order of the items. Nothing is begun that is `ahead` or more items before the next one."""
        held: dict[int, Any] = {}
        given = 0

        def may_begin(number: int) -> bool:
            return number < given + ahead

        for work, result in self._run(method, iter(items), may_begin):
            held[work.number] = result
            while given in held:
                given += 1
                yield held.pop(given - 1)

    def _run(
        self, method: Method, items: Iterator[Any], may_begin: Callable[[int], bool]
    ) -> Iterator[tuple[_Work, Any]]:
        waiting: deque[_Work] = deque()
        drawn = 0
        is_drained = False
        while not self._stopped.is_set():
            while True:
                if not waiting and not is_drained and self._has_room and may_begin(drawn):
                    item = next(items, self)
                    is_drained = item is self
                    if not is_drained:
                        waiting.append(_Work(drawn, item))
                        drawn += 1
                if not waiting or not self._give(method, waiting[0]):
                    break
                waiting.popleft()
            if is_drained and not waiting and not any(one.work for one in self._workers):
                return
            for work, result in self._collect():
                if result is not None:
                    yield work, result
                elif work.attempts < MOST_ATTEMPTS:
                    waiting.appendleft(work)
                else:
                    message = f"{work.attempts} workers died while they spoke it. Is there enough memory?"
                    yield work, Problem("worker_died", message)

    @property
    def _has_room(self) -> bool:
        return any(one.takes(_NEW) for one in self._workers)

    def _give(self, method: Method, work: _Work) -> bool:
        worker = min((one for one in self._workers if one.takes(work)), key=lambda one: len(one.work), default=None)
        if worker is None:
            return False
        worker.work[getattr(worker.actor, method).remote(work.item)] = work
        return True

    def _collect(self) -> list[tuple[_Work, Any]]:
        """What has ended within a short time. The result of work whose worker died is None."""
        references = [*self._beginning, *(one for worker in self._workers for one in worker.work)]
        if not references:
            return []
        ready, _ = self._ray.wait(references, num_returns=1, timeout=_POLL_S)
        found: list[tuple[_Work, Any]] = []
        for reference in ready:
            if reference in self._beginning:
                self._began(self._beginning.pop(reference), reference)
                continue
            worker = next((one for one in self._workers if reference in one.work), None)
            if worker is None:  # it has died with another piece of work
                continue
            try:
                result = self._ray.get(reference)
            except self._ray.exceptions.RayActorError:
                found += ((work, None) for work in self._died(worker))
            except self._ray.exceptions.RayError as problem:
                failed = Problem("ray_error", f"Ray failed: {type(problem).__name__}.")
                found.append((worker.work.pop(reference), failed))
            else:
                found.append((worker.work.pop(reference), result))
                self._failed_starts = 0
        return found

    def _began(self, worker: _Worker, reference: Any) -> None:
        try:
            report = self._ray.get(reference)
        except self._ray.exceptions.RayActorError:
            self._died(worker)
            self._failed_starts += 1
            if self._failed_starts >= MOST_FAILED_STARTS:
                message = f"{self._failed_starts} workers died before they were ready. Is there enough memory?"
                raise WorkersFailed(message) from None
            return
        except self._ray.exceptions.RayError as problem:
            raise WorkersFailed(
                f"A worker cannot be started ({type(problem).__name__}): is koe installed where it runs?"
            ) from None
        if isinstance(report, Problem):
            raise report.to_error()
        self._require_same(report)
        worker.report = report
        worker.is_ready = True

    def _died(self, worker: _Worker) -> list[_Work]:
        """Replace it. Returns its work; the first piece may be why it died, the second one was not begun."""
        self._workers.remove(worker)
        left = list(worker.work.values())
        if left:
            left[0].attempts += 1
        if worker.report is not None:
            log.warning("a worker on %s died; its work is done again", worker.report.host)
        self._start_worker()
        return left[::-1]  # each is put before the others

    def _start_worker(self) -> None:
        worker = _Worker(self._kind.remote(self._setup))
        self._workers.append(worker)
        self._beginning[worker.actor.begin.remote()] = worker

    def _require_same(self, report: WorkerReport) -> None:
        for label in sorted({*self._expected, *report.facts}):
            there, here = report.facts.get(label), self._expected.get(label)
            if there != here:
                raise WorkersDiffer(report.host, label, there, here)
        if report.machine != machine() and not self._has_warned:
            self._has_warned = True
            log.warning("the worker on %s has another kind of CPU: last bits of samples may differ", report.host)
