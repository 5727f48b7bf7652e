"""Service level objectives: whether answers are as fast as they are meant to be, and what to do if they are not.

The burn of an objective says how fast its error budget is used up: at 1 the objective is just met. An objective is
breached when it burns at 1 or more both in the last five minutes and in the last hour, and met again when it burns at
half of that in one of the two. So one slow answer is no breach, and a breach does not come and go with each answer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from koe.digest import Digest
from koe.observe.history import History, Tally

log = logging.getLogger("koe.observe")

SloName = Literal["ttfa", "rtf", "underruns"]

# A quantile of 95 % lets one answer in twenty be slower.
_ALLOWED_SHARE = 0.05
# With fewer answers a single one decides.
FEWEST_ANSWERS = 5
BREACHED_AT = 1.0
MET_AT = 0.5
# Answers wait for their turn rather than for the model if the median wait takes this much of the objective.
_WAITS_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class SloTargets:
    """None turns an objective off."""

    ttfa_s: float | None = 0.5  # 95th percentile, cache hits and whole answers not counted
    rtf: float | None = 0.6  # 95th percentile of live answers
    underruns_per_h: float | None = 0.5


@dataclass(frozen=True, slots=True)
class SloState:
    name: SloName
    target: float
    is_breached: bool
    burn_5m: float
    burn_1h: float
    breaches: int  # since the start


class SloWatch:
    """`check` is called after each answer and from time to time."""

    def __init__(self, targets: SloTargets, history: History) -> None:
        self._history = history
        self._lock = Lock()
        limits: dict[SloName, float | None] = {
            "ttfa": targets.ttfa_s,
            "rtf": targets.rtf,
            "underruns": targets.underruns_per_h,
        }
        self._states: dict[SloName, SloState] = {
            name: SloState(name, limit, is_breached=False, burn_5m=0.0, burn_1h=0.0, breaches=0)
            for name, limit in limits.items()
            if limit is not None
        }

    @property
    def states(self) -> tuple[SloState, ...]:
        with self._lock:
            return tuple(self._states.values())

    @property
    def breached(self) -> frozenset[SloName]:
        return frozenset(state.name for state in self.states if state.is_breached)

    def check(self) -> tuple[SloState, ...]:
        """Judge by what the history has now. Logs each change once."""
        recent, hour = self._history.window("5m"), self._history.window("1h")
        with self._lock:
            for name, state in self._states.items():
                self._states[name] = _judged(state, recent, hour)
            return tuple(self._states.values())


def _judged(state: SloState, recent: Tally, hour: Tally) -> SloState:
    burn, is_known, target = _BURNS[state.name], _enough(recent), state.target
    burn_5m, burn_1h = burn(recent, target, 12.0), burn(hour, target, 1.0)
    if state.is_breached:
        is_met = (is_known and burn_5m <= MET_AT) or burn_1h <= MET_AT
        if is_met:
            log.info("objective %s is met again", state.name, extra={"fields": _fields(state, burn_5m, burn_1h)})
        return SloState(state.name, target, not is_met, round(burn_5m, 3), round(burn_1h, 3), state.breaches)
    is_breached = (is_known or state.name == "underruns") and min(burn_5m, burn_1h) >= BREACHED_AT
    if is_breached:
        log.warning(
            "objective %s is breached (%s): %s",
            state.name,
            _SETTINGS[state.name],
            _remedy(state, recent),
            extra={"fields": _fields(state, burn_5m, burn_1h)},
        )
    breaches = state.breaches + is_breached
    return SloState(state.name, target, is_breached, round(burn_5m, 3), round(burn_1h, 3), breaches)


def _enough(tally: Tally) -> bool:
    return sum(times.answers for times in tally.live.values()) >= FEWEST_ANSWERS


def _ttfa(tally: Tally) -> Digest:
    return Digest.of(times.first_sound for times in tally.spoken)


def _ttfa_burn(tally: Tally, target: float, _: float) -> float:
    return _ttfa(tally).share_above(target) / _ALLOWED_SHARE


def _rtf_burn(tally: Tally, target: float, _: float) -> float:
    return Digest.of(times.rtf for times in tally.live.values()).share_above(target) / _ALLOWED_SHARE


def _underrun_burn(tally: Tally, target: float, per_h: float) -> float:
    return tally.underruns * per_h / target


_BURNS: dict[SloName, Callable[[Tally, float, float], float]] = {
    "ttfa": _ttfa_burn,
    "rtf": _rtf_burn,
    "underruns": _underrun_burn,
}
_SETTINGS: dict[SloName, str] = {
    "ttfa": "KOKORO_SLO_TTFA_S",
    "rtf": "KOKORO_SLO_RTF",
    "underruns": "KOKORO_SLO_UNDERRUNS_PER_H",
}


def _remedy(state: SloState, recent: Tally) -> str:
    cold, warm = recent.spoken
    waits_s = Digest.of(times.queue_wait for times in recent.live.values()).quantile(0.5) or 0.0
    if state.name == "underruns":
        return "speech came too late for its listeners. Lower KOKORO_MAX_STREAMS, or choose a faster KOKORO_BUILD."
    if state.name == "rtf":
        return "the machine is too slow for this build, or busy with other programs. Choose a faster KOKORO_BUILD, or set KOKORO_THREADS to its physical cores."  # noqa: E501
    if waits_s > _WAITS_SHARE * state.target:
        return "answers wait for their turn. Lower KOKORO_MAX_STREAMS, so that clients are refused sooner."
    if cold.answers > warm.answers:
        return "most answers came before the warm-up had ended. Let clients wait until GET /ready answers 200."
    return "the model takes too long. Choose a faster KOKORO_BUILD, or set KOKORO_THREADS to the physical cores."


def _fields(state: SloState, burn_5m: float, burn_1h: float) -> dict[str, object]:
    return {
        "slo": state.name,
        "target": state.target,
        "burn_5m": round(burn_5m, 2),
        "burn_1h": round(burn_1h, 2),
    }
