"""French words are spelled for eSpeak so that it sounds them as French people do."""

from __future__ import annotations

import pytest

from koe.text.espeak import EspeakReader, EspeakVoices
from koe.text.french import respelled

READER = EspeakReader("fr", EspeakVoices())


def sounds(text: str) -> str:
    return "".join(run.phonemes for run in READER.read(text)).strip().replace("ˈ", "").replace("ˌ", "")


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("vingt-deux", "vɛ̃tdø"),
        ("quatre-vingt-un", "katʁvɛ̃œ̃"),
        ("quatre-vingt-deux", "katʁvɛ̃dø"),
        ("quatre-vingt-huit", "katʁvɛ̃yit"),
        ("quatre-vingt-onze", "katʁvɛ̃ɔ̃z"),
        ("quatre-vingt-onzième", "katʁvɛ̃ɔ̃zjɛm"),
        ("quatre-vingts ans", "katʁvɛ̃z ɑ̃"),
        ("cent ans", "sɑ̃t ɑ̃"),
        ("cent onze", "sɑ̃ ɔ̃z"),
        ("dix pour cent en un an", "di puʁ sɑ̃ ɑ̃n œ̃n ɑ̃"),
        ("deux plus deux", "dø plys dø"),
        ("plus de deux", "ply də dø"),
        ("six minutes", "si minyt"),
        ("six sur dix", "sis syʁ dis"),
        ("dix virgule huit", "dis viʁɡyl yit"),
        ("vingt-six à trente", "vɛ̃tsis a tʁɑ̃t"),
        ("dix-huit sur vingt", "dizyit syʁ vɛ̃"),
        ("deux à trois heures", "dø a tʁwaz œʁ"),
        ("et cetera", "e seteʁa"),
        ("dix-neuvième", "diznøvjɛm"),
    ],
)
def test_numbers_sound_as_they_are_said(text: str, phonemes: str) -> None:
    assert sounds(text) == phonemes


@pytest.mark.parametrize("text", ["quatre-vingt-onze mails, et cetera", "Plus deux, cent ans de maths"])
def test_respelling_keeps_the_number_of_words(text: str) -> None:
    assert len(respelled(text).split()) == len(text.split())
