"""Text -> text that remembers where it came from: every character knows the stretch of the original it stands for."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass


def _offsets(values: Iterable[int] = ()) -> array[int]:
    return array("q", values)


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
    def join(cls, parts: Iterable[Traced]) -> Traced:
        """The parts one after the other, without anything between them."""
        texts: list[str] = []
        starts, stops = _offsets(), _offsets()
        for part in parts:
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
            raise ValueError("a traced text is cut, not thinned out")
        return Traced(self.text[part], self.starts[part], self.stops[part])

    def source_range(self, start: int, stop: int) -> tuple[int, int]:
        """The stretch of the original behind `text[start:stop]`. Behind an empty one is nothing, or, inside the words
        of one replacement, what they stand for."""
        if start < stop:
            return self.starts[start], self.stops[stop - 1]
        before = self.stops[start - 1] if start else 0
        place = self.starts[start] if start < len(self.text) else before
        return place, max(place, before)

    def replace_matches(self, pattern: re.Pattern[str], function: Callable[[re.Match[str]], str | None]) -> Traced:
        """Every match in the words that `function` gives for it; None leaves it alone."""
        texts: list[str] = []
        starts, stops = _offsets(), _offsets()
        done = 0
        for match in pattern.finditer(self.text):
            replacement = function(match)
            if replacement is None or replacement == match[0]:
                continue
            begin, end = match.span()
            texts += (self.text[done:begin], replacement)
            source_start, source_stop = self.source_range(begin, end)
            starts.extend(self.starts[done:begin])
            starts.extend(_offsets([source_start]) * len(replacement))
            stops.extend(self.stops[done:begin])
            stops.extend(_offsets([source_stop]) * len(replacement))
            done = end
        if not texts:
            return self
        texts.append(self.text[done:])
        starts.extend(self.starts[done:])
        stops.extend(self.stops[done:])
        return Traced("".join(texts), starts, stops)
