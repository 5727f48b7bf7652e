"""What is heard is what was written."""

from __future__ import annotations

import numpy as np
import pytest

from koe.bench.words import Whisper, word_errors
from koe.engine.engine import Engine
from koe.types import Samples, SpeechRequest

SENTENCES = [
    "The birds were singing in the garden this morning.",
    "Please close the window before you leave the house.",
    "My brother bought a small boat and painted it blue.",
]
VOICES = ["af_heart", "am_michael", "bf_emma"]


def speak(engine: Engine, request: SpeechRequest) -> Samples:
    return np.concatenate([block.samples for block in engine.stream(engine.prepare(request))])


def word_error_rate(said: str, heard: str) -> float:
    return word_errors(said, heard).rate


@pytest.mark.parametrize("voice", VOICES)
def test_every_word_is_heard(real_engine: Engine, whisper: Whisper, voice: str) -> None:
    for sentence in SENTENCES:
        heard = whisper.transcribe(speak(real_engine, SpeechRequest(sentence, voice)), real_engine.sample_rate_hz)
        assert word_error_rate(sentence, heard) == 0, heard


def test_a_paragraph_keeps_its_last_word(real_engine: Engine, whisper: Whisper) -> None:
    text = " ".join(SENTENCES)
    heard = whisper.transcribe(speak(real_engine, SpeechRequest(text)), real_engine.sample_rate_hz)
    assert word_error_rate(text, heard) == 0, heard


def test_a_sentence_that_must_be_cut_loses_nothing(real_engine: Engine, whisper: Whisper) -> None:
    clause = "the boat was painted blue, and the birds were singing in the garden"
    text = ", ".join([clause] * 6) + "."
    assert len(real_engine.prepare(SpeechRequest(text)).sentences) == 2
    heard = whisper.transcribe(speak(real_engine, SpeechRequest(text, speed=1.3)), real_engine.sample_rate_hz)
    assert heard.lower().count("garden") == 6
    assert word_error_rate(text, heard) <= 0.03, heard


@pytest.mark.parametrize("speed", [0.7, 1.5])
def test_speed_changes_the_length_and_not_the_words(real_engine: Engine, whisper: Whisper, speed: float) -> None:
    plain = speak(real_engine, SpeechRequest(SENTENCES[0]))
    changed = speak(real_engine, SpeechRequest(SENTENCES[0], speed=speed))
    assert len(plain) / len(changed) == pytest.approx(speed, rel=0.12)
    assert word_error_rate(SENTENCES[0], whisper.transcribe(changed, real_engine.sample_rate_hz)) == 0


def test_the_same_request_gives_the_same_samples(real_engine: Engine) -> None:
    request = SpeechRequest(SENTENCES[1], "am_michael", 1.1)
    assert np.array_equal(speak(real_engine, request), speak(real_engine, request))


@pytest.mark.parametrize(
    ("voice", "text"),
    [
        ("ef_dora", "Buenos días, ¿cómo está usted?"),
        ("ff_siwis", "Bonjour, il fait beau aujourd'hui."),
        ("hf_alpha", "नमस्ते, आप कैसे हैं?"),
        ("if_sara", "Buongiorno, come sta?"),
        ("pf_dora", "Bom dia, como vai você?"),
    ],
)
def test_other_languages_speak(real_engine: Engine, voice: str, text: str) -> None:
    samples = speak(real_engine, SpeechRequest(text, voice))
    assert 1.0 < len(samples) / real_engine.sample_rate_hz < 6.0
    assert 0.01 < float(np.sqrt(np.mean(samples**2))) < 0.3
