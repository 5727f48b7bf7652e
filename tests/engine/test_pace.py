"""Window sizes of a stream, one after the other."""

from __future__ import annotations

from itertools import accumulate

import pytest

from koe.constants import MODEL_FRAME_S
from koe.engine.costs import CONTEXT_FRAMES, USUAL_FRAMES, Costs
from koe.engine.pace import Pace, live_sizes


def test_windows_grow_along_the_sizes_and_stay_at_the_last() -> None:
    pace = Pace((7, 6, 12))
    assert [pace.next_size() for _ in range(5)] == [7, 6, 12, 12, 12]


@pytest.mark.parametrize("frame_s", [0.004, 0.0066, 0.0075, 0.012])
def test_each_window_is_ready_before_the_last_one_has_been_played(frame_s: float) -> None:
    """At most two frames of the first window are silence before the first sound."""
    costs = Costs(share=frame_s / MODEL_FRAME_S * (USUAL_FRAMES + CONTEXT_FRAMES) / USUAL_FRAMES)
    sizes = live_sizes(costs.frame_s)
    heard_s = [MODEL_FRAME_S * (frames - 2) for frames in accumulate(sizes)]
    ready_s = list(accumulate(costs.of_window(frames) for frames in sizes[1:]))
    assert all(ready <= heard for ready, heard in zip(ready_s, heard_s, strict=False))


def test_slower_machine_begins_with_longer_windows() -> None:
    firsts = [live_sizes(Costs(share=share).frame_s)[0] for share in (0.2, 0.55, 1.5)]
    assert firsts == sorted(firsts)
    assert len(set(firsts)) == 3
