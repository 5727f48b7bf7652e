"""HTML and XHTML -> tags and text between them, in time that grows with the length alone.

The standard library's parser takes minutes for 90 kB of broken tags in the Pythons that people have (measured with
3.11.7: 44 s for `<a ` 30,000 times).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape

_NAME = re.compile(r"[A-Za-z][^\s/>]{0,60}")
# A ">" inside quotes does not end a tag.
_QUOTED_TAG = re.compile(r"""(?:[^>"']++|"[^"]*+"|'[^']*+')*+>""")
_ATTRIBUTE = re.compile(r"""([^\s=/>"']++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++)))?+""")
_LONGEST_TAG = 65_536
_LONGEST_ATTRIBUTES = 4096
# Of a page with more broken tags, quotes are not looked at any more.
_MOST_BROKEN_TAGS = 1000
_RAW = {name: re.compile(rf"(?i)</{name}\b") for name in ("script", "style")}


@dataclass(frozen=True, slots=True)
class Tag:
    """`is_empty`: written as `<br/>`. `place` is where it begins in the text."""

    name: str
    place: int
    attributes: Mapping[str, str] = field(default_factory=dict)
    is_end: bool = False
    is_empty: bool = False


@dataclass(frozen=True, slots=True)
class Data:
    text: str
    place: int


def tokens(text: str) -> Iterator[Tag | Data]:
    return _Tokens(text).read()


class _Tokens:
    def __init__(self, text: str) -> None:
        self._text = text
        self._broken = 0

    def read(self) -> Iterator[Tag | Data]:
        text, place = self._text, 0
        while (begin := text.find("<", place)) >= 0:
            if begin > place:
                yield Data(unescape(text[place:begin]), place)
            if text.startswith("<![CDATA[", begin):
                end = text.find("]]>", begin)
                yield Data(text[begin + 9 : end if end >= 0 else len(text)], begin)
                place = end + 3 if end >= 0 else len(text)
            elif text.startswith(("<!", "<?"), begin):
                place = self._after_declaration(begin)
            elif (name := _NAME.match(text, begin + 1 + text.startswith("/", begin + 1))) is None:
                yield Data("<", begin)
                place = begin + 1
            else:
                place = self._end_of_tag(name.end())
                tag = self._tag(begin, name, place)
                yield tag
                if tag.name in _RAW and not (tag.is_end or tag.is_empty):
                    closing = _RAW[tag.name].search(text, place)
                    place = closing.start() if closing else len(text)
        if place < len(text):
            yield Data(unescape(text[place:]), place)

    def _after_declaration(self, begin: int) -> int:
        """Behind a comment, a processing instruction or a document type, whose own entities are in brackets."""
        text = self._text
        if text.startswith("<!--", begin):
            end = text.find("-->", begin + 2)
            return end + 3 if end >= 0 else len(text)
        end = text.find(">", begin)
        bracket = text.find("[", begin, end) if end >= 0 else -1
        if bracket >= 0:
            closing = text.find("]", bracket)
            end = text.find(">", closing) if closing >= 0 else -1
        return end + 1 if end >= 0 else len(text)

    def _end_of_tag(self, place: int) -> int:
        if self._broken < _MOST_BROKEN_TAGS:
            whole = _QUOTED_TAG.match(self._text, place, place + _LONGEST_TAG)
            if whole is not None:
                return whole.end()
            self._broken += 1
        end = self._text.find(">", place)
        return end + 1 if end >= 0 else len(self._text)

    def _tag(self, begin: int, name: re.Match[str], end: int) -> Tag:
        content = self._text[name.end() : min(end, name.end() + _LONGEST_ATTRIBUTES)].removesuffix(">")
        attributes: dict[str, str] = {}
        for found in _ATTRIBUTE.finditer(content):
            attributes.setdefault(found[1].lower(), unescape(found[2] or found[3] or found[4] or ""))
        is_end = self._text.startswith("/", begin + 1)
        return Tag(name[0].lower(), begin, attributes, is_end, is_empty=content.endswith("/"))
