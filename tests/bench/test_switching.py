"""What it costs to go from the CPU to a provider and back."""

from __future__ import annotations

import pytest

from koe.bench.speakers import Spoken
from koe.bench.switching import BORDER_CHARACTERS, LONG_CHARACTERS, SHORT_CHARACTERS, measure_switching
from koe.bench.texts import text_of


class Switches:
    """A speaker whose first sound is later after a text of the other kind; the first text of all is much later."""

    def __init__(self) -> None:
        self._was_long = False
        self.texts: list[str] = []

    def speak(self, text: str) -> Spoken:
        is_long = len(text) >= BORDER_CHARACTERS
        cost_s = 0.0 if is_long == self._was_long else 0.05 if is_long else 0.02
        first_s = 9.0 if not self.texts else (0.3 if is_long else 0.1) + cost_s
        self._was_long = is_long
        self.texts.append(text)
        return Spoken(0.0, first_s, 1.0, 4.0)


def test_the_cost_is_that_of_the_change_alone() -> None:
    speaker = Switches()
    cost = measure_switching(speaker, 3)
    assert cost.to_provider_s == pytest.approx(0.05)
    assert cost.to_cpu_s == pytest.approx(0.02)
    assert len(set(speaker.texts)) == len(speaker.texts)  # no cache knows one


def test_short_and_long_texts_lie_on_either_side_of_the_border() -> None:
    assert len(text_of(SHORT_CHARACTERS)) < BORDER_CHARACTERS <= len(text_of(LONG_CHARACTERS))
