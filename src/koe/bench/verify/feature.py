"""A feature, and what shows it: test files of the repository, and figures by name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feature:
    """`tests` are files or folders below `tests/`; `figures` are names of `bars.BARS`."""

    area: str
    name: str
    tests: tuple[str, ...]
    figures: tuple[str, ...] = ()
