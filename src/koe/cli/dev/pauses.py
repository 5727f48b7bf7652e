"""koe dev pauses: the pauses at marks inside a sentence, of the model and as koe sets them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import fmean
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.pause_texts import TEXTS, VOICES
from koe.bench.pauses import Heard, PauseMeter, PausesReport
from koe.bench.speaker import Speaker
from koe.bench.words import WordErrors, load_whisper
from koe.cli.assemble import ensure_stages, open_build, voice_book
from koe.cli.console import counting, out, working
from koe.cli.evaluated_build import load_dnsmos
from koe.cli.options import AsJson, require_extra
from koe.engine.decode import clause_pauses
from koe.model.clause_pauses import RANGES
from koe.settings import load_settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner

_MODULES = ("soxr", "faster_whisper", "jiwer")


def pauses(
    speed: Annotated[float, typer.Option(min=0.25, max=1.2, help="Speed of speech.")] = 1.0,
    words: Annotated[bool, typer.Option("--words", help="Also count word errors of Whisper, in English.")] = False,
    mos: Annotated[bool, typer.Option("--mos", help="Also rate the clips by DNSMOS.")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure the pauses at commas and other marks inside sentences, in twelve voices of nine languages."""
    if words or mos:
        require_extra("quality", _MODULES)
    result = _measure(speed, words, mos)
    if as_json:
        out.print_json(json.dumps(result.to_json()))
    else:
        print_tables(result)


def _measure(speed: float, words: bool, mos: bool) -> PausesReport:
    settings = load_settings()
    ensure_stages(settings)
    with working("Loading the model"):
        stages = open_build(settings).stages
        rater, transcriber = load_dnsmos(settings) if mos else None, load_whisper() if words else None
        model, koe = Speaker(stages), Speaker(stages, set_pauses=clause_pauses())
        meter = PauseMeter(model, koe, voice_book(settings), Planner(Phonemizer()), rater, transcriber)
    total = sum(len(names) * len(TEXTS[language]) for language, names in VOICES.items())
    with counting("Measuring", total=total) as progress:
        task = progress.task_ids[0]
        return meter.measure(VOICES, TEXTS, speed, lambda: progress.advance(task))


def print_tables(result: PausesReport) -> None:
    voices = {pause.voice for pause in result.pauses}
    out.print(f"{len(result.pauses)} pauses, {len(result.model)} clips, {len(voices)} voices")
    table = Table("mark", "range, ms", "pauses", "mean, ms", "in range", "within 15 ms of it", box=None, pad_edge=False)
    for row in result.rows():
        pause = RANGES.get(row.mark)
        limits = f"{pause.shortest_ms:.0f}–{pause.longest_ms:.0f}" if pause else ""
        mean = f"{row.mean_ms[0]:.0f} → {row.mean_ms[1]:.0f}"
        table.add_row(row.mark, limits, str(row.count), mean, _shares(row.share), _shares(row.share_near))
    out.print(table)
    for name, clips in (("model", result.model), ("set", result.set)):
        out.print(f"{name}: {_summary(clips)}")


def _shares(shares: tuple[float, float]) -> str:
    return f"{shares[0]:.0%} → {shares[1]:.0%}"


def _summary(clips: Sequence[Heard]) -> str:
    parts = [f"{sum(clip.clicks for clip in clips)} clicks"]
    if ratings := [clip.rating for clip in clips if clip.rating is not None]:
        parts.append(f"DNSMOS {fmean(ratings):.3f}, worst {min(ratings):.2f}")
    if errors := [clip.errors for clip in clips if clip.errors is not None]:
        total = WordErrors.total(errors)
        parts.append(f"{total.errors} of {total.words} words wrong")
    return ", ".join(parts)
