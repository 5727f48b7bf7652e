"""A file -> document: the format is recognised by how the content begins, then by the name."""

from __future__ import annotations

import io
import re
from pathlib import PurePath
from typing import BinaryIO, Literal

from koe.documents.document import Document
from koe.documents.encoding import decoded
from koe.documents.epub.book import read_epub
from koe.documents.errors import BadDocument
from koe.documents.html import read_html
from koe.documents.limits import LARGEST_FILE_BYTES, LARGEST_TEXT_BYTES
from koe.documents.markdown import read_markdown
from koe.documents.pdf.book import read_pdf
from koe.documents.plain import read_plain
from koe.documents.subtitles import looks_like_subtitles, read_subtitles

DocumentFormat = Literal["text", "markdown", "html", "epub", "pdf", "subtitles"]

_BY_SUFFIX: dict[str, DocumentFormat] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".srt": "subtitles",
    ".vtt": "subtitles",
}
_HTML = re.compile(
    rb"(?i)\s{0,200}(?:<\?xml[^<>]{0,200}\?>\s{0,50})?(?:<!--.{0,500}?-->\s{0,50})?<(?:!doctype html|html)\b", re.DOTALL
)
_HEAD_BYTES = 2048
# What people try, with what helps.
_FOREIGN = {
    b"{\\rtf": "it is in Rich Text Format. Save it as plain text or EPUB",
    b"\xd0\xcf\x11\xe0": "it is an old Word document. Save it as plain text or EPUB",
    b"BOOKMOBI": "it is a Kindle book. Convert it to EPUB",
    b"TPZ": "it is a Kindle book. Convert it to EPUB",
    b"\x1f\x8b": "it is compressed with gzip. Unpack it first",
    b"%!PS": "it is PostScript. Convert it to PDF",
}


def open_document(file: BinaryIO, name: str = "") -> Document:
    """`file` can seek. `name` gives the ending, and the title of a document that has none. Raises `BadDocument`."""
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    if size > LARGEST_FILE_BYTES:
        raise BadDocument(f"it is larger than {LARGEST_FILE_BYTES // 2**20} MB")
    head = file.read(_HEAD_BYTES)
    file.seek(0)
    title = PurePath(name).stem or "Untitled"
    if head.startswith(b"PK\x03\x04"):
        return read_epub(file, title)
    if b"%PDF-" in head[:1024]:
        return read_pdf(file, title)
    for beginning, problem in _FOREIGN.items():
        if head.startswith(beginning) or head[60:68] == beginning:
            raise BadDocument(problem)
    if size > LARGEST_TEXT_BYTES:
        raise BadDocument(f"it is text of more than {LARGEST_TEXT_BYTES // 2**20} MB")
    return _read_text(file.read(), head, PurePath(name).suffix.lower(), title)


def _read_text(data: bytes, head: bytes, suffix: str, title: str) -> Document:
    chosen = _BY_SUFFIX.get(suffix, "text")
    if chosen == "text" and _HTML.match(head.removeprefix(b"\xef\xbb\xbf")):
        chosen = "html"
    text = decoded(data, declares=chosen == "html")
    if chosen == "text" and looks_like_subtitles(text):
        chosen = "subtitles"
    readers = {"markdown": read_markdown, "html": read_html, "subtitles": read_subtitles}
    return readers.get(chosen, read_plain)(text, title)
