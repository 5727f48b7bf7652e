"""PDF: paragraphs from lines, divided words, running headers, chapters by the outline."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader, PdfWriter

from document_files import pdf
from koe.documents.document import Document
from koe.documents.errors import BadDocument, EmptyDocument, ProtectedDocument
from koe.documents.open_document import open_document
from koe.documents.pdf.lines import joined, printed_paragraphs, without_running_lines

LONG = "This line of the printed page is as long as the others are, and goes"


def read(data: bytes) -> Document:
    return open_document(io.BytesIO(data), "paper.pdf")


def texts(document: Document) -> list[str]:
    return [paragraph.text for chapter in document.chapters for paragraph in chapter.paragraphs]


def test_lines_become_paragraphs_over_the_end_of_a_page() -> None:
    document = read(pdf([[LONG, "on here and ends.", LONG], ["on after the page was turned over."]]))
    assert texts(document) == [f"{LONG} on here and ends.", f"{LONG} on after the page was turned over."]
    assert [paragraph.place for paragraph in document.chapters[0].paragraphs] == ["page 1", "page 1"]


def test_words_that_were_divided_are_whole_and_compounds_keep_their_hyphen() -> None:
    assert joined(["The exam-", "ple is clear."]) == "The example is clear."
    assert joined(["A well-known and well-", "known fact"]) == "A well-known and well-known fact"
    assert joined(["From 1990-", "1995 in Anglo-", "Saxon hands"]) == "From 1990- 1995 in Anglo- Saxon hands"


def test_running_headers_footers_and_page_numbers_go() -> None:
    pages = [
        [
            f"{number} THE HISTORY OF EVERYTHING" if number % 2 else f"Chapter Two {number}",
            f"{LONG} on {word} here.",
            f"Only on the page of {word}.",
            str(number),
        ]
        for number, word in enumerate(["ash", "bee", "cat", "dog", "elm", "fox", "gnu", "hen"], start=10)
    ]
    kept = without_running_lines(pages)
    assert [len(lines) for lines in kept] == [2] * 8
    document = read(pdf(pages))
    assert "HISTORY" not in str(texts(document))
    assert texts(document)[0] == f"{LONG} on ash here. Only on the page of ash."


def test_a_header_that_has_the_number_of_its_page_goes_however_short_its_chapter() -> None:
    words = ["ash", "bee", "cat", "dog", "elm"]
    pages = [[f"Of {word}s {number}", f"{LONG} on {word}."] for number, word in enumerate(words, start=7)]
    assert without_running_lines(pages) == [[f"{LONG} on {word}."] for word in words]
    counts = [
        [f"In {word} there were {number}", f"{LONG} on {word}."]
        for number, word in zip((3, 9, 5, 12, 4), words, strict=True)
    ]
    assert without_running_lines(counts) == counts


def test_a_table_of_contents_is_not_read() -> None:
    lines = ["Contents", "1 Introduction . . . . . . . . . . . 1", "1.1 Why? ......... iv", "And so on... it went."]
    assert without_running_lines([lines]) == [["Contents", "And so on... it went."]]


def test_a_title_is_found_with_and_without_its_number() -> None:
    pages = [["2 Structure", f"{LONG} on.", "2.1 Syntax", "It is simple."]]
    document = read(pdf(pages, outline=[("2 Structure", 0), ("Syntax", 0)]))
    assert [(one.title, texts) for one in document.chapters for texts in [[p.text for p in one.paragraphs]]] == [
        ("2 Structure", ["2 Structure", f"{LONG} on."]),
        ("Syntax", ["Syntax", "It is simple."]),
    ]


def test_a_line_that_stands_on_two_pages_only_stays() -> None:
    pages = [["Refrain of the song", "A verse."], ["Refrain of the song", "Another verse."]]
    assert without_running_lines(pages) == pages


def test_items_of_a_list_are_paragraphs_of_their_own() -> None:
    found = list(printed_paragraphs([["Take these:", "1. A cup of flour", "2. Two eggs", "3. Milk"]]))
    assert [(one.text, one.is_item) for one in found] == [
        ("Take these:", False),
        ("1. A cup of flour", True),
        ("2. Two eggs", True),
        ("3. Milk", True),
    ]


def test_the_outline_cuts_chapters_where_its_titles_are_printed() -> None:
    pages = [
        ["The Beginning", f"{LONG} on and on.", "And it ends."],
        ["The last words of it.", "The Middle", f"{LONG} further."],
    ]
    document = read(pdf(pages, title="Paper", author="A. Uthor", outline=[("The Beginning", 0), ("The Middle", 1)]))
    assert (document.title, document.author) == ("Paper", "A. Uthor")
    assert [(one.title, [paragraph.text for paragraph in one.paragraphs]) for one in document.chapters] == [
        ("The Beginning", ["The Beginning", f"{LONG} on and on. And it ends.", "The last words of it."]),
        ("The Middle", ["The Middle", f"{LONG} further."]),
    ]
    assert document.chapters[0].paragraphs[0].kind == "heading"


def test_pages_without_text_say_that_they_may_be_scanned() -> None:
    with pytest.raises(EmptyDocument, match="Scanned pages"):
        read(pdf([[], []]))


@pytest.mark.parametrize("algorithm", ["RC4-128"])
def test_a_password_protects(algorithm: str) -> None:
    def encrypted(user: str) -> bytes:
        writer, file = PdfWriter(PdfReader(io.BytesIO(pdf([["Secret words here."]])))), io.BytesIO()
        writer.encrypt(user, "owner", algorithm=algorithm)
        writer.write(file)
        return file.getvalue()

    with pytest.raises(ProtectedDocument, match="a password"):
        read(encrypted("secret"))
    assert texts(read(encrypted(""))) == ["Secret words here."]


@pytest.mark.parametrize("keep", [0.02, 0.4])
def test_a_damaged_file_is_refused(keep: float) -> None:
    data = pdf([[f"{LONG} on."] * 30])
    with pytest.raises(BadDocument):
        read(data[: int(len(data) * keep)])
