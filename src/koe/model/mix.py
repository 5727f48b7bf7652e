"""The name of a mixed voice -> its voices and their weights: `af_heart(2)+bf_emma(1)`, `af_bella:0.6+af_sky:0.4`.

A mix has one canonical id, however it was written: parts by their ids, weights that sum to 1 in steps of a
ten-thousandth. Names are looked up in a table; no part of them ever becomes a path.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from koe.errors import BadMix

MOST_PARTS = 8
LARGEST_WEIGHT = 100.0
# The sum of the weights, as a share of their sizes. Weights that nearly cancel out give a style far from any voice.
SMALLEST_REMAINDER = 0.1

_STEPS = 10_000
_LONGEST_CHARACTERS = 400
_MIXING = frozenset("+-():*,")
_PART = re.compile(r"(?P<sign>[+-]|\A)(?P<name>\w{1,40})(?:\((?P<times>[0-9.]{1,12})\)|:(?P<share>[0-9.]{1,12}))?")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")


@dataclass(frozen=True, slots=True)
class Part:
    voice: str
    steps: int = _STEPS

    @property
    def weight(self) -> float:
        return self.steps / _STEPS


@dataclass(frozen=True, slots=True)
class Mix:
    """One or more parts, sorted by voice, whose weights sum to 1."""

    parts: tuple[Part, ...]

    @classmethod
    def of_one(cls, voice: str) -> Mix:
        return cls((Part(voice),))

    @property
    def id(self) -> str:
        """The canonical name. A mix of one voice has the id of that voice."""
        if len(self.parts) == 1:
            return self.parts[0].voice
        terms = (f"{'-' if part.steps < 0 else '+'}{part.voice}({abs(part.weight):g})" for part in self._heaviest_first)
        return "".join(terms).removeprefix("+")

    @property
    def heaviest(self) -> str:
        return self._heaviest_first[0].voice

    @property
    def _heaviest_first(self) -> list[Part]:
        """The first is always an added part: the added weights sum to more than the subtracted ones."""
        return sorted(self.parts, key=lambda part: (part.steps < 0, -abs(part.steps), part.voice))


def is_mix(name: str) -> bool:
    return not _MIXING.isdisjoint(name)


def read_mix(text: str, find: Callable[[str], str]) -> Mix:
    """`find` returns the id of a voice, or raises. Raises `BadMix`."""
    written = "".join(text[: 2 * _LONGEST_CHARACTERS].split())
    if len(written) > _LONGEST_CHARACTERS:
        raise BadMix
    weights: dict[str, float] = {}
    count = place = 0
    while place < len(written):
        part = _PART.match(written, place)
        count += 1
        if part is None or count > MOST_PARTS:
            raise BadMix
        voice = find(part["name"])
        weights[voice] = weights.get(voice, 0.0) + _signed_weight(part)
        place = part.end()
    return _balanced(weights)


def _signed_weight(part: re.Match[str]) -> float:
    written = part["times"] or part["share"] or "1"
    if not _NUMBER.fullmatch(written) or float(written) > LARGEST_WEIGHT:
        raise BadMix
    return -float(written) if part["sign"] == "-" else float(written)


def _balanced(weights: dict[str, float]) -> Mix:
    total = sum(weights.values())
    if total <= 0 or total < SMALLEST_REMAINDER * sum(map(abs, weights.values())):
        raise BadMix
    steps = {voice: round(_STEPS * weight / total) for voice, weight in sorted(weights.items())}
    heaviest = max(steps, key=lambda voice: steps[voice])
    steps[heaviest] += _STEPS - sum(steps.values())  # what rounding left over
    return Mix(tuple(Part(voice, share) for voice, share in steps.items() if share))
