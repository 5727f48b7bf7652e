"""A job -> its spans in order, each with its voice, its place and the silence after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from koe.audio.pause import pause_after_ms
from koe.audio.trim import LEAD_MS
from koe.engine.marks import mark_stage
from koe.engine.prepare import Job
from koe.text.plan import Planner
from koe.types import Span


@dataclass(frozen=True, slots=True)
class Planned:
    span: Span
    voice: str
    is_first: bool  # of the job
    is_last: bool

    @property
    def gap_ms(self) -> float:
        """The silence to the next span, whose lead counts towards it. After the last span nothing follows: it is
        added."""
        span = self.span
        gap_ms = pause_after_ms(span.text, span.lines_after) if span.pause_ms is None else span.pause_ms
        return gap_ms + LEAD_MS if self.is_last and span.pause_ms else gap_ms


def planned_spans(planner: Planner, job: Job) -> Iterator[Planned]:
    """Reads each sentence when it is asked for."""
    for number, sentence in enumerate(job.sentences):
        spans = planner.spans(sentence)
        mark_stage("text")
        for place, span in enumerate(spans):
            is_last = (number, place) == (len(job.sentences) - 1, len(spans) - 1)
            yield Planned(span, sentence.voice or job.voice, is_first=number == place == 0, is_last=is_last)
