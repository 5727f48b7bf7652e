"""The sound card through PortAudio: opens an output that calls back for samples; says why it cannot."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np

from koe.errors import DeviceError
from koe.playback.track import Pcm
from koe.priority import prefer_this_thread, prefer_thread

Fill = Callable[[Pcm], None]

# A stop must be silent within 100 ms, this included. PulseAudio's null sink underflows with half of it.
LATENCY_S = 0.08
_BLOCK_S = 0.01
# An output that does not ask for samples for so long is lost, whatever PortAudio says about it.
# (PulseAudio may take the samples of 1.5 s at once.)
_LOST_AFTER_S = 3.0
NO_PORTAUDIO = "PortAudio is not installed (on Debian and Ubuntu: apt install libportaudio2); `koe doctor` tells how."


class SoundCard:
    """An open output, mono. Its callback runs in a thread of PortAudio."""

    def __init__(
        self, make_output: Callable[..., Any], rate_hz: int, name: str, fill: Fill, latency_s: float = LATENCY_S
    ) -> None:
        self.rate_hz = rate_hz
        self.name = name
        self.priority = ""
        self._thread = 0
        self.underflows = 0  # samples came too late for the driver
        self._fill = fill
        self._called_s = time.monotonic()
        self._has_finished = False
        self._is_running = False
        self._output = make_output(
            samplerate=rate_hz,
            channels=1,
            dtype="int16",
            latency=latency_s,
            blocksize=round(rate_hz * _BLOCK_S),
            callback=self._call,
            finished_callback=self._finish,
        )

    def _call(self, out: Any, _count: int, _time: Any, status: Any) -> None:
        if not self._thread:
            self._thread = threading.get_native_id()
            if sys.platform == "darwin":
                self.priority = prefer_this_thread()
        self._called_s = time.monotonic()
        if status:
            self.underflows += bool(status.output_underflow)
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

    def ask_priority(self) -> None:
        """For the callback's thread, from another one: the answer may take a while."""
        if self._thread and not self.priority:
            self.priority = prefer_thread(self._thread)

    def start(self) -> None:
        if not self._is_running:
            self._called_s, self._has_finished = time.monotonic(), False
            self._try(self._output.start)
            self._is_running = True

    def stop(self) -> None:
        if self._is_running:
            self._is_running = False
            self._try(self._output.abort)

    def drain(self) -> None:
        """Play what the driver has, then stop."""
        if self._is_running:
            self._is_running = False
            self._try(self._output.stop)

    def close(self) -> None:
        self._is_running = False
        with suppress(Exception):  # it is gone, and nothing can be done about it
            self._output.close()

    def _try(self, action: Callable[[], None]) -> None:
        try:
            action()
        except Exception as problem:  # noqa: BLE001  PortAudioError cannot be imported without PortAudio
            raise DeviceError(f"{self.name} does not accept audio ({problem}).") from None


def open_sound_card(fill: Fill, latency_s: float = LATENCY_S, *, look_again: bool = False) -> SoundCard:
    """The system's default output at its own sample rate. PortAudio lists the devices once: `look_again` makes the list
    anew, which ends all outputs that are open."""
    sounddevice = load_portaudio()
    try:
        if look_again:
            sounddevice._terminate()
            sounddevice._initialize()
        device = sounddevice.query_devices(kind="output")
        rate_hz = round(float(device["default_samplerate"]))
        return SoundCard(sounddevice.OutputStream, rate_hz, str(device["name"]), fill, latency_s)
    except (sounddevice.PortAudioError, ValueError) as problem:
        raise DeviceError(f"No speaker could be opened ({problem}).") from None


def load_portaudio() -> Any:
    try:
        import sounddevice
    except ImportError:
        raise DeviceError("The playback extra is not installed (pip install 'koe[playback]').") from None
    except OSError:
        raise DeviceError(NO_PORTAUDIO) from None
    _quieten_alsa()
    return sounddevice


@cache
def _quieten_alsa() -> None:
    """ALSA writes a line to standard error for every underflow, thousands where a sound server is slow. Its handler for
    them is replaced by a function of the C library that does nothing with its arguments: one of Python's would need
    the interpreter's lock in the sound card's thread."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(ctypes.CDLL(None).getpid)


class NullDevice:
    """Takes samples at the pace of a sound card and plays nothing."""

    name = "no device"
    priority = "default"
    latency_s = 0.0
    is_lost = False
    underflows = 0

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

    drain = close = stop

    def ask_priority(self) -> None:
        pass

    def keep_time(self) -> None:
        """Take what a sound card would have asked for since the last call."""
        while self._asked_s is not None and self._clock() - self._asked_s >= _BLOCK_S:
            self._asked_s += _BLOCK_S
            self._fill(self._block)
