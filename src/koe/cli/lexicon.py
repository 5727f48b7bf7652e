"""koe lexicon: checks, extends and lists pronunciation lexicons."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from koe.cli.console import fail, out
from koe.cli.options import AsJson
from koe.cli.safe_file import write_safely
from koe.languages import LANGUAGES
from koe.settings import load_settings
from koe.text.g2p import Phonemizer
from koe.text.language import normalize_language
from koe.text.lexicon import COLUMNS, Entry, LexiconError, parse_entries
from koe.text.lexicon_files import Lexicons, check_file, read_file, user_file
from koe.text.normalize import normalize
from koe.text.traced import Traced

app = typer.Typer(help="Pronunciation lexicons.", no_args_is_help=True, rich_markup_mode=None)

Language = Annotated[str, typer.Option("--lang", help=f"{', '.join(LANGUAGES)}, or en for both kinds of English.")]


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A .tsv, .csv or .json file.")],
    as_json: AsJson = False,
) -> None:
    """Check a lexicon file. Exit code 1 when an entry cannot be used."""
    results = check_file(file)
    entries = [result for result in results if isinstance(result, Entry)]
    problems = [result for result in results if isinstance(result, LexiconError)]
    languages = dict(sorted(Counter(entry.lang for entry in entries).items()))
    if as_json:
        wrong = [{"line": problem.line, "reason": problem.reason} for problem in problems]
        out.print_json(json.dumps({"file": str(file), "entries": languages, "problems": wrong}))
    else:
        for line in [*map(str, problems), f"{len(entries)} entries {_listed(languages)}".strip()]:
            out.print(line, soft_wrap=True, markup=False)
    if problems:
        raise typer.Exit(1)


def _listed(languages: dict[str, int]) -> str:
    return f"({', '.join(f'{code}: {count}' for code, count in languages.items())})" if languages else ""


@app.command()
def add(
    word: Annotated[str, typer.Argument(help="The word or words as written.")],
    ipa: Annotated[str | None, typer.Option("--ipa", help="Its pronunciation in IPA.")] = None,
    like: Annotated[str | None, typer.Option("--like", help="Another word with the same pronunciation.")] = None,
    language: Language = "en-us",
    file: Annotated[Path | None, typer.Option("--file", help="A .tsv file. Default: the user's lexicon.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing entry.")] = False,
) -> None:
    """Add a word to a lexicon."""
    if (ipa is None) == (like is None):
        raise typer.BadParameter("give either --ipa or --like")
    path = file or load_settings().lexicon or user_file()
    if path.suffix.lower() != ".tsv":
        raise typer.BadParameter("entries are added to .tsv files only", param_hint="--file")
    spoken = ipa if ipa is not None else _reading(like or "", language)
    entry = _entry(language, word, spoken)
    known = read_file(path) if path.exists() else []
    if not force and any(entry.key == other.key for other in known):
        fail(f"{path} already has an entry for this word; --force replaces it", exit_code=2)
    lines = path.read_text(encoding="utf-8-sig").splitlines() if path.exists() else ["\t".join(COLUMNS)]
    _write(path, [*(line for line in lines if not _is_of(line, entry)), _line(entry)])
    typer.echo(_line(entry))  # a rich console would replace the tabs by spaces


def _reading(word: str, language: str) -> str:
    code = "en-us" if language == "en" else language
    return Phonemizer().read(normalize(Traced.of(word), code), code).text


def _entry(language: str, word: str, spoken: str) -> Entry:
    try:
        (entry,) = parse_entries("\t".join((language, word, spoken)), "tsv", "entry")
    except LexiconError as error:
        fail(error.reason, exit_code=2)
    return entry


def _line(entry: Entry) -> str:
    return "\t".join(entry.row).rstrip()


def _is_of(line: str, entry: Entry) -> bool:
    return any(other.key == entry.key for other in parse_entries(line, "tsv", "line"))


def _write(path: Path, lines: Sequence[str]) -> None:
    """Writes atomically: a server that watches the file must never see half of it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_safely(path, "".join(f"{line}\n" for line in lines).encode(), force=True)
    except OSError as problem:
        fail(f"{path} cannot be written ({problem.strerror})", exit_code=1)


@app.command("list")
def list_entries(
    language: Language = "en-us",
    file: Annotated[Path | None, typer.Option("--file", help="Only this file. Default: all lexicons in use.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the entries for a language."""
    code = normalize_language(language)
    if file:
        entries = [entry for entry in read_file(file) if entry.applies_to(code)]
    else:
        settings = load_settings()
        entries = list(Lexicons(settings.lexicon, settings.project_lexicon).for_language(code).entries)
    if as_json:
        out.print_json(json.dumps([dict(zip(COLUMNS, entry.row, strict=True)) for entry in entries]))
        return
    table = Table(*COLUMNS, box=None, pad_edge=False)
    for entry in entries:
        table.add_row(*entry.row)
    out.print(table)
