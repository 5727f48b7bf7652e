"""Lexicon entries are parsed from TSV, CSV, JSON and requests; invalid ones are refused with their place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from koe.errors import BadLexicon
from koe.text.lexicon import (
    MOST_REQUEST_ENTRIES,
    Entry,
    Kind,
    LexiconError,
    checked_entries,
    entries_of_request,
    parse_entries,
)
from lexicon_lines import entries

PAGE = Path(__file__).parents[2] / "docs" / "lexicon.md"


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("en|Kokoro|kəkˈɔɹO", Entry("en", "Kokoro", "kəkˈɔɹO")),
        ("EN_US|Kokoro|/kəkˈɔɹO/", Entry("en-us", "Kokoro", "kəkˈɔɹO")),
        ("fr|Kokoro|[kokoʁo]", Entry("fr", "Kokoro", "kokoʁo")),
        ("en|SQL|sequel|alias", Entry("en", "SQL", "sequel", is_alias=True)),
        ("en|TeX|tɛk|case, part", Entry("en", "TeX", "tɛk", is_case_sensitive=True, is_part=True)),
        ("en|read|ɹɛd|pos=VBD", Entry("en", "read", "ɹɛd", tag="VBD")),
        ("en|lead|lɛd|pos=noun", Entry("en", "lead", "lɛd", tag="NN")),
        ("en|L’Oréal|loʊɹeɪˈæl", Entry("en", "L'Oréal", "loʊɹeɪˈæl")),
        ("en|Kokoro|kəkˈɔɹO||a note of my own", Entry("en", "Kokoro", "kəkˈɔɹO")),
    ],
)
def test_line_becomes_an_entry(line: str, entry: Entry) -> None:
    assert entries(line) == [entry]
    assert entries("|".join(entry.row)) == [entry]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("tsv", "\ufefflang\tgrapheme\tphoneme\tflags\n\n# note\nen\tTeX\ttɛk\tcase\n"),
        ("csv", 'lang,grapheme,phoneme,flags\r\nen,"TeX",tɛk,case\r\n'),
        ("json", '[{"lang": "en", "grapheme": "TeX", "phoneme": "tɛk", "flags": ["case"]}]'),
        ("json", '[{"lang": "en", "grapheme": "TeX", "phoneme": "tɛk", "flags": "case"}]'),
    ],
)
def test_tsv_csv_and_json_give_the_same_entries(kind: Kind, text: str) -> None:
    assert parse_entries(text, kind, "file") == [Entry("en", "TeX", "tɛk", is_case_sensitive=True)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("en|Kokoro", "either phoneme or alias"),
        ("en|Kokoro|", "phoneme must be a non-empty string"),
        ("xx|Kokoro|kO", "lang must be one of"),
        ("en||kO", "grapheme must be a non-empty string"),
        ("en|[Kokoro]|kO", "not contain brackets, slashes or line breaks"),
        ("en|a/b|kO", "not contain brackets, slashes or line breaks"),
        ("en|!!|kO", "at least one letter or digit"),
        (f"en|{'a' * 101}|kO", "at most 100 characters"),
        (f"en|a|{'a' * 201}", "at most 200 characters"),
        ("en|Kokoro|kO5", "character 3 of phoneme is not an IPA symbol"),
        ("en|Kokoro|k/O", "character 2 of phoneme is not an IPA symbol"),
        ("en|Kokoro|ˈ.", "at least one sound"),
        ("en|Kokoro|kO|loud", "flags may be alias, case, part and pos=…"),
        ("en|Kokoro|kO|pos=THING", "pos must be one of ADJ"),
        ("en|Kokoro|cocoa|alias pos=NOUN", "not with alias"),
        ("fr|Kokoro|ko|pos=NOUN", "pos is allowed for English only"),
    ],
)
def test_invalid_entry_is_refused_with_its_line_and_without_its_text(line: str, reason: str) -> None:
    with pytest.raises(LexiconError) as caught:
        entries("# first", line)
    assert caught.value.line == 2
    assert str(caught.value).startswith("test:2: ")
    assert reason in caught.value.reason
    assert "Kokoro" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("[\n{,}]", 2, "is not valid JSON (column 2)"),
        ('{"lang": "en"}', 1, "must be a list of objects"),
        ('[\n{"lang": "en", "grapheme": "a", "phoneme": "a"},\n\n7]', 4, "either phoneme or alias"),
        ('[\n\n{"lang": "en", "grapheme": "a", "phoneme": 7}]', 3, "phoneme must be a non-empty string"),
        ('[{"lang": "en", "grapheme": "a", "phoneme": "a", "flags": [7]}]', 1, "flags must be"),
        ('[{"lang": "en", "grapheme": "a", "phoneme": "a", "loud": true}]', 1, "keys must be among"),
        ('[{"lang": "en", "grapheme": "a\\nb", "phoneme": "a"}]', 1, "not contain line breaks"),
        ("[" * 100_000, 1, "is not valid JSON"),
    ],
)
def test_invalid_json_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(LexiconError, match=re.escape(reason)) as caught:
        parse_entries(text, "json", "file")
    assert caught.value.line == line


def test_check_reports_every_invalid_entry() -> None:
    results = list(checked_entries("en\ta\tb5\nen\ta\tb\nen\ta\n", "tsv", "file"))
    assert [result.line if isinstance(result, LexiconError) else result.grapheme for result in results] == [1, "a", 3]


def test_entry_of_a_request_takes_the_language_of_the_request() -> None:
    assert entries_of_request([{"grapheme": "Kokoro", "phoneme": "ko"}], "fr") == (Entry("fr", "Kokoro", "ko"),)


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        (
            [{"grapheme": "a", "phoneme": "a"}, {"grapheme": "secret", "phoneme": "5"}],
            "entry 2: character 1 of phoneme",
        ),
        ([{"grapheme": "a", "phoneme": "a"}] * (MOST_REQUEST_ENTRIES + 1), "at most 200 are allowed"),
        ([{"grapheme": "a", "phoneme": "ɑ" * 190}] * MOST_REQUEST_ENTRIES, "at most 32768 are allowed"),
        ([{"grapheme": "a", "phoneme": "\ud800"}], "entry 1: "),
        ([{"grapheme": "a"}], "entry 1: needs lang, grapheme, and either phoneme or alias"),
    ],
)
def test_invalid_entry_of_a_request_is_named_by_number(raw: list[dict[str, object]], part: str) -> None:
    with pytest.raises(BadLexicon, match=re.escape(part)) as caught:
        entries_of_request(raw)
    assert caught.value.param == "lexicon"
    assert "secret" not in str(caught.value)


def test_examples_in_the_docs_are_valid() -> None:
    blocks = re.findall(r"^```(tsv|csv|json)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert [kind for kind, _ in blocks] == ["tsv", "csv", "json", "json"]
    for kind, text in blocks[:3]:
        assert len(parse_entries(text, kind, "page")) >= 3
    assert len(entries_of_request(json.loads(blocks[3][1]))) == 2
