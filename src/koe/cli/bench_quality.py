"""koe bench quality: what streaming costs in sound."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.clips import ClipMaker, choose_utterances
from koe.bench.quality import Quality, Spread, measure_quality
from koe.bench.words import load_whisper
from koe.cli.assemble import ensure_stages, voice_book
from koe.cli.console import counting, out, working
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.stages import open_stages
from koe.model.statistics import StatisticsTable
from koe.settings import load_settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner

_EXTRA = ("pesq", "pystoi", "soxr", "faster_whisper", "jiwer")


def quality(
    clips: Annotated[int, typer.Option(min=1, max=1000, help="How many, spread evenly over the voices.")] = 120,
    words: Annotated[bool, typer.Option("--words", help="Also count the words that Whisper mishears.")] = False,
    per_voice: Annotated[bool, typer.Option("--per-voice", help="Also show each voice.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Compare streamed speech with the same speech decoded whole, on sentences that calibration never saw."""
    _require_extra()
    settings = load_settings()
    build, voices = ensure_stages(settings), voice_book(settings)
    with working("Loading the model"):
        stages = open_stages(OnnxRuntimeBackend(settings.threads), build.folder)
        maker = ClipMaker(stages, StatisticsTable.shipped(), voices, Planner(Phonemizer()))
        ear = load_whisper() if words else None
    utterances = choose_utterances(voices.voices, clips)
    with counting("Measuring", total=len(utterances)) as progress:
        task = progress.task_ids[0]
        result = measure_quality(maker, utterances, ear, on_utterance=lambda: progress.advance(task))
    if as_json:
        out.print_json(json.dumps(result.to_json()))
        return
    print_tables(result, per_voice)


def _require_extra() -> None:
    if not all(find_spec(module) for module in _EXTRA):
        raise typer.BadParameter("the quality extra is not installed (pip install 'koe[quality]')")


def print_tables(result: Quality, per_voice: bool) -> None:
    out.print(f"{len(result.clips)} clips, {result.sentences} sentences, {len(result.voices)} voices")
    table = Table("", "mean", "5th percentile", "worst", "model's own floor", "its worst", box=None, pad_edge=False)
    for one in result.likenesses():
        numbers = (*_numbers(one.streamed, "mean", "p5", "worst"), *_numbers(one.floor, "mean", "worst"))
        table.add_row(one.metric.label, *numbers)
    out.print(table)
    seams = result.seams
    out.print(
        f"{seams.count} seams: {seams.jumps} jumps away from the whole, {seams.jumps_elsewhere} at other places; "
        f"{seams.above} unusual steps, {seams.above_in_whole} in the whole"
    )
    if words := result.words:
        streamed, whole = words.streamed_errors, words.whole_errors
        out.print(
            f"{streamed.words} words in {words.clips} English clips: {streamed.rate:.2%} wrong, "
            f"{whole.rate:.2%} in the whole; {words.alike} clips heard alike"
        )
    if result.whole_decodings:
        out.print(f"not streamed, because the norms could not be predicted: {result.whole_decodings}")
    if per_voice:
        out.print()
        out.print(_voices_table(result))


def _voices_table(result: Quality) -> Table:
    metrics = [f"{metric.label}: mean, worst" for metric in result.metrics]
    table = Table("voice", "clips", *metrics, "jumps", box=None, pad_edge=False)
    for voice in result.voices:
        own = result.of_voice(voice)
        cells = (" ".join(_numbers(one.streamed, "mean", "worst")) for one in own.likenesses())
        table.add_row(voice, str(len(own.clips)), *cells, f"{own.seams.jumps} of {own.seams.count}")
    return table


def _numbers(spread: Spread | None, *names: str) -> list[str]:
    return [f"{getattr(spread, name):.3f}" if spread else "–" for name in names]
