"""A compact table answers as the dictionary that it was made of."""

from __future__ import annotations

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.text.compact_table import CompactTable

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@given(st.dictionaries(WORDS, st.integers()), st.lists(WORDS))
def test_it_has_the_entries_of_the_dictionary_and_no_others(entries: dict[str, int], others: list[str]) -> None:
    table = CompactTable(entries, str, int)
    assert dict(table) == entries
    assert len(table) == len(entries)
    for key in others:
        assert table.get(key) == entries.get(key)
        assert (key in table) == (key in entries)


def test_a_missing_key_is_a_key_error() -> None:
    table: CompactTable[str] = CompactTable({"read": "ɹˈid"}, str, str)
    with pytest.raises(KeyError, match="lead"):
        table["lead"]
    assert "\ud800" not in table


def test_values_of_any_kind_go_through_text() -> None:
    entries: dict[str, dict[str, str | None]] = {"used": {"VBD": "jˈust", "DEFAULT": "jˈuzd"}, "none": {"VB": None}}
    table = CompactTable(entries, json.dumps, json.loads)
    assert dict(table) == entries


def test_it_is_small() -> None:
    entries = {f"word{number}": f"sound{number}" for number in range(20_000)}
    table: CompactTable[str] = CompactTable(entries, str, str)
    plain = sys.getsizeof(entries) + sum(map(sys.getsizeof, (*entries, *entries.values())))
    parts = sum(sys.getsizeof(part) for part in (table._text, table._slots, table._starts))
    assert parts < plain / 3
