"""koe dev languages: reading errors of a paragraph in every language and voice, beside kokoro-onnx."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.languages import LanguagesReport, VoiceErrors, measure, speak_with, speak_with_peer
from koe.bench.words import load_whisper
from koe.cli.assemble import load_engine, voice_book
from koe.cli.bench.speakers import load_peer
from koe.cli.console import counting, out, working
from koe.cli.options import AsJson, require_extra
from koe.languages import LANGUAGES
from koe.settings import Settings, load_settings
from koe.text.language import require_readable

_MODULES = ("faster_whisper", "jiwer", "kokoro_onnx")
# What kokoro-onnx reads Japanese with; koe itself does not need them.
_MODULES_OF_PEER = ("fugashi", "unidic_lite", "mojimoji", "jaconv")


def languages(
    language: Annotated[list[str] | None, typer.Option("--lang", help="Several are allowed; default: all.")] = None,
    voices: Annotated[int, typer.Option(min=1, help="At most so many of each language.")] = 99,
    as_json: AsJson = False,
) -> None:
    """Speak a paragraph in every language and voice, and count what Whisper mishears."""
    require_extra("words", _MODULES)
    codes = [require_readable(one) for one in language or LANGUAGES]
    if "ja" in codes and (missing := [name for name in _MODULES_OF_PEER if find_spec(name) is None]):
        packages = " ".join(missing).replace("_", "-")
        raise typer.BadParameter(f"the peer cannot read Japanese: run pip install {packages}, or name the languages.")
    report = _measure(load_settings(), codes, voices)
    if as_json:
        out.print_json(json.dumps(report.to_json()))
        return
    out.print(_table({one.voice: one for one in report.voices}))
    out.print(_table(report.languages()))


def _measure(settings: Settings, codes: list[str], most: int) -> LanguagesReport:
    chosen = [
        (voice.id, code)
        for code in codes
        for voice in [one for one in voice_book(settings).voices if one.language == code][:most]
    ]
    with working("Loading Whisper"):
        transcriber = load_whisper()
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(load_engine(settings)) as engine,
        counting("Speaking", total=len(chosen)) as progress,
    ):
        task = progress.task_ids[0]
        peer = load_peer(settings, Path(folder))
        return measure(
            chosen,
            speak_with(engine),
            speak_with_peer(peer),
            transcriber,
            engine.sample_rate_hz,
            on_voice=lambda: progress.advance(task),
        )


def _table(rows: Mapping[str, VoiceErrors]) -> Table:
    table = Table("", "language", "koe", "missing", "kokoro-onnx", "missing")
    for name, one in rows.items():
        table.add_row(
            name,
            one.language,
            f"{one.koe.rate:.1%} of {one.koe.words}",
            str(one.koe_missing),
            f"{one.peer.rate:.1%}",
            str(one.peer_missing),
        )
    return table
