"""A text in the queue of the player: its frames as they come, and the place of its words and sentences."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from koe.client.reading import SpokenWord
from koe.playback.jitter_buffer import JitterBuffer
from koe.playback.sentences import Sentences

_numbers = itertools.count(1)


@dataclass(slots=True, eq=False)
class Item:
    """`fields` are those of the request: voice, speed, language. Everything but the text changes while it is played."""

    text: str
    fields: Mapping[str, Any]
    buffer: JitterBuffer
    number: int = field(default_factory=lambda: next(_numbers))
    words: list[SpokenWord] = field(default_factory=list)
    sentences: Sentences = field(init=False)
    has_begun: bool = False
    is_heard: bool = False
    is_stopped: bool = False  # before its end
    is_audio: bool = False  # without text: another program has made it
    problem: str = ""
    restarts: int = 0  # of servers, by the reading that feeds it now

    def __post_init__(self) -> None:
        self.sentences = Sentences(self.text)

    def word_at(self, position: int) -> SpokenWord | None:
        """The word that is spoken at a sample, or the last one before it."""
        place = bisect_right(self.words, position, key=lambda word: word.first_sample) - 1
        return self.words[place] if place >= 0 else None

    def word_from(self, position: int) -> SpokenWord | None:
        """The first word that begins at a sample or after it."""
        place = bisect_right(self.words, position - 1, key=lambda word: word.first_sample)
        return self.words[place] if place < len(self.words) else None

    def sample_of(self, character: int) -> int | None:
        """Where the word begins that is at this character or after it; None if it has not come."""
        place = bisect_right(self.words, character, key=lambda word: word.stop)
        return self.words[place].first_sample if place < len(self.words) else None

    def sentences_before(self, position: int) -> int:
        """Number of the sentence that is spoken at a sample."""
        word = self.word_at(position)
        return self.sentences.at(word.start) if word else 0

    def character_after(self, position: int, samples: int) -> int:
        """About where the text is so many samples later, at the pace so far: the beginning of a word."""
        word = self.word_at(position)
        if word is None or not word.end_sample:
            return len(self.text)
        place = min(len(self.text), word.start + round(word.stop / word.end_sample * samples))
        return self.text.rfind(" ", 0, place) + 1

    @property
    def is_markup(self) -> bool:
        return self.fields.get("input_format") == "ssml" or self.text.lstrip().startswith("<speak")
