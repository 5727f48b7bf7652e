"""Marks as tests need them: an answer of any kind, with the times that it is to have."""

from __future__ import annotations

from koe.engine.marks import Kind, Marks


def answer(
    kind: Kind = Kind.WARM,
    *,
    first_s: float | None = 0.2,
    rtf: float = 0.3,
    wait_s: float = 0.01,
    live: bool = True,
    underruns: int = 0,
) -> Marks:
    marks = Marks(accepted_s=100.0)
    marks.begin_as(kind, is_live=live)
    marks.mark("admitted", 100.0)
    marks.mark("begun", 100.0 + wait_s)
    marks.made(2.0)
    marks.worked(2.0 * rtf)
    marks.late(underruns, 0.02 * underruns)
    if first_s is not None:
        marks.mark("audible", 100.0 + first_s)
    marks.mark("ended", 103.0)
    return marks


def refused() -> Marks:
    marks = Marks(accepted_s=100.0)
    marks.begin_as(Kind.WARM, is_live=True)
    return marks
