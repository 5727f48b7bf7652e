"""What `koe serve` does about tuning: it logs the stored choice, and with KOKORO_TUNING=quick makes one if needed.

It tunes before it listens, and not in the background: a candidate is a server of its own that uses all cores, and a
request that came meanwhile would wait for it.
"""

from __future__ import annotations

import logging
from typing import Any

from koe.cli.tuning import tune
from koe.errors import KoeError, described
from koe.settings import load_settings
from koe.tune.choice import ChoiceState
from koe.tune.search import Conduct

log = logging.getLogger("koe.tune")


def tune_before_start() -> None:
    """Takes two minutes at most. A failure costs the choice, and not the start."""
    log.info("tuning for up to two minutes before the start, because KOKORO_TUNING is quick and there is no choice")
    try:
        tune(load_settings(), Conduct(), quick=True)
    except KoeError as problem:
        log.warning("tuning failed, the default settings are used: %s", described(problem))


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
