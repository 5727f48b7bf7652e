"""The sound card through PortAudio: opens an output that calls back for samples; says why it cannot."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from koe.errors import DeviceError
from koe.playback.priority import prefer_this_thread
from koe.playback.track import Pcm

Fill = Callable[[Pcm], None]

# A stop must be silent within 100 ms, this included; a sound server needs some milliseconds to come round.
_LATENCY_S = 0.04
_BLOCK_S = 0.01
# An output that does not ask for samples for so long is lost, whatever PortAudio says about it.
_LOST_AFTER_S = 1.0
NO_PORTAUDIO = "PortAudio is not installed (on Debian and Ubuntu: apt install libportaudio2); `koe doctor` tells how."


class SoundCard:
    """An open output, mono. Its callback runs in a thread of PortAudio."""

    def __init__(self, make_output: Callable[..., Any], rate_hz: int, name: str, fill: Fill) -> None:
        self.rate_hz = rate_hz
        self.name = name
        self.priority = ""
        self._fill = fill
        self._called_s = time.monotonic()
        self._has_finished = False
        self._is_running = False
        self._output = make_output(
            samplerate=rate_hz,
            channels=1,
            dtype="int16",
            latency=_LATENCY_S,
            blocksize=round(rate_hz * _BLOCK_S),
            callback=self._call,
            finished_callback=self._finish,
        )

    def _call(self, out: Any, _count: int, _time: Any, _status: Any) -> None:
        if not self.priority:
            self.priority = prefer_this_thread()
        self._called_s = time.monotonic()
        self._fill(out[:, 0])

    def _finish(self) -> None:
        self._has_finished = True

    @property
    def latency_s(self) -> float:
        """From a callback to the ear, as far as the driver knows."""
        return float(self._output.latency)

    @property
    def is_lost(self) -> bool:
        if not self._is_running:
            return False
        return self._has_finished or time.monotonic() - self._called_s > _LOST_AFTER_S

    def start(self) -> None:
        if not self._is_running:
            self._called_s, self._has_finished = time.monotonic(), False
            self._try(self._output.start)
            self._is_running = True

    def stop(self) -> None:
        if self._is_running:
            self._is_running = False
            self._try(self._output.abort)

    def close(self) -> None:
        self._is_running = False
        with suppress(Exception):  # it is gone, and nothing can be done about it
            self._output.close()

    def _try(self, action: Callable[[], None]) -> None:
        try:
            action()
        except Exception as problem:  # noqa: BLE001  PortAudioError cannot be imported without PortAudio
            raise DeviceError(f"{self.name} does not accept audio ({problem}).") from None


def open_sound_card(fill: Fill, rate_hz: int | None = None, *, look_again: bool = False) -> SoundCard:
    """The system's default output at its own sample rate, unless `rate_hz` is given. PortAudio lists the devices once:
    `look_again` makes the list anew, which ends all outputs that are open."""
    sounddevice = load_portaudio()
    try:
        if look_again:
            sounddevice._terminate()
            sounddevice._initialize()
        device = sounddevice.query_devices(kind="output")
        rate_hz = rate_hz or round(float(device["default_samplerate"]))
        return SoundCard(sounddevice.OutputStream, rate_hz, str(device["name"]), fill)
    except (sounddevice.PortAudioError, ValueError) as problem:
        raise DeviceError(f"No speaker could be opened ({problem}).") from None


def load_portaudio() -> Any:
    try:
        import sounddevice
    except ImportError:
        raise DeviceError("The playback extra is not installed (pip install 'koe[playback]').") from None
    except OSError:
        raise DeviceError(NO_PORTAUDIO) from None
    return sounddevice


class NullDevice:
    """Takes samples at the pace of a sound card and plays nothing."""

    name = "no device"
    priority = "default"
    latency_s = 0.0
    is_lost = False

    def __init__(self, rate_hz: int, fill: Fill, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate_hz = rate_hz
        self._fill = fill
        self._clock = clock
        self._block: Pcm = np.zeros(round(rate_hz * _BLOCK_S), dtype=np.int16)
        self._asked_s: float | None = None

    def start(self) -> None:
        if self._asked_s is None:
            self._asked_s = self._clock()

    def stop(self) -> None:
        self._asked_s = None

    def close(self) -> None:
        self.stop()

    def keep_time(self) -> None:
        """Take what a sound card would have asked for since the last call."""
        while self._asked_s is not None and self._clock() - self._asked_s >= _BLOCK_S:
            self._asked_s += _BLOCK_S
            self._fill(self._block)
