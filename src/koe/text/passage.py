"""What mark-up leaves behind: passages of plain text, and what was asked for stretches of it.

Nothing here travels with the words through sanitation, normalisation and reading: every character remembers where it
came from (`Traced`), so what was asked is looked up by the place in the caller's text.
"""

from __future__ import annotations

from dataclasses import dataclass

from koe.text.traced import Traced


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
    """A name that the listener is to be told when speech reaches that place of the original."""

    name: str
    place: int


@dataclass(frozen=True, slots=True)
class Passage:
    """Text of one voice and one language; None: the request's. May be empty: then it is only the silence after it."""

    text: Traced
    language: str | None = None
    voice: str | None = None
    # The silence after it, exactly; None: as its last mark asks for.
    pause_ms: float | None = None
    pause_place: int = 0  # where in the original the pause was asked for
    ends_sentence: bool = True  # else what follows may belong to the same one, in another voice or language
    # The language was named inside what the voice was named for: another voice may have to speak it.
    is_recast: bool = False


@dataclass(frozen=True, slots=True)
class Marked:
    """A text without its mark-up. `text` is the caller's."""

    passages: tuple[Passage, ...]
    manners: tuple[Manner, ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()
