"""koe dev quality: quality loss of streaming compared with whole decoding."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.clips import ClipMaker, choose_sentences
from koe.bench.metrics import MetricStats
from koe.bench.quality import Quality, measure_quality
from koe.bench.words import load_whisper
from koe.cli.assemble import ensure_stages, open_build, voice_book
from koe.cli.console import counting, out, working
from koe.cli.options import AsJson, require_extra
from koe.settings import load_settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner

_MODULES = ("pesq", "pystoi", "soxr", "faster_whisper", "jiwer")


def quality(
    clips: Annotated[int, typer.Option(min=1, max=1000, help="Number of clips, spread evenly over the voices.")] = 120,
    words: Annotated[bool, typer.Option("--words", help="Also count word errors of Whisper.")] = False,
    per_voice: Annotated[bool, typer.Option("--per-voice", help="Also show each voice.")] = False,
    as_json: AsJson = False,
) -> None:
    """Compare streamed speech with the same speech decoded whole, on sentences that calibration never saw."""
    require_extra("quality", _MODULES)
    result = _measure(clips, words)
    if as_json:
        out.print_json(json.dumps(result.to_json()))
    else:
        print_tables(result, per_voice)


def _measure(clips: int, words: bool) -> Quality:
    settings = load_settings()
    ensure_stages(settings)
    voices = voice_book(settings)
    with working("Loading the model"):
        build = open_build(settings)
        maker = ClipMaker(build.stages, build.table, voices, Planner(Phonemizer()))
        transcriber = load_whisper() if words else None
    sentences = choose_sentences(voices.voices, clips)
    with counting("Measuring", total=len(sentences)) as progress:
        task = progress.task_ids[0]
        return measure_quality(maker, sentences, transcriber, on_sentence=lambda: progress.advance(task))


def print_tables(result: Quality, per_voice: bool) -> None:
    out.print(f"{len(result.clips)} clips, {result.sentences} sentences, {len(result.voices)} voices")
    table = Table("", "mean", "5th percentile", "worst", "noise floor", "its worst", box=None, pad_edge=False)
    for one in result.summaries():
        numbers = (*_numbers(one.streamed, "mean", "p5", "worst"), *_numbers(one.floor, "mean", "worst"))
        table.add_row(one.metric.label, *numbers)
    out.print(table)
    seams = result.seams
    out.print(
        f"{seams.count} seams: {seams.jumps} jumps away from the whole, {seams.jumps_elsewhere} at other positions; "
        f"{seams.above} unusual steps, {seams.above_in_whole} in the whole"
    )
    if words := result.words:
        streamed, whole = words.streamed_errors, words.whole_errors
        out.print(
            f"{streamed.words} words in {words.clips} English clips: {streamed.rate:.2%} wrong, "
            f"{whole.rate:.2%} in the whole; {words.alike} clips with equal transcripts"
        )
    if result.whole_decodings:
        out.print(f"decoded whole because the norms could not be predicted: {result.whole_decodings}")
    if per_voice:
        out.print()
        out.print(_voices_table(result))


def _voices_table(result: Quality) -> Table:
    metrics = [f"{metric.label}: mean, worst" for metric in result.metrics]
    table = Table("voice", "clips", *metrics, "jumps", box=None, pad_edge=False)
    for voice in result.voices:
        own = result.of_voice(voice)
        cells = (" ".join(_numbers(one.streamed, "mean", "worst")) for one in own.summaries())
        table.add_row(voice, str(len(own.clips)), *cells, f"{own.seams.jumps} of {own.seams.count}")
    return table


def _numbers(stats: MetricStats | None, *names: str) -> list[str]:
    return [f"{getattr(stats, name):.3f}" if stats else "–" for name in names]
