"""Plain text -> document: paragraphs between empty lines, and chapters where lines look like their headings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from koe.documents.document import Document, Paragraph
from koe.documents.errors import EmptyDocument
from koe.documents.paragraphs import chapters_by_headings, readable, title_of

_NUMBERED = (
    r"chapter|chapitre|cap[íi]tulo|capitolo|kapitel|part|partie|parte|teil|book|livre|libro|livro|buch|act|scene|letter"
    r"|canto|section|volume"
)
_ALONE = (
    r"prologue|epilogue|preface|foreword|introduction|afterword|appendix|conclusion|acknowledge?ments"
    r"|prólogo|epílogo|prefacio|introducción|prefazione|introduzione|préface|épilogue|avant-propos|vorwort|nachwort"
)
# "Chapter 1", "CHAPTER IV. The Storm", "Part Two: Home", "Prologue"
_HEADING = re.compile(
    rf"(?i)(?:(?:{_NUMBERED})\s{{1,3}}(?:the\s)?(?:[0-9]{{1,4}}|[ivxlcdm]{{1,8}}|[a-zà-ÿ]{{2,12}}(?:-[a-z]{{2,8}})?)"
    rf"(?:\s{{0,3}}[.:—–-].{{0,80}})?|(?:{_ALONE})[.:]?|[第][0-9一二三四五六七八九十百零〇]{{1,6}}[章回節节話话](?:\s.{{0,60}})?)"
)
_LINES_OF_HEADING = 2
_TITLE_LINE = re.compile(r"(?i)title:\s{0,3}(\S.{0,200})")
_AUTHOR_LINE = re.compile(r"(?i)author:\s{0,3}(\S.{0,200})")
_FIELDS_WITHIN = 40  # paragraphs from the beginning, where the digital libraries have title and author


def read_plain(text: str, name: str) -> Document:
    """`name` is the title of a text that has none."""
    paragraphs = readable(_paragraphs(text))
    if not paragraphs:
        raise EmptyDocument
    title, author = _field(_TITLE_LINE, paragraphs) or name, _field(_AUTHOR_LINE, paragraphs)
    return Document(title, author, "", chapters_by_headings(paragraphs, title))


def _paragraphs(text: str) -> Iterator[Paragraph]:
    lines: list[str] = []
    begin = 1
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        if line.strip():
            begin = begin if lines else number
            lines.append(line.strip())
        elif lines:
            yield _paragraph(lines, begin)
            lines = []


def _paragraph(lines: list[str], begin: int) -> Paragraph:
    is_heading = len(lines) <= _LINES_OF_HEADING and _HEADING.fullmatch(lines[0]) and len(lines[-1]) <= 80
    if is_heading:
        return Paragraph("heading", ". ".join(line.rstrip(".") for line in lines), f"line {begin}", level=1)
    return Paragraph("text", "\n".join(lines), f"line {begin}")


def _field(pattern: re.Pattern[str], paragraphs: list[Paragraph]) -> str:
    for paragraph in paragraphs[:_FIELDS_WITHIN]:
        for line in paragraph.text.split("\n"):
            if found := pattern.fullmatch(line):
                return title_of(found[1])
    return ""
