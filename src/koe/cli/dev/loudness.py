"""koe dev loudness: loudness of many voices and texts in koe's output, and the CPU cost of loudness and encoding."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.loudness import LoudnessResult, choose_clips, mean_min_max, measure_loudness
from koe.cli.assemble import load_engine, voice_book
from koe.cli.console import counting, out
from koe.cli.options import AsJson
from koe.settings import load_settings


def loudness(
    clips: Annotated[int, typer.Option(min=1, max=1000, help="Held-out sentences, spread over the voices.")] = 60,
    as_json: AsJson = False,
) -> None:
    """Speak many texts in many voices and measure the loudness of the output, streamed and whole."""
    result = _measure(clips)
    if as_json:
        out.print_json(json.dumps(result.to_json()))
    else:
        print_tables(result)


def _measure(clips: int) -> LoudnessResult:
    settings = load_settings(primer_bytes=0)
    sentences = choose_clips(voice_book(settings).voices, clips)
    with closing(load_engine(settings)) as engine, counting("Measuring", total=len(sentences)) as progress:
        task = progress.task_ids[0]
        return measure_loudness(engine, sentences, settings.mastering, lambda: progress.advance(task))


def print_tables(result: LoudnessResult) -> None:
    voices = {clip.voice for clip in result.clips}
    out.print(f"{len(result.clips)} clips of 3 s and more, {len(voices)} voices, {result.audio_s:.0f} s of speech")
    table = Table("", "mean", "min", "max", box=None, pad_edge=False)
    rows = {
        "streamed, LUFS": [clip.streamed_lufs for clip in result.clips],
        "whole, LUFS": [clip.whole_lufs for clip in result.clips],
        "true peak, dBTP": [clip.peak_dbtp for clip in result.clips],
    }
    for name, values in rows.items():
        table.add_row(name, *(f"{value:.2f}" for value in mean_min_max(values)))
    out.print(table)
    costs = Table("CPU time / synthesis", "", box=None, pad_edge=False)
    for name, share in result.shares().items():
        costs.add_row(name, f"{100 * share:.1f} %")
    out.print(costs)
