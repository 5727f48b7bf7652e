"""The faults that are in effect: counts the calls of each place and says which fault happens to this one."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from threading import Event, Lock

from koe.faults.spec import Fault, parse_faults


class InjectedFault(Exception):
    """What a place raises that is to raise."""


class Faults:
    """Nothing happens and nothing is counted before `arm`, but for `backend`."""

    def __init__(self, faults: Sequence[Fault], *, is_armed: bool = True) -> None:
        self._faults = tuple(faults)
        self._calls: Counter[str] = Counter()
        self._lock = Lock()
        self._is_armed = is_armed
        self._released = Event()
        self.hangs = Event()  # set while a call hangs

    @classmethod
    def of(cls, written: str) -> Faults:
        return cls(parse_faults(written))

    def __bool__(self) -> bool:
        return bool(self._faults)

    def arm(self) -> None:
        self._is_armed = True

    def set(self, written: str) -> None:
        """Other faults from now on; every place begins to count anew."""
        with self._lock:
            self._faults, self._calls, self._released = parse_faults(written), Counter(), Event()
        self.hangs.clear()

    def mend(self) -> None:
        """No more faults; calls that hang go on."""
        with self._lock:
            self._faults = ()
        self._released.set()

    def has(self, place: str) -> bool:
        return any(fault.place == place for fault in self._faults)

    def at(self, place: str) -> tuple[Fault, ...]:
        """The faults of this call, which is counted."""
        with self._lock:
            if not self._is_armed and place != "backend":  # files are opened once, before anything else
                return ()
            self._calls[place] += 1
            call = self._calls[place]
            return tuple(fault for fault in self._faults if fault.place == place and fault.happens_at(call))

    def strike(self, place: str, message: str = "") -> tuple[Fault, ...]:
        """Let the faults of this call happen that end or delay it; returns the others."""
        rest = []
        for fault in self.at(place):
            match fault.kind:
                case "slow":
                    time.sleep(fault.value)
                case "hang":
                    self.hangs.set()
                    self._released.wait()
                case "raises" | "missing":
                    raise InjectedFault(message or f"{place}:{fault.kind}")
                case "exits":
                    raise SystemExit(f"{place}:{fault.kind}")
                case _:
                    rest.append(fault)
        return tuple(rest)
