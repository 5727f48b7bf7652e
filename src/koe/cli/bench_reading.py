"""koe bench reading: a long mixed document to its end, and how many of its words are understood."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from koe.bench.reading import Comprehension, Recital, document, listen, recite
from koe.bench.words import WordErrors, load_whisper
from koe.cli.assemble import load_engine, load_planner, voice_ids
from koe.cli.console import counting, out, working
from koe.errors import UnknownVoice
from koe.settings import Settings, load_settings

_EXTRA = ("faster_whisper", "jiwer")


def reading(
    voice: Annotated[str | None, typer.Option(help="Default: KOKORO_VOICE, af_heart.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Read a long English and Spanish document to its end and count the words that Whisper mishears."""
    _require_extra()
    settings = load_settings()
    voice = voice or settings.voice
    if voice not in voice_ids():
        raise UnknownVoice(voice, voice_ids())
    recital = _recite(settings, voice)
    with working("Loading Whisper"):
        ear = load_whisper()
    with counting("Listening", total=len(recital.excerpts)) as progress:
        task = progress.task_ids[0]
        result = listen(recital, ear, on_excerpt=lambda: progress.advance(task))
    if as_json:
        out.print_json(json.dumps(result.to_json()))
        return
    print_tables(result)


def _require_extra() -> None:
    if not all(find_spec(module) for module in _EXTRA):
        raise typer.BadParameter("the words extra is not installed (pip install 'koe[words]')")


def _recite(settings: Settings, voice: str) -> Recital:
    engine = load_engine(settings)
    try:
        with counting("Reading", total=1.0) as progress:
            task = progress.task_ids[0]
            recital = recite(
                engine,
                load_planner(settings),
                document(),
                voice,
                lambda audio_s, expected_s: progress.update(task, completed=min(1.0, audio_s / expected_s)),
            )
            progress.update(task, completed=1.0)  # what was expected is a guess
            return recital
    finally:
        engine.close()


def print_tables(result: Comprehension) -> None:
    out.print(
        f"{result.characters:,} characters, {result.audio_s:.1f} s of speech, RTF {result.rtf:.3f}, "
        f"{len(result.excerpts)} excerpts"
    )
    table = Table("", "words", "errors", "rate", box=None, pad_edge=False)
    for name, errors in (("all", result.errors), *result.languages.items()):
        table.add_row(name, *_numbers(errors))
    out.print(table)
    out.print(f"the last word was {'' if result.heard_last_word else 'not '}heard")
    for excerpt in result.worst:
        heading = f"{excerpt.start_s:.1f}-{excerpt.end_s:.1f} s, {excerpt.language}, {excerpt.errors.errors} errors"
        out.print(f"\n{heading}", Text(f"said:  {excerpt.said}"), Text(f"heard: {excerpt.heard}"), sep="\n")


def _numbers(errors: WordErrors) -> tuple[str, str, str]:
    return str(errors.words), str(errors.errors), f"{errors.rate:.2%}"
