"""The stored choice: a JSON file that `koe tune` writes, and whether it is valid here and now."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from koe.tune.identity import Identity
from koe.tune.space import Point, Value
from koe.tune.store import TuningError

FILE = "tuning.json"
_MOST_BYTES = 1 << 16
# Settings that were measured together: where one is explicit, the choice gives none of them.
_TOGETHER = frozenset({"threads", "lanes", "spinning"})


@dataclass(frozen=True, slots=True)
class Choice:
    """`values`: the settings that differ from `default`, the point that it was compared with; empty: the default was
    best. `ratios` of the confirmed trial to the default, by objective; `margins`: what would have been noise."""

    values: Point
    default: Point
    made_at: datetime
    identity: Identity
    mode: str = "full"
    ratios: Mapping[str, float] = field(default_factory=dict)
    margins: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "values": dict(self.values),
            "default": dict(self.default),
            "made_at": self.made_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "identity": self.identity.to_json(),
            "mode": self.mode,
            "ratios": dict(self.ratios),
            "margins": dict(self.margins),
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Choice:
        made_at = datetime.strptime(content["made_at"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
        rest = {name: dict(content[name]) for name in ("values", "default", "ratios", "margins")}
        return cls(made_at=made_at, identity=Identity.from_json(content["identity"]), mode=str(content["mode"]), **rest)

    def builds(self) -> tuple[str, ...]:
        named = (self.values.get("build"), self.default.get("build"))
        return tuple(str(name) for name in named if name is not None)


class ChoiceFile:
    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def write(self, choice: Choice) -> None:
        """Under another name first: the file is whole or absent."""
        unfinished = self.path.with_suffix(f".{os.getpid()}.tmp")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            unfinished.write_text(json.dumps(choice.to_json(), indent=1) + "\n", "utf-8")
            unfinished.replace(self.path)
        except OSError as problem:
            raise TuningError(f"{self.path} cannot be written ({problem.strerror}).") from None

    def read(self) -> Choice | None:
        """None if there is none. Raises `TuningError` if it cannot be understood."""
        try:
            if self.path.stat().st_size > _MOST_BYTES:
                raise TuningError(f"{self.path} is too large to be koe's.")
            return Choice.from_json(json.loads(self.path.read_text("utf-8")))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
            raise TuningError(f"{self.path} cannot be read ({type(problem).__name__}).") from None


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a stored choice is compared with. `base`: the settings without it; `explicit`: the names of those that come
    from the environment, koe.toml or the command line."""

    identity: Identity
    base: Mapping[str, Any]
    explicit: frozenset[str]
    now: datetime
    ttl_days: int


@dataclass(frozen=True, slots=True)
class ChoiceState:
    """`values` are the settings that the choice gives now; `reason` says why it gives none, or not all."""

    state: Literal["off", "none", "used", "default", "unused"]
    values: Mapping[str, Value] = field(default_factory=dict)
    made_at: datetime | None = None
    reason: str = ""


NOTHING_TUNED = ChoiceState("none", reason="nothing was tuned yet: run `koe tune`")


def judge_choice(choice: Choice | None, conditions: Conditions) -> ChoiceState:
    if choice is None:
        return NOTHING_TUNED
    reason = why_expired(choice, conditions)
    if reason:
        return ChoiceState("unused", made_at=choice.made_at, reason=f"{reason}. Run `koe tune` again")
    if not choice.values:
        return ChoiceState("default", made_at=choice.made_at, reason="nothing was better than the default")
    taken = _without(choice.values, conditions.explicit)
    left_out = ", ".join(sorted(set(choice.values) - set(taken)))
    note = f"set explicitly, or measured together with such a setting: {left_out}" if left_out else ""
    return ChoiceState("used" if taken else "unused", taken, choice.made_at, note)


def why_expired(choice: Choice, conditions: Conditions) -> str | None:
    if conditions.now - choice.made_at > timedelta(days=conditions.ttl_days):
        return f"it is older than {conditions.ttl_days} days"
    if choice.made_at - conditions.now > timedelta(days=1):
        return "it is from the future: the clock was changed"
    if change := choice.identity.change_to(conditions.identity):
        return change
    for name, value in choice.default.items():
        # A setting that is explicit now and was tuned is not taken from the choice; that does not end it.
        is_overridden = name in choice.values and name in conditions.explicit
        if not is_overridden and conditions.base.get(name) != value:
            return f"{name} is {conditions.base.get(name)} without it, and was {value} when it was measured"
    return None


def _without(values: Point, explicit: Iterable[str]) -> dict[str, Value]:
    dropped = set(explicit)
    if dropped & _TOGETHER:
        dropped |= _TOGETHER
    return {name: value for name, value in values.items() if name not in dropped}
