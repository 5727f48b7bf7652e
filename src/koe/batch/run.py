"""The jobs of a batch that are not finished -> files in its folder; what became of each is told and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from koe.batch.folder import BatchFolder
from koe.batch.job import BatchJob
from koe.batch.job_file import Entry, JobFile
from koe.batch.speakers import SpeaksJobs
from koe.batch.speaking import Problem, SpokenJob


@dataclass(slots=True)
class BatchResult:
    """What became of the jobs. `kept` were finished before this run. `failed` holds no text of a job."""

    jobs: int
    kept: int = 0
    spoken: int = 0
    warnings: int = 0
    duration_s: float = 0.0  # of the speech of this run
    failed: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        return self.kept + self.spoken == self.jobs

    @property
    def left(self) -> int:
        return self.jobs - self.kept - self.spoken - len(self.failed)

    def to_json(self) -> dict[str, Any]:
        return {
            "jobs": self.jobs,
            "kept": self.kept,
            "spoken": self.spoken,
            "failed": sorted(self.failed, key=lambda one: int(one["line"])),
            "left": self.left,
            "warnings": self.warnings,
            "duration_s": round(self.duration_s, 3),
        }


@dataclass(frozen=True, slots=True)
class Listener:
    """Who is told of each job: `say` a line for people, `finished` the job."""

    say: Callable[[str], None]
    finished: Callable[[Entry, BatchResult], None] = lambda _, __: None


def run_batch(
    jobs: JobFile, entries: Sequence[Entry], folder: BatchFolder, speakers: SpeaksJobs, listener: Listener
) -> BatchResult:
    """Speak `entries`, none of which is finished."""
    result = BatchResult(len(entries))
    by_line = {entry.line: entry for entry in entries}

    def pending() -> Iterator[BatchJob]:
        for entry in entries:
            yield jobs.job(entry)

    spoken = speakers.speak(pending())
    with closing(spoken):
        for job, outcome in spoken:
            entry = by_line[job.line]
            if isinstance(outcome, Problem):
                result.failed.append({"line": job.line, "id": job.id, "code": outcome.code, "message": outcome.message})
                listener.say(f"line {job.line}: {outcome.message}")
            else:
                _take(entry, job, outcome, folder, result, listener)
            listener.finished(entry, result)
    return result


def _take(
    entry: Entry, job: BatchJob, outcome: SpokenJob, folder: BatchFolder, result: BatchResult, listener: Listener
) -> None:
    folder.publish(entry, outcome.files(job))
    result.spoken += 1
    result.duration_s += outcome.duration_s
    result.warnings += len(outcome.warnings)
    for warning in outcome.warnings:
        listener.say(f"line {job.line}: warning: {warning}")
