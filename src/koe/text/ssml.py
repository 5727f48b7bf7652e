"""SSML -> passages of plain text, and the prosody, pronunciations and marks that apply to parts of it (docs/ssml.md).

expat parses the document, guarded by defusedxml: no DTD, only XML's five predefined entities, no external resources.
What is not supported becomes a warning in lenient mode (`ssml_repair.py`) and an error in strict mode, both with line
and column. Messages repeat nothing that was sent.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NoReturn
from xml.parsers import expat

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from koe.errors import BadMarkup
from koe.text.passage import Marked
from koe.text.ssml_effects import Effects
from koe.text.ssml_elements import SsmlFault, Tag, check_say_as, checked_tag, require_root
from koe.text.ssml_names import Namespaces
from koe.text.ssml_passages import OpenElement
from koe.text.ssml_phonemes import check_phonemes
from koe.text.ssml_repair import Repairs, Surroundings
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
        self._effects = Effects(language)

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
        marked = self._effects.marked()
        part = self._effects.between_marks(marked)
        if part is None:
            message = "startmark and endmark of speak must name marks of the document, in that order; all is spoken."
            self._warnings.add("ssml_value_out_of_range", message, 0)
        return part or marked

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
        if self._effects.depth == MAX_DEPTH:
            raise SsmlFault("ssml_limit_exceeded", f"Elements may be nested at most {MAX_DEPTH} deep.", start)
        self._names.enter(attributes)
        parent = self._effects.innermost
        if parent is not None and parent.tag.element.is_silent:
            self._effects.begin_unheard()
            return
        end = _TAG.match(self._text, start)
        content = end.end() if end else start
        tag = Tag(self._names.element(name) or "", self._names.attributes(attributes), start, content)
        if self._repairs is None:
            is_bound = not self._names.has_undeclared((name, *attributes))
            self._begin_checked(tag, parent, is_bound=is_bound)
        else:
            self._effects.begin(self._repaired(tag, parent, self._repairs))

    def _begin_checked(self, tag: Tag, parent: OpenElement | None, *, is_bound: bool) -> None:
        if not is_bound:
            raise SsmlFault("ssml_malformed", f"{_NOT_WELL_FORMED}: unbound prefix.{_HINT}", tag.start)
        known = replace(tag, name="") if self._names.is_foreign else tag
        element = self._effects.begin(checked_tag(known, parent.tag if parent else None))
        # Checked here and not at the end tag, so that the first fault of the document is the one reported.
        if tag.name == "say-as":
            check_say_as(element.tag)
        if tag.name == "phoneme":
            check_phonemes(element.tag, element.language or self._language)

    def _repaired(self, tag: Tag, parent: OpenElement | None, repairs: Repairs) -> Tag:
        if parent is not None:
            language = parent.language or self._language
            around = Surroundings(language, parent.voice, parent.prosody, parent.ignores_unreadable, parent.tag)
            return repairs.repaired(tag, around)
        require_root(tag, None)
        if self._names.is_foreign:
            message = "The namespace of speak is not that of SSML; its elements are taken for SSML's."
            self._warnings.element(message, tag.start)
        return repairs.root(tag, self._language)

    def _end(self, _name: str) -> None:
        self._names.leave()
        self._effects.end(self._here())

    def _characters(self, text: str) -> None:
        element = self._effects.innermost
        if element is not None and element.tag.element.holds == "nothing" and text.strip():
            self._refuse_text_in(element.tag)
        start = self._here()
        if self._text.startswith(text, start) and (self._in_cdata or text != "&"):
            found = self._whole[start : start + len(text)]
        else:
            found = Traced.standing_for(start, self._end_of_reference(start), text)
        self._effects.text(found)

    def _end_of_reference(self, start: int) -> int:
        """The end of a reference such as "&amp;", or of a line break, which XML reduces to one character."""
        if self._text[start] == "&":
            return self._text.index(";", start) + 1
        return start + (2 if self._text.startswith("\r\n", start) else 1)

    def _refuse_text_in(self, tag: Tag) -> None:
        if self._repairs is None:
            raise SsmlFault("ssml_malformed", f"{tag.name} must be empty.", tag.start)
        self._warnings.add("ssml_malformed", "An element that must be empty has text; it is spoken.", tag.start)
