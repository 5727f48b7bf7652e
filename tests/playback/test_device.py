from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from koe.errors import DeviceError
from koe.playback.device import open_speaker


class PortAudioError(Exception):
    pass


class FakeOutput:
    def __init__(self, **options: Any) -> None:
        self.options = options
        self.calls: list[str] = []
        self.written: list[Any] = []

    def start(self) -> None:
        self.calls.append("start")

    def write(self, samples: Any) -> None:
        self.written.append(samples)

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")


@pytest.fixture
def outputs(monkeypatch: pytest.MonkeyPatch) -> list[FakeOutput]:
    """sounddevice with one speaker that records its calls."""
    made: list[FakeOutput] = []

    def make(**options: Any) -> FakeOutput:
        made.append(FakeOutput(**options))
        return made[-1]

    module = ModuleType("sounddevice")
    module.PortAudioError = PortAudioError  # type: ignore[attr-defined]
    module.OutputStream = make  # type: ignore[attr-defined]
    module.query_devices = lambda kind: {"name": f"Test {kind}"}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    return made


def test_blocks_are_played_to_the_end(outputs: list[FakeOutput]) -> None:
    pcm = np.ones(4, dtype="<i2").tobytes()
    with open_speaker(24_000) as speaker:
        speaker.play(pcm)
        assert speaker.name == "Test output"
    (output,) = outputs
    assert output.options == {"samplerate": 24_000, "channels": 1, "dtype": "int16"}
    assert output.written[0].shape == (4, 1)
    assert output.calls == ["start", "stop", "close"]


def test_error_does_not_wait_for_the_buffer(outputs: list[FakeOutput]) -> None:
    with pytest.raises(RuntimeError), open_speaker(24_000):
        raise RuntimeError
    assert outputs[0].calls == ["start", "close"]


def test_unplugged_speaker_is_a_device_error(outputs: list[FakeOutput], monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = open_speaker(24_000)

    def gone(_: Any) -> None:
        raise PortAudioError("device unavailable")

    monkeypatch.setattr(outputs[0], "write", gone)
    with pytest.raises(DeviceError, match="device unavailable"):
        speaker.play(np.ones(4, dtype="<i2").tobytes())


def test_missing_device_is_a_device_error(outputs: list[FakeOutput], monkeypatch: pytest.MonkeyPatch) -> None:
    def none_there(kind: str) -> None:
        raise PortAudioError("no default output device")

    monkeypatch.setattr(sys.modules["sounddevice"], "query_devices", none_there)
    with pytest.raises(DeviceError, match="no default output device"):
        open_speaker(24_000)


def test_missing_playback_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(DeviceError, match=r"koe\[playback\]"):
        open_speaker(24_000)
