"""Parsed mark-up: passages of plain text, and how stretches of the original are to be spoken.

Nothing here travels with the words through sanitation, normalisation and G2P: every character remembers where it came
from (`Traced`), so that requests of the mark-up are looked up by the place in the caller's text.
"""

from __future__ import annotations

from dataclasses import dataclass

from koe.text.traced import Traced
from koe.types import SpeechWarning


@dataclass(frozen=True, slots=True)
class Manner:
    """How `start:stop` of the original is to be spoken. Where manners overlap they multiply."""

    start: int
    stop: int
    rate: float = 1.0
    pitch: float = 1.0
    volume_db: float = 0.0
    emphasis: int = 0  # -1 reduced, 0 none, 1 moderate, 2 strong


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An SSML mark: its name is reported when speech reaches that place of the original."""

    name: str
    place: int


@dataclass(frozen=True, slots=True)
class Passage:
    """Text in one voice and one language; None: the request's. An empty one is only the silence after it."""

    text: Traced
    language: str | None = None
    voice: str | None = None
    # The exact silence after it; None: as long as its last mark asks for.
    pause_ms: float | None = None
    pause_place: int = 0  # where the pause stands in the original
    ends_sentence: bool = True  # False: the next passage may go on with it, in another voice or language
    lines_after: int = 0  # line breaks between it and the next passage: 1 ends a line, 2 a paragraph
    # The language changes inside the <voice> element: a voice of that language may replace the named one.
    is_recast: bool = False
    sentence_pause_ms: float | None = None  # the exact silence between its sentences; None: as their marks ask for


@dataclass(frozen=True, slots=True)
class Marked:
    """A text without its mark-up, and what the mark-up asks for in vain."""

    passages: tuple[Passage, ...]
    manners: tuple[Manner, ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()
    warnings: tuple[SpeechWarning, ...] = ()
