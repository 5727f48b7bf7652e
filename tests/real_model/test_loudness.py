"""All voices and texts have the same loudness (measured by pyebur128); every format keeps the last word."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

import av
import numpy as np
import pytest
from pyebur128.pyebur128 import MeasurementMode, R128State, get_loudness_global, get_true_peak

from hearing import RATE_HZ as RATE
from hearing import joined
from koe.bench.words import Whisper, word_errors
from koe.engine.engine import Engine
from koe.engine.output import Mastering, Output, OutputFormat, whole_output
from koe.types import AudioBlock, Samples, SpeechRequest
from koe.wire.codecs import FORMATS

TEXTS = (
    "Good morning, everybody, and welcome to the harbour.",
    "When the lamp was lit at last, he sat down by the window, opened the book that his sister had sent him from the "
    "city, and read until the first birds began to sing.",
)


@dataclass(frozen=True, slots=True)
class Speech:
    """What the engine made of a request, before it is levelled and encoded."""

    blocks: list[AudioBlock]
    loss_lu: float


def spoken(engine: Engine, request: SpeechRequest) -> Speech:
    job = engine.prepare(request)
    return Speech(list(engine.stream(job)), job.loss_lu)


def whole(speech: Speech, form: OutputFormat) -> bytes:
    return whole_output(speech.blocks, form, RATE, Mastering())


def streamed(speech: Speech, form: OutputFormat) -> bytes:
    output = Output(form, RATE, Mastering(), loss_lu=speech.loss_lu)
    return b"".join([output.begin(0), *(output.add(block) for block in speech.blocks), output.end()])


def pcm_samples(data: bytes) -> Samples:
    return np.frombuffer(data, dtype="<i2").astype(np.float32) / np.float32(32768)


@pytest.fixture(scope="module", params=["af_heart", "am_michael", "bf_isabella", "if_sara"])
def speeches(request: pytest.FixtureRequest, real_engine: Engine) -> list[Speech]:
    return [spoken(real_engine, SpeechRequest(text, request.param, language="en-us")) for text in TEXTS]


@pytest.mark.parametrize(("output", "tolerance_lu"), [(whole, 0.5), (streamed, 1.5)])
def test_voices_and_texts_are_equally_loud(
    speeches: list[Speech], output: Callable[[Speech, OutputFormat], bytes], tolerance_lu: float
) -> None:
    for speech in speeches:
        samples = pcm_samples(output(speech, OutputFormat("pcm")))
        meter = R128State(1, RATE, MeasurementMode.MODE_I | MeasurementMode.MODE_TRUE_PEAK)
        meter.add_frames(samples, len(samples))
        assert get_loudness_global(meter) == pytest.approx(-16, abs=tolerance_lu)
        assert 20 * np.log10(get_true_peak(meter, 0)) <= -0.95


# One for each format: Whisper writes a sentence that is repeated down only once.
SENTENCES = (
    "The train left the old station.",
    "She opened the heavy window.",
    "They walked along the river.",
    "We painted the whole kitchen.",
    "He forgot his black umbrella.",
    "Nobody expected a visitor.",
    "The children built a castle.",
    "Her brother sings at night.",
    "It snowed until the morning.",
)


def decoded(data: bytes, name: str) -> Samples:
    if name == "pcm":
        return pcm_samples(data)
    with av.open(io.BytesIO(data), "r") as file:
        resampler = av.AudioResampler("flt", "mono", RATE)
        parts = [part for frame in (*file.decode(audio=0), None) for part in resampler.resample(frame)]
    return np.concatenate([part.to_ndarray()[0] for part in parts])


def test_the_last_word_is_heard_in_every_format(real_engine: Engine, whisper: Whisper) -> None:
    clips = []
    for name, sentence in zip(FORMATS, SENTENCES, strict=True):
        speech = spoken(real_engine, SpeechRequest(sentence))
        clips.append(decoded(streamed(speech, OutputFormat(name)), name))
    heard = whisper.transcribe(joined(clips), RATE)
    assert word_errors(" ".join(SENTENCES), heard).errors == 0, heard
