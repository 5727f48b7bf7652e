"""koe text: shows normalisation and phonemes of a text, without audio."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from koe.cli.assemble import load_cast, load_planner, voice_book
from koe.cli.console import out, working
from koe.cli.options import AsJson
from koe.cli.say import input_format, read_argument
from koe.engine.prepare import DETECT_LANGUAGE
from koe.engine.voice_choice import VoiceChooser
from koe.errors import EmptyText
from koe.settings import load_settings
from koe.text.g2p import Phonemizer
from koe.text.language import require_readable
from koe.text.plan import TextToPlan
from koe.text.preview import SentencePreview, preview
from koe.text.sanitize import is_blank
from koe.types import SpeechWarning
from koe.wire.warnings import warning_json


def text(
    source: Annotated[str, typer.Argument(metavar="TEXT", help="The text, a text file, or - for standard input.")],
    language: Annotated[str, typer.Option("--lang", help="auto detects it.")] = "en-us",
    ssml: Annotated[
        bool | None, typer.Option("--ssml/--plain", help="Default: SSML if the text begins with <speak.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show how a text will be spoken: words and phonemes."""
    written = read_argument(source)
    if is_blank(written):
        raise EmptyText
    detects = language.strip().lower() == DETECT_LANGUAGE
    code = "en-us" if detects else require_readable(language)
    settings = load_settings()
    planner = load_planner(settings, Phonemizer())
    voices = voice_book(settings)
    to_plan = TextToPlan(
        written,
        code,
        input_format(ssml),
        detects_language=detects,
        ssml_mode=settings.ssml_mode,
        voices=VoiceChooser(voices, load_cast(settings, voices), voices.find(settings.voice)),
    )
    plan = planner.plan(to_plan)
    for voice in {sentence.voice for sentence in plan.sentences if sentence.voice}:
        voices.find(voice)
    with working("Reading"):
        segments = list(preview(planner, plan.sentences))
    if as_json:
        typer.echo(json.dumps(_as_object(segments, plan.warnings), ensure_ascii=False))
        return
    out.print(_table(segments))
    if any(segment.expressions for segment in segments):
        out.print(_expressions(segments))
    for warning in plan.warnings:
        out.print(f"warning: {warning}", markup=False, soft_wrap=True)


def _as_object(segments: list[SentencePreview], warnings: Sequence[SpeechWarning]) -> dict[str, object]:
    spoken = " ".join(segment.spoken for segment in segments if segment.spoken)
    listed = [warning_json(warning) for warning in warnings]
    return {"spoken": spoken, "segments": [asdict(segment) for segment in segments], "warnings": listed}


def _table(segments: list[SentencePreview]) -> Table:
    table = Table("place", "language", "spoken", "phonemes", "notes", show_lines=True)
    for segment in segments:
        cells = (
            f"{segment.text_start}-{segment.text_stop}",
            segment.language,
            segment.spoken,
            segment.phonemes,
            _notes(segment),
        )
        table.add_row(*(Text(cell) for cell in cells))  # Text: brackets are not rich markup
    return table


def _expressions(segments: list[SentencePreview]) -> Table:
    """What was recognised, so that a wrong reading can be understood or its kind switched off."""
    table = Table("place", "written", "spoken", "kind", "recognised as")
    for segment in segments:
        for one in segment.expressions:
            place = f"{one.text_start}-{one.text_stop}"
            table.add_row(*(Text(cell) for cell in (place, one.written, one.spoken, one.kind, one.name)))
    return table


def _notes(segment: SentencePreview) -> str:
    notes = [f"{name} {count}" for name, count in segment.fell_back.items()]
    if segment.pause_ms is not None:
        notes.append(f"pause {segment.pause_ms:g} ms")
    if segment.voice:
        notes.append(segment.voice)
    return ", ".join(notes)
