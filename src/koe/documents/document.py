"""The values that every format is read into: a document, its chapters, their paragraphs of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from koe.types import Picture

ParagraphKind = Literal["heading", "text", "item", "quotation", "code"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A stretch of text. `place` says where it begins in the source: `line 12`, `page 3`, `text/one.xhtml`, `0:01:20`.
    `level` is that of a heading, 1 the highest, or how deep an item is nested."""

    kind: ParagraphKind
    text: str
    place: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Chapter:
    """`level` is its depth in the table of contents, from 1."""

    title: str
    paragraphs: tuple[Paragraph, ...]
    level: int = 1


@dataclass(frozen=True, slots=True)
class Document:
    """Empty strings where the source does not say. `chapters` are never empty, and neither are their paragraphs.
    `warnings` say what is not in the document, though it should be."""

    title: str
    author: str
    language: str
    chapters: tuple[Chapter, ...]
    cover: Picture | None = None
    warnings: tuple[str, ...] = ()

    @property
    def characters(self) -> int:
        return sum(len(paragraph.text) for chapter in self.chapters for paragraph in chapter.paragraphs)
