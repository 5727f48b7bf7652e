"""A script as one text: it has the passages and the pauses of the script, and speaks them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fakes import tiny_engine
from koe.book.one_text import one_text_of
from koe.book.recorder import Narrator
from koe.book.script import Passage, Script
from koe.engine.engine import Engine
from koe.model.voices import VoiceBook
from koe.types import SpeechRequest

PASSAGES = (
    Passage("A heading", 0, 640),
    Passage("A first sentence.", 0),
    Passage("The last one of its paragraph.", 0, 340),
    Passage(r"\[pause:9s] is text here.", 0, 1840),
    Passage("An item", 1, 120),
    Passage("The end.", 1, 1840),
)
SCRIPT = Script(("One", "Two"), PASSAGES)


@pytest.fixture
def engine(voices: VoiceBook) -> Iterator[Engine]:
    made = tiny_engine(voices)
    yield made
    made.close()


def test_passages_are_found_by_their_places() -> None:
    text = one_text_of(SCRIPT)
    for number, (passage, start) in enumerate(zip(PASSAGES, text.starts, strict=True)):
        assert text.text[start : start + len(passage.text)] == passage.text
        assert text.passage_at(start) == text.passage_at(start + len(passage.text)) == number
    assert text.passage_at(0) == 0
    assert text.text.endswith("The end.")


def test_spoken_as_one_text_it_has_the_words_and_the_pauses_of_the_script(engine: Engine) -> None:
    narrator = Narrator("af_heart")
    parts = []
    for passage in PASSAGES:
        blocks = list(engine.stream(engine.prepare(narrator.request(passage))))
        words = [cue.text for block in blocks for cue in block.cues]
        parts.append((sum(len(block.samples) for block in blocks), words))
    text = one_text_of(SCRIPT)
    request = SpeechRequest(text.text, "af_heart", input_format="text", live=False)
    blocks = list(engine.stream(engine.prepare(request)))
    words = [cue.text for block in blocks for cue in block.cues]
    assert words == [word for _, found in parts for word in found]
    pauses_s = sum(passage.silence_ms for passage in PASSAGES[:-1]) / 1000
    apart_s = sum(samples for samples, _ in parts) / engine.sample_rate_hz
    together_s = sum(len(block.samples) for block in blocks) / engine.sample_rate_hz
    assert together_s == pytest.approx(apart_s + pauses_s, abs=0.25)
