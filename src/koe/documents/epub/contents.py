"""The table of contents of an EPUB (nav of version 3, ncx of version 2) -> its entries in order, with their depth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from koe.documents.encoding import decoded
from koe.documents.epub.archive import Archive, resolved
from koe.documents.errors import BadDocument
from koe.documents.limits import MOST_PARTS
from koe.documents.paragraphs import title_of
from koe.documents.tokens import Data, tokens


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
    for title, link, level in _nav_links(text):
        page, anchor = resolved(link, nav)
        yield Entry(title_of(title), page, anchor, level)


def _nav_links(text: str) -> Iterator[tuple[str, str, int]]:
    """The links in the `nav` of the type toc, with the number of lists around each."""
    is_inside, depth = False, 0
    link: str | None = None
    title: list[str] = []
    for token in tokens(text):
        if isinstance(token, Data):
            title.append(token.text)
        elif token.name == "nav":
            kinds = token.attributes.get("epub:type", token.attributes.get("type", ""))
            is_inside = not token.is_end and "toc" in kinds.split()
        elif token.name == "ol" and is_inside:
            depth = max(0, depth + (-1 if token.is_end else 1))
        elif token.name == "a" and token.is_end and link is not None:
            yield "".join(title), link, max(1, depth)
            link = None
        elif token.name == "a" and is_inside and token.attributes.get("href"):
            link, title = token.attributes["href"], []
