"""What `koe serve` does about tuning: it logs the stored choice, and with KOKORO_TUNING=quick has one made."""

from __future__ import annotations

import logging
import sys
from typing import Any

from koe.settings import Settings
from koe.tune.choice import ChoiceState

log = logging.getLogger("koe.tune")


def background_tuner(settings: Settings, choice: ChoiceState) -> list[str] | None:
    """The command that makes a choice, if KOKORO_TUNING asks for one and there is none. A candidate is a server of its
    own that uses all cores, so it runs only while nobody speaks."""
    if settings.tuning != "quick" or choice.state not in ("none", "unused") or settings.ephemeral:
        return None
    return [sys.executable, "-c", "from koe.cli.main import run; run()", "tune", "--quick"]


def log_choice(choice: ChoiceState) -> None:
    if choice.state == "used":
        values = ", ".join(f"{name}={value}" for name, value in choice.values.items())
        log.info("settings of `koe tune` from %s: %s", _day(choice), values)
    elif choice.state == "unused":
        log.warning("the stored choice of `koe tune` is not used: %s", choice.reason)


def status_of(choice: ChoiceState) -> dict[str, Any]:
    made_at = None if choice.made_at is None else choice.made_at.strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"state": choice.state, "made_at": made_at, "values": dict(choice.values), "reason": choice.reason}


def _day(choice: ChoiceState) -> str:
    return "" if choice.made_at is None else f"{choice.made_at:%Y-%m-%d}"
