"""A document -> its script: passages of some hundred characters, and the silence after each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from koe.audio.pause import LINE_MS, PARAGRAPH_MS, pause_after_ms
from koe.documents.document import Chapter, Document, Paragraph
from koe.documents.errors import EmptyDocument
from koe.languages import LANGUAGES
from koe.text.inline import TAG
from koe.text.prescribed import PATTERN
from koe.text.sanitize import is_blank
from koe.text.split import split_long, split_sentences
from koe.text.traced import Traced

CodeReading = Literal["speak", "announce", "skip"]
# What is lost if koe is killed: a passage is spoken in some ten seconds.
LONGEST_PASSAGE_CHARACTERS = 600

BEFORE_HEADING_MS = 1000
AFTER_HEADING_MS = 800
AFTER_CHAPTER_MS = 2000


@dataclass(frozen=True, slots=True)
class Passage:
    """Text that is one request. `silence_ms` is added after its own end, which has the pause after a sentence."""

    text: str
    chapter: int  # its number, from 0
    silence_ms: int = 0


@dataclass(frozen=True, slots=True)
class Script:
    """`chapters` are titles: those of chapters in which something is spoken."""

    chapters: tuple[str, ...]
    passages: tuple[Passage, ...]

    @property
    def characters(self) -> int:
        return self.characters_before(len(self.passages))

    def characters_before(self, passage: int) -> int:
        return sum(len(one.text) for one in self.passages[:passage])


@dataclass(frozen=True, slots=True)
class _Cutting:
    language: str
    code: CodeReading
    longest: int


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    pause_ms: int


def script_of(
    document: Document, language: str, code: CodeReading = "announce", longest: int = LONGEST_PASSAGE_CHARACTERS
) -> Script:
    """`longest` bounds a passage of several sentences, in characters; 0: each sentence is a passage. `language` decides
    where sentences end, and how code is announced. Raises `EmptyDocument` if nothing is left."""
    titles: list[str] = []
    passages: list[Passage] = []
    for chapter in document.chapters:
        pieces = list(_pieces(chapter, _Cutting(language, code, longest)))
        for place, piece in enumerate(pieces):
            pause_ms = piece.pause_ms if place < len(pieces) - 1 else AFTER_CHAPTER_MS
            silence_ms = max(0, pause_ms - pause_after_ms(piece.text))
            passages.append(Passage(_as_plain(piece.text), len(titles), silence_ms))
        if pieces:
            titles.append(chapter.title)
    if not passages:
        raise EmptyDocument("there is nothing in it but code, which --code skip leaves out")
    return Script(tuple(titles), tuple(passages))


def _pieces(chapter: Chapter, cutting: _Cutting) -> Iterator[_Piece]:
    spoken = [paragraph for paragraph in chapter.paragraphs if paragraph.kind != "code" or cutting.code != "skip"]
    for place, paragraph in enumerate(spoken):
        following = spoken[place + 1] if place + 1 < len(spoken) else None
        pieces = [piece for piece in _cut(paragraph, cutting) if not is_blank(piece.text)]
        if pieces:
            yield from pieces[:-1]
            yield _Piece(pieces[-1].text, _pause_ms(paragraph, following))


def _pause_ms(paragraph: Paragraph, following: Paragraph | None) -> int:
    if paragraph.kind == "heading":
        return AFTER_HEADING_MS
    if following is not None and following.kind == "heading":
        return BEFORE_HEADING_MS
    is_inside_list = paragraph.kind == "item" and following is not None and following.kind == "item"
    return LINE_MS if is_inside_list else PARAGRAPH_MS


def _cut(paragraph: Paragraph, cutting: _Cutting) -> Iterator[_Piece]:
    """Whole sentences, as many as fit. A line that ends a sentence, as in a verse, ends the piece."""
    text = paragraph.text
    if paragraph.kind == "code" and cutting.code == "announce":
        yield _Piece(LANGUAGES[cutting.language].code_notice, PARAGRAPH_MS)
        return
    waiting = ""
    for cut in split_sentences(Traced.of(text), cutting.language):
        for part in split_long(cut.text, LONGEST_PASSAGE_CHARACTERS, cutting.language):
            if waiting and len(waiting) + 1 + len(part) > cutting.longest:
                yield _Piece(waiting, pause_after_ms(waiting))
                waiting = ""
            waiting = f"{waiting} {part.text}" if waiting else part.text
        if cut.lines_after:
            yield _Piece(waiting, PARAGRAPH_MS if cut.lines_after > 1 else LINE_MS)
            waiting = ""
    if waiting:
        yield _Piece(waiting, PARAGRAPH_MS)


def _as_plain(text: str) -> str:
    """What looks like koe's own notation is text in a book: nobody may change the voice from inside one."""
    for notation in (TAG, PATTERN):
        text = notation.sub(r"\\\g<0>", text)
    return text
