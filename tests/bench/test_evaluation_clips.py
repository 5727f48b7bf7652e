"""Which clips an evaluation has: enough sentences, voices and languages, the same ones every time."""

from __future__ import annotations

from collections import Counter

import pytest

from koe.bench.evaluation.clips import choose_clips
from koe.bench.evaluation.verdict import FEWEST_SENTENCES, FEWEST_VOICES
from koe.build.calibrate import read_corpus
from koe.cli.assemble import voice_ids
from koe.model.voices import Voice
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner, Sentence

ALL_VOICES = [Voice.from_id(name) for name in voice_ids()]
LANGUAGES = ("en-us", "es", "fr", "hi", "it", "pt-br")


def test_an_evaluation_has_enough_sentences_voices_and_languages_for_a_verdict() -> None:
    clips = choose_clips(ALL_VOICES, 120)
    assert len({clip.sentence.text for clip in clips}) == 120 > FEWEST_SENTENCES
    assert len({clip.sentence.voice for clip in clips}) > 3 * FEWEST_VOICES
    assert {clip.sentence.language for clip in clips} == {*LANGUAGES, "en-gb"}
    assert Counter(clip.sentence.speed for clip in clips).most_common(1)[0][0] == 1.0
    assert len({clip.sentence.speed for clip in clips}) == 3


def test_all_voices_are_heard_and_a_long_evaluation_begins_like_a_short_one() -> None:
    clips = choose_clips(ALL_VOICES, 400)
    assert clips[:120] == choose_clips(ALL_VOICES, 120)
    assert {clip.sentence.voice for clip in clips} == {voice.id for voice in ALL_VOICES}
    long = choose_clips(ALL_VOICES, 1000)
    assert (
        len({(clip.sentence.voice, clip.sentence.text) for clip in long}) == len({clip.name for clip in long}) == 1000
    )


def test_a_clip_is_named_by_voice_language_and_line() -> None:
    clip = choose_clips(ALL_VOICES, 1)[0]
    assert clip.name == f"{clip.sentence.voice}/en-1"
    for clip in choose_clips(ALL_VOICES, 160):
        assert read_corpus("heldout", clip.sentence.language)[clip.number - 1] == clip.sentence.text


def test_only_voices_that_speak_their_own_language_are_transcribed() -> None:
    heard = {
        (clip.sentence.voice[0], clip.sentence.language): clip.is_transcribed for clip in choose_clips(ALL_VOICES, 160)
    }
    assert heard == {
        ("a", "en-us"): True,
        ("b", "en-gb"): True,
        ("e", "es"): True,
        ("f", "fr"): True,
        ("h", "hi"): False,
        ("i", "it"): True,
        ("j", "en-us"): False,
        ("p", "pt-br"): True,
        ("z", "en-us"): False,
    }


def test_a_few_voices_are_enough() -> None:
    clips = choose_clips([Voice.from_id("af_heart")], 12)
    assert {clip.sentence.voice for clip in clips} == {"af_heart"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_held_out_sentence_is_one_span(language: str) -> None:
    planner = Planner(Phonemizer(timeout_factor=50))
    texts = read_corpus("heldout", language)
    assert [len(planner.spans(Sentence.of(text, language))) for text in texts] == [1] * len(texts)
