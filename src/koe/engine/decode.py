"""A span -> its windows: prosody, trunk, then the generator window by window.

A long first span begins with a model pass of its first clause alone, so that its length does not delay the first word.
Where a stage fails, the exact stages go on in its place: nothing is heard twice, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from koe.engine.fallback import Fallback, FallbackCounts
from koe.engine.marks import current_marks, mark_stage
from koe.model.clause_pauses import RANGES, ClausePauses
from koe.model.prosody import Prosody, ProsodyPredictor, SetPauses
from koe.model.stages import Stages
from koe.model.statistics import NormPredictor, StatisticsTable
from koe.model.vocoder import Utterance, Vocoder, WindowMemory
from koe.text import vocab
from koe.text.clause import first_clause
from koe.types import AudioBlock, Samples, Span, Word

# Shorter durations garble the words, since a token has at least one frame; the rest is done by time-stretching. At
# twice the speed Whisper misses 35 % of the words by durations alone, 21 % with 1.6, 7 % with 1.2 (3 % at speed 1).
FASTEST_IN_MODEL = 1.2

# Tokens without a sound, which may stand beside a mark inside a sentence.
_SILENT = ' "“”'

Windows = Generator[AudioBlock | None, None, None]
Made = TypeVar("Made")


def clause_pauses() -> ClausePauses:
    return ClausePauses({vocab.IDS[mark]: pause for mark, pause in RANGES.items()}, vocab.encode(_SILENT))


@dataclass(frozen=True, slots=True)
class DecodeOptions:
    """How a span is spoken. `begins_with_clause`: a listener waits for its first word."""

    style: Samples
    speed: float
    next_size: Callable[[], int]
    begins_with_clause: bool = False


@dataclass(frozen=True, slots=True)
class _Pass:
    """One model pass: what is spoken of its tokens begins and stops in the pauses at these; None: at its ends."""

    tokens: tuple[int, ...]
    words: Sequence[Word]
    memory: WindowMemory | None
    first_token: int | None = None
    last_token: int | None = None

    def frames(self, prosody: Prosody) -> tuple[int | None, int | None]:
        first, last = (
            None if token is None else prosody.middle_of_pause(token) for token in (self.first_token, self.last_token)
        )
        return first, last


class SpanDecoder:
    """`exact` gives the decoder that goes on where this one fails; None: then the request fails. Without `set_pauses`,
    pauses inside a sentence are those of the model."""

    def __init__(
        self,
        stages: Stages,
        table: StatisticsTable,
        exact: Callable[[], SpanDecoder] | None = None,
        set_pauses: SetPauses | None = None,
    ) -> None:
        self._prosody = ProsodyPredictor(stages, set_pauses)
        self._vocoder = Vocoder(stages, NormPredictor(stages, table), closing_marks=frozenset(vocab.encode(".!?…")))
        self._exact = exact
        self.fallbacks = FallbackCounts(stages.name)

    @property
    def whole_decodings(self) -> int:
        return self._vocoder.whole_decodings

    def decode(
        self,
        span: Span,
        options: DecodeOptions,
        memory: WindowMemory | None = None,
        fallback: Fallback | None = None,
    ) -> Windows:
        """Overlapping blocks; None after work that has no audio yet. `memory` has windows that are known already, and
        gets those that are decoded. `fallback` is that of the request."""
        fallback = fallback or Fallback()
        clause = first_clause(span) if options.begins_with_clause else None
        if clause is None:
            yield from self._speak(span, _Pass(span.tokens, span.words, memory), options, fallback)
            return
        last = clause.last_token
        begun = [word for word in span.words if word.first_token <= last]
        yield from self._speak(span, _Pass(clause.tokens, begun, memory, last_token=last), options, fallback)
        rest = _Pass(span.tokens, span.words[len(begun) :], None, first_token=last)
        yield from self._speak(span, rest, options, fallback)

    def _speak(self, span: Span, one: _Pass, options: DecodeOptions, fallback: Fallback) -> Windows:
        """Prosody, trunk and windows, a step each. Takes the exact stages from the first failure on."""
        speed = min(options.speed, FASTEST_IN_MODEL)
        prosody = self._attempt(fallback, lambda by: by._prosody.predict(one.tokens, options.style, speed, span.marks))
        mark_stage("prosody")
        yield None
        utterance = self._attempt(fallback, lambda by: by._vocoder.open(prosody))
        yield None
        first, stop = one.frames(prosody)
        blocks: Iterator[AudioBlock] = utterance.blocks(options.next_size, first, stop, one.memory, one.words)
        while True:
            try:
                block = next(blocks, None)
            except Exception as problem:  # noqa: BLE001  a provider may raise anything
                exact = self._after(problem, fallback)._vocoder.open(prosody)
                blocks = _rest(utterance, exact, one, prosody, options.next_size)
                yield None
                continue
            if block is None:
                return
            yield block

    def _attempt(self, fallback: Fallback, work: Callable[[SpanDecoder], Made]) -> Made:
        if not fallback.is_used or self._exact is None:
            try:
                return work(self)
            except Exception as problem:  # noqa: BLE001  a provider may raise anything
                return work(self._after(problem, fallback))
        return work(self._exact())

    def _after(self, problem: Exception, fallback: Fallback) -> SpanDecoder:
        """The decoder to go on with after a failure. Raises the problem if there is none: the exact stages fail too."""
        if self._exact is None or fallback.is_used:
            raise problem
        fallback.is_used = True
        if (marks := current_marks()) is not None:
            marks.fell_back = True
        self.fallbacks.add(problem)
        return self._exact()


def _rest(
    failed: Utterance, exact: Utterance, one: _Pass, prosody: Prosody, next_size: Callable[[], int]
) -> Iterator[AudioBlock]:
    """The blocks from the window on that failed, of the same sizes. They are not remembered: the next request for the
    same text is to hear its own build."""
    first, stop = one.frames(prosody)
    if failed.decoding is None:
        return exact.blocks(next_size, first, stop, words=one.words)
    begin, end = failed.decoding
    sizes = chain([end - begin], iter(next_size, None))
    is_first = begin == failed.first_frame(first)
    first = first if is_first else begin
    return exact.blocks(lambda: next(sizes), first, stop, words=one.words if is_first else ())
