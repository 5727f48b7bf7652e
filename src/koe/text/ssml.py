"""SSML -> passages of plain text, and the prosody, pronunciations and marks that apply to parts of it (docs/ssml.md).

expat parses the document, guarded by defusedxml: no DTD, only XML's five predefined entities, no external resources.
Anything unsupported is refused with its line and column and with what is allowed. Error messages repeat nothing that
was sent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NoReturn
from xml.parsers import expat

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from koe.errors import BadMarkup
from koe.text.normalize.say_as import say_as
from koe.text.passage import Bookmark, Manner, Marked
from koe.text.ssml_elements import (
    SsmlFault,
    Tag,
    break_ms,
    check_attributes,
    check_say_as,
    emphasis_of,
    language_of,
    local_name,
    name_of,
    prefixed,
    prosody_of,
)
from koe.text.ssml_passages import OpenElement, PassageBuilder
from koe.text.ssml_phonemes import check_phonemes, with_phonemes
from koe.text.ssml_values import ProsodyValues
from koe.text.traced import Traced

MAX_BYTES = 512_000
MAX_DEPTH = 32
MAX_NODES = 5_000

_BLANK = "\ufeff \t\r\n"
_TAG = re.compile(r"""<(?:[^"'>]|"[^"]*"|'[^']*')*+>""")
_NOTATION = str.maketrans("[]", "()")  # square brackets are koe's inline notation, which SSML does not use


def parse_ssml(text: str, language: str) -> Marked:
    """`language` is the request's. Raises `BadMarkup`."""
    try:
        return _Document(text, language).read()
    except SsmlFault as fault:
        line = text.count("\n", 0, fault.place) + 1
        column = fault.place - text.rfind("\n", 0, fault.place)
        raise BadMarkup(fault.code, fault.message, line, column) from None


class _Document:
    """The state of parsing one document. Its methods are expat's callbacks."""

    def __init__(self, text: str, language: str) -> None:
        self._text = text
        self._language = language
        self._whole = Traced.of("")
        self._data = b""
        self._parser: Any = None
        self._cursor = (0, 0)  # the same place, in bytes of the data and in characters of the text
        self._in_cdata = False
        self._nodes = 0
        self._open: list[OpenElement] = []
        self._passages = PassageBuilder()
        self._manners: list[Manner] = []
        self._bookmarks: list[Bookmark] = []
        self._on_start: Mapping[str, Callable[[Tag], None]] = {"break": self._break, "mark": self._mark}
        self._on_end: Mapping[str, Callable[[OpenElement, int], None]] = {
            "p": lambda element, _: self._passages.end_paragraph(element),
            "say-as": self._say_as,
            "sub": self._substitute,
            "phoneme": self._pronounce,
            "prosody": self._add_manner,
            "emphasis": self._add_manner,
        }

    def read(self) -> Marked:
        self._data = self._bytes()
        self._whole = Traced.of(self._text)
        self._parser = self._guarded_parser()
        try:
            self._parser.Parse(self._data, True)
        except expat.ExpatError as error:
            self._refuse_malformed(error.code)
        except DefusedXmlException:
            doctype = self._text.rfind("<!DOCTYPE", 0, self._place(self._parser.CurrentByteIndex) + 1)
            message = "SSML must not declare a document type or entities."
            raise SsmlFault("ssml_dtd_forbidden", message, max(0, doctype)) from None
        manners = sorted(self._manners, key=lambda manner: (manner.start, -manner.stop))
        return Marked(tuple(self._passages.done), tuple(manners), tuple(self._bookmarks))

    def _bytes(self) -> bytes:
        """The text as UTF-8, without the blanks at its beginning: XML allows none before its declaration, but people
        write them."""
        margin = len(self._text) - len(self._text.lstrip(_BLANK))
        self._cursor = (0, margin)
        if len(self._text) - margin <= MAX_BYTES:
            try:
                data = self._text[margin:].encode()
            except UnicodeEncodeError as error:
                raise SsmlFault("ssml_malformed", "SSML must be valid Unicode.", margin + error.start) from None
            if len(data) <= MAX_BYTES:
                return data
        raise SsmlFault("ssml_limit_exceeded", f"SSML may have at most {MAX_BYTES:,} bytes.", 0)

    def _guarded_parser(self) -> Any:
        parser = DefusedXMLParser(target=self, encoding="utf-8", forbid_dtd=True).parser
        parser.buffer_text = False  # text that expat joins would lose its places
        parser.ordered_attributes = False
        parser.DefaultHandlerExpand = None
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartCdataSectionHandler = lambda: self._set_cdata(True)
        parser.EndCdataSectionHandler = lambda: self._set_cdata(False)
        parser.CommentHandler = lambda _: self._count()
        parser.ProcessingInstructionHandler = lambda *_: self._count()
        return parser

    def _place(self, byte: int) -> int:
        """The index into the text for a byte of the data. Events come in order, so each byte is decoded once."""
        before, place = self._cursor
        if byte > before:
            self._cursor = (byte, place + len(self._data[before:byte].decode(errors="ignore")))
        return self._cursor[1]

    def _here(self) -> int:
        return self._place(self._parser.CurrentByteIndex)

    def _refuse_malformed(self, error: int) -> NoReturn:
        reason = expat.ErrorString(error)
        place = self._place(self._parser.ErrorByteIndex)
        if reason == expat.errors.XML_ERROR_TAG_MISMATCH:
            place = self._text.rfind("<", 0, place)  # expat points at the name
        elif self._text[place - 1 : place] == "&":
            place -= 1  # expat points behind the &
        message = f"The SSML is not well-formed XML: {reason}. In text, write &amp; for & and &lt; for <."
        raise SsmlFault("ssml_malformed", message, place)

    def _count(self) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise SsmlFault("ssml_limit_exceeded", f"SSML may have at most {MAX_NODES:,} elements.", self._here())

    # -- callbacks of expat

    def _set_cdata(self, inside: bool) -> None:
        self._in_cdata = inside

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count()
        start = self._here()
        if len(self._open) == MAX_DEPTH:
            raise SsmlFault("ssml_limit_exceeded", f"Elements may be nested at most {MAX_DEPTH} deep.", start)
        local = local_name(name, self._open[-1].tag if self._open else None, start)
        end = _TAG.match(self._text, start)
        tag = Tag(local, prefixed(attributes), start, end.end() if end else start)
        check_attributes(tag)
        if self._open and tag.element.cuts:
            self._passages.cut(self._open[-1], tag.name)
        if tag.name in self._on_start:
            self._on_start[tag.name](tag)
        element = self._opened(tag)
        self._open.append(element)
        # Checked here and not at the end tag, so that the first fault of the document is the one reported.
        if tag.name == "say-as":
            check_say_as(tag)
        if tag.name == "phoneme":
            check_phonemes(tag, element.language or self._language)

    def _end(self, _name: str) -> None:
        element = self._open.pop()
        if element.tag.name in self._on_end:
            self._on_end[element.tag.name](element, self._here())
        if element.tag.element.cuts or not self._open:
            self._passages.cut(element, element.tag.name)

    def _characters(self, text: str) -> None:
        tag = self._open[-1].tag
        if tag.element.holds == "nothing" and text.strip():
            raise SsmlFault("ssml_malformed", f"{tag.name} must be empty.", tag.start)
        start = self._here()
        if self._text.startswith(text, start) and (self._in_cdata or text != "&"):
            found = self._whole[start : start + len(text)]
        else:
            found = Traced.standing_for(start, self._end_of_reference(start), text)
        self._passages.parts.append(Traced(text.translate(_NOTATION), found.starts, found.stops))

    def _end_of_reference(self, start: int) -> int:
        """The end of a reference such as "&amp;", or of a line break, which XML reduces to one character."""
        if self._text[start] == "&":
            return self._text.index(";", start) + 1
        return start + (2 if self._text.startswith("\r\n", start) else 1)

    # -- effects of elements

    def _opened(self, tag: Tag) -> OpenElement:
        parent = self._open[-1] if self._open else None
        around = parent.prosody if parent else ProsodyValues()
        own = prosody_of(tag, around)
        return OpenElement(
            tag,
            language=language_of(tag, parent.language if parent else None, self._language),
            voice=name_of(tag) if tag.name == "voice" else parent.voice if parent else None,
            prosody=around.combined(own),
            manner=Manner(tag.content, tag.content, own.rate, own.pitch, own.volume, emphasis_of(tag)),
            first_part=len(self._passages.parts),
            first_passage=len(self._passages.done),
            is_recast=tag.name != "voice" and ("xml:lang" in tag.attributes or bool(parent and parent.is_recast)),
        )

    def _break(self, tag: Tag) -> None:
        pause_ms = break_ms(tag)
        if pause_ms is not None:
            self._passages.pause(self._open[-1], pause_ms, tag.start)

    def _mark(self, tag: Tag) -> None:
        self._bookmarks.append(Bookmark(name_of(tag), tag.start))

    def _add_manner(self, element: OpenElement, stop: int) -> None:
        if stop > element.tag.content:
            self._manners.append(replace(element.manner, stop=stop))

    def _say_as(self, element: OpenElement, _stop: int) -> None:
        """Replaces the content by words. The spaces around it stay and separate it from its neighbours."""
        text = self._passages.take(element.first_part)
        content = text.stripped()
        tag = element.tag
        words = say_as(
            content.text,
            tag.attribute("interpret-as"),
            element.language or self._language,
            tag.attribute("format"),
            tag.attribute("detail"),
        )
        if words is None:
            self._passages.parts.append(text)
            return
        begin = len(text.text) - len(text.text.lstrip())
        end = begin + len(content)
        spoken = Traced.standing_for(*text.source_range(begin, end), words)
        self._passages.parts += (text[:begin], spoken, text[end:])

    def _substitute(self, element: OpenElement, stop: int) -> None:
        self._passages.take(element.first_part)
        alias = element.tag.attributes["alias"].translate(_NOTATION)
        self._passages.parts.append(Traced.standing_for(*element.content(stop), alias))

    def _pronounce(self, element: OpenElement, stop: int) -> None:
        content = self._passages.take(element.first_part)
        self._passages.parts += with_phonemes(element.tag, content, *element.content(stop))
