"""What G2P makes of a text: its phonemes, and which fallbacks were taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from koe.text.traced import Traced


@dataclass(frozen=True, slots=True)
class Reading:
    """`fallbacks` counts what the best reader could not do with this text: see `Phonemizer`."""

    phonemes: Traced
    fallbacks: Mapping[str, int] = field(default_factory=dict)
