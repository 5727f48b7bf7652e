"""Encoded audio -> samples: what a player would make of an answer."""

from __future__ import annotations

import io
import wave

import av
import numpy as np
from numpy.typing import NDArray

from koe.types import Samples


def wav_samples(data: bytes, rate_hz: int = 24_000) -> NDArray[np.int16]:
    """The samples of a mono WAV file with 16 bits."""
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (rate_hz, 1, 2)
        return np.frombuffer(file.readframes(10**9), dtype="<i2")


def decoded(data: bytes, name: str, rate_hz: int) -> Samples:
    """The samples of an answer in any format, resampled to `rate_hz` where the decoder gives another rate."""
    if name == "pcm":
        return np.frombuffer(data, dtype="<i2").astype(np.float32) / np.float32(32768)
    with av.open(io.BytesIO(data), "r") as file:
        resampler = av.AudioResampler("flt", "mono", rate_hz)
        frames = [out for frame in file.decode(audio=0) for out in resampler.resample(frame)]
        frames += resampler.resample(None)
    return np.concatenate([frame.to_ndarray()[0] for frame in frames])


def decoded_s(data: bytes, name: str, rate_hz: int = 24_000) -> float:
    """Seconds of audio in an answer."""
    if name == "pcm":
        return len(data) / 2 / rate_hz
    with av.open(io.BytesIO(data), "r") as file:
        return float(sum([frame.samples / frame.sample_rate for frame in file.decode(audio=0)]))
