"""Which convolutions are computed in eight bits, and how large their channels are (`koe dev eight-bits` measures it).

A convolution whose error alone leaves less than `LEAST_DECIBELS` stays in single precision. All others of the stages in
`IN_TWO_PARTS` get their input in two parts, which has sixteen bits then.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from koe.build.eight_bits import Ranges

RANGES, ORIGIN = "build/eight_bits.npz", "build/eight_bits.json"
# 50 convolutions at 40 dB leave 23 dB if their errors add up; those of the slim generator leave 29: PESQ loses 0.01.
LEAST_DECIBELS = 38.0
# The trunk's errors reach all that follows. On the six clips of the quality gate that lose most by them, PESQ is 3.85
# in single precision, 3.80 so, and 3.65 with its three worst convolutions in two parts.
IN_TWO_PARTS = ("trunk",)


@dataclass(frozen=True, slots=True)
class EightBitPlan:
    """By stage, then by convolution: decibels that eight bits alone leave, and ranges of the channels where they are
    balanced."""

    decibels: Mapping[str, Mapping[str, float]]
    ranges: Mapping[str, Ranges]

    @classmethod
    def load(cls, ranges: Path, origin: Path) -> EightBitPlan:
        decibels = json.loads(origin.read_text("utf-8"))["decibels"]
        by_stage: dict[str, dict[str, Any]] = {stage: {} for stage in decibels}
        with np.load(ranges) as arrays:
            for name in arrays.files:
                stage, _, convolution = name.partition(":")
                by_stage[stage][convolution] = arrays[name].astype(np.float32)
        return cls(decibels, by_stage)

    def save(self, ranges: Path, origin: Path, record: Mapping[str, object]) -> None:
        """`record` says what was measured."""
        arrays = {f"{stage}:{name}": values for stage, some in self.ranges.items() for name, values in some.items()}
        np.savez_compressed(ranges, **{name: values.astype(np.float16) for name, values in arrays.items()})  # type: ignore[arg-type]  # the stub takes the names for its own options
        rounded = {
            stage: {name: round(value, 1) for name, value in some.items()} for stage, some in self.decibels.items()
        }
        written = {
            **record,
            "sha256": hashlib.sha256(ranges.read_bytes()).hexdigest(),
            "least_decibels": LEAST_DECIBELS,
            "in_single_precision": {stage: sorted(self.in_floats(stage)) for stage in rounded},
            "in_two_parts": {stage: sorted(self.in_two_parts(stage)) for stage in rounded},
            "decibels": rounded,
        }
        origin.write_text(json.dumps(written, indent=2) + "\n")

    def in_floats(self, stage: str) -> frozenset[str]:
        """The convolutions that stay in single precision."""
        return frozenset(name for name, decibels in self.decibels[stage].items() if decibels < LEAST_DECIBELS)

    def in_two_parts(self, stage: str) -> frozenset[str]:
        """The convolutions whose input has sixteen bits."""
        return frozenset(self.decibels[stage]) - self.in_floats(stage) if stage in IN_TWO_PARTS else frozenset()
