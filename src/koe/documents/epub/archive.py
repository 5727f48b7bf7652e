"""The files inside an EPUB, read one by one into memory: nothing is unpacked, and nothing may grow beyond its limit."""

from __future__ import annotations

import io
import posixpath
import sys
import zipfile
import zlib
from typing import BinaryIO
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from koe.documents.errors import BadDocument, ProtectedDocument
from koe.documents.limits import LARGEST_DIRECTORY_BYTES, LARGEST_TEXT_BYTES, LARGEST_TEXTS_BYTES, MOST_PARTS

_ENCRYPTION = "META-INF/encryption.xml"
_CIPHER = "{http://www.w3.org/2001/04/xmlenc#}"
# Fonts that are scrambled, so that they cannot be copied. The text is plain.
_FONT_SCRAMBLING = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
# Files that a seller's protection leaves.
_PROTECTIONS = {
    "META-INF/sinf.xml": "Apple FairPlay",
    "META-INF/license.lcpl": "Readium LCP",
    "META-INF/rights.xml": "Adobe ADEPT or Barnes & Noble",
}
_IS_ENCRYPTED = 0x1
_LONGEST_END_BYTES = 22 + 65_535 + 20  # the last record, its comment, and the sign of the large one


class Archive:
    def __init__(self, file: BinaryIO) -> None:
        if _directory_bytes(file) > LARGEST_DIRECTORY_BYTES:
            raise BadDocument(f"it has more than {MOST_PARTS:,} files")
        try:
            self._zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as problem:
            raise BadDocument("it is not a complete ZIP archive, as an EPUB must be") from problem
        self._infos = {info.filename: info for info in self._zip.infolist()}
        if len(self._infos) > MOST_PARTS:
            raise BadDocument(f"it has more than {MOST_PARTS:,} files")
        self._read_bytes = 0

    def has(self, name: str) -> bool:
        return name in self._infos

    def text(self, name: str) -> bytes:
        """A file of text. All of them together are limited too."""
        data = self.read(name, LARGEST_TEXT_BYTES)
        self._read_bytes += len(data)
        if self._read_bytes > LARGEST_TEXTS_BYTES:
            raise BadDocument(f"its texts are larger than {LARGEST_TEXTS_BYTES // 2**20} MB")
        return data

    def read(self, name: str, most_bytes: int) -> bytes:
        """The size in the archive's directory may be a lie: one byte more than allowed is asked for."""
        info = self._infos.get(name)
        if info is None:
            raise BadDocument(f"{_quoted(name)} is missing in it")
        if info.flag_bits & _IS_ENCRYPTED:
            raise ProtectedDocument("a password")
        try:
            with self._zip.open(info) as part:
                data = part.read(most_bytes + 1)
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError) as problem:
            raise BadDocument(f"{_quoted(name)} in it is damaged") from problem
        if len(data) > most_bytes:
            raise BadDocument(f"{_quoted(name)} in it is larger than {most_bytes // 2**20} MB")
        return data

    def xml(self, name: str) -> Element:
        return parsed_xml(self.text(name), name)

    def refuse_protected(self) -> None:
        if not self.has(_ENCRYPTION):
            return
        for data in self.xml(_ENCRYPTION).iter(f"{_CIPHER}EncryptedData"):
            method = data.find(f"{_CIPHER}EncryptionMethod")
            if method is None or method.get("Algorithm") not in _FONT_SCRAMBLING:
                raise ProtectedDocument(next((name for file, name in _PROTECTIONS.items() if self.has(file)), "DRM"))


def _directory_bytes(file: BinaryIO) -> int:
    """The size of the archive's directory, as its last record has it: `zipfile` reads all of it into memory at once."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - _LONGEST_END_BYTES))
    end = file.read()
    place = end.rfind(b"PK\x05\x06")
    if place < 0 or len(end) < place + 22:
        return 0  # no archive: zipfile says so
    # The record for archives beyond 4 GB counts whether it is needed or not; a book has no use for it.
    has_large_record = end[max(0, place - 20) : place].startswith(b"PK\x06\x07")
    return sys.maxsize if has_large_record else int.from_bytes(end[place + 12 : place + 16], "little")


def parsed_xml(data: bytes, name: str) -> Element:
    """Entities of the document's own are refused: they can grow without bounds, or read files."""
    try:
        root: Element = fromstring(data)
    except DefusedXmlException as problem:
        raise BadDocument(f"{_quoted(name)} in it defines entities, which are refused") from problem
    except (ParseError, ValueError, LookupError) as problem:
        raise BadDocument(f"{_quoted(name)} in it is not valid XML") from problem
    return root


def resolved(link: str, page: str) -> tuple[str, str]:
    """The file and the anchor that a link in `page` leads to. A file outside the archive does not exist in it."""
    parts = urlsplit(link.strip()) if len(link) < 4096 else urlsplit("")
    if parts.scheme or parts.netloc:
        return "", ""
    path = unquote(parts.path)
    name = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    return name, unquote(parts.fragment)


def _quoted(name: str) -> str:
    return ascii(posixpath.basename(name)[:80])
