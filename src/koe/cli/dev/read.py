"""koe dev read: a page as it is written beside how it is read, for a person to judge it in a minute."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from koe.cli.assemble import load_planner
from koe.cli.console import out
from koe.cli.options import AsJson
from koe.cli.say import read_argument
from koe.engine.prepare import DETECT_LANGUAGE
from koe.settings import load_settings
from koe.text.language import require_readable
from koe.text.plan import Planner, Sentence, TextToPlan
from koe.text.prescribed import taken_out
from koe.text.preview import PreviewedExpression, expressions_of

_WRITTEN, _READ = "yellow", "green"


@dataclass(frozen=True, slots=True)
class _Line:
    """A sentence, and what was recognised in it."""

    language: str
    written: str
    spoken: str
    expressions: tuple[PreviewedExpression, ...]


def read(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A text file, - for standard input, or a text.")],
    language: Annotated[str, typer.Option("--lang", help="auto detects it.")] = "en-us",
    changed: Annotated[bool, typer.Option("--changed", help="Leave out what is read as it is written.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print a page as written beside how it is read, without phonemes or audio."""
    detects = language.strip().lower() == DETECT_LANGUAGE
    code = "en-us" if detects else require_readable(language)
    planner = load_planner(load_settings())
    sentences = planner.sentences(TextToPlan(read_argument(source), code, detects_language=detects))
    lines = [line for line in (_line(planner, sentence) for sentence in sentences) if line.written]
    if changed:
        lines = [line for line in lines if line.written != line.spoken]
    if as_json:
        typer.echo(json.dumps([asdict(line) for line in lines], ensure_ascii=False))
    else:
        out.print(_table(lines))


def _line(planner: Planner, sentence: Sentence) -> _Line:
    spoken, _ = taken_out(planner.words(sentence), lambda text: text)
    return _Line(
        sentence.language,
        " ".join(sentence.text.text.split()),
        " ".join(spoken.text.split()),
        tuple(expressions_of(planner, sentence)),
    )


def _table(lines: Iterable[_Line]) -> Table:
    table = Table("written", "read", show_lines=True)
    for line in lines:
        written, spoken = Text(line.written), Text(line.spoken)
        for one in line.expressions:
            written.highlight_words([one.written], _WRITTEN)
            spoken.highlight_words([one.spoken], _READ)
        table.add_row(written, spoken)
    return table
