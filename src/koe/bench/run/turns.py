"""Speakers and texts -> rounds in which all speakers take turns, with a calibration loop between them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from koe.bench.calibration import Calibration
from koe.bench.speakers import Speaks, Spoken
from koe.bench.texts import Preset

OnTurn = Callable[[str, Preset, Spoken], None]


@dataclass(frozen=True, slots=True)
class Round:
    """One turn of each speaker, by name; `at_s` since the start of the measurement."""

    preset: str
    at_s: float
    spoken: Mapping[str, Spoken]


def _ignore(_name: str, _preset: Preset, _spoken: Spoken) -> None:
    pass


def take_turns(
    speakers: Mapping[str, Speaks],
    presets: Sequence[Preset],
    trials: int,
    calibration: Calibration,
    on_turn: OnTurn = _ignore,
) -> list[Round]:
    """Each round has a text of its own, which no cache knows, and all speakers get it. The order turns about: what one
    leaves behind (a warm cache, a clock that was raised) meets each of them equally often. The first round of each
    preset warms up and does not count."""
    began_s = time.monotonic()
    rounds: list[Round] = []
    for preset in presets:
        for turn in range(trials + 1):
            at_s = time.monotonic() - began_s
            spoken = _one_round(speakers, preset, turn, on_turn)
            calibration.loop()
            if turn:
                rounds.append(Round(preset.name, at_s, spoken))
    return rounds


def _one_round(speakers: Mapping[str, Speaks], preset: Preset, turn: int, on_turn: OnTurn) -> dict[str, Spoken]:
    names = list(speakers) if turn % 2 else list(speakers)[::-1]
    found: dict[str, Spoken] = {}
    for name in names:
        one = speakers[name].speak(preset.text(turn))
        on_turn(name, preset, one)
        found[name] = one.without_samples()
    return {name: found[name] for name in speakers}
