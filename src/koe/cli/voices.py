"""koe voices: lists the voices."""

from __future__ import annotations

import dataclasses
import json
from typing import Annotated

import typer
from rich.table import Table

from koe.cli.assemble import voice_ids
from koe.cli.console import out
from koe.cli.options import AsJson
from koe.model.voices import named_voices
from koe.text.language import normalize_language


def voices(
    language: Annotated[str | None, typer.Option("--lang", help="Only voices of this language.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the voices."""
    wanted = normalize_language(language) if language else None
    found = [voice for voice in named_voices(voice_ids()) if wanted in (None, voice.language)]
    if as_json:
        out.print_json(json.dumps([dataclasses.asdict(voice) for voice in found]))
        return
    table = Table("id", "name", "language", "gender", box=None, pad_edge=False)
    for voice in found:
        table.add_row(voice.id, voice.name, voice.language, voice.gender)
    out.print(table)
