"""Jobs -> spoken jobs, several at a time: what a batch asks of its speakers, and those of this process."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event, Lock
from typing import Protocol

from koe.batch.job import BatchJob
from koe.batch.speaking import Problem, SpokenJob
from koe.batch.speaking import speak_job as speak_job
from koe.engine.engine import Engine
from koe.engine.output import Mastering
from koe.engine.stream import Stream
from koe.errors import Cancelled

Outcome = SpokenJob | Problem


class SpeaksJobs(Protocol):
    """Takes a job when it has room for one, and yields each as soon as it is finished. After `stop`, which any thread
    may call, it yields what is finished and ends."""

    def speak(self, jobs: Iterable[BatchJob]) -> Generator[tuple[BatchJob, Outcome], None, None]: ...

    def stop(self) -> None: ...


class LocalSpeakers:
    """One engine; a job more than it has lanes is in work, so that a lane does not wait for an encoder."""

    def __init__(self, engine: Engine, mastering: Mastering, lanes: int = 1) -> None:
        self._engine = engine
        self._mastering = mastering
        self._in_work = lanes + 1
        self._stopped = Event()
        self._lock = Lock()
        self._streams: set[Stream] = set()

    def stop(self) -> None:
        self._stopped.set()
        with self._lock:
            streams = list(self._streams)
        for stream in streams:
            stream.cancel()

    def speak(self, jobs: Iterable[BatchJob]) -> Generator[tuple[BatchJob, Outcome], None, None]:
        waiting = iter(jobs)
        running: dict[Future[Outcome | None], BatchJob] = {}
        with ThreadPoolExecutor(self._in_work, thread_name_prefix="koe-batch") as threads:
            try:
                while True:
                    while len(running) < self._in_work and not self._stopped.is_set():
                        job = next(waiting, None)
                        if job is None:
                            break
                        running[threads.submit(self._spoken, job)] = job
                    if not running:
                        return
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        job = running.pop(future)
                        outcome = future.result()
                        if outcome is not None:
                            yield job, outcome
            finally:
                if running:  # the caller has given up
                    self.stop()

    def _spoken(self, job: BatchJob) -> Outcome | None:
        """None for a job that was stopped."""
        begun: list[Stream] = []

        def begin(stream: Stream) -> None:
            begun.append(stream)
            with self._lock:
                self._streams.add(stream)
            if self._stopped.is_set():  # meanwhile
                stream.cancel()

        try:
            return None if self._stopped.is_set() else speak_job(self._engine, self._mastering, job, begin)
        except Cancelled as problem:
            return None if self._stopped.is_set() else Problem.of(problem)
        except Exception as problem:  # noqa: BLE001  of one job; the others go on
            return Problem.of(problem)
        finally:
            with self._lock:
                self._streams.difference_update(begun)
