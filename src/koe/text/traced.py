"""Text that remembers where it came from: every character knows the range of the original that it stands for."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Protocol


class Pattern(Protocol):
    """A compiled pattern of `re` or of `regex`."""

    def finditer(self, string: str, /) -> Iterator[Any]: ...


# From a match to its replacement: other words, a slice of the text that stays, or None to leave it as it is.
Rewrite = Callable[[Any], "str | slice | None"]


_WORD = re.compile(r"\S+")


def _offsets(values: Iterable[int] = ()) -> array[int]:
    return array("q", values)


def _common(one: str, other: str) -> int:
    """The length of the common beginning."""
    length = min(len(one), len(other))
    return next((place for place in range(length) if one[place] != other[place]), length)


def _common_words(written: Sequence[str], spoken: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of places of equal words, in order. Between two of them both sides have other words, or neither: a word
    that was only added has nothing of its own to stand for."""
    if len(written) < 2:
        return []
    matcher = SequenceMatcher(None, written, spoken, autojunk=False)
    pairs = [
        (block.a + place, block.b + place) for block in matcher.get_matching_blocks() for place in range(block.size)
    ]
    kept: list[tuple[int, int]] = []
    one, other = 0, 0
    for place, spoken_place in pairs:
        if (place == one) == (spoken_place == other):
            kept.append((place, spoken_place))
            one, other = place + 1, spoken_place + 1
    return kept if (one == len(written)) == (other == len(spoken)) else kept[:-1]


def unchanged_words(before: str, after: str) -> tuple[int, int]:
    """The lengths of the equal words at the beginning and at the end. A rule may match them as context: they are not
    replaced, and so keep their exact places."""
    shorter = min(len(before), len(after))
    left = after.rfind(" ", 0, _common(before, after)) + 1
    right = min(_common(before[left:][::-1], after[left:][::-1]), shorter - left)
    space = after.find(" ", len(after) - right)
    return left, len(after) - space if space >= 0 else 0


@dataclass(frozen=True, slots=True, eq=False)
class Traced:
    """`text`, and for its i-th character the half-open range `starts[i]:stops[i]` of the original. Never changed."""

    text: str
    starts: array[int]
    stops: array[int]

    @classmethod
    def of(cls, text: str) -> Traced:
        return cls(text, _offsets(range(len(text))), _offsets(range(1, len(text) + 1)))

    @classmethod
    def standing_for(cls, start: int, stop: int, text: str) -> Traced:
        """Words that are not in the original: each character stands for all of `start:stop`."""
        return cls(text, _offsets([start]) * len(text), _offsets([stop]) * len(text))

    @classmethod
    def join(cls, parts: Iterable[Traced], separator: str = "") -> Traced:
        """The parts one after the other. The separator stands for the empty range between two of them."""
        texts: list[str] = []
        starts, stops = _offsets(), _offsets()
        for number, part in enumerate(parts):
            if number and separator:
                texts.append(separator)
                place = _offsets([stops[-1] if stops else 0]) * len(separator)
                starts.extend(place)
                stops.extend(place)
            texts.append(part.text)
            starts.extend(part.starts)
            stops.extend(part.stops)
        return cls("".join(texts), starts, stops)

    def __len__(self) -> int:
        return len(self.text)

    def __str__(self) -> str:
        return self.text

    def __getitem__(self, part: slice) -> Traced:
        if part.step not in (None, 1):
            raise ValueError("the step of a slice of traced text must be 1")
        return Traced(self.text[part], self.starts[part], self.stops[part])

    def source_range(self, start: int, stop: int) -> tuple[int, int]:
        """The range of the original that `text[start:stop]` stands for. An empty slice has an empty range; inside the
        words of a replacement it has the range that was replaced."""
        if start < stop:
            return self.starts[start], self.stops[stop - 1]
        before = self.stops[start - 1] if start else 0
        place = self.starts[start] if start < len(self.text) else before
        return place, max(place, before)

    def stripped(self, characters: str | None = None) -> Traced:
        left = len(self.text) - len(self.text.lstrip(characters))
        return self[left : max(left, len(self.text.rstrip(characters)))]

    def lines(self) -> Iterator[Traced]:
        start = 0
        while (stop := self.text.find("\n", start)) >= 0:
            yield self[start:stop]
            start = stop + 1
        yield self[start:]

    def of_source(self, start: int, stop: int) -> str:
        """The characters that stand for `start:stop` of the original."""
        first = bisect_left(self.starts, start)
        return self.text[first : max(first, bisect_left(self.starts, stop))]

    def retold(self, start: int, stop: int, words: str) -> Traced:
        """`words` in place of `text[start:stop]`. Words that both have keep their exact places, such as the month of
        "3 de marzo de 2021"; those between two of them stand for what is written between them."""
        written = [match.span() for match in _WORD.finditer(self.text, start, stop)]
        spoken = [match.span() for match in _WORD.finditer(words)]
        kept = _common_words([self.text[a:b] for a, b in written], [words[a:b] for a, b in spoken])
        if not kept:
            return Traced.standing_for(*self.source_range(start, stop), words)
        parts: list[Traced] = []
        done, place = 0, 0  # words written, characters spoken
        for one, other in (*kept, (len(written), len(spoken))):
            between = written[done:one]
            begin, end = (between[0][0], between[-1][1]) if between else 2 * (written[max(0, done - 1)][1],)
            until = spoken[other][0] if other < len(spoken) else len(words)
            parts.append(Traced.standing_for(*self.source_range(begin, end), words[place:until]))
            if one < len(written):
                parts.append(self[slice(*written[one])])
                done, place = one + 1, spoken[other][1]
        return Traced.join(parts)

    def replace_matches(self, pattern: Pattern, rewrite: Rewrite) -> Traced:
        """The text with every match replaced by what `rewrite` returns."""
        texts: list[str] = []
        starts, stops = _offsets(), _offsets()
        done = 0
        for match in pattern.finditer(self.text):
            replacement = rewrite(match)
            begin, end = match.span()
            if replacement is None or replacement == match[0]:
                continue
            if isinstance(replacement, str):
                left, right = unchanged_words(match[0], replacement)
                begin, end, replacement = begin + left, end - right, replacement[left : len(replacement) - right]
            texts.append(self.text[done:begin])
            starts.extend(self.starts[done:begin])
            stops.extend(self.stops[done:begin])
            if isinstance(replacement, slice):
                texts.append(self.text[replacement])
                starts.extend(self.starts[replacement])
                stops.extend(self.stops[replacement])
            else:
                texts.append(replacement)
                source_start, source_stop = self.source_range(begin, end)
                starts.extend(_offsets([source_start]) * len(replacement))
                stops.extend(_offsets([source_stop]) * len(replacement))
            done = end
        if not texts:
            return self
        texts.append(self.text[done:])
        starts.extend(self.starts[done:])
        stops.extend(self.stops[done:])
        return Traced("".join(texts), starts, stops)
