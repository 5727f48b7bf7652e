"""Speaking ahead of a listener: the audio of all sentences in order, with word times, and an end at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pytest

from fakes import tiny_engine, wait_for
from koe.book.ahead import Ahead, Sounding
from koe.book.recorder import Narrator
from koe.book.script import Passage, Script
from koe.engine.output import Mastering
from koe.engine.speech import SpeechService
from koe.errors import UnknownVoice
from koe.model.voices import VoiceBook

TEXTS = ("One two three.", "Four five.", "Six seven nine.")
SCRIPT = Script(("C",), tuple(Passage(text, 0, silence_ms=100) for text in TEXTS))
RATE_HZ = 24_000


@pytest.fixture
def service(voices: VoiceBook) -> Iterator[SpeechService]:
    engine = tiny_engine(voices)
    yield SpeechService(engine, "af_heart", Mastering())
    engine.close()


def heard(service: SpeechService, first: int = 0, narrator: Narrator | None = None) -> list[Sounding]:
    with closing(Ahead(service, narrator or Narrator("af_heart"), SCRIPT, first)) as ahead:
        return list(ahead)


def test_every_sentence_is_heard_in_order_with_its_words(service: SpeechService) -> None:
    soundings = heard(service)
    assert [one.passage for one in soundings] == sorted(one.passage for one in soundings)
    for number, text in enumerate(TEXTS):
        cues = [cue for one in soundings if one.passage == number for cue in one.cues]
        assert " ".join(cue.text for cue in cues) == text.rstrip(".")
        assert cues[0].start_s < 0.5
        audio = b"".join(one.audio for one in soundings if one.passage == number)
        assert cues[-1].start_s < len(audio) / 2 / RATE_HZ
        samples = np.frombuffer(audio, dtype="<i2")
        assert np.abs(samples.astype(np.int32)).max() > 300


def test_it_begins_anywhere(service: SpeechService) -> None:
    assert {one.passage for one in heard(service, first=2)} == {2}
    assert heard(service, first=3) == [Sounding(2, b"")]


def test_an_error_reaches_the_listener(service: SpeechService) -> None:
    with pytest.raises(UnknownVoice):
        heard(service, narrator=Narrator("nobody"))


def test_closing_ends_the_speaking_while_nobody_listens(service: SpeechService) -> None:
    long = Script(("C",), SCRIPT.passages * 100)
    ahead = Ahead(service, Narrator("af_heart"), long)
    wait_for(lambda: ahead._ready.full())
    ahead.close()
    assert not ahead._thread.is_alive()
    wait_for(lambda: service.engine.running_streams == 0)
