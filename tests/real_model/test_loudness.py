"""Voices and texts are equally loud by another ear (pyebur128), and every format holds the last word."""

from __future__ import annotations

import io
from collections.abc import Callable

import av
import numpy as np
import pytest
from pyebur128.pyebur128 import MeasurementMode, R128State, get_loudness_global, get_true_peak

from koe.bench.words import Whisper
from koe.engine.engine import Engine
from koe.engine.output import Mastering, Output, OutputFormat, whole_output
from koe.types import Samples, SpeechRequest
from koe.wire.codecs import FORMATS

RATE = 24_000
TEXTS = (
    "Good morning, everybody, and welcome to the harbour.",
    "When the lamp was lit at last, he sat down by the window, opened the book that his sister had sent him from the "
    "city, and read until the first birds began to sing.",
)


def whole(engine: Engine, request: SpeechRequest, form: OutputFormat) -> bytes:
    return whole_output(engine.stream(engine.prepare(request)), form, RATE, Mastering())


def streamed(engine: Engine, request: SpeechRequest, form: OutputFormat) -> bytes:
    job = engine.prepare(request)
    output = Output(form, RATE, Mastering(), loss_lu=job.loss_lu)
    return b"".join([output.begin(0), *(output.add(block) for block in engine.stream(job)), output.end()])


def heard(data: bytes) -> Samples:
    return np.frombuffer(data, dtype="<i2").astype(np.float32) / np.float32(32768)


@pytest.mark.parametrize("voice", ["af_heart", "am_michael", "bf_isabella", "if_sara"])
@pytest.mark.parametrize(("speak", "tolerance_lu"), [(whole, 0.5), (streamed, 1.5)])
def test_voices_and_texts_are_equally_loud(
    real_engine: Engine, voice: str, speak: Callable[..., bytes], tolerance_lu: float
) -> None:
    for text in TEXTS:
        samples = heard(speak(real_engine, SpeechRequest(text, voice, language="en-us"), OutputFormat("pcm")))
        ear = R128State(1, RATE, MeasurementMode.MODE_I | MeasurementMode.MODE_TRUE_PEAK)
        ear.add_frames(samples, len(samples))
        assert get_loudness_global(ear) == pytest.approx(-16, abs=tolerance_lu)
        assert 20 * np.log10(get_true_peak(ear, 0)) <= -0.95


@pytest.mark.parametrize("name", FORMATS)
def test_the_last_word_is_heard_in_every_format(real_engine: Engine, whisper: Whisper, name: str) -> None:
    request = SpeechRequest("The old harbour was quiet in the winter, and nobody expected a visitor.")
    data = streamed(real_engine, request, OutputFormat(name))
    if name == "pcm":
        samples, rate = heard(data), RATE
    else:
        with av.open(io.BytesIO(data), "r") as file:
            frames = [frame.to_ndarray() for frame in file.decode(audio=0)]
            rate = file.streams.audio[0].rate
        joined = np.concatenate(frames, axis=1)[0]
        samples = joined.astype(np.float32) / (32768 if joined.dtype == np.int16 else 1)
    assert "visitor" in whisper.transcribe(samples, rate).lower()
