"""A span -> its windows: prosody, trunk, then the generator window by window.

A long first span begins with a model pass of its first clause alone, so that its length does not delay the first word.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

from koe.model.prosody import Prosody, ProsodyPredictor
from koe.model.stages import Stages
from koe.model.statistics import NormPredictor, StatisticsTable
from koe.model.vocoder import Utterance, Vocoder, WindowMemory
from koe.text import vocab
from koe.text.clause import first_clause
from koe.types import AudioBlock, Samples, Span

# Shorter durations garble the words, since a token has at least one frame; the rest is done by time-stretching. At
# twice the speed Whisper misses 35 % of the words by durations alone, 21 % with 1.6, 7 % with 1.2 (3 % at speed 1).
FASTEST_IN_MODEL = 1.2

Windows = Generator[AudioBlock | None, None, None]


@dataclass(frozen=True, slots=True)
class DecodeOptions:
    """How a span is spoken. `begins_with_clause`: a listener waits for its first word."""

    style: Samples
    speed: float
    next_size: Callable[[], int]
    begins_with_clause: bool = False


class SpanDecoder:
    def __init__(self, stages: Stages, table: StatisticsTable) -> None:
        self._prosody = ProsodyPredictor(stages)
        self._vocoder = Vocoder(stages, NormPredictor(stages, table), closing_marks=frozenset(vocab.encode(".!?…")))

    @property
    def whole_decodings(self) -> int:
        return self._vocoder.whole_decodings

    def decode(self, span: Span, options: DecodeOptions, memory: WindowMemory | None = None) -> Windows:
        """Overlapping blocks; None after work that has no audio yet. `memory` has windows that are known already, and
        gets those that are decoded."""
        first_frame, words, next_size = None, span.words, options.next_size
        clause = first_clause(span) if options.begins_with_clause else None
        if clause is not None:
            prosody, utterance = yield from self._opened(span, clause.tokens, options)
            meeting = prosody.middle_of_token(clause.last_token)
            spoken = [word for word in span.words if word.first_token <= clause.last_token]
            yield from utterance.blocks(next_size, stop_frame=meeting, memory=memory, words=spoken)
            memory, words = None, span.words[len(spoken) :]
        prosody, utterance = yield from self._opened(span, span.tokens, options)
        if clause is not None:
            first_frame = prosody.middle_of_token(clause.last_token)
        yield from utterance.blocks(next_size, first_frame, memory=memory, words=words)

    def _opened(
        self, span: Span, tokens: tuple[int, ...], options: DecodeOptions
    ) -> Generator[None, None, tuple[Prosody, Utterance]]:
        """Prosody and trunk, a step each."""
        speed = min(options.speed, FASTEST_IN_MODEL)
        prosody = self._prosody.predict(tokens, options.style, speed, span.marks)
        yield None
        utterance = self._vocoder.open(prosody)
        yield None
        return prosody, utterance
