"""A span -> its windows: prosody, trunk, then the generator window by window.

A long first span begins with a model pass of its first clause alone, so that its length does not delay the first word.
Where a stage fails, another decoder goes on in its place: nothing is heard twice, and nothing is lost. If a provider is
to blame, that is the same build on the CPU, otherwise the exact stages.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from koe.engine.cpu_instead import CpuInstead
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
    """`exact` gives the decoder that goes on where this one fails; None: then the request fails. `cpu` says when the
    same build on the CPU goes on first. Without `set_pauses`, pauses inside a sentence are those of the model."""

    def __init__(
        self,
        stages: Stages,
        table: StatisticsTable,
        exact: Callable[[], SpanDecoder] | None = None,
        set_pauses: SetPauses | None = None,
        cpu: CpuInstead | None = None,
    ) -> None:
        self._prosody = ProsodyPredictor(stages, set_pauses)
        self._vocoder = Vocoder(stages, NormPredictor(stages, table), closing_marks=frozenset(vocab.encode(".!?…")))
        self._stages, self._cpu = stages, cpu
        # Who speaks, in order: each goes on where the one before it has failed.
        self._row = [lambda: self, *([cpu.decoder] if cpu is not None else []), *([exact] if exact is not None else [])]
        self.fallbacks = FallbackCounts(stages.name)

    @property
    def whole_decodings(self) -> int:
        return self._vocoder.whole_decodings

    def begin(self, characters: int, *, prefers_exact: bool = False) -> Fallback:
        """For a request of this length. `prefers_exact`: a build that has failed is not tried."""
        if prefers_exact and self.fallbacks.by_cause:
            return Fallback(len(self._row) - 1, is_used=True)
        speaks_on_cpu = self._cpu is not None and not self._cpu.is_tried(characters, self._stages)
        return Fallback(1 if speaks_on_cpu else 0)

    def completed(self, fallback: Fallback) -> None:
        """A request was spoken to its end."""
        if self._cpu is not None and fallback.place == 0:
            self._cpu.health.worked(self._stages.accelerators)

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
        """Prosody, trunk and windows, a step each; from the first failure on by another decoder."""
        speed = min(options.speed, FASTEST_IN_MODEL)
        prosody = self._attempt(fallback, lambda by: by._prosody.predict(one.tokens, options.style, speed, span.marks))
        mark_stage("prosody")
        yield None
        utterance = self._attempt(fallback, lambda by: by._vocoder.open(prosody))
        yield None
        first, stop = one.frames(prosody)
        words = one.words
        blocks: Iterator[AudioBlock] = utterance.blocks(options.next_size, first, stop, one.memory, words)
        while True:
            try:
                block = next(blocks, None)
            except Exception as problem:  # noqa: BLE001  a provider may raise anything
                self._go_on_after(problem, fallback)
                if utterance.decoding is not None and utterance.decoding[0] != utterance.first_frame(first):
                    first, words = utterance.decoding[0], ()
                sizes = _sizes_after(utterance, options.next_size)
                utterance = self._attempt(fallback, lambda by: by._vocoder.open(prosody))
                # Not remembered: the next request for the same text is to hear its own build.
                blocks = utterance.blocks(sizes, first, stop, words=words)
                yield None
                continue
            if block is None:
                return
            yield block

    def _attempt(self, fallback: Fallback, work: Callable[[SpanDecoder], Made]) -> Made:
        """By the decoder whose turn it is, or by the first one after it that does not fail."""
        while True:
            try:
                return work(self._row[fallback.place]())
            except Exception as problem:  # noqa: BLE001  a provider may raise anything
                self._go_on_after(problem, fallback)

    def _go_on_after(self, problem: Exception, fallback: Fallback) -> None:
        """Make it the turn of the next decoder. Raises the problem if there is none: the last one has failed."""
        is_blamed = self._cpu is not None and fallback.place == 0 and self._cpu.blames(problem, self._stages)
        place = 1 if is_blamed else len(self._row) - 1
        if place <= fallback.place:
            raise problem
        fallback.place, fallback.is_used = place, True
        if (marks := current_marks()) is not None:
            marks.fell_back = True
        if not is_blamed:
            self.fallbacks.add(problem)


def _sizes_after(failed: Utterance, next_size: Callable[[], int]) -> Callable[[], int]:
    """The size of the window that failed, and then those that would have followed: else the listener would wait longer
    for it, and the samples would move by a step."""
    if failed.decoding is None:
        return next_size
    begin, end = failed.decoding
    sizes = chain([end - begin], iter(next_size, None))
    return lambda: next(sizes)
