"""Text that arrives bit by bit, as a language model writes it -> pieces that can be spoken without knowing the rest."""

from __future__ import annotations

import re
from dataclasses import dataclass

from koe.text.fence import is_inside_fence, unfinished_fence
from koe.text.inline import before_tags, is_inside_tag, unfinished_tag, without_tags
from koe.text.lines import Cut
from koe.text.prescribed import is_inside
from koe.text.sanitize import is_blank
from koe.text.split import split_long, split_sentences
from koe.text.traced import Traced

# A shorter clause is over before the next one can have been prepared.
SHORTEST_CLAUSE_CHARACTERS = 20
# A longer text without a mark is cut between two words.
LONGEST_WAIT_CHARACTERS = 160
# This much of the next sentence is needed to decide whether the last one has ended: "Dr. S" may become a name.
_FEWEST_AFTER_CHARACTERS = 2
_CLAUSE_END = re.compile(r"[,;:—–][\"'”’»)\]]*\s|[，、；：،]")
_SPACE = re.compile(r"\s")
_HIGH_SURROGATE = re.compile(r"[\ud800-\udbff]\Z")
_LOW_SURROGATE = re.compile(r"[\udc00-\udfff]")
# A name and a number. A text that ends a sentence before either of them ends one before any word: "Dr." does not end
# one before the name, nor "No." before the number.
_ANY_WORDS = ("Xavier", "5")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a live text that can be spoken on its own, with its place `start:stop` in all the text that was fed.
    `lines_after`: 1 where a line ends it, 2 where a paragraph does."""

    text: str
    start: int
    stop: int
    lines_after: int = 0


class TextFeed:
    """Gives whole sentences while the listener has audio, and clauses when the audio would run out. `only_flushed`:
    gives only what was flushed, as mark-up needs it, which cannot be cut just anywhere."""

    def __init__(self, *, only_flushed: bool = False) -> None:
        self._only_flushed = only_flushed
        self._language: str | None = None
        self._waiting = ""
        self._start = 0  # of what waits
        self._flushed = 0  # characters of what waits that are to be spoken as they are
        self._ended = False

    def expect(self, language: str | None) -> None:
        """The language of what comes: its abbreviations do not end a sentence. None, as at the start: of English."""
        self._language = language

    @property
    def is_over(self) -> bool:
        return self._ended and is_blank(self._waiting)

    @property
    def fed_characters(self) -> int:
        return self._start + len(self._waiting)

    @property
    def waiting_characters(self) -> int:
        return len(self._waiting)

    def append(self, text: str) -> None:
        """Adds text. A client that counts in UTF-16 may have cut a character outside the basic plane in two."""
        if _HIGH_SURROGATE.search(self._waiting) and _LOW_SURROGATE.match(text):
            pair = self._waiting[-1] + text[0]
            self._waiting, text = self._waiting[:-1], pair.encode("utf-16", "surrogatepass").decode("utf-16") + text[1:]
        self._waiting += text

    def flush(self) -> None:
        """Releases all text that waits, whether a sentence has ended or not. The beginning of a tag or of a code fence
        waits for its end."""
        stops = [len(self._waiting)]
        if not (self._only_flushed or self._ended):
            unfinished = (unfinished_tag(self._waiting), unfinished_fence(self._waiting))
            stops += (place for place in unfinished if place is not None)
        self._flushed = min(stops)

    def end(self) -> None:
        self._ended = True
        self.flush()

    def take(self, *, is_buffer_low: bool) -> Piece | None:
        """The next piece that can be spoken now. `is_buffer_low`: the listener has hardly any audio left."""
        while self._flushed:
            if (piece := self._cut(self._flushed)) is not None:
                return piece
        if self._only_flushed:
            return None
        return self._cut(self._sentences_stop() or (self._clause_stop() if is_buffer_low else 0))

    def _cut(self, stop: int) -> Piece | None:
        text, self._waiting = self._waiting[:stop], self._waiting[stop:]
        start, self._start = self._start, self._start + stop
        self._flushed = max(0, self._flushed - stop)
        if is_blank(text):
            return None
        return Piece(text, start, start + stop, min(2, text[len(text.rstrip()) :].count("\n")))

    def _sentences_stop(self) -> int:
        """The end of the last sentence that another one follows, with the spaces after it."""
        starts = [sentence.text.starts[0] for sentence in self._sentences(self._waiting)[1:]]
        sure = [start for start in starts if len(self._waiting) - start >= _FEWEST_AFTER_CHARACTERS]
        return before_tags(sure[-1], self._waiting) if sure else 0

    def _sentences(self, text: str) -> list[Cut]:
        return split_sentences(without_tags(text), self._language)

    def _clause_stop(self) -> int:
        waiting = self._waiting
        if waiting[-1:].isspace() and waiting.strip():
            last = [self._sentences(waiting + word)[-1].text.text for word in _ANY_WORDS]
            if last == list(_ANY_WORDS):
                return before_tags(len(waiting), waiting)
        places = [place.end() for place in _CLAUSE_END.finditer(waiting)]
        places = [place for place in places if _spoken_characters(waiting[:place]) >= SHORTEST_CLAUSE_CHARACTERS]
        if not places and len(waiting) > LONGEST_WAIT_CHARACTERS:
            places = [place.end() for place in _SPACE.finditer(waiting, SHORTEST_CLAUSE_CHARACTERS)]
            places = places or [len(split_long(Traced.of(waiting), LONGEST_WAIT_CHARACTERS, self._language)[0])]
        return next((place for place in reversed(places) if not _is_inside_mark_up(place, waiting)), 0)


def _is_inside_mark_up(place: int, text: str) -> bool:
    return is_inside(place, text) or is_inside_tag(place, text) or is_inside_fence(place, text)


def _spoken_characters(text: str) -> int:
    return len(without_tags(text).text.strip())
