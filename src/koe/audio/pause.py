"""The end of a span -> the length of the pause after it; and blocks of silence."""

from __future__ import annotations

import numpy as np

from koe.types import AudioBlock

SENTENCE_MS = 160
CLAUSE_MS = 90
# After a line: an entry of a list, a verse, a heading right above its text. After a paragraph: as long as in SSML.
LINE_MS = 280
PARAGRAPH_MS = 500
_CLOSERS = "\"'”’»)]}"
_CLAUSE_ENDS = frozenset(",;—–-،、，；")


def silence(duration_ms: float, sample_rate_hz: int) -> AudioBlock:
    return AudioBlock(np.zeros(max(0, round(duration_ms * sample_rate_hz / 1000)), dtype=np.float32), sample_rate_hz)


def pause_after_ms(text: str, lines_after: int = 0) -> int:
    """A span without a closing mark, such as a heading, ends a sentence. A span without text is part of the clause
    before it."""
    if lines_after:
        return LINE_MS if lines_after == 1 else PARAGRAPH_MS
    last = text.rstrip().rstrip(_CLOSERS)[-1:]
    return CLAUSE_MS if not last or last in _CLAUSE_ENDS else SENTENCE_MS
