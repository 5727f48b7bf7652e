"""Degrade modes: what koe gives up to keep speaking well when it is slow, late or failing. No I/O and no clock.

    conditions ──ModeChooser──▶ mode ──CHANGES──▶ what admission, lanes, caches and new streams do differently

Which mode is right is decided by what was measured; a mode ends when that has been good for a while. Modes that are
entered by themselves change no sample: equal requests keep equal bytes. The window plan and the exact stages do change
single samples, so the plan changes only when a setting forces a mode, for all of a process, and the exact stages speak
only after a build has failed, as they do inside a request.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from threading import Lock
from types import MappingProxyType

from koe.engine.agenda import FILE_LAG_S, STARVED_STEPS, USUAL, Rules
from koe.engine.memory_guard import Pressure
from koe.engine.profiles import BALANCED, Profile


class Mode(StrEnum):
    NORMAL = "normal"
    AVOID_UNDERRUN = "avoid_underrun"
    REDUCE_TTFA = "reduce_ttfa"
    STABILITY = "stability"


@dataclass(frozen=True, slots=True)
class Changes:
    """What is different in a mode. `live_windows` is used only where the mode is forced."""

    rules: Rules = USUAL
    frame_ms: int = 50  # of live streams whose clients name no length
    prebuffer_ms: int = 100  # what clients are told to gather before they play
    cache_share: float = 1.0
    live_windows: tuple[int, ...] | None = None
    exact_after_failures: bool = False

    def listed(self, *, is_forced: bool = False) -> tuple[str, ...]:
        """What differs from the normal mode, for operators."""
        usual, rules, usual_rules = Changes(), self.rules, USUAL
        rows = (
            ("streams admitted up to", f"{rules.headroom:.0%} of the lane", rules.headroom != usual_rules.headroom),
            ("files wait for listeners with", f"{rules.file_lag_s:g} s", rules.file_lag_s != usual_rules.file_lag_s),
            (
                "files take at least one step in",
                f"{rules.starved_steps + 1:.0f}",
                rules.starved_steps != usual_rules.starved_steps,
            ),
            ("frame of a live stream", f"{self.frame_ms} ms", self.frame_ms != usual.frame_ms),
            ("pre-buffer of a live stream", f"{self.prebuffer_ms} ms", self.prebuffer_ms != usual.prebuffer_ms),
            ("budget for caches", f"{self.cache_share:.0%}", self.cache_share != usual.cache_share),
            ("windows of live streams", f"{self.live_windows}", is_forced and self.live_windows is not None),
            ("after failures of a build", "the exact stages speak", self.exact_after_failures),
        )
        return tuple(f"{what}: {value}" for what, value, is_changed in rows if is_changed)


# A first window of 12 model frames takes longer than one of 7, and its audio lasts 1.7 times as long: later to begin,
# and more in hand from then on.
_LONG_WINDOWS = (12, 10, 14, 20, 32)
_SHORT_WINDOWS = (7, 6, 12, 24, 32)  # also where the machine is slow

CHANGES: Mapping[Mode, Changes] = MappingProxyType(
    {
        Mode.NORMAL: Changes(),
        # Fewer streams at once, and listeners before files: each has more in hand when the machine falters.
        Mode.AVOID_UNDERRUN: Changes(
            Rules(headroom=0.7, file_lag_s=2 * FILE_LAG_S),
            frame_ms=100,
            prebuffer_ms=300,
            live_windows=_LONG_WINDOWS,
        ),
        # New streams meet fewer others, and files take half of the steps that would delay them.
        Mode.REDUCE_TTFA: Changes(
            Rules(headroom=0.8, starved_steps=2 * STARVED_STEPS + 1),
            live_windows=_SHORT_WINDOWS,
        ),
        # Less work and memory in flight; a build that fails is not tried in every request.
        Mode.STABILITY: Changes(
            Rules(headroom=0.8),
            cache_share=0.25,
            prebuffer_ms=200,
            exact_after_failures=True,
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Conditions:
    """What was measured. Counts are since the start; `ttfa_p95_s` is that of the last minutes, None if too few."""

    underruns: int = 0
    build_failures: int = 0
    ttfa_p95_s: float | None = None
    pressure: Pressure = Pressure.NORMAL
    is_stalled: bool = False  # the lanes hang


@dataclass(frozen=True, slots=True)
class ModeLimits:
    """When a mode begins: so many events within `window_s`, or a TTFA above its limit. It ends when there was none for
    `calm_s`, and the TTFA is below `eased` times its limit."""

    underruns: int = 3
    build_failures: int = 3
    window_s: float = 60.0
    calm_s: float = 120.0
    ttfa_s: float = 0.5
    eased: float = 0.8


@dataclass(frozen=True, slots=True)
class DegradeState:
    """For /status, metrics and logs. `entered` counts how often each mode began."""

    mode: Mode
    is_forced: bool
    reason: str
    since_s: float
    entered: Mapping[str, int]
    changes: tuple[str, ...]


class _Events:
    """When a counter rose."""

    def __init__(self, window_s: float) -> None:
        self._window_s = window_s
        self._known: int | None = None
        self._at_s: deque[tuple[float, int]] = deque()

    def count(self, total: int, now_s: float) -> int:
        """How much it rose within the window. What came before the first look does not count."""
        risen = 0 if self._known is None else max(0, total - self._known)
        self._known = total
        if risen:
            self._at_s.append((now_s, risen))
        while self._at_s and self._at_s[0][0] < now_s - self._window_s:
            self._at_s.popleft()
        return sum(count for _, count in self._at_s)


@dataclass(slots=True)
class _Calm:
    """Since when a mode's condition has been good."""

    since_s: float | None = None

    def lasts_s(self, is_good: bool, now_s: float) -> float:
        if not is_good:
            self.since_s = None
        elif self.since_s is None:
            self.since_s = now_s
        return 0.0 if self.since_s is None else now_s - self.since_s


