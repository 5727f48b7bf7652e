"""Paragraphs -> chapters: a row of paragraphs cut at its headings, and the cleaning that all texts get."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from koe.documents.document import Chapter, Paragraph
from koe.documents.limits import LARGEST_PARAGRAPH_CHARACTERS

# Control characters, and halves of surrogate pairs, which no encoder takes. A soft hyphen is no letter.
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff\u00ad]")
_SPACES = re.compile(r"[^\S\n]+")
_AROUND_BREAK = re.compile(r" ?\n ?")
_LONGEST_TITLE = 120


def one_line(text: str) -> str:
    return " ".join(_UNREADABLE.sub("", text).split())


def cleaned(text: str) -> str:
    """Text whose line breaks are meant."""
    return _AROUND_BREAK.sub("\n", _SPACES.sub(" ", _UNREADABLE.sub("", text))).strip()


def title_of(text: str) -> str:
    """A heading as the name of a chapter."""
    line = one_line(text)
    return line if len(line) <= _LONGEST_TITLE else f"{line[: _LONGEST_TITLE - 1].rstrip()}…"


def readable(paragraphs: Iterable[Paragraph]) -> list[Paragraph]:
    """Without those that hold no text, and with those that are too long in parts."""
    found = []
    for paragraph in paragraphs:
        is_code = paragraph.kind == "code"
        text = _UNREADABLE.sub("", paragraph.text).strip("\n") if is_code else cleaned(paragraph.text)
        if text.strip():
            found += [replace(paragraph, text=part) for part in _parts(text)]
    return found


def _parts(text: str) -> Iterator[str]:
    """Cut at spaces. Only files that are damaged, or made to do harm, have such paragraphs."""
    start = 0
    while len(text) - start > LARGEST_PARAGRAPH_CHARACTERS:
        stop = text.rfind(" ", start + 1, start + LARGEST_PARAGRAPH_CHARACTERS)
        stop = stop if stop >= 0 else start + LARGEST_PARAGRAPH_CHARACTERS
        yield text[start:stop]
        start = stop
    yield text[start:]


def chapters_by_headings(paragraphs: Sequence[Paragraph], title: str) -> tuple[Chapter, ...]:
    """Cut at the highest headings that there are several of. What comes before the first is a chapter named `title`."""
    cut_level = _cut_level(paragraphs)
    parts: list[tuple[str, list[Paragraph]]] = []
    for paragraph in paragraphs:
        begins = paragraph.kind == "heading" and paragraph.level <= cut_level
        goes_on = bool(parts) and all(one.kind == "heading" for one in parts[-1][1])
        if begins and goes_on:  # a title, and right after it the first chapter's
            name = title_of(paragraph.text)
            parts[-1] = (name if paragraph.level == cut_level else parts[-1][0], [*parts[-1][1], paragraph])
        elif begins or not parts:
            parts.append((title_of(paragraph.text) if begins else title, [paragraph]))
        else:
            parts[-1][1].append(paragraph)
    return tuple(Chapter(name, tuple(part)) for name, part in parts)


def _cut_level(paragraphs: Iterable[Paragraph]) -> int:
    """The highest level with at least two headings; 0 if there is none."""
    levels = Counter(paragraph.level for paragraph in paragraphs if paragraph.kind == "heading")
    return min((level for level, count in levels.items() if count > 1), default=0)


def title_in(paragraphs: Sequence[Paragraph]) -> str:
    """The only heading of the highest level, if it comes first."""
    first = next((paragraph for paragraph in paragraphs if paragraph.kind == "heading"), None)
    if first is None or first is not (paragraphs[0] if paragraphs else None):
        return ""
    same = [paragraph for paragraph in paragraphs if paragraph.kind == "heading" and paragraph.level <= first.level]
    return title_of(first.text) if len(same) == 1 else ""
