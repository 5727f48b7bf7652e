"""Table of the SSML elements that have an effect, and strict mode's checks of nesting, attributes and values.

A check raises `SsmlFault`. Its message says what is allowed and repeats nothing that was sent. In lenient mode
`ssml_repair.py` turns every tag into one that passes these checks.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NoReturn

from koe.errors import RequestError
from koe.text.inline import LONGEST_PAUSE_S, milliseconds
from koe.text.language import READABLE, require_readable
from koe.text.normalize.say_as import DATE_FORMATS, KINDS
from koe.text.ssml_values import NUMBER, SCALES, ProsodyValues

BREAKS_MS: Mapping[str, float] = {
    "none": 0, "x-weak": 100, "weak": 200, "medium": 400, "strong": 700, "x-strong": 1200,
}  # fmt: skip
EMPHASIS: Mapping[str, int] = {"reduced": -1, "none": 0, "moderate": 1, "strong": 2}

TIME = re.compile(rf"{NUMBER}(?P<unit>ms|s)")


class SsmlFault(Exception):
    """One fault of a document. `place` is an index into the caller's text; the parser makes line and column of it."""

    def __init__(self, code: str, message: str, place: int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.place = place


@dataclass(frozen=True, slots=True)
class Element:
    """The attributes and the content that an element may have. One that `cuts` begins and ends a passage; the content
    of one that `is_silent` is passed over."""

    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    holds: Literal["elements", "text", "nothing"] = "elements"
    cuts: bool = False
    is_silent: bool = False

    @property
    def attributes(self) -> tuple[str, ...]:
        return self.required + self.optional


ROOT = "speak"
ELEMENTS: Mapping[str, Element] = {
    "speak": Element(optional=("version", "xml:lang", "xsi:schemaLocation")),
    "p": Element(optional=("xml:lang",), cuts=True),
    "s": Element(optional=("xml:lang",), cuts=True),
    "break": Element(optional=("strength", "time"), holds="nothing"),
    "say-as": Element(("interpret-as",), ("format", "detail"), holds="text"),
    "emphasis": Element(optional=("level",)),
    "prosody": Element(optional=tuple(SCALES)),
    "sub": Element(("alias",), holds="text"),
    "phoneme": Element(("ph",), ("alphabet",), holds="text"),
    "lang": Element(("xml:lang",), cuts=True),
    "voice": Element(("name",), ("xml:lang",), cuts=True),
    "mark": Element(("name",), holds="nothing"),
}
# Of lenient mode: an element whose content is spoken as if the tags were not there, and one whose content is not.
PASSED = Element()
SILENT = Element(is_silent=True)


@dataclass(frozen=True, slots=True)
class Tag:
    """A start tag: its place in the caller's text, and the place where the content of its element begins. The last two
    come from lenient mode alone."""

    name: str
    attributes: Mapping[str, str]
    start: int
    content: int
    element: Element = PASSED
    length_ms: float = 0.0  # of prosody's `duration`, of media's `begin` and of mstts:silence
    contour: tuple[tuple[float, float], ...] = ()  # of prosody: shares of the content, and the pitch there as a factor

    def attribute(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default).strip()


def checked_tag(tag: Tag, parent: Tag | None) -> Tag:
    """The tag with its row of the table, if its element may stand inside `parent` (None: at the root)."""
    if tag.name not in ELEMENTS or (parent and tag.name == ROOT):
        allowed = listed(name for name in ELEMENTS if name != ROOT)
        raise SsmlFault("ssml_unsupported_element", f"This element is not supported. Allowed: {allowed}.", tag.start)
    require_root(tag, parent)
    if parent and parent.element.holds != "elements":
        rule = {"text": "may contain only text", "nothing": "must be empty"}[parent.element.holds]
        raise SsmlFault("ssml_unsupported_element", f"{parent.name} {rule}.", tag.start)
    tag = replace(tag, element=ELEMENTS[tag.name])
    check_attributes(tag)
    return tag


def require_root(tag: Tag, parent: Tag | None) -> None:
    if not parent and tag.name != ROOT:
        raise SsmlFault("ssml_malformed", f"SSML must begin with <{ROOT}>.", tag.start)


def check_attributes(tag: Tag) -> None:
    if not tag.attributes.keys() <= {*tag.element.attributes}:
        allowed = listed(tag.element.attributes)
        raise SsmlFault("ssml_unsupported_attribute", f"{tag.name} may have these attributes: {allowed}.", tag.start)
    for required in tag.element.required:
        if required not in tag.attributes:
            raise SsmlFault("ssml_malformed", f"{tag.name} needs the attribute {required}.", tag.start)


# -- values of attributes


def language_of(tag: Tag, outer: str | None, request_language: str) -> str | None:
    """The language of the content; None: the request's. On <speak> `xml:lang` chooses the language but not the accent:
    the caller chose the accent with the voice."""
    named = tag.attributes.get("xml:lang")
    if named is None:
        return outer
    try:
        code = require_readable(named)
    except RequestError:
        refuse_value(tag, "xml:lang", f"one of {listed(READABLE)}")
    is_same = code.partition("-")[0] == request_language.partition("-")[0]
    return outer if tag.name == ROOT and is_same else code


def name_of(tag: Tag) -> str:
    return tag.attribute("name") or refuse_value(tag, "name", "a name that is not empty")


def emphasis_of(tag: Tag) -> int:
    """The level of <emphasis>; 0 for other elements."""
    if tag.name != "emphasis":
        return 0
    level = tag.attribute("level", "moderate")
    return EMPHASIS[level] if level in EMPHASIS else refuse_value(tag, "level", f"one of {listed(EMPHASIS)}")


def prosody_of(tag: Tag, around: ProsodyValues) -> ProsodyValues:
    """The element's own values. They must be allowed, and so must their combination with the elements around it."""
    own = ProsodyValues()
    if tag.name not in ("prosody", "media"):
        return own
    for name in (name for name in tag.attributes if name in SCALES):
        scale = SCALES[name]
        value = scale.value(tag.attribute(name))
        if value is None or not scale.holds(scale.combined(getattr(around, name), value)):
            refuse_value(tag, name, scale.allowed)
        own = own._replace(**{name: value})
    return own


def break_ms(tag: Tag) -> float | None:
    """The pause of <break>; None if it asks for none."""
    strength = tag.attribute("strength", "medium")
    if strength not in BREAKS_MS:
        refuse_value(tag, "strength", f"one of {listed(BREAKS_MS)}")
    return _time_ms(tag) if "time" in tag.attributes else BREAKS_MS[strength] or None


def _time_ms(tag: Tag) -> float:
    time = TIME.fullmatch(tag.attribute("time"))
    pause_ms = milliseconds(time) if time else math.inf
    if pause_ms > 1000 * LONGEST_PAUSE_S:
        refuse_value(tag, "time", f"0s to {LONGEST_PAUSE_S:g}s, such as 500ms or 1.5s")
    return pause_ms


def check_say_as(tag: Tag) -> None:
    kind, date_format = tag.attribute("interpret-as"), tag.attribute("format")
    if kind not in KINDS:
        refuse_value(tag, "interpret-as", f"one of {listed(KINDS)}")
    if kind == "date" and date_format and date_format not in DATE_FORMATS:
        refuse_value(tag, "format", f"one of {listed(DATE_FORMATS)}")


def refuse_value(tag: Tag, attribute: str, allowed: str) -> NoReturn:
    raise SsmlFault("ssml_value_out_of_range", f"{attribute} of {tag.name} must be {allowed}.", tag.start)


def listed(names: Iterable[str]) -> str:
    return ", ".join(names)