@dataclass(frozen=True, slots=True)
class _Finding:
    """Whether a mode is called for, whether it may end, and why."""

    is_bad: bool
    is_good: bool
    reason: str


def forced_mode(setting: str) -> Mode | None:
    """What `KOKORO_DEGRADE` forces; None: the mode is chosen by what is measured."""
    return None if setting == "auto" else Mode.NORMAL if setting == "off" else Mode(setting)


@dataclass(slots=True)
class ModeChooser:
    """`forced` None: by what is measured. Safe for several threads: one calls `choose`, any reads."""

    forced: Mode | None = None
    limits: ModeLimits = field(default_factory=ModeLimits)
    profile: Profile = BALANCED
    _mode: Mode = Mode.NORMAL
    _reason: str = ""
    _since_s: float = 0.0
    _entered: dict[Mode, int] = field(default_factory=dict)
    _calm: _Calm = field(default_factory=_Calm)
    _exact_until_s: float | None = None
    _speaks_exact: bool = False
    _lock: Lock = field(default_factory=Lock)
    _underruns: _Events = field(init=False)
    _failures: _Events = field(init=False)

    def __post_init__(self) -> None:
        self._underruns = _Events(self.limits.window_s)
        self._failures = _Events(self.limits.window_s)
        if self.forced is not None:
            self._mode, self._reason = self.forced, "forced by KOKORO_DEGRADE"

    @property
    def mode(self) -> Mode:
        return self._mode

    @property
    def changes(self) -> Changes:
        """Of the mode, with the frames of the profile; a mode can only make them longer."""
        changes, usual = CHANGES[self._mode], Changes()
        frame_ms, prebuffer_ms = self.profile.frame_ms, self.profile.prebuffer_ms
        if changes.frame_ms != usual.frame_ms:
            frame_ms = max(frame_ms, changes.frame_ms)
        if changes.prebuffer_ms != usual.prebuffer_ms:
            prebuffer_ms = max(prebuffer_ms, changes.prebuffer_ms)
        return replace(changes, frame_ms=frame_ms, prebuffer_ms=prebuffer_ms)

    @property
    def forced_windows(self) -> tuple[int, ...] | None:
        """The window sizes of live streams for all of the process; None: as the machine needs them."""
        return None if self.forced is None else CHANGES[self.forced].live_windows

    @property
    def speaks_exact(self) -> bool:
        """Whether builds that have failed are not tried again for now: the exact stages speak from the beginning."""
        return self._speaks_exact

    @property
    def state(self) -> DegradeState:
        with self._lock:
            entered = {mode.value: self._entered.get(mode, 0) for mode in Mode if mode is not Mode.NORMAL}
            is_forced = self.forced is not None
            changes = CHANGES[self._mode].listed(is_forced=is_forced)
            return DegradeState(self._mode, is_forced, self._reason, self._since_s, entered, changes)

    def choose(self, conditions: Conditions, now_s: float) -> Mode:
        """The mode from now on. A more urgent mode replaces another at once; one ends after a calm time."""
        with self._lock:
            findings = self._findings(conditions, now_s)
            mode = self._mode if self.forced is not None else self._chosen(findings, now_s)
            is_time = self._exact_until_s is not None and now_s < self._exact_until_s
            self._speaks_exact = is_time and CHANGES[mode].exact_after_failures
            return mode

    def _chosen(self, findings: Mapping[Mode, _Finding], now_s: float) -> Mode:
        wanted = next((mode for mode, finding in findings.items() if finding.is_bad), Mode.NORMAL)
        order = [*findings, Mode.NORMAL]
        current = findings.get(self._mode)
        calm_s = self._calm.lasts_s(current is None or current.is_good, now_s)
        if order.index(wanted) < order.index(self._mode):
            self._enter(wanted, findings[wanted].reason, now_s)
        elif current is not None and calm_s >= self.limits.calm_s:
            reason = findings[wanted].reason if wanted is not Mode.NORMAL else "measured values are good again"
            self._enter(wanted, reason, now_s)
        return self._mode

    def _enter(self, mode: Mode, reason: str, now_s: float) -> None:
        if mode is self._mode:
            return
        self._mode, self._reason, self._since_s, self._calm = mode, reason, now_s, _Calm()
        if mode is not Mode.NORMAL:
            self._entered[mode] = self._entered.get(mode, 0) + 1

    def _findings(self, conditions: Conditions, now_s: float) -> dict[Mode, _Finding]:
        """The most urgent mode first."""
        limits, ttfa_s = self.limits, conditions.ttfa_p95_s
        underruns = self._underruns.count(conditions.underruns, now_s)
        failures = self._failures.count(conditions.build_failures, now_s)
        stability = [
            (conditions.pressure is not Pressure.NORMAL, f"memory is {conditions.pressure.name.lower()}"),
            (conditions.is_stalled, "the model hangs"),
            (failures >= limits.build_failures, f"a build failed {failures} times in {limits.window_s:g} s"),
        ]
        if failures >= limits.build_failures:
            self._exact_until_s = now_s + limits.calm_s
        causes = [reason for is_bad, reason in stability if is_bad]
        is_unstable = conditions.pressure is not Pressure.NORMAL or conditions.is_stalled or failures > 0
        slow = ttfa_s is not None and ttfa_s > limits.ttfa_s
        eased = ttfa_s is None or ttfa_s <= limits.eased * limits.ttfa_s
        return {
            Mode.STABILITY: _Finding(bool(causes), not is_unstable, ", ".join(causes)),
            Mode.AVOID_UNDERRUN: _Finding(
                underruns >= limits.underruns, underruns == 0, f"{underruns} underruns in {limits.window_s:g} s"
            ),
            Mode.REDUCE_TTFA: _Finding(
                slow, eased, f"time to first audio is {ttfa_s or 0.0:.2f} s at p95, more than {limits.ttfa_s:g}"
            ),
        }
