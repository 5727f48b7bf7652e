"""How a span ends -> the silence between it and the next one."""

from __future__ import annotations

import numpy as np

from koe.types import AudioBlock

SENTENCE_MS = 160
CLAUSE_MS = 90
# An entry of a list, a verse, a heading right above its text; a paragraph, as long as that of SSML.
LINE_MS = 280
PARAGRAPH_MS = 500
_CLOSERS = "\"'”’»)]}"
_CLAUSE_ENDS = frozenset(",;—–-،、，；")


def silence(duration_ms: float, sample_rate_hz: int) -> AudioBlock:
    return AudioBlock(np.zeros(max(0, round(duration_ms * sample_rate_hz / 1000)), dtype=np.float32), sample_rate_hz)


def pause_after_ms(text: str, lines_after: int = 0) -> int:
    """A heading ends a sentence without a mark; a span without text goes on with the word before it."""
    if lines_after:
        return LINE_MS if lines_after == 1 else PARAGRAPH_MS
    last = text.rstrip().rstrip(_CLOSERS)[-1:]
    return CLAUSE_MS if not last or last in _CLAUSE_ENDS else SENTENCE_MS
