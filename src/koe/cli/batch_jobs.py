"""The jobs of a file -> their audio files in a folder: checks all lines, then speaks what is not finished."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import typer

from koe.batch.folder import BatchFolder
from koe.batch.job import BatchJob, LineRules
from koe.batch.job_file import BadBatch, Entry, JobFile
from koe.batch.run import BatchResult, Listener, run_batch
from koe.batch.speakers import LocalSpeakers, SpeaksJobs
from koe.cli.assemble import load_engine, load_preparer
from koe.cli.console import BatchBar, clock, counting, err
from koe.cli.interrupt import Interruption
from koe.cli.ray_pool import RayPlan, ray_jobs
from koe.cli.safe_file import cannot_write
from koe.cli.say import for_one_user
from koe.cli.tuned_settings import tuned_settings
from koe.cli.unhurried import patient_reader, spoken_facts
from koe.settings import Settings
from koe.wire.captions import CaptionFormat

_MOST_FOREIGN = 5


@dataclass(frozen=True, slots=True)
class BatchOrder:
    """`source` is a file, or - for standard input. `again`: what is finished is spoken anew."""

    source: str
    out: Path
    captions: CaptionFormat | None
    build: str | None
    again: bool = False


def speak_jobs(order: BatchOrder, plan: RayPlan | None, *, as_json: bool) -> int:
    """Here, or by workers on Ray. Returns the exit code."""
    settings = _settings(order.build)
    with _opened(order.source) as file, JobFile(file, LineRules(settings.voice, order.captions)) as jobs:
        entries = _checked(jobs, settings, as_json=as_json)
        with cannot_write(order.out, "--out"), BatchFolder(order.out, again=order.again) as folder:
            due = [entry for entry in entries if not folder.is_finished(entry)]
            if not order.again:
                _refuse_foreign(folder, due)
            result, exit_code = _speak(settings, plan, jobs, due, folder)
    result.jobs, result.kept = len(entries), len(entries) - len(due)
    if as_json:
        typer.echo(json.dumps(result.to_json()))
    else:
        _tell(result, order.out)
    return exit_code or int(not result.is_complete)


def _settings(build: str | None) -> Settings:
    """Without the limits of a server, but with its choice of builds, which a line may name."""
    settings, _ = tuned_settings() if build is None else tuned_settings(build=build)
    return for_one_user(settings, build).model_copy(update={"builds": settings.builds})


@contextmanager
def _opened(source: str) -> Iterator[BinaryIO]:
    if source == "-":
        yield sys.stdin.buffer if sys.stdin else io.BytesIO()
        return
    path = Path(source)
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise typer.BadParameter(f"there is no file {path}.", param_hint="JOBS") from None
    except OSError as problem:
        raise typer.BadParameter(f"{path} cannot be read ({problem.strerror}).", param_hint="JOBS") from None
    with file:
        yield file


def _checked(jobs: JobFile, settings: Settings, *, as_json: bool) -> list[Entry]:
    """Ends the command if a line cannot be spoken: all of them are told, up to a number."""
    if not jobs.size:
        raise typer.BadParameter("has no jobs.", param_hint="JOBS")
    facts = json.dumps([spoken_facts(settings), settings.mastering.ceiling_dbtp, settings.noise_shaping], default=str)
    check = _checker(settings)
    try:
        with counting("Checking the jobs", total=jobs.size) as progress:
            task = progress.task_ids[0]
            entries = jobs.entries(facts, check, lambda size: progress.update(task, completed=size))
    except BadBatch as bad:
        for problem in bad.problems:
            _say(f"koe: {problem.message}")
        if bad.count > len(bad.problems):
            _say(f"koe: {bad.count - len(bad.problems):,} more lines cannot be spoken")
        if as_json:
            problems = [{"line": one.line, "code": one.code, "message": one.reason} for one in bad.problems]
            typer.echo(json.dumps({"refused": bad.count, "errors": problems}))
        _say("Nothing was spoken: all lines are checked first.")
        raise typer.Exit(2) from None
    if not entries:
        raise typer.BadParameter("has no jobs.", param_hint="JOBS")
    return entries


def _checker(settings: Settings) -> Callable[[BatchJob], None]:
    preparer = load_preparer(settings)

    def check(job: BatchJob) -> None:
        preparer.prepare(job.request)

    return check


def _refuse_foreign(folder: BatchFolder, due: Sequence[Entry]) -> None:
    names = [name for entry in due if (name := folder.foreign(entry)) is not None]
    if names:
        shown = ", ".join(names[:_MOST_FOREIGN]) + (" …" if len(names) > _MOST_FOREIGN else "")
        raise typer.BadParameter(f"{folder.path} has {shown} of another program. --force replaces.", param_hint="--out")


def _speak(
    settings: Settings, plan: RayPlan | None, jobs: JobFile, due: Sequence[Entry], folder: BatchFolder
) -> tuple[BatchResult, int]:
    """The result, and the exit code of a run that a signal ended, else 0."""
    if not due:
        return BatchResult(0), 0
    with _speakers(settings, plan) as speakers, Interruption() as interruption:
        interruption.then(speakers.stop)
        with BatchBar(len(due), sum(entry.characters for entry in due)) as bar:

            def finished(entry: Entry, so_far: BatchResult) -> None:
                bar.job_done(entry.characters, len(so_far.failed), so_far.duration_s)

            result = run_batch(jobs, due, folder, speakers, Listener(lambda told: _say(f"koe: {told}"), finished))
        if interruption.signal is not None:
            _say(f"Stopped by {interruption.name}. The same command goes on from there.")
        return result, interruption.exit_code


@contextmanager
def _speakers(settings: Settings, plan: RayPlan | None) -> Iterator[SpeaksJobs]:
    if plan is not None:
        with ray_jobs(settings, plan) as speakers:
            yield speakers
        return
    engine = load_engine(settings, reader=patient_reader(settings))
    try:
        yield LocalSpeakers(engine, settings.mastering, settings.lanes)
    finally:
        engine.close()


def _tell(result: BatchResult, out: Path) -> None:
    parts = [f"{result.spoken:,} of {result.jobs:,} jobs spoken", f"{clock(result.duration_s)} of speech"]
    parts += [f"{result.kept:,} were finished before"] if result.kept else []
    parts += [f"{len(result.failed):,} failed"] if result.failed else []
    parts += [f"{result.left:,} left"] if result.left else []
    _say(f"{out}: {', '.join(parts)}")


def _say(message: str) -> None:
    err.print(message, markup=False, soft_wrap=True)
