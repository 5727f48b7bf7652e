"""koe bench loudness: how equally loud voices and texts leave koe, and what it costs."""

from __future__ import annotations

import json

from rich.table import Table

from koe.bench.loudness import LoudnessResult, choose_clips, measure_loudness, spread
from koe.cli.assemble import load_engine, voice_book
from koe.cli.console import counting, out
from koe.settings import load_settings


def measure_and_print(clips: int, as_json: bool) -> None:
    settings = load_settings(primer_bytes=0, stall_silence=False)
    utterances = choose_clips(voice_book(settings).voices, clips)
    engine = load_engine(settings)
    try:
        with counting("Measuring", total=len(utterances)) as progress:
            task = progress.task_ids[0]
            result = measure_loudness(engine, utterances, settings.mastering, lambda: progress.advance(task))
    finally:
        engine.close()
    if as_json:
        out.print_json(json.dumps(result.to_json()))
        return
    print_tables(result)


def print_tables(result: LoudnessResult) -> None:
    voices = {clip.voice for clip in result.clips}
    out.print(f"{len(result.clips)} clips of 3 s and more, {len(voices)} voices, {result.audio_s:.0f} s of speech")
    table = Table("", "mean", "least", "most", box=None, pad_edge=False)
    rows = {
        "streamed, LUFS": [clip.streamed_lufs for clip in result.clips],
        "whole, LUFS": [clip.whole_lufs for clip in result.clips],
        "true peak, dBTP": [clip.peak_dbtp for clip in result.clips],
    }
    for name, values in rows.items():
        table.add_row(name, *(f"{value:.2f}" for value in spread(values)))
    out.print(table)
    costs = Table("CPU beside the synthesis", "", box=None, pad_edge=False)
    for name, share in result.shares().items():
        costs.add_row(name, f"{100 * share:.1f} %")
    out.print(costs)
