"""The claims of the streams that run -> whether one more would be admitted, and when. For load balancers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from koe.engine.agenda import USUAL, Claim, Rules, Urgency, fits, retry_after_s, work_left_s
from koe.engine.costs import Costs

# Speech of some sentences: what is asked for is known only when it comes.
USUAL_SPEECH_S = 10.0
_NEWCOMER = Claim(Urgency.LIVE, order=0, left_s=USUAL_SPEECH_S)


@dataclass(frozen=True, slots=True)
class Room:
    """Room for one more live stream of usual length. `free_in_s` is 0 if there is some; `work_s` is what the lanes have
    still to do for the streams that run."""

    has_room: bool
    free_in_s: int = 0
    work_s: float = 0.0
    streams: int = 0


def room_of(claims: Sequence[Claim], costs: Costs, max_streams: int, rules: Rules = USUAL) -> Room:
    """By the arithmetic that admits streams."""
    work_s = sum(work_left_s(claim, costs) for claim in claims)
    if len(claims) < max_streams and fits(claims, _NEWCOMER, costs, rules):
        return Room(True, 0, work_s, len(claims))
    return Room(False, retry_after_s(claims, _NEWCOMER, costs, rules), work_s, len(claims))
