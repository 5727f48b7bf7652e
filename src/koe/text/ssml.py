"""SSML -> passages of plain text, and the prosody, pronunciations and marks that apply to parts of it (docs/ssml.md).

expat parses the document, guarded by defusedxml: no DTD, only XML's five predefined entities, no external resources.
What is not supported becomes a warning in lenient mode (`ssml_repair.py`) and an error in strict mode, both with line
and column. Messages repeat nothing that was sent.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NoReturn
from xml.parsers import expat

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from koe.constants import SECONDS_PER_CHARACTER
from koe.errors import BadMarkup
from koe.languages import LANGUAGES
from koe.text.normalize.say_as import say_as
from koe.text.passage import Bookmark, Manner, Marked
from koe.text.ssml_elements import (
    SsmlFault,
    Tag,
    break_ms,
    check_say_as,
    checked_tag,
    emphasis_of,
    language_of,
    name_of,
    prosody_of,
    require_root,
)
from koe.text.ssml_names import Namespaces
from koe.text.ssml_passages import OpenElement, PassageBuilder, between
from koe.text.ssml_phonemes import check_phonemes, with_phonemes
from koe.text.ssml_prosody import manners_of
from koe.text.ssml_repair import IGNORE_TEXT, Repairs, Surroundings
from koe.text.ssml_say_as import EXPLETIVE
from koe.text.ssml_values import ProsodyValues
from koe.text.ssml_voices import ChoosesVoices
from koe.text.ssml_warnings import SsmlWarnings, line_and_column
from koe.text.traced import Traced
from koe.types import SsmlMode

MAX_BYTES = 512_000
MAX_DEPTH = 32
MAX_NODES = 5_000

_BLANK = "\ufeff \t\r\n"
_TAG = re.compile(r"""<(?:[^"'>]|"[^"]*"|'[^']*')*+>""")
_NOT_WELL_FORMED = "The SSML is not well-formed XML"
_HINT = " In text, write &amp; for & and &lt; for <."
EXPLETIVE_MS = (300.0, 2000.0)  # the shortest and the longest silence in place of a swear word
_NOTATION = str.maketrans("[]", "()")  # square brackets are koe's inline notation, which SSML does not use


def parse_ssml(text: str, language: str, mode: SsmlMode = "lenient", voices: ChoosesVoices | None = None) -> Marked:
    """`language` is the request's. Without `voices`, names of voices are taken as they are. Raises `BadMarkup`."""
    warnings = SsmlWarnings()
    repairs = Repairs(warnings, voices) if mode == "lenient" else None
    try:
        marked = _Document(text, language, repairs, warnings).read()
    except SsmlFault as fault:
        raise BadMarkup(fault.code, fault.message, *line_and_column(text, fault.place)) from None
    return replace(marked, warnings=warnings.listed(text))


class _Document:
    """The state of parsing one document. Its methods are expat's callbacks."""

    def __init__(self, text: str, language: str, repairs: Repairs | None, warnings: SsmlWarnings) -> None:
        self._text = text
        self._language = language
        self._repairs = repairs  # None: strict mode
        self._warnings = warnings
        self._names = Namespaces()
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
        self._limits: Mapping[str, str] = {}  # of the root: startmark and endmark
        self._is_after_token = False
        self._on_start: Mapping[str, Callable[[Tag], None]] = {
            "break": self._break,
            "mark": self._mark,
            "media": self._begin_media,
            "token": self._begin_token,
            "mstts:silence": self._silence,
        }
        self._on_end: Mapping[str, Callable[[OpenElement, int], None]] = {
            "p": lambda element, _: self._passages.end_paragraph(element),
            "say-as": self._say_as,
            "sub": self._substitute,
            "phoneme": self._pronounce,
            "prosody": self._add_manner,
            "emphasis": self._add_manner,
            "media": self._add_manner,
            "token": self._end_token,
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
        return self._between_marks(Marked(tuple(self._passages.finished()), tuple(manners), tuple(self._bookmarks)))

    def _between_marks(self, marked: Marked) -> Marked:
        """What <speak> asks for with `startmark` and `endmark`: only the part between these marks."""
        first = next((mark for mark in marked.bookmarks if mark.name == self._limits.get("startmark")), None)
        last = next((mark for mark in marked.bookmarks if mark.name == self._limits.get("endmark")), None)
        start, stop = first.place if first else 0, last.place if last else math.inf
        if len(self._limits) > sum(mark is not None for mark in (first, last)) or start > stop:
            message = "startmark and endmark of speak must name marks of the document, in that order; all is spoken."
            self._warnings.add("ssml_value_out_of_range", message, 0)
            return marked
        if not self._limits:
            return marked
        bookmarks = tuple(mark for mark in marked.bookmarks if start <= mark.place <= stop)
        return replace(marked, passages=tuple(between(marked.passages, start, stop)), bookmarks=bookmarks)

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
        parser = expat.ParserCreate("utf-8")
        guard = DefusedXMLParser(forbid_dtd=True)
        parser.StartDoctypeDeclHandler = guard.defused_start_doctype_decl
        parser.EntityDeclHandler = guard.defused_entity_decl
        parser.UnparsedEntityDeclHandler = guard.defused_unparsed_entity_decl
        parser.ExternalEntityRefHandler = guard.defused_external_entity_ref_handler
        parser.buffer_text = False  # text that expat joins would lose its places
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
        message = f"{_NOT_WELL_FORMED}: {reason}.{_HINT}"
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
        self._names.enter(attributes)
        if self._open and self._open[-1].tag.element.is_silent:
            self._open.append(self._open[-1])
            return
        tag = self._tag(name, attributes, start)
        if self._open and tag.element.cuts:
            self._passages.cut(self._open[-1], tag.name)
        if tag.name in self._on_start:
            self._on_start[tag.name](tag)
        element = self._opened(tag)
        self._open.append(element)
        # Checked here and not at the end tag, so that the first fault of the document is the one reported.
        if tag.name == "say-as" and self._repairs is None:
            check_say_as(tag)
        if tag.name == "phoneme":
            check_phonemes(tag, element.language or self._language)

    def _tag(self, name: str, attributes: Mapping[str, str], start: int) -> Tag:
        """The start tag, checked or repaired."""
        parent = self._open[-1] if self._open else None
        end = _TAG.match(self._text, start)
        known = self._names.element(name) or ""
        tag = Tag(known, self._names.attributes(attributes), start, end.end() if end else start)
        if self._repairs is None:
            if self._names.has_undeclared((name, *attributes)):
                raise SsmlFault("ssml_malformed", f"{_NOT_WELL_FORMED}: unbound prefix.{_HINT}", start)
            return checked_tag(replace(tag, name="" if self._names.is_foreign else known), parent and parent.tag)
        require_root(tag, parent and parent.tag)
        if parent is not None:
            around = Surroundings(
                parent.language or self._language, parent.voice, parent.prosody, parent.ignores_unreadable, parent.tag
            )
            return self._repairs.repaired(tag, around)
        if self._names.is_foreign:
            message = "The namespace of speak is not that of SSML; its elements are taken for SSML's."
            self._warnings.element(message, start)
        root = self._repairs.root(tag, self._language)
        self._limits = {name: root.attribute(name) for name in ("startmark", "endmark") if name in root.attributes}
        return root

    def _end(self, _name: str) -> None:
        element = self._open.pop()
        self._names.leave()
        if element.tag.element.is_silent:
            return
        if element.tag.name in self._on_end:
            self._on_end[element.tag.name](element, self._here())
        if element.tag.element.cuts or not self._open:
            self._passages.cut(element, element.tag.name)
        if element.tailing_ms:
            self._passages.pause(element, element.tailing_ms, self._here())

    def _characters(self, text: str) -> None:
        tag = self._open[-1].tag
        if tag.element.is_silent:
            return
        if tag.element.holds == "nothing" and text.strip():
            self._refuse_text_in(tag)
        start = self._here()
        if self._is_after_token:
            self._separate_words(text, start)
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

    def _refuse_text_in(self, tag: Tag) -> None:
        if self._repairs is None:
            raise SsmlFault("ssml_malformed", f"{tag.name} must be empty.", tag.start)
        self._warnings.add("ssml_malformed", "An element that must be empty has text; it is spoken.", tag.start)

    # -- effects of elements

    def _opened(self, tag: Tag) -> OpenElement:
        parent = self._open[-1] if self._open else None
        around = parent.prosody if parent else ProsodyValues()
        own = prosody_of(tag, around)
        inherited = IGNORE_TEXT if parent and parent.ignores_unreadable else ""
        return OpenElement(
            tag,
            language=language_of(tag, parent.language if parent else None, self._language),
            voice=name_of(tag) if tag.name == "voice" else parent.voice if parent else None,
            prosody=around.combined(own),
            manner=Manner(tag.content, tag.content, own.rate, own.pitch, own.volume, emphasis_of(tag)),
            first_part=len(self._passages.parts),
            first_passage=len(self._passages.done),
            is_recast=tag.name != "voice" and ("xml:lang" in tag.attributes or bool(parent and parent.is_recast)),
            ignores_unreadable=tag.attribute("onlangfailure", inherited) == IGNORE_TEXT,
            sentence_pause_ms=parent.sentence_pause_ms if parent else None,
        )

    def _break(self, tag: Tag) -> None:
        pause_ms = break_ms(tag)
        if pause_ms is not None:
            self._passages.pause(self._open[-1], pause_ms, tag.start)

    def _mark(self, tag: Tag) -> None:
        self._bookmarks.append(Bookmark(name_of(tag), tag.start))

    def _begin_media(self, tag: Tag) -> None:
        if tag.length_ms:
            self._passages.pause(self._open[-1], tag.length_ms, tag.start)

    def _silence(self, tag: Tag) -> None:
        parent = self._open[-1]
        match tag.attribute("type"):
            case "leading":
                self._passages.pause(parent, tag.length_ms, tag.start)
            case "tailing":
                self._open[-1] = replace(parent, tailing_ms=tag.length_ms)
            case "sentenceboundary":
                self._open[-1] = replace(parent, sentence_pause_ms=tag.length_ms)

    def _begin_token(self, tag: Tag) -> None:
        self._separate_words("a", tag.start)

    def _end_token(self, _element: OpenElement, _stop: int) -> None:
        self._is_after_token = True

    def _separate_words(self, following: str, place: int) -> None:
        """Tokens are words of their own, also without spaces between them."""
        self._is_after_token = False
        language = LANGUAGES[self._open[-1].language or self._language]
        if language.is_spaced and following[:1].isalnum() and self._passages.ends_with_word():
            self._passages.parts.append(Traced.standing_for(place, place, " "))

    def _add_manner(self, element: OpenElement, stop: int) -> None:
        if stop > element.tag.content:
            characters = self._passages.characters(element) if element.tag.length_ms else 0
            manner = replace(element.manner, stop=stop)
            self._manners += manners_of(element.tag, manner, self._open[-1].prosody, characters)

    def _say_as(self, element: OpenElement, _stop: int) -> None:
        """Replaces the content by words. The spaces around it stay and separate it from its neighbours."""
        text = self._passages.take(element.first_part)
        content = text.stripped()
        tag = element.tag
        if tag.attribute("interpret-as") == EXPLETIVE:
            length_ms = min(max(1000 * SECONDS_PER_CHARACTER * len(content), EXPLETIVE_MS[0]), EXPLETIVE_MS[1])
            self._passages.pause(element, length_ms, tag.start)
            return
        words = say_as(
            content.text,
            tag.attribute("interpret-as"),
            tag.attribute("language") or element.language or self._language,
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
