"""Service level objectives: whether answers are as fast as they are meant to be, and what to do if they are not.

The burn of an objective says how fast its error budget is used up: at 1 the objective is just met. An objective is
breached when it burns at 1 or more both in the last five minutes and in the last hour, and met again when it burns at
half of that in one of the two. One slow answer is no breach, and a breach does not come and go with each answer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Literal

from koe.digest import Digest
from koe.observe.history import History, Tally

log = logging.getLogger("koe.observe")

SloName = Literal["ttfa", "rtf", "underruns"]

# A quantile of 95 % lets one answer in twenty be slower.
_ALLOWED_SHARE = 0.05
# Fewer answers in five minutes do not end a breach.
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
    """`check` is called from time to time, and for each report."""

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
    burn, target = _BURNS[state.name], state.target
    in_5m, in_1h = burn(recent, target, 12.0), burn(hour, target, 1.0)
    now = replace(state, burn_5m=round(in_5m.rate, 3), burn_1h=round(in_1h.rate, 3))
    if state.is_breached:
        if (_enough(recent) and in_5m.rate <= MET_AT) or in_1h.rate <= MET_AT:
            log.info("objective %s is met again", state.name, extra={"fields": _fields(now)})
            return replace(now, is_breached=False)
        return now
    if in_5m.events < _FEWEST_EVENTS[state.name] or min(in_5m.rate, in_1h.rate) < BREACHED_AT:
        return now
    setting, remedy = _SETTINGS[state.name], _remedy(state, recent)
    log.warning("objective %s is breached (%s): %s", state.name, setting, remedy, extra={"fields": _fields(now)})
    return replace(now, is_breached=True, breaches=state.breaches + 1)


def _enough(tally: Tally) -> bool:
    return sum(times.answers for times in tally.live.values()) >= FEWEST_ANSWERS


@dataclass(frozen=True, slots=True)
class _Burn:
    """`events` are the slow answers or underruns that it comes from."""

    rate: float
    events: int


def _of_slow(values: Digest, target: float) -> _Burn:
    slow = values.count_above(target)
    return _Burn(slow / values.count / _ALLOWED_SHARE if slow else 0.0, slow)


def _ttfa_burn(tally: Tally, target: float, _: float) -> _Burn:
    return _of_slow(Digest.of(times.first_sound for times in tally.spoken), target)


def _rtf_burn(tally: Tally, target: float, _: float) -> _Burn:
    return _of_slow(Digest.of(times.rtf for times in tally.live.values()), target)


def _underrun_burn(tally: Tally, target: float, per_h: float) -> _Burn:
    return _Burn(tally.underruns * per_h / target, tally.underruns)


_BURNS: dict[SloName, Callable[[Tally, float, float], _Burn]] = {
    "ttfa": _ttfa_burn,
    "rtf": _rtf_burn,
    "underruns": _underrun_burn,
}
# One answer may be slow for any reason; an underrun was heard.
_FEWEST_EVENTS: dict[SloName, int] = {"ttfa": 2, "rtf": 2, "underruns": 1}
_SETTINGS: dict[SloName, str] = {
    "ttfa": "KOKORO_SLO_TTFA_S",
    "rtf": "KOKORO_SLO_RTF",
    "underruns": "KOKORO_SLO_UNDERRUNS_PER_H",
}


# The default build is the fastest on most machines: which settings are faster here has to be measured.
_TUNE = "`koe tune`, which measures KOKORO_BUILD, KOKORO_THREADS, KOKORO_LANES and KOKORO_PROVIDER on this machine"


def _remedy(state: SloState, recent: Tally) -> str:
    cold, warm = recent.spoken
    waits_s = Digest.of(times.queue_wait for times in recent.live.values()).quantile(0.5) or 0.0
    if state.name == "underruns":
        return f"speech came too late for its listeners. Lower KOKORO_MAX_STREAMS, or run {_TUNE}."
    if state.name == "rtf":
        return f"the machine is too slow for these settings, or busy with other programs. Run {_TUNE}."
    if waits_s > _WAITS_SHARE * state.target:
        return "answers wait for their turn. Lower KOKORO_MAX_STREAMS, so that clients are refused sooner."
    if cold.answers > warm.answers:
        return "most answers came before the warm-up had ended. Let clients wait until GET /ready answers 200."
    return f"the model takes too long. Run {_TUNE}."


def _fields(state: SloState) -> dict[str, object]:
    return {"slo": state.name, "target": state.target, "burn_5m": state.burn_5m, "burn_1h": state.burn_1h}
