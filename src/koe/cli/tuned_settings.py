"""Settings with the stored choice of `koe tune` beneath those that are set, and whether it is in use."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from koe.settings import Settings, SettingsError, load_settings
from koe.tune.choice import ChoiceFile, ChoiceState, Conditions, judge_choice
from koe.tune.identity import Identity
from koe.tune.store import TuningError

log = logging.getLogger("koe.settings")


def _ignore(_: str) -> None:
    pass


def tuned_settings(*, warn: Callable[[str], None] = log.warning, **changes: Any) -> tuple[Settings, ChoiceState]:
    """As `load_settings`, with the stored choice where nothing is set and it is valid here."""
    settings = load_settings(warn=warn, **changes)
    state = stored_choice(settings)
    if not state.values:
        return settings, state
    try:
        return load_settings(warn=_ignore, tuned=state.values, **changes), state
    except SettingsError as problem:
        return settings, ChoiceState("unused", made_at=state.made_at, reason=f"{problem} Run `koe tune` again")


def stored_choice(settings: Settings) -> ChoiceState:
    """`settings` are those without it."""
    if settings.tuning == "off":
        return ChoiceState("off", reason="KOKORO_TUNING is off")
    try:
        choice = ChoiceFile(settings.data_dir).read()
    except TuningError:
        return ChoiceState("unused", reason="its file cannot be read. Run `koe tune` again")
    builds = (settings.build, *(choice.builds() if choice else ()))
    conditions = Conditions(
        Identity.here(builds),
        {name: getattr(settings, name) for name in type(settings).model_fields},
        frozenset(settings.model_fields_set),
        datetime.now(UTC),
        settings.tuning_ttl_days,
    )
    return judge_choice(choice, conditions)


def tuning_rows(state: ChoiceState) -> dict[str, str]:
    """For people: what the choice gives, since when, and why not more."""
    rows: dict[str, str] = {"state": state.state}
    if state.made_at is not None:
        rows["made_at"] = f"{state.made_at:%Y-%m-%d %H:%M} UTC"
    if state.values:
        rows["values"] = ", ".join(f"{name}={value}" for name, value in state.values.items())
    if state.reason:
        rows["reason"] = state.reason
    return rows
