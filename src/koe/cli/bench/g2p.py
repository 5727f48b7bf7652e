"""koe bench g2p: how fast each language is read into phonemes."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.languages import paragraph
from koe.bench.reading_times import ReadingTimes, measure_reading
from koe.cli.bench.keep import keep_result
from koe.cli.bench.run_tables import table_of
from koe.cli.console import counting, out
from koe.cli.options import AsJson
from koe.languages import LANGUAGES
from koe.settings import load_settings
from koe.text.g2p import Phonemizer
from koe.text.language import require_readable
from koe.text.plan import Planner

COMMAND = "g2p"
_COLUMNS = ("ms for a sentence", "first", "p50", "p95", "worst", "cached", "characters/s", "fallbacks")


def g2p(
    language: Annotated[list[str] | None, typer.Option("--lang", help="Several are allowed; default: all.")] = None,
    trials: Annotated[int, typer.Option(min=1, max=100, help="How often each sentence is read.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Read a paragraph of each language into phonemes: the first sentence, which loads the reader, later ones, and
    from the cache; and how often the best reader could not read."""
    codes = [require_readable(one) for one in language] if language else _readable()
    settings = load_settings()
    planner = Planner(Phonemizer())
    cached = Planner(Phonemizer(settings.phoneme_cache_bytes or 1 << 22))
    rows = []
    with counting("Reading", total=len(codes)) as progress:
        for code in codes:
            rows.append(measure_reading(planner, cached, code, paragraph(code), trials))
            progress.advance(progress.task_ids[0])
    result = {"trials": trials, "languages": {row.language: asdict(row) for row in rows}}
    keep_result(COMMAND, result)
    if as_json:
        out.print_json(json.dumps(result))
    else:
        out.print(table_of_reading(rows))


def _readable() -> list[str]:
    """Those whose readers are installed."""
    return [code for code, language in LANGUAGES.items() if language.is_readable]


def table_of_reading(rows: list[ReadingTimes]) -> Table:
    table = table_of(*_COLUMNS)
    for row in rows:
        times = (f"{one:.1f}" for one in (row.first_ms, row.p50_ms, row.p95_ms, row.worst_ms))
        table.add_row(row.language, *times, f"{row.cached_ms:.2f}", f"{row.characters_per_s:,.0f}", str(row.fallbacks))
    return table
