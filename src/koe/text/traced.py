"""Text that remembers where it came from: every character knows the range of the original that it stands for."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol


class Pattern(Protocol):
    """A compiled pattern of `re` or of `regex`."""

    def finditer(self, string: str, /) -> Iterator[Any]: ...


# From a match to its replacement: other words, a slice of the text that stays, or None to leave it as it is.
Rewrite = Callable[[Any], "str | slice | None"]


def _offsets(values: Iterable[int] = ()) -> array[int]:
    return array("q", values)


def _common(one: str, other: str) -> int:
    """The length of the common beginning."""
    length = min(len(one), len(other))
    return next((place for place in range(length) if one[place] != other[place]), length)


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
