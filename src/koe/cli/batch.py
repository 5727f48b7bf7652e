"""koe batch: speaks the jobs of a file into a folder, a file for each. What is finished is not spoken again."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO, cast, get_args

import typer

from koe.batch.folder import BatchFolder
from koe.batch.job import BatchJob, LineRules
from koe.batch.job_file import BadBatch, Entry, JobFile
from koe.batch.run import BatchResult, Listener, run_batch
from koe.batch.speakers import LocalSpeakers, SpeaksJobs
from koe.build.recipes import BUILDS
from koe.cli.assemble import load_engine, load_preparer
from koe.cli.console import BatchBar, clock, counting, err
from koe.cli.interrupt import Interruption
from koe.cli.options import AsJson, completed, known_build
from koe.cli.ray_pool import RAY, RayPlan, Threads, Workers, ray_jobs, ray_plan
from koe.cli.safe_file import cannot_write
from koe.cli.say import for_one_user
from koe.cli.tuned_settings import tuned_settings
from koe.cli.unhurried import patient_reader, spoken_facts
from koe.settings import Settings
from koe.wire.captions import CaptionFormat

_MOST_FOREIGN = 5


def _known_captions(value: str | None) -> str | None:
    if value is not None and value not in get_args(CaptionFormat):
        raise typer.BadParameter(f"must be one of {', '.join(get_args(CaptionFormat))}.")
    return value


def batch(
    source: Annotated[str, typer.Argument(metavar="JOBS", help="A file with a JSON object in each line, or -.")],
    out: Annotated[Path, typer.Option(help="The folder of the audio files; it is made.", file_okay=False)],
    captions: Annotated[
        str | None,
        typer.Option(
            help="Also write when each word is spoken, beside each audio file: vtt, srt or json.",
            callback=_known_captions,
            autocompletion=completed(lambda: list(get_args(CaptionFormat))),
        ),
    ] = None,
    build: Annotated[
        str | None,
        typer.Option(
            help="Build of the model. Default: KOKORO_BUILD.",
            callback=known_build,
            autocompletion=completed(lambda: list(BUILDS)),
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Speak all jobs, and replace files that other programs have made.")
    ] = False,
    ray: RAY = None,
    workers: Workers = None,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Speak many texts, a file for each.

    A line has the fields of POST /v1/audio/speech, such as input, voice, speed and response_format, and may have an id,
    which names the file; else its number does. All lines are checked before the first is spoken. A job that fails does
    not stop the others. After Ctrl-C or a crash the same command goes on: what is finished is not spoken again, unless
    its line has changed.

    With --ray the jobs are spoken by workers on Ray, with the same bytes.
    """
    plan = ray_plan(ray, workers, threads)
    settings = _settings(build)
    rules = LineRules(settings.voice, cast(CaptionFormat | None, captions))
    with _opened(source) as file, JobFile(file, rules) as jobs:
        entries = _checked(jobs, settings, as_json=as_json)
        with cannot_write(out, "--out"), BatchFolder(out, again=force) as folder:
            due = [entry for entry in entries if not folder.is_finished(entry)]
            if not force:
                _refuse_foreign(folder, due)
            result, exit_code = _speak(settings, plan, jobs, due, folder)
    result.jobs, result.kept = len(entries), len(entries) - len(due)
    if as_json:
        typer.echo(json.dumps(result.to_json()))
    else:
        _tell(result, out)
    if exit_code or not result.is_complete:
        raise typer.Exit(exit_code or 1)


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
