"""The table of contents of an EPUB (nav of version 3, ncx of version 2) -> its entries in order, with their depth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from xml.etree.ElementTree import Element

from koe.documents.encoding import decoded
from koe.documents.epub.archive import Archive, resolved
from koe.documents.errors import BadDocument
from koe.documents.limits import MOST_PARTS
from koe.documents.paragraphs import title_of


@dataclass(frozen=True, slots=True)
class Entry:
    """`anchor` is the id of the element in `page` that the entry leads to; empty: the beginning of the page."""

    title: str
    page: str
    anchor: str
    level: int


def read_contents(archive: Archive, nav: str | None, ncx: str | None) -> tuple[Entry, ...]:
    """The nav counts if it has entries. A damaged table is as none: the pages tell their chapters then."""
    try:
        entries = list(_nav_entries(decoded(archive.text(nav), declares=True), nav)) if nav else []
        if not entries and ncx:
            entries = list(_ncx_entries(archive.xml(ncx), ncx))
    except BadDocument:
        return ()
    return tuple(entry for entry in entries[:MOST_PARTS] if entry.title and entry.page)


def _ncx_entries(root: Element, ncx: str) -> Iterator[Entry]:
    waiting = [(point, 1) for point in reversed(_children(next(_all(root, "navMap"), root), "navPoint"))]
    while waiting:
        point, level = waiting.pop()
        label = next(iter(_children(point, "navLabel")), None)
        content = next(iter(_children(point, "content")), None)
        page, anchor = resolved(content.get("src", ""), ncx) if content is not None else ("", "")
        yield Entry(title_of("".join(label.itertext()) if label is not None else ""), page, anchor, level)
        waiting += ((child, level + 1) for child in reversed(_children(point, "navPoint")))


def _all(root: Element, name: str) -> Iterator[Element]:
    return (element for element in root.iter() if str(element.tag).rpartition("}")[2] == name)


def _children(element: Element, name: str) -> list[Element]:
    return [child for child in element if str(child.tag).rpartition("}")[2] == name]


def _nav_entries(text: str, nav: str) -> Iterator[Entry]:
    reader = _NavReader()
    reader.feed(text)
    reader.close()
    for title, link, level in reader.links:
        page, anchor = resolved(link, nav)
        yield Entry(title_of(title), page, anchor, level)


class _NavReader(HTMLParser):
    """The links in the `nav` of the type toc, with the number of lists around each."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[tuple[str, str, int]] = []
        self._is_inside = False
        self._depth = 0
        self._link: str | None = None
        self._title: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "nav":
            self._is_inside = "toc" in attributes.get("epub:type", attributes.get("type", "")).split()
        elif tag == "ol" and self._is_inside:
            self._depth += 1
        elif tag == "a" and self._is_inside and attributes.get("href"):
            self._link, self._title = attributes["href"], []

    def handle_endtag(self, tag: str) -> None:
        if tag == "nav":
            self._is_inside = False
        elif tag == "ol" and self._is_inside:
            self._depth = max(0, self._depth - 1)
        elif tag == "a" and self._link is not None:
            self.links.append(("".join(self._title), self._link, max(1, self._depth)))
            self._link = None

    def handle_data(self, data: str) -> None:
        if self._link is not None:
            self._title.append(data)
