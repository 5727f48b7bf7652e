"""The package file of an EPUB -> its metadata, the order of its pages, its table of contents and its cover."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from koe.documents.epub.archive import Archive, resolved
from koe.documents.errors import BadDocument
from koe.documents.limits import LARGEST_COVER_BYTES, MOST_PARTS
from koe.documents.paragraphs import one_line
from koe.documents.picture import picture_of
from koe.types import Picture

_CONTAINER = "META-INF/container.xml"
_PACKAGE_TYPE = "application/oebps-package+xml"
_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document")
_NCX_TYPE = "application/x-dtbncx+xml"


@dataclass(frozen=True, slots=True)
class _Item:
    name: str
    media_type: str
    properties: frozenset[str]


@dataclass(frozen=True, slots=True)
class Package:
    """`pages` in the order of reading. `nav` and `ncx` are the files of the table of contents, if there are any."""

    title: str
    author: str
    language: str
    pages: tuple[str, ...]
    nav: str | None
    ncx: str | None
    cover: Picture | None
    missing: int  # pages of the order of reading that are not in the archive


def read_package(archive: Archive) -> Package:
    name = _package_name(archive)
    root = archive.xml(name)
    items = _items(root, name)
    spine = next(_named(root, "spine"), None)
    references = list(_named(spine, "itemref")) if spine is not None else []
    wanted = [one for one in references if one.get("linear", "yes") != "no"] or references
    found = [items[key] for one in wanted if (key := one.get("idref", "")) in items]
    listed = [item.name for item in found if item.media_type in _PAGES]
    pages = list(filter(archive.has, listed))
    if not pages:
        raise BadDocument("no page of its reading order is in it")
    if len(pages) > MOST_PARTS:
        raise BadDocument(f"it has more than {MOST_PARTS:,} pages")
    nav = next((item.name for item in items.values() if "nav" in item.properties), None)
    ncx = items.get(spine.get("toc", "")) if spine is not None else None
    ncx = ncx or next((item for item in items.values() if item.media_type == _NCX_TYPE), None)
    return Package(
        title=next(iter(_metadata(root, "title")), ""),
        author=", ".join(_metadata(root, "creator")),
        language=next(iter(_metadata(root, "language")), ""),
        pages=tuple(dict.fromkeys(pages)),
        nav=nav if nav and archive.has(nav) else None,
        ncx=ncx.name if ncx and archive.has(ncx.name) else None,
        cover=_cover(archive, root, items),
        missing=len(wanted) - len(found) + len(listed) - len(pages),
    )


def _package_name(archive: Archive) -> str:
    if not archive.has(_CONTAINER):
        raise BadDocument("it is a ZIP archive, but no EPUB")
    files = list(_named(archive.xml(_CONTAINER), "rootfile"))
    files = [one for one in files if one.get("media-type") == _PACKAGE_TYPE] or files
    if not files:
        raise BadDocument("its container names no package file")
    name, _ = resolved(files[0].get("full-path", ""), "")
    return name


def _named(root: Element, name: str) -> Iterator[Element]:
    """Elements by name, whatever their namespace: old books have wrong ones."""
    return (element for element in root.iter() if str(element.tag).rpartition("}")[2].lower() == name)


def _items(root: Element, package: str) -> dict[str, _Item]:
    manifest = next(_named(root, "manifest"), None)
    if manifest is None:
        raise BadDocument("its package file has no manifest")
    items = {}
    for one in _named(manifest, "item"):
        name, _ = resolved(one.get("href", ""), package)
        properties = frozenset(one.get("properties", "").split())
        items[one.get("id", "")] = _Item(name, one.get("media-type", ""), properties)
    return items


def _metadata(root: Element, name: str) -> list[str]:
    metadata = next(_named(root, "metadata"), None)
    texts = ("".join(one.itertext()) for one in _named(metadata, name)) if metadata is not None else ()
    return list(dict.fromkeys(line for text in texts if (line := one_line(text)[:500])))


def _cover(archive: Archive, root: Element, items: Mapping[str, _Item]) -> Picture | None:
    """That of EPUB 3, else that of EPUB 2. A cover that cannot be used is no reason to read nothing."""
    item = next((item for item in items.values() if "cover-image" in item.properties), None)
    if item is None:
        named = next((one for one in _named(root, "meta") if one.get("name") == "cover"), None)
        item = items.get(named.get("content", "")) if named is not None else None
    if item is None or not archive.has(item.name):
        return None
    try:
        return picture_of(archive.read(item.name, LARGEST_COVER_BYTES))
    except BadDocument:
        return None
