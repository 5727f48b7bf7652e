"""How text becomes sound. Read this first.

    SpeechRequest ──prepare.py──▶ Job ──Pipeline.speak──▶ Step, Step, …

`prepare` refuses everything that can be refused; `speak` only speaks. A step is an AudioBlock, or work that is heard
later. For each sentence:

    text ──Planner──▶ span ──SpanDecoder──▶ windows ──SpanFinisher──▶ blocks
         normalise,        prosody, trunk,           join, stretch,
         G2P, tokens       generator                 gain, trim, pause
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import replace

from koe.audio.finish import SpanFinisher
from koe.audio.pause import silence
from koe.audio.trim import LEAD_MS
from koe.engine.cpu_instead import CpuInstead
from koe.engine.decode import FASTEST_IN_MODEL, DecodeOptions, SpanDecoder
from koe.engine.fallback import Fallback
from koe.engine.opening_cache import Opening, recorded
from koe.engine.pace import Pace
from koe.engine.planned import Planned, planned_spans
from koe.engine.prepare import Job
from koe.engine.step import Step
from koe.errors import StageError
from koe.model.levels import VoiceLevels
from koe.model.prosody import SetPauses
from koe.model.stages import Stages, StageSource
from koe.model.statistics import StatisticsTable
from koe.model.vocoder import FILE_WINDOWS, LIVE_WINDOWS
from koe.model.voices import VoiceBook
from koe.text import vocab
from koe.text.plan import Planner
from koe.types import AudioBlock, Cue


class Pipeline:
    """Speaks with one build. `exact` gives the decoder that goes on where a stage fails, and speaks all while
    `prefers_exact` after a failure; `cpu` goes on where a provider fails; `set_pauses` sets those inside a sentence."""

    def __init__(
        self,
        planner: Planner,
        voices: VoiceBook,
        stages: Stages,
        table: StatisticsTable,
        levels: VoiceLevels | None = None,
        exact: Callable[[], SpanDecoder] | None = None,
        *,
        set_pauses: SetPauses | None = None,
        prefers_exact: Callable[[], bool] = lambda: False,
        cpu: CpuInstead | None = None,
    ) -> None:
        if stages.facts.vocabulary_sha256 != vocab.digest():
            raise StageError("The stage models were built for another vocabulary. Run `koe models build --force`.")
        self._planner, self._voices, self._levels = planner, voices, levels
        self._stages, self._prefers_exact = stages, prefers_exact
        self._decoder = SpanDecoder(stages, table, exact, set_pauses, cpu)
        self._text_thread = ThreadPoolExecutor(1, thread_name_prefix="koe-text")
        self.sample_rate_hz = stages.facts.sample_rate_hz
        self.build = repr((stages.name, stages.facts, table.digest()))

    @property
    def whole_decodings(self) -> int:
        return self._decoder.whole_decodings

    @property
    def stage_sources(self) -> tuple[StageSource, ...]:
        return self._stages.sources

    @property
    def fallbacks(self) -> Mapping[str, int]:
        return self._decoder.fallbacks.by_cause

    def close(self) -> None:
        self._text_thread.shutdown(cancel_futures=True)

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        """The lane may turn to another stream after each step. `opening` records how the job begins; windows that it
        already has are not decoded again."""
        pace, plan = pace or Pace(LIVE_WINDOWS if job.live else FILE_WINDOWS), planned_spans(self._planner, job)
        fallback = self._decoder.begin(job.characters, prefers_exact=self._prefers_exact())
        planned = next(plan, None)
        while planned is not None:
            following: Future[Planned | None] | None = None
            for step in self._spoken(job, planned, pace, fallback, opening if planned.is_first else None):
                yield step
                if step.block is not None and following is None:  # not earlier: the first word gets all cores
                    following = self._text_thread.submit(copy_context().run, lambda: next(plan, None))
            planned = following.result() if following else next(plan, None)
        self._decoder.completed(fallback)

    def _spoken(
        self, job: Job, planned: Planned, pace: Pace, fallback: Fallback, opening: Opening | None
    ) -> Iterator[Step]:
        span = planned.span
        if not span.tokens:
            return iter([Step(self._pause(planned), planned.is_last)])
        style = self._voices.style(planned.voice, len(span.tokens))
        options = DecodeOptions(style, job.speed, pace.next_size, begins_with_clause=job.live and planned.is_first)
        windows = self._decoder.decode(span, options, None if opening is None else opening.windows, fallback)
        steps = self._finished(job, planned, windows)
        return steps if opening is None else recorded(steps, opening, fallback)

    def _pause(self, planned: Planned) -> AudioBlock:
        marks = tuple(Cue(word.text, word.start, word.stop, 0.0, 0.0, is_mark=True) for word in planned.span.words)
        return replace(silence(planned.gap_ms - LEAD_MS, self.sample_rate_hz), cues=marks)

    def _finished(self, job: Job, planned: Planned, windows: Iterator[AudioBlock | None]) -> Iterator[Step]:
        gain_db = self._levels.of(planned.voice).gain_db if self._levels else 0.0
        finisher = SpanFinisher(max(1.0, job.speed / FASTEST_IN_MODEL), gain_db, planned.gap_ms)
        for window in windows:
            yield Step() if window is None else Step(finisher.process(window), decoded_s=window.duration_s)
        yield Step(finisher.flush(), planned.is_last)
