"""Opens the default sound card and plays 16-bit PCM; raises DeviceError with the reason if there is none."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

import numpy as np

from koe.errors import DeviceError
from koe.playback.sound_card import load_portaudio


class Speaker:
    """An open output stream of sounddevice; leaving the `with` block plays the rest of the buffer."""

    def __init__(self, output: Any, name: str) -> None:
        self._output = output
        self.name = name

    def play(self, pcm: bytes) -> None:
        """Takes 16-bit little-endian samples. Blocks until the device has room for more."""
        try:
            self._output.write(np.frombuffer(pcm, dtype="<i2").reshape(-1, 1))
        except Exception as problem:  # noqa: BLE001  PortAudioError cannot be imported without PortAudio
            raise DeviceError(f"The speaker stopped accepting audio ({problem}).") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if kind is None:
                self._output.stop()
        except Exception as problem:  # noqa: BLE001  as above
            raise DeviceError(f"The speaker stopped accepting audio ({problem}).") from None
        finally:
            self._output.close()


def open_speaker(sample_rate_hz: int) -> Speaker:
    """Opens the system's default output."""
    sounddevice = load_portaudio()
    try:
        name = str(sounddevice.query_devices(kind="output")["name"])
        output = sounddevice.OutputStream(samplerate=sample_rate_hz, channels=1, dtype="int16")
    except (sounddevice.PortAudioError, ValueError) as problem:
        raise DeviceError(f"No speaker could be opened ({problem}).") from None
    try:
        output.start()
    except sounddevice.PortAudioError as problem:
        output.close()
        raise DeviceError(f"{name} could not be started ({problem}).") from None
    return Speaker(output, name)
