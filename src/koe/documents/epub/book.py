"""An EPUB -> document: its pages in the order of reading, cut where the entries of its table of contents lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from koe.documents.document import Chapter, Document, Paragraph
from koe.documents.encoding import decoded
from koe.documents.epub.archive import Archive
from koe.documents.epub.contents import Entry, read_contents
from koe.documents.epub.package import Package, read_package
from koe.documents.errors import EmptyDocument
from koe.documents.html import Page, read_page
from koe.documents.paragraphs import readable, title_of

_HEADING_WITHIN = 3  # paragraphs from the beginning of a chapter


@dataclass(frozen=True, slots=True)
class _Start:
    """Where a chapter begins: at a paragraph of a page, both counted from 0."""

    page: int
    paragraph: int
    entry: Entry


def read_epub(file: BinaryIO, name: str) -> Document:
    """`name` is the title of a book that has none. Raises `ProtectedDocument` for one with DRM."""
    archive = Archive(file)
    archive.refuse_protected()
    package = read_package(archive)
    pages = [read_page(decoded(archive.text(page), declares=True), page) for page in package.pages]
    entries = read_contents(archive, package.nav, package.ncx)
    starts = _starts(package, pages, entries)
    found = _by_contents(pages, starts, package.title or name) if starts else _by_pages(pages, package.title or name)
    chapters = tuple(chapter for chapter in found if chapter.paragraphs)
    if not chapters:
        raise EmptyDocument
    return Document(
        package.title or name, package.author, package.language, chapters, package.cover, _warnings(package)
    )


def _warnings(package: Package) -> tuple[str, ...]:
    if not package.missing:
        return ()
    total = len(package.pages) + package.missing
    return (f"{package.missing} of {total} pages of the book are not in the file.",)


def _starts(package: Package, pages: Sequence[Page], entries: Sequence[Entry]) -> list[_Start]:
    """In the order of reading. Of several entries that lead to one place, the innermost gives its name, after those
    around it."""
    numbers = {page: number for number, page in enumerate(package.pages)}
    starts: dict[tuple[int, int], _Start] = {}
    for entry in entries:
        number = numbers.get(entry.page)
        if number is None:
            continue
        paragraph = pages[number].anchors.get(entry.anchor, 0) if entry.anchor else 0
        before = starts.get((number, paragraph))
        if before is None:
            starts[number, paragraph] = _Start(number, paragraph, entry)
        elif before.entry.level < entry.level:
            title = title_of(f"{before.entry.title}: {entry.title}")
            starts[number, paragraph] = _Start(number, paragraph, Entry(title, entry.page, entry.anchor, entry.level))
    return [starts[place] for place in sorted(starts)]


def _by_contents(pages: Sequence[Page], starts: Sequence[_Start], title: str) -> Iterator[Chapter]:
    """What comes before the first entry, such as a title page, is a chapter named after the book."""
    first = starts[0]
    opening = _between(pages, (0, 0), (first.page, first.paragraph))
    yield Chapter(title, tuple(readable(opening)))
    for number, start in enumerate(starts):
        following = starts[number + 1] if number + 1 < len(starts) else None
        end = (following.page, following.paragraph) if following else (len(pages), 0)
        paragraphs = readable(_between(pages, (start.page, start.paragraph), end))
        if paragraphs and not _has_heading(paragraphs, start.entry.title):  # it is a picture
            paragraphs.insert(0, Paragraph("heading", start.entry.title, paragraphs[0].place, level=start.entry.level))
        yield Chapter(start.entry.title, tuple(paragraphs), start.entry.level)


def _has_heading(paragraphs: Sequence[Paragraph], title: str) -> bool:
    """Some books set headings as plain paragraphs."""
    return any(one.kind == "heading" or _same(one.text, title) for one in paragraphs[:_HEADING_WITHIN])


def _same(text: str, title: str) -> bool:
    return "".join(filter(str.isalnum, text)).casefold() == "".join(filter(str.isalnum, title)).casefold()


def _between(pages: Sequence[Page], begin: tuple[int, int], end: tuple[int, int]) -> Iterator[Paragraph]:
    for number in range(begin[0], min(end[0] + 1, len(pages))):
        paragraphs = pages[number].paragraphs
        start = begin[1] if number == begin[0] else 0
        yield from paragraphs[start : end[1] if number == end[0] else len(paragraphs)]


def _by_pages(pages: Sequence[Page], title: str) -> Iterator[Chapter]:
    """A page without a heading goes on with the chapter before it."""
    name, paragraphs = title, list[Paragraph]()
    for page in pages:
        heading = next((one.text for one in page.paragraphs[:_HEADING_WITHIN] if one.kind == "heading"), None)
        if heading is not None and paragraphs:
            yield Chapter(name, tuple(readable(paragraphs)))
            paragraphs = []
        name = title_of(heading) if heading is not None else name
        paragraphs += page.paragraphs
    yield Chapter(name, tuple(readable(paragraphs)))
