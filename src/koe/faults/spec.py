"""`generator:nan@3,frames:loss=0.01` -> the faults that are to happen, and where. docs/operations.md has the syntax."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from koe.model.stages import STAGES

_SPEC = re.compile(r"(?P<place>\w+):(?P<kind>\w+)(?:=(?P<value>[0-9.]+))?(?:@(?P<first>[1-9][0-9]{0,8})(?P<on>\+?))?")

_OF_A_STAGE: Mapping[str, float | None] = MappingProxyType(
    {
        "raises": None,
        "exits": None,
        "nan": None,
        "constant": None,
        "zeros": None,
        "loud": None,
        "hang": None,
        "slow": 0.2,
    }
)
# The kinds of each place, with the value that they take if none is written; None: they take none.
KINDS: Mapping[str, Mapping[str, float | None]] = MappingProxyType(
    {
        **dict.fromkeys(STAGES, _OF_A_STAGE),
        "backend": {"missing": None},
        "g2p": {"raises": None, "exits": None, "hang": None, "slow": 0.1},
        "lane": {"raises": None, "exits": None, "hang": None, "slow": 0.2},
        "frames": {"loss": 0.01, "duplicate": 0.01, "reorder": 0.01, "burst": 0.3, "cut": None},
    }
)
_SHARES = ("loss", "duplicate", "reorder")


class BadFault(ValueError):
    """The syntax is wrong, or there is no such fault; the message says what to write."""


@dataclass(frozen=True, slots=True)
class Fault:
    """`value`: seconds (`slow`, `burst`) or a share of the frames. It happens to call number `first` of its place, and
    if it `goes_on`, to all after it."""

    place: str
    kind: str
    value: float = 0.0
    first: int = 1
    goes_on: bool = True

    def happens_at(self, call: int) -> bool:
        return call >= self.first if self.goes_on else call == self.first


def parse_faults(written: str) -> tuple[Fault, ...]:
    """Raises `BadFault`."""
    return tuple(_parsed(part.strip()) for part in written.split(",") if part.strip())


def _parsed(part: str) -> Fault:
    match = _SPEC.fullmatch(part)
    if match is None:
        raise BadFault(f"{part!r} must be written as place:kind, place:kind=value, place:kind@3 or place:kind@3+")
    place, kind, value, first, on = match.group("place", "kind", "value", "first", "on")
    if place not in KINDS:
        raise BadFault(f"{place!r} is no place of a fault: it must be one of {', '.join(KINDS)}")
    kinds = KINDS[place]
    if kind not in kinds:
        raise BadFault(f"{kind!r} is no fault of {place}: it must be one of {', '.join(kinds)}")
    usual = kinds[kind]
    if value is not None and usual is None:
        raise BadFault(f"{place}:{kind} takes no value")
    number = _number(part, value) if value is not None else usual or 0.0
    if kind in _SHARES and number > 1:
        raise BadFault(f"{part!r}: a share must be at most 1")
    return Fault(place, kind, number, int(first or 1), goes_on=first is None or bool(on))


def _number(part: str, value: str) -> float:
    try:
        return float(value)
    except ValueError:
        raise BadFault(f"{part!r}: {value} is not a number") from None
