"""Whisper hears the words of the text, at any speed and in one voice as in another."""

from __future__ import annotations

import numpy as np
import pytest

from hearing import joined
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
    clips = [speak(real_engine, SpeechRequest(sentence, voice)) for sentence in SENTENCES]
    heard = whisper.transcribe(joined(clips), real_engine.sample_rate_hz)
    assert word_error_rate(" ".join(SENTENCES), heard) == 0, heard


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


def test_speed_changes_the_length_and_not_the_words(real_engine: Engine, whisper: Whisper) -> None:
    clips = []
    for sentence, speed in zip(SENTENCES, (0.7, 1.5), strict=False):
        plain, changed = (speak(real_engine, SpeechRequest(sentence, speed=given)) for given in (1.0, speed))
        assert len(plain) / len(changed) == pytest.approx(speed, rel=0.12)
        clips.append(changed)
    heard = whisper.transcribe(joined(clips), real_engine.sample_rate_hz)
    assert word_error_rate(" ".join(SENTENCES[:2]), heard) == 0, heard


@pytest.mark.parametrize("live", [True, False])
def test_the_same_request_gives_the_same_samples(real_engine: Engine, live: bool) -> None:
    request = SpeechRequest(SENTENCES[1], "am_michael", 1.1, live=live)
    before = real_engine.state.primer.hits
    assert np.array_equal(speak(real_engine, request), speak(real_engine, request))
    assert real_engine.state.primer.hits - before == live  # the second opening came from the cache


@pytest.mark.parametrize(("speed", "worst"), [(0.5, 0.2), (2.0, 0.4)])
def test_far_from_normal_speed_most_words_are_heard(
    real_engine: Engine, whisper: Whisper, speed: float, worst: float
) -> None:
    """The model itself drops words at double speed."""
    speech = speak(real_engine, SpeechRequest(SENTENCES[1], speed=speed))
    assert word_error_rate(SENTENCES[1], whisper.transcribe(speech, real_engine.sample_rate_hz)) <= worst


@pytest.mark.parametrize("voice", ["af_heart", "bm_george"])
def test_a_first_clause_from_a_pass_of_its_own_goes_on_as_the_sentence(
    real_engine: Engine, whisper: Whisper, voice: str
) -> None:
    text = (
        "When the rain had stopped and the sun came out, the children ran down to the river, where the old man was "
        "painting his small boat, and asked him whether they could help."
    )
    live, whole = (speak(real_engine, SpeechRequest(text, voice, live=live)) for live in (True, False))
    assert not np.array_equal(live[:24_000], whole[:24_000])  # the clause had a pass of its own
    assert len(live) == pytest.approx(len(whole), rel=0.05)
    assert word_error_rate(text, whisper.transcribe(live, real_engine.sample_rate_hz)) <= 0.04


def test_one_word_is_heard(real_engine: Engine, whisper: Whisper) -> None:
    speech = speak(real_engine, SpeechRequest("Exactly."))
    assert 0.4 < len(speech) / real_engine.sample_rate_hz < 2
    assert word_error_rate("Exactly.", whisper.transcribe(speech, real_engine.sample_rate_hz)) == 0


def test_a_sentence_of_500_tokens_without_a_mark_begins_and_ends(real_engine: Engine, whisper: Whisper) -> None:
    text = (
        "The children ran down to the river and the old man painted his boat and the baker opened the shop and the "
        "teacher cleaned the board and the farmer fed the horses and the nurse washed her hands and the driver parked "
        "the bus and the waiter brought the soup and the painter mixed the colours and the singer closed the window "
        "and the doctor read the letter."
    )
    speech = speak(real_engine, SpeechRequest(text))
    assert word_error_rate(text, whisper.transcribe(speech, real_engine.sample_rate_hz)) <= 0.05


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
