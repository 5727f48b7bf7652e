"""koe batch: speaks the jobs of a file into a folder, a file for each. What is finished is not spoken again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from koe.build.recipes import BUILDS
from koe.cli.options import AsJson, completed, known_build
from koe.cli.ray_pool import RAY, Threads, Workers, ray_plan
from koe.wire.captions import CaptionFormat


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
    from koe.cli.batch_jobs import BatchOrder, speak_jobs  # the server's field models, which few commands need

    order = BatchOrder(source, out, cast(CaptionFormat | None, captions), build, again=force)
    exit_code = speak_jobs(order, ray_plan(ray, workers, threads), as_json=as_json)
    if exit_code:
        raise typer.Exit(exit_code)
