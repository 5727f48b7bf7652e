"""Scripts: how a document is cut into passages, with which pauses, and what is not spoken as it is written."""

from __future__ import annotations

import pytest

from koe.audio.pause import LINE_MS, PARAGRAPH_MS, SENTENCE_MS
from koe.book.script import (
    AFTER_CHAPTER_MS,
    AFTER_HEADING_MS,
    BEFORE_HEADING_MS,
    LONGEST_PASSAGE_CHARACTERS,
    Script,
    script_of,
)
from koe.documents.document import Chapter, Document, Paragraph
from koe.documents.errors import EmptyDocument


def document(*chapters: list[Paragraph]) -> Document:
    return Document("T", "A", "en", tuple(Chapter(f"C{n}", tuple(one)) for n, one in enumerate(chapters, start=1)))


def spoken(script: Script) -> list[tuple[str, int]]:
    return [(passage.text, passage.silence_ms) for passage in script.passages]


HEADING = Paragraph("heading", "The Storm", level=1)
TEXT = Paragraph("text", "It rained.")


def test_headings_items_and_chapters_have_their_pauses() -> None:
    item = Paragraph("item", "A cup.", level=1)
    script = script_of(document([HEADING, TEXT, item, item, TEXT, HEADING, TEXT], [TEXT]), "en-us")
    assert spoken(script) == [
        ("The Storm", AFTER_HEADING_MS - SENTENCE_MS),
        ("It rained.", PARAGRAPH_MS - SENTENCE_MS),
        ("A cup.", LINE_MS - SENTENCE_MS),
        ("A cup.", PARAGRAPH_MS - SENTENCE_MS),
        ("It rained.", BEFORE_HEADING_MS - SENTENCE_MS),
        ("The Storm", AFTER_HEADING_MS - SENTENCE_MS),
        ("It rained.", AFTER_CHAPTER_MS - SENTENCE_MS),
        ("It rained.", AFTER_CHAPTER_MS - SENTENCE_MS),
    ]
    assert [passage.chapter for passage in script.passages] == [0] * 7 + [1]


def test_long_paragraphs_are_cut_between_sentences_and_nothing_is_lost() -> None:
    sentences = [f"Dr. No. {number} walked to the harbour, and it took him 3.5 hours." for number in range(40)]
    script = script_of(document([Paragraph("text", " ".join(sentences))]), "en-us")
    texts = [passage.text for passage in script.passages]
    assert " ".join(texts) == " ".join(sentences)
    assert len(texts) > 3
    assert all(len(text) <= LONGEST_PASSAGE_CHARACTERS and text.endswith("hours.") for text in texts)
    assert [passage.silence_ms for passage in script.passages[:-1]] == [0] * (len(texts) - 1)


@pytest.mark.parametrize("longest", [0, LONGEST_PASSAGE_CHARACTERS])
def test_a_sentence_without_an_end_is_cut_too(longest: int) -> None:
    text = "and on it goes, " * 500
    script = script_of(document([Paragraph("text", text)]), "en-us", longest=longest)
    assert max(len(passage.text) for passage in script.passages) <= LONGEST_PASSAGE_CHARACTERS
    assert " ".join(passage.text for passage in script.passages) == text.strip()


def test_sentences_are_passages_if_none_may_be_longer() -> None:
    script = script_of(document([Paragraph("text", "One. Two! Three?")]), "en-us", longest=0)
    assert [passage.text for passage in script.passages] == ["One.", "Two!", "Three?"]


def test_a_verse_keeps_its_lines_and_wrapped_text_does_not() -> None:
    verse = Paragraph("text", "Roses are red\nViolets are blue")
    assert [text for text, _ in spoken(script_of(document([verse]), "en-us"))] == ["Roses are red", "Violets are blue"]
    line = "This text was wrapped by hand, in lines of about the same width, as"
    wrapped = Paragraph("text", f"{line}\n{line}\n{line}\nit was done long ago.")
    assert len(script_of(document([wrapped]), "en-us").passages) == 1


@pytest.mark.parametrize(
    ("code", "expected"),
    [("speak", ["x = 1", "It rained."]), ("announce", ["Code block.", "It rained."]), ("skip", ["It rained."])],
)
def test_code_is_spoken_announced_or_skipped(code: str, expected: list[str]) -> None:
    script = script_of(document([Paragraph("code", "x = 1"), TEXT]), "en-us", code)  # type: ignore[arg-type]
    assert [passage.text for passage in script.passages] == expected


def test_code_is_announced_in_the_language_of_the_text() -> None:
    (passage,) = script_of(document([Paragraph("code", "x = 1")]), "fr").passages
    assert passage.text == "Bloc de code."


def test_a_chapter_without_anything_to_say_is_left_out() -> None:
    script = script_of(document([Paragraph("code", "x")], [TEXT]), "en-us", "skip")
    assert script.chapters == ("C2",)
    assert script.passages[0].chapter == 0
    with pytest.raises(EmptyDocument, match="code"):
        script_of(document([Paragraph("code", "x")]), "en-us", "skip")


@pytest.mark.parametrize("text", ["[voice:nobody] Hello", "[pause:9s] Hello", "[rate:99] Hello", "Say [tomato](/t/)."])
def test_notation_in_a_book_is_text(text: str) -> None:
    (passage,) = script_of(document([Paragraph("text", text)]), "en-us").passages
    assert passage.text == text.replace("[", "\\[")
