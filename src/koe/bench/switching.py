"""A server that speaks short texts on the CPU, long ones on a provider -> what it costs to go from one to the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from koe.bench.speakers import Speaks
from koe.bench.texts import text_of

SHORT_CHARACTERS, LONG_CHARACTERS = 140, 500
# Texts of at least so many characters go to the provider.
BORDER_CHARACTERS = 281


@dataclass(frozen=True, slots=True)
class SwitchingCost:
    """Seconds that the first sound is later than where the text before it was spoken by the same; medians."""

    to_provider_s: float
    to_cpu_s: float


def measure_switching(speaker: Speaks, turns: int, on_turn: Callable[[], None] = lambda: None) -> SwitchingCost:
    """Two short texts, two long ones, and so on: every second text comes after one of the other kind. The first pairs
    warm up."""
    first_s: dict[tuple[bool, bool], list[float]] = {}
    text = 0
    for turn in range(turns + 1):
        for is_long in (False, True):
            for is_switched in (True, False):
                characters = LONG_CHARACTERS if is_long else SHORT_CHARACTERS
                spoken = speaker.speak(text_of(characters, text))
                text += 1
                if turn:
                    first_s.setdefault((is_long, is_switched), []).append(spoken.first_audible_s)
        on_turn()
    later_s = [median(first_s[is_long, True]) - median(first_s[is_long, False]) for is_long in (True, False)]
    return SwitchingCost(*later_s)
