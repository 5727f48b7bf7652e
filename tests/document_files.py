"""Small EPUBs, PDFs and pictures, made byte by byte for tests."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias
from xml.sax.saxutils import escape

# Of a table of contents: title, link, and the entries below.
Entries: TypeAlias = Sequence[tuple[str, str, "Entries"]]

_CONTAINER = (
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles>'
    "</container>"
)


def png(width: int = 32, height: int = 32) -> bytes:
    rows = b"".join(b"\0" + bytes([200, 30, 30]) * width for _ in range(height))

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def page(body: str, title: str = "") -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html>'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
        f"<head><title>{title}</title></head><body>{body}</body></html>"
    )


@dataclass
class Epub:
    """`pages` maps file names to XHTML, in the order of reading. `nav` and `ncx` are nested entries: (title, link,
    entries below). `files` are added as they are."""

    pages: Mapping[str, str]
    title: str = "A Small Book"
    author: str = "Ada Writer"
    language: str = "en"
    nav: Entries = ()
    ncx: Entries = ()
    cover: bytes | None = None
    is_version_2: bool = False
    files: dict[str, bytes | str] = field(default_factory=dict)
    spine: Sequence[str] | None = None

    def data(self) -> bytes:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
            parts: dict[str, bytes | str] = {
                "META-INF/container.xml": _CONTAINER,
                "OEBPS/book.opf": self._package(),
                **{f"OEBPS/{name}": text for name, text in self.pages.items()},
            }
            if self.nav:
                links = f'<nav epub:type="toc"><h1>Contents</h1>{_list(self.nav)}</nav>'
                parts["OEBPS/nav.xhtml"] = page(links, "Contents")
            if self.ncx:
                parts["OEBPS/toc.ncx"] = (
                    '<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" '
                    '"http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">'
                    f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{_points(self.ncx)}</navMap></ncx>'
                )
            if self.cover:
                parts["OEBPS/cover.png"] = self.cover
            for name, content in {**parts, **self.files}.items():  # `files` replace parts
                archive.writestr(name, content)
        return file.getvalue()

    def _package(self) -> str:
        items = [
            f'<item id="p{number}" href="{name}" media-type="application/xhtml+xml"/>'
            for number, name in enumerate(self.pages)
        ]
        if self.nav:
            items.append('<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>')
        if self.ncx:
            items.append('<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>')
        cover = ""
        if self.cover:
            properties = "" if self.is_version_2 else ' properties="cover-image"'
            items.append(f'<item id="pic" href="cover.png" media-type="image/png"{properties}/>')
            cover = '<meta name="cover" content="pic"/>' if self.is_version_2 else ""
        ids = self.spine if self.spine is not None else [f"p{number}" for number in range(len(self.pages))]
        toc = ' toc="ncx"' if self.ncx else ""
        version = "2.0" if self.is_version_2 else "3.0"
        return (
            f'<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="{version}">'
            f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{escape(self.title)}</dc:title>'
            f"<dc:creator>{escape(self.author)}</dc:creator><dc:language>{self.language}</dc:language>{cover}</metadata>"
            f"<manifest>{''.join(items)}</manifest>"
            f"<spine{toc}>{''.join(f'<itemref idref={chr(34)}{one}{chr(34)}/>' for one in ids)}</spine></package>"
        )


def _list(entries: Entries) -> str:
    found = ""
    for title, link, below in entries:
        found += f'<li><a href="{link}">{escape(title)}</a>{_list(below) if below else ""}</li>'
    return f"<ol>{found}</ol>"


def _points(entries: Entries) -> str:
    found = ""
    for title, link, below in entries:
        label = f"<navLabel><text>{escape(title)}</text></navLabel>"
        found += f'<navPoint>{label}<content src="{link}"/>{_points(below)}</navPoint>'
    return found


def pdf(
    pages: Sequence[Sequence[str]],
    *,
    title: str = "",
    author: str = "",
    outline: Sequence[tuple[str, int]] = (),
    trailer: str = "",
) -> bytes:
    """Lines of text on pages. `outline`: titles and page numbers from 0. `trailer` is added to the trailer."""
    objects: list[str] = []

    def add(content: str) -> int:
        objects.append(content)
        return len(objects)

    font = add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    tree = len(objects) + 1 + 2 * len(pages)  # comes after the pages and their contents
    numbers = []
    for lines in pages:
        shown = "".join(f"({_literal(line)}) Tj T*\n" for line in lines)
        stream = f"BT /F1 11 Tf 14 TL 60 780 Td\n{shown}ET"
        content = add(f"<< /Length {len(stream.encode('cp1252'))} >>\nstream\n{stream}\nendstream")
        numbers.append(
            add(
                f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 595 842] /Contents {content} 0 R "
                f"/Resources << /Font << /F1 {font} 0 R >> >> >>"
            )
        )
    assert add(f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(f'{n} 0 R' for n in numbers)}] >>") == tree
    outlines = _outlines(objects, numbers, outline)
    root = add(f"<< /Type /Catalog /Pages {tree} 0 R {outlines} >>")
    about = add(f"<< /Title ({_literal(title)}) /Author ({_literal(author)}) >>")
    return _file(objects, f"/Root {root} 0 R /Info {about} 0 R {trailer}")


def _outlines(objects: list[str], pages: Sequence[int], outline: Sequence[tuple[str, int]]) -> str:
    if not outline:
        return ""
    root = len(objects) + 1
    objects.append(f"<< /Type /Outlines /First {root + 1} 0 R /Last {root + len(outline)} 0 R /Count {len(outline)} >>")
    for number, (title, page_number) in enumerate(outline, start=1):
        following = f"/Next {root + number + 1} 0 R" if number < len(outline) else ""
        objects.append(
            f"<< /Title ({_literal(title)}) /Parent {root} 0 R {following} /Dest [{pages[page_number]} 0 R /Fit] >>"
        )
    return f"/Outlines {root} 0 R"


def _literal(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file(objects: Sequence[str], trailer: str) -> bytes:
    data = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(data))
        data += f"{number} 0 obj\n{content}\nendobj\n".encode("cp1252")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} {trailer} >>\n"
    return data + f"{end}startxref\n{len(data)}\n%%EOF\n".encode()
