"""koe models listen: a blind listening test of a build against its reference."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from koe.bench.blind_test import PAGE, fits_test, speak_pair, write_test
from koe.bench.evaluation.clips import choose_clips
from koe.build.recipes import EXACT
from koe.cli.assemble import voice_book
from koe.cli.console import counting, out
from koe.cli.evaluate import BuildName, ReferenceName
from koe.cli.evaluated_build import load_evaluator
from koe.settings import load_settings

# One clip of four is too short or too long for a listener.
_MORE = 2


def listen(
    build: BuildName,
    folder: Annotated[Path, typer.Option("--out", help="Folder for the page and its WAV files.")],
    reference: ReferenceName = EXACT,
    pairs: Annotated[int, typer.Option(min=1, max=99, help="Number of sentences, each spoken twice.")] = 20,
    seed: Annotated[int, typer.Option(help="Shuffles the order and which of the two is A.")] = 1,
) -> None:
    """Write a blind listening test of a build against the full-precision model: open the page in a browser, say which
    of two clips sounds better, and read the result. It needs no network."""
    if (folder / PAGE).exists():
        raise typer.BadParameter(f"{folder} holds a test already. Name another folder.", param_hint="--out")
    settings = load_settings()
    evaluator = load_evaluator(settings, build, reference)
    clips = [clip for clip in choose_clips(voice_book(settings).voices, _MORE * pairs + 10) if fits_test(clip)][:pairs]
    with counting("Speaking", total=len(clips)) as progress:
        spoken = []
        for clip in clips:
            spoken.append(speak_pair(evaluator, clip))
            progress.advance(progress.task_ids[0])
    out.print(str(write_test(folder, spoken, build, reference, seed)), soft_wrap=True, markup=False)
