"""Ring -> sound card, whatever becomes of it: opened when there is something to play, again when it is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from koe.errors import DeviceError
from koe.playback.ring import Ring
from koe.playback.sound_card import LATENCY_S, Fill, NullDevice, open_sound_card
from koe.playback.track import Pcm

_TRY_AGAIN_S = 1.0
_NULL_RATE_HZ = 24_000
# An output that runs costs half a percent of a core. Headphones cut off the beginning when they wake up.
_STOP_AFTER_S = 5.0
# A driver that underflows gets a longer buffer, up to this.
_LONGEST_LATENCY_S = 0.32
_UNDERFLOWS = 3


class Device(Protocol):
    rate_hz: int
    name: str
    priority: str

    @property
    def underflows(self) -> int: ...

    @property
    def latency_s(self) -> float: ...

    @property
    def is_lost(self) -> bool: ...

    def ask_priority(self) -> None: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def drain(self) -> None: ...

    def close(self) -> None: ...


class OpenDevice(Protocol):
    def __call__(self, fill: Fill, latency_s: float = LATENCY_S, *, look_again: bool = False) -> Device: ...


class Output:
    """For one thread, that of the player. `ring` stays for as long as the rate does: a device that is opened again goes
    on with the first sample that the last one has not taken. `problem` says why there is no sound card."""

    def __init__(
        self,
        open_device: OpenDevice = open_sound_card,
        clock: Callable[[], float] = time.monotonic,
        *,
        keeps_time: bool = True,
    ) -> None:
        """`keeps_time`: without a sound card the text goes on unheard; else it waits for one, or for another player."""
        self._keeps_time = keeps_time
        self._open_device = open_device
        self._clock = clock
        self._device: Device | None = None
        self.ring = Ring(_NULL_RATE_HZ)
        self.problem = ""
        self.losses = 0
        self._asked_latency_s = LATENCY_S
        self._past_underflows = 0
        self._tried_s = 0.0
        self._busy_s = 0.0  # when it last had to play

    @property
    def name(self) -> str:
        return self._device.name if self._device else ""

    @property
    def priority(self) -> str:
        return self._device.priority if self._device else ""

    @property
    def latency_s(self) -> float:
        return self._device.latency_s if self._device else 0.0

    @property
    def underflows(self) -> int:
        """How often samples came too late for the driver."""
        return self._past_underflows + (self._device.underflows if self._device else 0)

    @property
    def is_null(self) -> bool:
        return isinstance(self._device, NullDevice)

    @property
    def is_running(self) -> bool:
        return self._device is not None

    def tend(self, *, is_busy: bool) -> None:
        """Call it every few milliseconds while something is to be played, and now and then otherwise."""
        now_s = self._clock()
        if is_busy:
            self._busy_s = now_s
            self._keep_open(now_s)
            if self._device is not None:
                self._device.ask_priority()
        elif self._device is not None and now_s - self._busy_s >= _STOP_AFTER_S:
            self.close()  # opened again, it is the device that is the default by then
        if isinstance(self._device, NullDevice) and self._keeps_time:
            self._device.keep_time()

    def close(self) -> None:
        if self._device is not None:
            self._past_underflows += self._device.underflows
            self._device.close()
            self._device = None

    def _keep_open(self, now_s: float) -> None:
        was_lost = self._device is not None and self._device.is_lost
        if was_lost:
            self.losses += 1
            self.close()
        elif self._device is not None and self._device.underflows >= _UNDERFLOWS:
            self._lengthen_buffer(self._device)
        if self._device is not None and not (self.is_null and now_s - self._tried_s >= _TRY_AGAIN_S):
            return
        self._tried_s = now_s
        try:
            self._open(look_again=was_lost or self.is_null)
        except DeviceError as problem:
            self.problem = str(problem)
            if not self.is_null:
                self.close()
                self._device = NullDevice(self.ring.rate_hz, self._fill, self._clock)
                self._device.start()

    def _lengthen_buffer(self, device: Device) -> None:
        if self._asked_latency_s < _LONGEST_LATENCY_S:
            self._asked_latency_s *= 2
            with suppress(DeviceError):
                device.drain()
            self.close()

    def _open(self, *, look_again: bool) -> None:
        device = self._open_device(self._fill, self._asked_latency_s, look_again=look_again)
        if device.rate_hz != self.ring.rate_hz:
            self.ring = Ring(device.rate_hz)  # the player writes what is to be heard into it
        self.close()
        self._device, self.problem = device, ""
        device.start()

    def _fill(self, out: Pcm) -> None:
        self.ring.fill(out)
