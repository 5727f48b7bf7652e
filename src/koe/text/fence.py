"""The lines that open and close a block of Markdown code, in text whose end has not arrived yet."""

from __future__ import annotations

import re

_FENCE = re.compile(r"[ \t>]*(?:`{3,}[^`\n]*|~{3,}[^~\n]*)\Z")
# What may become one: the first mark of a fence counts only if nothing follows it, else `code` would wait.
_BEGINNING = re.compile(r"(?m)^[ \t>]*(?:``[^`\n]*|~~[^~\n]*|`{3,}[^`\n]*|~{3,}[^~\n]*|`|~)\Z")


def unfinished_fence(text: str) -> int | None:
    """Where a fence begins at the end of the text whose line has not ended; None if there is none."""
    found = _BEGINNING.search(text)
    return None if found is None else found.start()


def is_inside_fence(place: int, text: str) -> bool:
    """A cut there would make words of the rest of the line, such as the name of a language."""
    start = text.rfind("\n", 0, place) + 1
    stop = text.find("\n", place)
    return start < place and _FENCE.match(text[start : stop if stop >= 0 else len(text)]) is not None
