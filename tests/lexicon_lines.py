"""Lexicon entries for tests, written as lines with | for the tab."""

from __future__ import annotations

from koe.text.lexicon import Entry, parse_entries


def tsv(*lines: str) -> str:
    return "\n".join(line.replace("|", "\t") for line in lines)


def entries(*lines: str) -> list[Entry]:
    return parse_entries(tsv(*lines), "tsv", "test")
