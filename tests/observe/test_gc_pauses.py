"""Pauses of the garbage collector are counted while koe runs."""

from __future__ import annotations

import gc

from koe.observe.gc_pauses import GcPauses


def test_runs_of_the_collector_are_counted_between_begin_and_end() -> None:
    pauses, callbacks = GcPauses(), list(gc.callbacks)
    pauses.begin()
    try:
        gc.collect()
        gc.collect()
    finally:
        pauses.end()
    counts = pauses.counts
    assert counts.pauses >= 2
    assert 0 < counts.longest_s <= counts.total_s == pauses.total_s
    gc.collect()
    assert pauses.counts == counts
    assert gc.callbacks == callbacks
    pauses.end()  # any number of times
