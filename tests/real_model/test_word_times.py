"""Word times are those of the sound."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from statistics import median

import numpy as np
import pytest

from hearing import RATE_HZ
from koe.bench.words import Whisper
from koe.constants import AUDIBLE
from koe.engine.engine import Engine
from koe.types import Samples, SpeechRequest
from koe.wire.captions import CueSheet

TEXTS = (
    "The lighthouse keeper climbed the narrow stairs every single evening. From the top he could see three villages, "
    "the harbour with its fishing boats, and beyond them the long grey line of the sea.",
    "When the lamp was lit at last, he sat down by the window, opened the book that his sister had sent him from the "
    "city, and read until the first birds began to sing.",
)


def heard_out(engine: Engine, request: SpeechRequest) -> tuple[CueSheet, Samples]:
    sheet, parts = CueSheet(), []
    for block in engine.stream(engine.prepare(request)):
        sheet.add(block)
        parts.append(block.samples)
    return sheet, np.concatenate(parts)


def plain(word: str) -> str:
    return re.sub(r"\W", "", word.lower())


def test_word_times_are_those_that_whisper_hears(real_engine: Engine, whisper: Whisper) -> None:
    differences = []
    # Half of the text for each voice: some sixty words are enough for a median.
    for voice, speed, text in zip(("af_heart", "bf_emma"), (1.0, 1.2), TEXTS, strict=True):
        sheet, samples = heard_out(real_engine, SpeechRequest(text, voice, speed))
        theirs = whisper.word_times(samples, RATE_HZ)
        written = [plain(cue.text) for cue in sheet.words]
        matcher = SequenceMatcher(None, written, [plain(word.text) for word in theirs], autojunk=False)
        pairs = [(first + k, second + k) for first, second, size in matcher.get_matching_blocks() for k in range(size)]
        assert len(pairs) > 0.9 * len(written)
        differences += [abs(sheet.words[ours].start_s - theirs[other].start_s) for ours, other in pairs]
    assert median(differences) <= 0.060


def test_every_word_of_the_text_has_one_cue_with_its_place(real_engine: Engine) -> None:
    text = "On 3/4/2025, Dr. O'Neil paid $25.50 for a well-known book at example.com."
    sheet, samples = heard_out(real_engine, SpeechRequest(text))
    words = sheet.words
    assert [text[word.start : word.stop] for word in words] == [
        *("On", "3/4/2025", "Dr.", "O'Neil", "paid", "$25.50", "for", "a", "well-known", "book", "at", "example.com"),
    ]
    times = [time_s for word in words for time_s in (word.start_s, word.end_s)]
    assert times == sorted(times)
    assert times[-1] <= len(samples) / RATE_HZ


def test_the_first_sound_of_a_word_after_a_pause_is_at_its_time(real_engine: Engine) -> None:
    sheet, samples = heard_out(real_engine, SpeechRequest("We waited. [pause:1s] Then it came."))
    then = next(cue for cue in sheet.words if cue.text == "Then")
    loud = np.flatnonzero(np.abs(samples) > 0.003) / RATE_HZ
    onset_s = loud[1:][np.diff(loud) > 0.5][0]
    assert abs(then.start_s - onset_s) < 0.06


def test_last_word_before_a_pause_ends_with_its_sound(real_engine: Engine) -> None:
    """Its model frames are silent at the end, up to 0.43 s of them for this voice."""
    text = "Then a bell rang twice! First wash, then dry, then fold everything."
    sheet, samples = heard_out(real_engine, SpeechRequest(text, "bf_emma"))
    loud = np.flatnonzero(np.abs(samples) > AUDIBLE) / RATE_HZ
    pause = np.argmax(np.diff(loud))
    ends_s = [cue.end_s for cue in sheet.words if cue.text in ("twice", "everything")]
    assert ends_s == pytest.approx([loud[pause], loud[-1]], abs=0.04)
