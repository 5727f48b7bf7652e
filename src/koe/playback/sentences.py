"""Text -> where its sentences begin, for skipping and repeating: nothing is spoken by it, and no language is loaded."""

from __future__ import annotations

import re
from bisect import bisect_right

_END = re.compile(r"[.!?…]+[\"'”’»)\]]*\s+|[。！？।]+[」』”]*\s*|\n\s*")
# What ends no sentence, in front of the full stop: titles and single letters.
_NO_END = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|cf|No|Vol|Fig|approx)|\b[A-Z])\Z")


class Sentences:
    """Where the sentences of a text begin, in characters."""

    def __init__(self, text: str) -> None:
        starts = [len(text) - len(text.lstrip())]
        for end in _END.finditer(text):
            is_sentence = not (end[0].startswith(".") and _NO_END.search(text, max(0, end.start() - 8), end.start()))
            if is_sentence and end.end() > starts[-1] and end.end() < len(text):
                starts.append(end.end())
        self.starts = starts

    def at(self, character: int) -> int:
        """Number of the sentence that this character is in."""
        return max(0, bisect_right(self.starts, character) - 1)
