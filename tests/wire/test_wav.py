"""WAV headers of files and of streams."""

from __future__ import annotations

import io
import struct
import wave

import numpy as np

from koe.wire.wav import wav_header


def test_file_has_its_exact_size() -> None:
    pcm = np.arange(-240, 240, dtype="<i2").tobytes()
    data = wav_header(24_000, len(pcm)) + pcm
    assert len(wav_header(24_000, 0)) == 44
    assert struct.unpack("<I", data[4:8])[0] == len(data) - 8
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (24_000, 1, 2)
        assert file.getnframes() == 480
        assert file.readframes(1000) == pcm


def test_stream_of_unknown_length_is_read_to_its_end() -> None:
    pcm = bytes(range(200)) * 2
    with wave.open(io.BytesIO(wav_header(24_000) + pcm)) as file:
        assert file.readframes(10_000) == pcm
