"""SSML -> passages of plain text, and how stretches of it are to be spoken. docs/ssml.md tells what is allowed.

expat reads it one tag at a time, guarded by defusedxml: no DTD, no entities but XML's own, nothing from outside.
Nothing is guessed: what koe does not know is refused with its line and column, and with what is allowed. Errors repeat
nothing that was sent.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, NoReturn
from xml.parsers import expat

import regex  # type: ignore[import-untyped]  # for the Unicode properties that `re` does not know
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from koe.errors import BadMarkup, RequestError
from koe.text import ipa, vocab
from koe.text.inline import LONGEST_PAUSE_S
from koe.text.language import READABLE, require_readable
from koe.text.normalize.say_as import DATE_FORMATS, KINDS, say_as
from koe.text.passage import Bookmark, Manner, Marked, Passage
from koe.text.prescribed import written
from koe.text.ssml_values import NUMBER, SCALES
from koe.text.traced import Traced

MAX_BYTES = 512_000
MAX_DEPTH = 32
MAX_NODES = 5_000

PARAGRAPH_PAUSE_MS = 500.0
BREAKS_MS: Mapping[str, float] = {
    "none": 0, "x-weak": 100, "weak": 200, "medium": 400, "strong": 700, "x-strong": 1200,
}  # fmt: skip
EMPHASIS: Mapping[str, int] = {"reduced": -1, "none": 0, "moderate": 1, "strong": 2}

_NAMESPACES = ("", "http://www.w3.org/2001/10/synthesis")
_PREFIXES = {
    "http://www.w3.org/XML/1998/namespace": "xml:",
    "http://www.w3.org/2001/XMLSchema-instance": "xsi:",
    "": "",
}

_BLANK = "\ufeff \t\r\n"
_TAG = re.compile(r"""<(?:[^"'>]|"[^"]*"|'[^']*')*+>""")
_NOTATION = str.maketrans("[]", "()")  # what is in brackets is koe's own notation, and nobody means it here
_TIME = re.compile(rf"{NUMBER}(?P<unit>ms|s)")

# What would end the notation of a prescribed word, or the sentence inside it.
_UNWRITABLE = regex.compile(r"(?V1)[[\p{P}\p{S}]--['’‐-]]")
_UNWRITABLE_PHONEMES = re.compile(r"[().!?…\"“”]")
_SPACES = re.compile(r"\s+")
_LONGEST_WRITTEN = 200
_SILENT_TIE = "‿"  # phonemes in plain letters alone would be taken for an address
# Symbols of the IPA that Kokoro was not trained with, and what comes nearest.
_NEAREST = {
    "ʀ": "ʁ", "ɭ": "l", "ʟ": "l", "ɬ": "ʃ", "ɱ": "m", "ʍ": "w", "ɦ": "h", "ħ": "h", "ʕ": "ʔ", "ɓ": "b", "ɗ": "d",
    "ɠ": "ɡ", "ʄ": "ɟ", "ɢ": "ɡ", "ʉ": "u", "ɵ": "ə", "ɘ": "ə", "ʏ": "y", "ɶ": "œ", "ɞ": "ɜ", "ɺ": "ɾ", "ʐ": "ʒ",
    "ʑ": "ʒ", "ã": "ã", "ẽ": "ẽ", "õ": "õ",
}  # fmt: skip

_KNOWN_SYMBOLS = "".join(sorted(symbol for symbol in vocab.IDS if symbol.isalpha()))


class _Factors(NamedTuple):
    """What the elements around a place multiply to."""

    rate: float = 1.0
    pitch: float = 1.0
    volume: float = 0.0  # dB


@dataclass(frozen=True, slots=True)
class _Element:
    """What an element takes. One that `cuts` begins and ends a passage."""

    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    holds: Literal["elements", "text", "nothing"] = "elements"
    cuts: bool = False

    @property
    def attributes(self) -> tuple[str, ...]:
        return self.required + self.optional


_ROOT = "speak"
_ELEMENTS: Mapping[str, _Element] = {
    "speak": _Element(optional=("version", "xml:lang", "xsi:schemaLocation")),
    "p": _Element(optional=("xml:lang",), cuts=True),
    "s": _Element(optional=("xml:lang",), cuts=True),
    "break": _Element(optional=("strength", "time"), holds="nothing"),
    "say-as": _Element(("interpret-as",), ("format", "detail"), holds="text"),
    "emphasis": _Element(optional=("level",)),
    "prosody": _Element(optional=tuple(SCALES)),
    "sub": _Element(("alias",), holds="text"),
    "phoneme": _Element(("ph",), ("alphabet",), holds="text"),
    "lang": _Element(("xml:lang",), cuts=True),
    "voice": _Element(("name",), ("xml:lang",), cuts=True),
    "mark": _Element(("name",), holds="nothing"),
}


@dataclass(frozen=True, slots=True)
class _Tag:
    """The beginning of an element: its place in the original, and the place where its content begins."""

    name: str
    attributes: Mapping[str, str]
    start: int
    content: int

    @property
    def element(self) -> _Element:
        return _ELEMENTS[self.name]


@dataclass(frozen=True, slots=True)
class _Frame:
    """An element that is still open, and what holds inside it."""

    tag: _Tag
    language: str | None
    voice: str | None
    factors: _Factors
    manner: Manner
    first_part: int  # of its text
    first_passage: int
    is_recast: bool

    def content(self, stop: int) -> tuple[int, int]:
        """Without content it is the tag that is spoken."""
        return (self.tag.content, stop) if stop > self.tag.content else (self.tag.start + 1, self.tag.content)


_INSIDE_SENTENCES = ("lang", "voice")


@dataclass(slots=True)
class _Passages:
    """Passages as they grow: text until something cuts it."""

    done: list[Passage] = field(default_factory=list)
    parts: list[Traced] = field(default_factory=list)
    _ended_paragraph: int = 0  # how many passages there were when one got its pause

    def cut(self, frame: _Frame, at: str = "") -> None:
        """`at` is the element that begins or ends here."""
        text = Traced.join(self.parts)
        self.parts.clear()
        if text.text.strip():
            self.done.append(
                Passage(
                    text,
                    frame.language,
                    frame.voice,
                    ends_sentence=at not in _INSIDE_SENTENCES,
                    is_recast=frame.is_recast,
                )
            )

    def pause(self, frame: _Frame, pause_ms: float, place: int) -> None:
        """Breaks beside each other add up; a break beside the end of a paragraph is meant instead of its pause."""
        self.cut(frame)
        if not self.done:
            self.done.append(Passage(Traced.of(""), frame.language, frame.voice, pause_ms, place))
            return
        before = 0.0 if self._ended_paragraph == len(self.done) else self.done[-1].pause_ms or 0.0
        self._ended_paragraph = 0
        self.done[-1] = replace(self.done[-1], pause_ms=before + pause_ms, pause_place=place)

    def end_paragraph(self, frame: _Frame) -> None:
        self.cut(frame)
        if len(self.done) > frame.first_passage and self.done[-1].pause_ms is None:
            self.done[-1] = replace(self.done[-1], pause_ms=PARAGRAPH_PAUSE_MS)
            self._ended_paragraph = len(self.done)

    def take(self, first_part: int) -> Traced:
        """Text that something else will stand for."""
        text = Traced.join(self.parts[first_part:])
        del self.parts[first_part:]
        return text


def parse_ssml(text: str, language: str) -> Marked:
    """`language` is the request's. Raises `BadMarkup`."""
    return _Document(text, language).read()


class _Document:
    """Follows the tags of one text."""

    def __init__(self, text: str, language: str) -> None:
        self._text = text
        self._language = language
        self._whole = Traced.of("")
        self._data = b""
        self._parser: Any = None
        self._cursor = (0, 0)  # the same place, in bytes of the data and in characters of the text
        self._in_cdata = False
        self._nodes = 0
        self._frames: list[_Frame] = []
        self._passages = _Passages()
        self._manners: list[Manner] = []
        self._bookmarks: list[Bookmark] = []
        self._opened: Mapping[str, Callable[[_Tag], None]] = {"break": self._break, "mark": self._mark}
        self._closed: Mapping[str, Callable[[_Frame, int], None]] = {
            "p": lambda frame, _: self._passages.end_paragraph(frame),
            "say-as": self._say,
            "sub": self._substitute,
            "phoneme": self._prescribe,
            "prosody": self._manner,
            "emphasis": self._manner,
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
            self._refuse("ssml_dtd_forbidden", "A document type or an entity must not be declared.", max(0, doctype))
        manners = sorted(self._manners, key=lambda manner: (manner.start, -manner.stop))
        return Marked(tuple(self._passages.done), tuple(manners), tuple(self._bookmarks))

    def _bytes(self) -> bytes:
        """From the first mark on: XML allows nothing before its declaration, people do."""
        margin = len(self._text) - len(self._text.lstrip(_BLANK))
        self._cursor = (0, margin)
        if len(self._text) - margin <= MAX_BYTES:
            try:
                data = self._text[margin:].encode()
            except UnicodeEncodeError as error:
                self._refuse("ssml_malformed", "The text is not valid Unicode.", margin + error.start)
            if len(data) <= MAX_BYTES:
                return data
        return self._refuse("ssml_limit_exceeded", f"SSML may have at most {MAX_BYTES:,} bytes.", 0)

    def _guarded_parser(self) -> Any:
        parser = DefusedXMLParser(target=self, encoding="utf-8", forbid_dtd=True).parser
        parser.buffer_text = False  # each piece of text on its own, or its place would be lost
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

    # -- places and refusals

    def _place(self, byte: int) -> int:
        """The character of the text at a byte of the data. Events come in order, so each byte is decoded once."""
        before, place = self._cursor
        if byte > before:
            self._cursor = (byte, place + len(self._data[before:byte].decode(errors="ignore")))
        return self._cursor[1]

    def _here(self) -> int:
        return self._place(self._parser.CurrentByteIndex)

    def _refuse(self, code: str, message: str, place: int) -> NoReturn:
        line = self._text.count("\n", 0, place) + 1
        raise BadMarkup(code, message, line, place - self._text.rfind("\n", 0, place))

    def _refuse_malformed(self, error: int) -> NoReturn:
        reason = expat.ErrorString(error)
        place = self._place(self._parser.ErrorByteIndex)
        if reason == expat.errors.XML_ERROR_TAG_MISMATCH:
            place = self._text.rfind("<", 0, place)  # expat points at the name
        elif self._text[place - 1 : place] == "&":
            place -= 1  # and at what stands where a name should
        self._refuse(
            "ssml_malformed",
            f"The SSML is not well-formed XML: {reason}. In text, write &amp; for & and &lt; for <.",
            place,
        )

    def _refuse_value(self, tag: _Tag, attribute: str, allowed: str) -> NoReturn:
        self._refuse("ssml_value_out_of_range", f"{attribute} of {tag.name} must be {allowed}.", tag.start)

    def _count(self) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            self._refuse("ssml_limit_exceeded", f"SSML may have at most {MAX_NODES:,} elements.", self._here())

    # -- what expat tells

    def _set_cdata(self, inside: bool) -> None:
        self._in_cdata = inside

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count()
        start = self._here()
        if len(self._frames) == MAX_DEPTH:
            self._refuse("ssml_limit_exceeded", f"Elements may be nested {MAX_DEPTH} deep.", start)
        self._check_name(name, start)
        end = _TAG.match(self._text, start)
        tag = _Tag(name.rpartition("}")[2], _prefixed(attributes), start, end.end() if end else start)
        self._check_attributes(tag)
        self._open(tag)

    def _end(self, _name: str) -> None:
        frame = self._frames.pop()
        if frame.tag.name in self._closed:
            self._closed[frame.tag.name](frame, self._here())
        if frame.tag.element.cuts or not self._frames:
            self._passages.cut(frame, frame.tag.name)

    def _characters(self, text: str) -> None:
        tag = self._frames[-1].tag
        if tag.element.holds == "nothing" and text.strip():
            self._refuse("ssml_malformed", f"{tag.name} must be empty.", tag.start)
        start = self._here()
        if self._text.startswith(text, start) and (self._in_cdata or text != "&"):
            found = self._whole[start : start + len(text)]
        else:
            found = Traced.standing_for(start, self._end_of_reference(start), text)
        self._passages.parts.append(Traced(text.translate(_NOTATION), found.starts, found.stops))

    def _end_of_reference(self, start: int) -> int:
        """Of "&amp;", or of a line break, which XML makes one character of."""
        if self._text[start] == "&":
            return self._text.index(";", start) + 1
        return start + (2 if self._text.startswith("\r\n", start) else 1)

    # -- what is allowed

    def _check_name(self, name: str, start: int) -> None:
        namespace, _, local = name.rpartition("}")
        parent = self._frames[-1].tag if self._frames else None
        if namespace not in _NAMESPACES or local not in _ELEMENTS or (parent and local == _ROOT):
            allowed = ", ".join(name for name in _ELEMENTS if name != _ROOT)
            self._refuse("ssml_unsupported_element", f"This element is not supported. Allowed: {allowed}.", start)
        if not parent and local != _ROOT:
            self._refuse("ssml_malformed", f"SSML must begin with <{_ROOT}>.", start)
        if parent and parent.element.holds != "elements":
            held = {"text": "only text", "nothing": "nothing"}[parent.element.holds]
            self._refuse("ssml_unsupported_element", f"{parent.name} may hold {held}.", start)

    def _check_attributes(self, tag: _Tag) -> None:
        if not tag.attributes.keys() <= {*tag.element.attributes}:
            allowed = ", ".join(tag.element.attributes)
            self._refuse("ssml_unsupported_attribute", f"{tag.name} may have these attributes: {allowed}.", tag.start)
        for required in tag.element.required:
            if required not in tag.attributes:
                self._refuse("ssml_malformed", f"{tag.name} needs the attribute {required}.", tag.start)

    # -- what elements mean

    def _open(self, tag: _Tag) -> None:
        if self._frames and tag.element.cuts:
            self._passages.cut(self._frames[-1], tag.name)
        if tag.name in self._opened:
            self._opened[tag.name](tag)
        self._frames.append(self._frame(tag))
        self._check_spoken_as(tag)

    def _frame(self, tag: _Tag) -> _Frame:
        parent = self._frames[-1] if self._frames else None
        around = parent.factors if parent else _Factors()
        own = self._own_factors(tag, around)
        return _Frame(
            tag,
            self._language_of(tag, parent.language if parent else None),
            self._name(tag) if tag.name == "voice" else parent.voice if parent else None,
            _Factors(*(SCALES[name].combined(*pair) for name, *pair in zip(SCALES, around, own, strict=True))),
            Manner(tag.content, tag.content, own.rate, own.pitch, own.volume, self._level(tag)),
            len(self._passages.parts),
            len(self._passages.done),
            tag.name != "voice" and ("xml:lang" in tag.attributes or bool(parent and parent.is_recast)),
        )

    def _language_of(self, tag: _Tag, outer: str | None) -> str | None:
        """On <speak> it says which language, and not which accent: the caller chose that with the voice."""
        named = tag.attributes.get("xml:lang")
        if named is None:
            return outer
        try:
            code = require_readable(named)
        except RequestError:
            self._refuse_value(tag, "xml:lang", f"one of {', '.join(READABLE)}")
        same = code.partition("-")[0] == self._language.partition("-")[0]
        return outer if tag.name == _ROOT and same else code

    def _name(self, tag: _Tag) -> str:
        return tag.attributes["name"].strip() or self._refuse_value(tag, "name", "a name")

    def _level(self, tag: _Tag) -> int:
        if tag.name != "emphasis":
            return 0
        level = tag.attributes.get("level", "moderate").strip()
        return EMPHASIS[level] if level in EMPHASIS else self._refuse_value(tag, "level", f"one of {_names(EMPHASIS)}")

    def _own_factors(self, tag: _Tag, around: _Factors) -> _Factors:
        own = _Factors()
        if tag.name != "prosody":
            return own
        for name, written_value in tag.attributes.items():
            scale = SCALES[name]
            value = scale.value(written_value.strip())
            if value is None or not scale.holds(scale.combined(getattr(around, name), value)):
                self._refuse_value(tag, name, scale.allowed)
            own = own._replace(**{name: value})
        return own

    def _check_spoken_as(self, tag: _Tag) -> None:
        """What is found wrong at the end of an element would be told too late."""
        if tag.name == "say-as":
            kind, shape = self._kind(tag), tag.attributes.get("format", "").strip()
            if kind not in KINDS:
                self._refuse_value(tag, "interpret-as", f"one of {_names(KINDS)}")
            if kind == "date" and shape and shape not in DATE_FORMATS:
                self._refuse_value(tag, "format", f"one of {', '.join(DATE_FORMATS)}")
        if tag.name == "phoneme":
            self._check_phonemes(tag)

    def _check_phonemes(self, tag: _Tag) -> None:
        if tag.attributes.get("alphabet", "ipa").strip() != "ipa":
            self._refuse_value(tag, "alphabet", "ipa")
        phonemes, language = tag.attributes["ph"], self._spoken_language()
        unknown = ipa.unknown_symbols(phonemes, language)
        if unknown:
            instead = [f"{near} for {symbol}" for symbol, near in _NEAREST.items() if symbol in unknown]
            hint = f" (write {', '.join(instead)})" if instead else ""
            self._refuse_value(tag, "ph", f"IPA made of {_KNOWN_SYMBOLS}{hint}")
        if len(phonemes) >= _LONGEST_WRITTEN or not vocab.is_pronounceable(ipa.to_phonemes(phonemes, language)):
            self._refuse_value(tag, "ph", f"1 to {_LONGEST_WRITTEN - 1} symbols with at least one sound")

    def _kind(self, tag: _Tag) -> str:
        return tag.attributes["interpret-as"].strip()

    def _spoken_language(self) -> str:
        return (self._frames[-1].language if self._frames else None) or self._language

    def _break(self, tag: _Tag) -> None:
        strength = tag.attributes.get("strength", "medium").strip()
        if strength not in BREAKS_MS:
            self._refuse_value(tag, "strength", f"one of {_names(BREAKS_MS)}")
        pause_ms = self._time_ms(tag) if "time" in tag.attributes else BREAKS_MS[strength]
        if "time" in tag.attributes or pause_ms:
            self._passages.pause(self._frames[-1], pause_ms, tag.start)

    def _time_ms(self, tag: _Tag) -> float:
        time = _TIME.fullmatch(tag.attributes["time"].strip())
        pause_ms = float(time["number"]) * (1 if time["unit"] == "ms" else 1000) if time else math.inf
        if pause_ms > 1000 * LONGEST_PAUSE_S:
            self._refuse_value(tag, "time", f"0s to {LONGEST_PAUSE_S:g}s, such as 500ms or 1.5s")
        return pause_ms

    def _mark(self, tag: _Tag) -> None:
        self._bookmarks.append(Bookmark(self._name(tag), tag.start))

    def _manner(self, frame: _Frame, stop: int) -> None:
        if stop > frame.tag.content:
            self._manners.append(replace(frame.manner, stop=stop))

    def _say(self, frame: _Frame, _stop: int) -> None:
        """The spaces around it stay: they keep its words apart from the others."""
        text = self._passages.take(frame.first_part)
        content = text.stripped()
        attributes = frame.tag.attributes
        words = say_as(
            content.text,
            self._kind(frame.tag),
            frame.language or self._language,
            attributes.get("format", "").strip(),
            attributes.get("detail", "").strip(),
        )
        if words is None:
            self._passages.parts.append(text)
            return
        begin = len(text.text) - len(text.text.lstrip())
        end = begin + len(content)
        spoken = Traced.standing_for(*text.source_range(begin, end), words)
        self._passages.parts += (text[:begin], spoken, text[end:])

    def _substitute(self, frame: _Frame, stop: int) -> None:
        self._passages.take(frame.first_part)
        alias = frame.tag.attributes["alias"].translate(_NOTATION)
        self._passages.parts.append(Traced.standing_for(*frame.content(stop), alias))

    def _prescribe(self, frame: _Frame, stop: int) -> None:
        """The word keeps its own place, and the notation around it stands for the tags: so the word is known again."""
        start, stop = frame.content(stop)
        word = _writable(self._passages.take(frame.first_part)) or Traced.standing_for(start, stop, "x")
        phonemes = _UNWRITABLE_PHONEMES.sub("", frame.tag.attributes["ph"].strip())
        tie = _SILENT_TIE if phonemes.isascii() else ""
        before, after = written("\0", phonemes + tie).split("\0")
        self._passages.parts += (
            Traced.standing_for(start - 1, start, before),
            word,
            Traced.standing_for(stop, stop, after),
        )


def _writable(word: Traced) -> Traced | None:
    """Without what the notation of a prescribed word cannot hold; None if nothing is left."""
    word = word.replace_matches(_UNWRITABLE, lambda _: "").replace_matches(_SPACES, lambda _: " ").stripped()
    return word[:_LONGEST_WRITTEN] if any(character.isalnum() for character in word.text) else None


def _prefixed(attributes: Mapping[str, str]) -> dict[str, str]:
    """Names as people write them; those of other namespaces stay long, and are refused."""
    named = {}
    for name, value in attributes.items():
        namespace, _, local = name.rpartition("}")
        named[_PREFIXES[namespace] + local if namespace in _PREFIXES else name] = value
    return named


def _names(table: Mapping[str, Any] | tuple[str, ...]) -> str:
    return ", ".join(table)
