"""Markup changes pauses, rate, pitch, volume and emphasis as it says, and every word is still understood."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest

from hearing import RATE_HZ, audible_s, level_db, median_pitch_hz, pauses_ms, spoken
from koe.bench.words import Whisper, word_errors
from koe.engine.engine import Engine
from koe.types import SpeechRequest
from koe.wire.captions import CueSheet

SENTENCE = "The lighthouse keeper climbed the narrow stairs every single evening."


def marked(attributes: str, text: str = SENTENCE) -> str:
    return f"<speak><prosody {attributes}>{text}</prosody></speak>"


@pytest.fixture(scope="module")
def plain(real_engine: Engine) -> np.ndarray:
    return spoken(real_engine, SENTENCE)


@pytest.mark.parametrize(
    ("text", "pause_ms"),
    [
        ("<speak>We went home <break time='{}ms'/> and slept.</speak>", 250),
        ("<speak>We went home. <break time='{}ms'/>Then we slept.</speak>", 700),
        ("We went home [pause:{}ms] and slept.", 1500),
    ],
)
def test_a_break_is_as_long_as_it_says(real_engine: Engine, text: str, pause_ms: int) -> None:
    pauses = pauses_ms(spoken(real_engine, text.format(pause_ms)), longer_than_ms=150)
    assert pauses == [pytest.approx(pause_ms, abs=30)]


def test_a_break_at_the_edges_is_heard(real_engine: Engine) -> None:
    samples = spoken(real_engine, "[pause:1s]Good morning.[pause:0.8s]")
    loud = np.flatnonzero(np.abs(samples) > 0.003)
    assert loud[0] / RATE_HZ == pytest.approx(1.0, abs=0.03)
    assert (len(samples) - loud[-1]) / RATE_HZ == pytest.approx(0.8, abs=0.06)


@pytest.mark.parametrize("rate", [0.6, 0.8, 1.25, 1.6])
def test_rate_changes_the_duration(real_engine: Engine, plain: np.ndarray, rate: float) -> None:
    samples = spoken(real_engine, marked(f'rate="{round(rate * 100)}%"'))
    assert audible_s(plain) / audible_s(samples) == pytest.approx(rate, rel=0.05)


@pytest.mark.parametrize("voice", ["af_heart", "bm_george"])
def test_pitch_changes_by_what_the_attribute_says(real_engine: Engine, voice: str) -> None:
    before = median_pitch_hz(spoken(real_engine, SENTENCE, voice))
    for percent in (-25, -10, 15, 30):
        after = median_pitch_hz(spoken(real_engine, marked(f'pitch="{percent:+}%"'), voice))
        assert after / before == pytest.approx(1 + percent / 100, rel=0.05)


@pytest.mark.parametrize(
    ("volume", "change_db"), [("+4dB", 4.0), ("-8dB", -8.0), ("50%", 20 * log10(0.5)), ("50", 20 * log10(0.5))]
)
def test_volume_changes_the_level(real_engine: Engine, plain: np.ndarray, volume: str, change_db: float) -> None:
    samples = spoken(real_engine, marked(f'volume="{volume}"'))
    assert level_db(samples) - level_db(plain) == pytest.approx(change_db, abs=0.7)


@pytest.mark.parametrize("attributes", ['rate="70%"', 'rate="150%"', 'pitch="-25%"', 'pitch="+30%"', 'volume="-10dB"'])
def test_every_word_is_still_understood(real_engine: Engine, whisper: Whisper, attributes: str) -> None:
    text = "The weather report promised bright sunshine for the long weekend."
    samples = spoken(real_engine, marked(attributes, text))
    assert word_errors(text, whisper.transcribe(samples, RATE_HZ)).errors == 0


def word_of(engine: Engine, text: str, word: str) -> tuple[np.ndarray, float]:
    """The samples of one word, and its length in seconds."""
    sheet, parts = CueSheet(), []
    for block in engine.stream(engine.prepare(SpeechRequest(text, live=False))):
        sheet.add(block)
        parts.append(block.samples)
    cue = next(cue for cue in sheet.words if cue.text == word)
    samples = np.concatenate(parts)
    return samples[round(cue.start_s * RATE_HZ) : round(cue.end_s * RATE_HZ)], cue.end_s - cue.start_s


def test_emphasis_is_louder_longer_and_higher(real_engine: Engine) -> None:
    text = "I really want the yellow lemon on the table."
    stressed = text.replace("yellow", '<emphasis level="strong">yellow</emphasis>')
    word, length_s = word_of(real_engine, text, "yellow")
    strong, strong_s = word_of(real_engine, f"<speak>{stressed}</speak>", "yellow")
    assert strong_s > 1.1 * length_s
    assert level_db(strong) > level_db(word) + 1.5
    assert median_pitch_hz(strong) > 1.04 * median_pitch_hz(word)


def test_a_mark_is_reached_where_it_stands(real_engine: Engine) -> None:
    sheet = CueSheet()
    text = '<speak>One two <mark name="here"/>three four.</speak>'
    for block in real_engine.stream(real_engine.prepare(SpeechRequest(text, live=False))):
        sheet.add(block)
    (mark,) = [cue for cue in sheet.cues if cue.is_mark]
    three = next(cue for cue in sheet.words if cue.text == "three")
    assert mark.text == "here"
    assert mark.start_s == pytest.approx(three.start_s, abs=0.06)


def test_a_prescribed_pronunciation_is_heard(real_engine: Engine, whisper: Whisper) -> None:
    heard = whisper.transcribe(spoken(real_engine, "He likes the colour [blue](/ɡɹˈin/) very much."), RATE_HZ)
    assert "green" in heard.lower()


# Documents of other services


def test_pitch_in_hertz_is_about_that_pitch(real_engine: Engine) -> None:
    assert median_pitch_hz(spoken(real_engine, marked('pitch="170Hz"'))) == pytest.approx(170, rel=0.1)


def test_a_contour_raises_the_beginning_and_lowers_the_end(real_engine: Engine, plain: np.ndarray) -> None:
    samples = spoken(real_engine, marked('contour="(0%,+25%) (100%,-25%)"'))
    third = len(plain) // 3
    before, after = (
        median_pitch_hz(changed) / median_pitch_hz(usual)
        for changed, usual in ((samples[:third], plain[:third]), (samples[-third:], plain[-third:]))
    )
    assert before > 1.08
    assert after < 0.92


@pytest.mark.parametrize("wanted_s", [3.5, 6.0])
def test_a_duration_is_met_roughly(real_engine: Engine, wanted_s: float) -> None:
    assert audible_s(spoken(real_engine, marked(f'duration="{wanted_s}s"'))) == pytest.approx(wanted_s, rel=0.25)


def test_a_voice_by_gender_has_its_pitch(real_engine: Engine) -> None:
    man = spoken(real_engine, f"<speak><voice gender='male'>{SENTENCE}</voice></speak>")
    assert median_pitch_hz(man) < 160 < median_pitch_hz(spoken(real_engine, SENTENCE))


def test_an_expletive_is_a_silence(real_engine: Engine) -> None:
    text = '<speak>Where did I put that <say-as interpret-as="expletive">confounded</say-as> hammer?</speak>'
    assert pauses_ms(spoken(real_engine, text), longer_than_ms=250) == [pytest.approx(650, abs=60)]


def test_a_pronunciation_in_x_sampa_is_heard(real_engine: Engine, whisper: Whisper) -> None:
    text = '<speak>He likes the colour <phoneme alphabet="x-sampa" ph="gr\\&quot;i:n">blue</phoneme> very much.</speak>'
    assert "green" in whisper.transcribe(spoken(real_engine, text), RATE_HZ).lower()
