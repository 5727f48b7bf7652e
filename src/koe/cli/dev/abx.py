"""koe dev abx: a blind listening test of two builds or settings, and the result of its listeners."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.table import Table

from koe.bench.blind_test import PAGE, SpokenPair, fits_test, read_answers, write_test
from koe.bench.client import Dialect, SpeechClient
from koe.bench.evaluation.clips import EvaluationClip, choose_clips
from koe.build.recipes import BUILDS
from koe.cli.assemble import ensure_stages, offered_builds, voice_book
from koe.cli.child_server import ChildServer, bench_settings, warmed_server
from koe.cli.console import counting, out, working
from koe.cli.options import AsJson, require_extra
from koe.settings import Settings, checked_value
from koe.types import Samples

# One clip of four is too short or too long for a listener.
_MORE = 2
_FULL_SCALE = 32_768
_Side = Annotated[
    str, typer.Argument(help="A build, settings such as noise_shaping=true, or both with commas between them.")
]


def abx(
    a: _Side,
    b: _Side,
    folder: Annotated[Path, typer.Option("--out", help="Folder for the page and its WAV files.")],
    pairs: Annotated[int, typer.Option(min=1, max=99, help="Number of sentences, each spoken twice.")] = 20,
    seed: Annotated[int, typer.Option(help="Shuffles the order and which of the two is played as A.")] = 1,
) -> None:
    """Write a blind listening test of two builds or settings: open the page in a browser, say which of two clips sounds
    better, read the binomial result, and save the answers. It needs no network."""
    if (folder / PAGE).exists():
        raise typer.BadParameter(f"{folder} holds a test already. Name another folder.", param_hint="--out")
    require_extra("bench", ["httpx"])
    settings = [parsed(side, hint) for side, hint in ((a, "A"), (b, "B"))]
    for one in settings:
        ensure_stages(one, offered_builds(one))
    clips = choose_clips(voice_book(settings[0]).voices, _MORE * pairs + 10)
    spoken = _spoken(settings, [clip for clip in clips if fits_test(clip)][:pairs])
    out.print(str(write_test(folder, spoken, a, b, seed)), soft_wrap=True, markup=False)


def result(
    files: Annotated[list[Path], typer.Argument(help="Answers that the page saved, one file for each listener.")],
    as_json: AsJson = False,
) -> None:
    """The answers of several listeners together, and their binomial result."""
    found = read_answers(files)
    if as_json:
        out.print_json(json.dumps({**asdict(found), "p": found.p}))
        return
    table = Table("", "", box=None, pad_edge=False, show_header=False)
    table.add_row(f"{found.build} sounds better", str(found.build_preferred))
    table.add_row(f"{found.reference} sounds better", str(found.reference_preferred))
    table.add_row("no difference", str(found.same))
    table.add_row("listeners", str(found.listeners))
    table.add_row("binomial test, p", f"{found.p:.3f}")
    out.print(table)


def parsed(side: str, hint: str) -> Settings:
    """`int8`, `noise_shaping=true` or `int8,noise_shaping=true`."""
    changes: dict[str, object] = {"builds": ()}
    for part in side.split(","):
        name, is_setting, value = (piece.strip() for piece in part.partition("="))
        if is_setting:
            changes[name] = checked_value(name, value)
        elif name in BUILDS:
            changes["build"] = name
        else:
            raise typer.BadParameter(
                f"must be one of {', '.join(BUILDS)}, or setting=value (got {name}).", param_hint=hint
            )
    return bench_settings().model_copy(update=changes)


def _spoken(both: Sequence[Settings], clips: Sequence[EvaluationClip]) -> list[SpokenPair]:
    """As a listener gets it, streamed, in server order: the first speaks all clips, then the second."""
    sides: list[list[Samples]] = []
    with counting("Speaking", total=2 * len(clips)) as progress:
        for settings in both:
            with ExitStack() as stack:
                with working("Starting a server"):
                    server = stack.enter_context(warmed_server(settings))
                    client = stack.enter_context(SpeechClient(server.address, settings.voice))
                    client.wait_until_ready()
                heard = []
                for clip in clips:
                    heard.append(_heard(server, clip))
                    progress.advance(progress.task_ids[0])
                sides.append(heard)
    return [
        SpokenPair(clip.sentence.text, clip.sentence.language, first, second)
        for clip, first, second in zip(clips, *sides, strict=True)
    ]


def _heard(server: ChildServer, clip: EvaluationClip) -> Samples:
    sentence = clip.sentence
    asked = {"response_format": "pcm", "language": sentence.language, "speed": sentence.speed}
    with SpeechClient(server.address, sentence.voice, dialect=Dialect(asked)) as client:
        samples: Samples = client.listen(sentence.text).samples.astype(np.float32) / np.float32(_FULL_SCALE)
    return samples
