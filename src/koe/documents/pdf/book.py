"""A PDF -> document: the text of its pages, cut where the entries of its outline lead to."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO

from pypdf import PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError

from koe.documents.document import Chapter, Document, Paragraph
from koe.documents.errors import BadDocument, EmptyDocument, ProtectedDocument
from koe.documents.limits import LARGEST_TEXTS_BYTES, MOST_PARTS
from koe.documents.paragraphs import one_line, readable, title_of
from koe.documents.pdf.lines import PrintedParagraph, printed_paragraphs, without_running_lines
from koe.errors import KoeError

_DEEPEST_OUTLINE = 8
_LINES_OF_TITLE = 3
_LONGEST_LINE = 2000
_NUMBERING = re.compile(
    r"(?:(?i:chapter|part|section|appendix)\s+)?(?:[0-9]{1,3}|[A-Z]|[IVXLC]{1,6})(?:\.[0-9]{1,3})*[.:]?\s+"
)


@dataclass(frozen=True, slots=True)
class _Entry:
    title: str
    page: int  # from 0
    level: int


def read_pdf(file: BinaryIO, name: str) -> Document:
    """`name` is the title of a document that has none. Scanned pages have no text: they are not recognised."""
    with _damage_reported():
        reader = PdfReader(file)
        if reader.is_encrypted and not _opens_without_password(reader):
            raise ProtectedDocument("a password")
        if len(reader.pages) > MOST_PARTS:
            raise BadDocument(f"it has more than {MOST_PARTS:,} pages")
        pages = without_running_lines(list(_pages(reader)))
        entries = _outline(reader)
        title, author = _information(reader)
    title = title or name
    chapters = tuple(_chapters(pages, entries, title))
    if not chapters:
        raise EmptyDocument("there is no text in it. Scanned pages must be recognised by another program first")
    return Document(title, author, "", chapters)


@contextmanager
def _damage_reported() -> Iterator[None]:
    """Damaged files raise all kinds of errors in pypdf, and it logs what it repairs."""
    log = logging.getLogger("pypdf")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    except KoeError:
        raise
    except (DependencyError, FileNotDecryptedError) as problem:
        raise ProtectedDocument("encryption") from problem
    except Exception as problem:
        raise BadDocument("it is a damaged PDF") from problem
    finally:
        log.setLevel(before)


def _opens_without_password(reader: PdfReader) -> bool:
    """Many files are encrypted only so that they cannot be printed or changed."""
    return bool(reader.decrypt(""))


def _pages(reader: PdfReader) -> Iterator[list[str]]:
    size = 0
    for page in reader.pages:
        lines = [line[:_LONGEST_LINE] for line in page.extract_text().strip().split("\n")]
        size += sum(map(len, lines))
        if size > LARGEST_TEXTS_BYTES:
            raise BadDocument(f"its texts are larger than {LARGEST_TEXTS_BYTES // 2**20} MB")
        yield lines


def _information(reader: PdfReader) -> tuple[str, str]:
    found = reader.metadata
    return (one_line(found.title or ""), one_line(found.author or "")) if found else ("", "")


def _outline(reader: PdfReader) -> list[_Entry]:
    """In the order of pages. Entries that lead nowhere are left out."""
    entries: list[_Entry] = []
    waiting: list[tuple[Any, int]] = [(one, 1) for one in reversed(reader.outline)]
    while waiting and len(entries) < MOST_PARTS:
        one, level = waiting.pop()
        if isinstance(one, list):  # those below the entry before it
            waiting += ((child, level + 1) for child in reversed(one) if level < _DEEPEST_OUTLINE)
            continue
        page = reader.get_destination_page_number(one)
        title = title_of(str(one.title or ""))
        if page is not None and page >= 0 and title:
            entries.append(_Entry(title, page, level))
    return sorted(entries, key=lambda entry: entry.page)


def _chapters(pages: Sequence[Sequence[str]], entries: Sequence[_Entry], title: str) -> Iterator[Chapter]:
    """Cut at the line that holds the title of the entry, or else at the top of its page."""
    places = [(0, 0, _Entry(title, 0, 1))]
    for entry in entries:
        line, _ = _line_of(entry, pages[entry.page]) or (0, 0)
        places.append((entry.page, line, entry))
    places.sort(key=lambda place: place[:2])
    for number, (page, line, entry) in enumerate(places):
        end = places[number + 1][:2] if number + 1 < len(places) else (len(pages), 0)
        paragraphs = readable(_paragraphs(pages, (page, line), end, entry if number else None))
        if paragraphs:
            yield Chapter(entry.title, tuple(paragraphs), entry.level)


def _line_of(entry: _Entry, lines: Sequence[str]) -> tuple[int, int] | None:
    """The first line of a title that is printed on its page, and how many lines it takes."""
    wanted = _names(entry.title)
    for place in range(len(lines)):
        for count in range(1, _LINES_OF_TITLE + 1):
            if wanted & _names(" ".join(lines[place : place + count])):
                return place, count
    return None


def _names(title: str) -> set[str]:
    """The letters of a title, with its number and without: often only one of page and outline has it."""
    texts = (title, _NUMBERING.sub("", title.strip()))
    return {name for text in texts if (name := "".join(filter(str.isalnum, text)).casefold())}


def _paragraphs(
    pages: Sequence[Sequence[str]], begin: tuple[int, int], end: tuple[int, int], entry: _Entry | None
) -> Iterator[Paragraph]:
    first, line = begin
    cut = [list(lines) for lines in pages[first : end[0] + 1]]
    if end[0] < len(pages):
        cut[-1] = cut[-1][: end[1]]
    if cut:
        cut[0] = cut[0][line:]
    if entry is not None and cut and any(map(str.strip, (text for lines in cut for text in lines))):
        found = _line_of(entry, cut[0])
        if found is not None and found[0] == 0:
            cut[0] = cut[0][found[1] :]
        yield Paragraph("heading", entry.title, f"page {first + 1}", level=entry.level)
    for printed in printed_paragraphs(cut):
        yield _paragraph(printed, first)


def _paragraph(printed: PrintedParagraph, first: int) -> Paragraph:
    place = f"page {first + printed.page}"
    return Paragraph("item" if printed.is_item else "text", printed.text, place, level=int(printed.is_item))
