"""Documents of other services and of the W3C are spoken in lenient mode and refused in strict mode."""

from __future__ import annotations

import json
import re

import pytest

from foreign_documents import DOCUMENTS, ForeignDocument, chooser
from koe.text.prescribed import PATTERN
from koe.text.ssml import parse_ssml
from koe.text.ssml_foreign import FOREIGN
from koe.wire.warnings import warning_json
from ssml_documents import PAGE, refusal

EACH = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)


def words(text: str) -> str:
    return " ".join(PATTERN.sub(lambda word: word["word"], text).split())


@EACH
def test_document_is_spoken_with_its_voices_and_marks(document: ForeignDocument) -> None:
    marked = parse_ssml(document.ssml, "en-us", "lenient", chooser())
    assert tuple((passage.voice, words(passage.text.text)) for passage in marked.passages) == document.passages
    assert tuple(mark.name for mark in marked.bookmarks) == document.marks


@EACH
def test_warnings_tell_line_and_column_of_what_is_not_done(document: ForeignDocument) -> None:
    marked = parse_ssml(document.ssml, "en-us", "lenient", chooser())
    found = tuple((warning.line, warning.column, warning.code) for warning in marked.warnings)
    assert found == document.warnings


@EACH
def test_strict_mode_refuses_the_document(document: ForeignDocument) -> None:
    assert refusal(document.ssml).code.startswith("ssml_")


def test_there_are_nine_documents() -> None:
    assert len({document.name for document in DOCUMENTS}) == 9


# -- docs/ssml.md


@pytest.mark.parametrize("name", FOREIGN)
def test_docs_say_what_becomes_of_every_element(name: str) -> None:
    assert f"`{name}`" in PAGE.read_text(encoding="utf-8")


def test_warning_in_the_docs_is_the_one_that_is_sent() -> None:
    shown, *_ = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (warning,) = parse_ssml("<speak>\n  <amazon:domain/>\n</speak>", "en-us").warnings
    assert json.loads(shown) == [warning_json(warning)]
