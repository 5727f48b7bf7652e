"""koe dev wer: word error rate of a long document with mixed content, transcribed by Whisper."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from koe.bench.wer import SpokenDocument, WerReport, document, speak_document, transcribe_document
from koe.bench.words import WordErrors, load_whisper
from koe.cli.assemble import load_engine, load_planner, voice_ids
from koe.cli.console import counting, out, working
from koe.cli.options import AsJson, require_extra
from koe.errors import UnknownVoice
from koe.settings import Settings, load_settings

_MODULES = ("faster_whisper", "jiwer")


def wer(
    voice: Annotated[str | None, typer.Option(help="Default: KOKORO_VOICE, af_heart.")] = None,
    as_json: AsJson = False,
) -> None:
    """Speak a long English and Spanish document and count the word errors of Whisper."""
    require_extra("words", _MODULES)
    result = _measure(voice)
    if as_json:
        out.print_json(json.dumps(result.to_json()))
    else:
        print_tables(result)


def _measure(voice: str | None) -> WerReport:
    settings = load_settings()
    voice = voice or settings.voice
    if voice not in voice_ids():
        raise UnknownVoice(voice, voice_ids())
    spoken = _speak(settings, voice)
    with working("Loading Whisper"):
        transcriber = load_whisper()
    with counting("Transcribing", total=len(spoken.excerpts)) as progress:
        task = progress.task_ids[0]
        return transcribe_document(spoken, transcriber, on_excerpt=lambda: progress.advance(task))


def _speak(settings: Settings, voice: str) -> SpokenDocument:
    with closing(load_engine(settings)) as engine, counting("Speaking", total=1.0) as progress:
        task = progress.task_ids[0]
        spoken = speak_document(
            engine,
            load_planner(settings),
            document(),
            voice,
            lambda audio_s, expected_s: progress.update(task, completed=min(1.0, audio_s / expected_s)),
        )
        progress.update(task, completed=1.0)  # the expected duration is an estimate
        return spoken


def print_tables(result: WerReport) -> None:
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
