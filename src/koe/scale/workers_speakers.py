"""A pool of workers as what books and batches ask for: passages in order, and jobs as they are finished."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence

from koe.batch.job import BatchJob
from koe.batch.speakers import Outcome
from koe.batch.speaking import Problem
from koe.scale.workers import WorkerPool
from koe.types import Samples, SpeechRequest

# Passages for each worker that may be finished before their turn: 40 s of speech each, 4 MB.
_AHEAD = 8


class RayPassages:
    """The passages of a book (`koe.book.recorder.SpeaksPassages`)."""

    def __init__(self, pool: WorkerPool, workers: int) -> None:
        self._pool = pool
        self._ahead = _AHEAD * workers
        self.sample_rate_hz = pool.wait_until_ready().sample_rate_hz

    def speak(self, requests: Sequence[SpeechRequest]) -> Iterator[Samples]:
        for result in self._pool.in_order("passage", requests, self._ahead):
            if isinstance(result, Problem):
                raise result.to_error()
            yield result

    def stop(self) -> None:
        self._pool.stop()


class RayJobs:
    """The jobs of a batch (`koe.batch.speakers.SpeaksJobs`)."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool

    def speak(self, jobs: Iterable[BatchJob]) -> Generator[tuple[BatchJob, Outcome], None, None]:
        yield from self._pool.as_finished("job", jobs)

    def stop(self) -> None:
        self._pool.stop()
