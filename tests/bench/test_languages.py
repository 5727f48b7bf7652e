"""Reading errors by language: counted in words, kana or syllables, with sentences that are missing."""

from __future__ import annotations

import numpy as np
import pytest

from koe.bench.languages import LanguagesReport, measure, paragraph, units
from koe.languages import LANGUAGES
from koe.types import Samples


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_paragraph(language: str) -> None:
    sentences = paragraph(language)
    assert sum(map(len, sentences)) >= 400
    assert len(sentences) >= 5


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("ja", "雨が降る。", "あめがふる"),
        ("zh", "他在公园里。", "她在公園裡"),
        ("en-us", "The train, late!", "the train late"),
        ("hi", "गाँव में।", "गाँव में"),
    ],
)
def test_the_same_sound_is_no_error(language: str, one: str, other: str) -> None:
    assert units(one, language) == units(other, language)


class Parrot:
    """Hears what `speak` has put into the samples: the number of the sentence."""

    def __init__(self, language: str, deaf_to: int = -1) -> None:
        self._sentences = paragraph(language)
        self._deaf_to = deaf_to

    def speak(self, text: str, voice: str, language: str) -> Samples:
        return np.full(10, self._sentences.index(text), dtype=np.float32)

    def transcribe(self, samples: Samples, sample_rate_hz: int, language: str) -> str:
        number = int(samples[0])
        return "" if number == self._deaf_to else self._sentences[number]


def report(deaf_to: int = -1) -> LanguagesReport:
    parrot = Parrot("es", deaf_to)
    return measure([("ef_dora", "es"), ("em_alex", "es")], parrot.speak, parrot.speak, parrot, 24_000)


def test_what_is_heard_as_said_has_no_errors() -> None:
    total = report().languages()["es"]
    assert (total.koe.errors, total.koe_missing) == (0, 0)
    assert total.koe.words == 2 * sum(len(units(one, "es").split()) for one in paragraph("es"))


def test_a_sentence_that_is_not_heard_is_missing() -> None:
    total = report(deaf_to=2).languages()["es"]
    assert total.koe_missing == total.peer_missing == 2
    assert total.koe.errors == 2 * len(units(paragraph("es")[2], "es").split())
