"""Lenient mode's <say-as>: kinds and formats of other services -> those of koe, and warnings."""

from __future__ import annotations

from dataclasses import replace

from koe.errors import RequestError
from koe.text.language import LANGUAGES, normalize_language
from koe.text.normalize.say_as import DATE_FORMATS, FURTHER_KINDS, KINDS
from koe.text.ssml_elements import Tag, listed
from koe.text.ssml_warnings import SsmlWarnings

EXPLETIVE = "expletive"

_SAME_AS = {
    "verbatim": "characters", "spell": "characters", "letters": "characters", "number": "cardinal",
    "number_digit": "digits", "phone": "telephone", "bleep": EXPLETIVE,
    "vxml:date": "date", "vxml:digits": "digits", "vxml:number": "cardinal", "vxml:phone": "telephone",
    "vxml:currency": "currency",
}  # fmt: skip
# Kinds that koe recognises in any text, or that need nothing.
_AS_USUAL = frozenset({"address", "name", "net", "media", "text", "interjection", "vxml:boolean", "vxml:time"})
_KINDS = (*KINDS, *FURTHER_KINDS, EXPLETIVE, "verbatim")


def repaired_say_as(tag: Tag, language: str, warnings: SsmlWarnings) -> Tag | None:
    """`language` is that of the text around it. None: the content is read as usual."""
    named = tag.attribute("interpret-as").lower()
    kind = _SAME_AS.get(named, named)
    if kind not in _KINDS:
        if kind not in _AS_USUAL:
            warnings.value(tag, "interpret-as", f"one of {listed(_KINDS)}", "its text is read as usual")
        return None
    attributes = {"interpret-as": kind, "detail": tag.attribute("detail"), "format": tag.attribute("format")}
    if kind == "date":
        attributes["format"] = _date_format(tag, warnings)
    if "language" in tag.attributes:
        attributes["language"] = _language(tag, language, warnings)
    return replace(tag, attributes={name: value for name, value in attributes.items() if value})


def _date_format(tag: Tag, warnings: SsmlWarnings) -> str:
    """`mm/dd/yyyy` is `mdy`."""
    form = tag.attribute("format").lower()
    if not form or form in DATE_FORMATS:
        return form
    letters = [letter for letter in form if letter.isalpha()]
    short = "".join(dict.fromkeys(letters))
    if short in DATE_FORMATS:
        return short
    warnings.value(tag, "format", f"one of {listed(DATE_FORMATS)}")
    return ""


def _language(tag: Tag, around: str, warnings: SsmlWarnings) -> str:
    """American or British, Brazilian or European: the words must be those of the language that is spoken."""
    try:
        code = normalize_language(tag.attributes["language"])
    except RequestError:
        code = ""
    if code and LANGUAGES[code].family == LANGUAGES[around].family:
        return code
    warnings.value(tag, "language", "the language of the text around it")
    return ""
