"""koe's own lexicon: every entry changes a reading, and sentences are read with it."""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import NamedTuple

import pytest

from koe.text import ipa, vocab
from koe.text.g2p import Phonemizer
from koe.text.lexicon import Entry, Lexicon
from koe.text.lexicon_files import Lexicons, default_entries
from koe.text.normalize import normalize
from koe.text.traced import Traced


@pytest.fixture(scope="module")
def phonemizer() -> Phonemizer:
    return Phonemizer(timeout_factor=50)


@pytest.fixture(scope="module")
def default() -> Lexicons:
    return Lexicons()


def spoken(text: str, lexicon: Lexicon, phonemizer: Phonemizer) -> str:
    """Phonemes of a text on the way that a sentence takes: lexicon, normalisation, lexicon again, G2P."""
    words = lexicon.prescribe(normalize(lexicon.prescribe(Traced.of(text)), lexicon.language))
    return phonemizer.read(words, lexicon.language).text


class Row(NamedTuple):
    entry: Entry
    was: str

    @property
    def language(self) -> str:
        return "en-us" if self.entry.lang == "en" else self.entry.lang


def rows_of_the_file() -> list[Row]:
    text = (files("koe.text") / "data" / "default_lexicon.tsv").read_text(encoding="utf-8")
    rows = [row for row in csv.reader(text.splitlines()[1:], delimiter="\t") if not row[0].startswith("#")]
    found = [Row(entry, row[4]) for entry, row in zip(default_entries(), rows, strict=True)]
    assert len(found) >= 150
    return found


def test_every_entry_changes_the_reading(phonemizer: Phonemizer, default: Lexicons) -> None:
    wrong: list[str] = []
    for row in rows_of_the_file():
        text = row.entry.grapheme
        now = phonemizer.read(normalize(Traced.of(text), row.language), row.language).text
        then = spoken(text, default.for_language(row.language), phonemizer)
        if now != row.was or then == now:
            wrong.append(f"{row.entry.lang} {row.entry.grapheme}: {now} -> {then}, the column says {row.was}")
    assert not wrong, "\n".join(wrong)


def test_every_entry_is_read_with_its_phonemes(phonemizer: Phonemizer, default: Lexicons) -> None:
    for row in rows_of_the_file():
        if not row.entry.is_alias and not row.entry.tag:
            said = spoken(row.entry.grapheme, default.for_language(row.language), phonemizer)
            assert said == ipa.to_phonemes(row.entry.spoken, row.language)
            assert ipa.to_phonemes(said, row.language) == said


def test_keys_are_unique() -> None:
    keys = [row.entry.key for row in rows_of_the_file()]
    assert len(keys) == len(set(keys))


def test_word_has_at_most_one_primary_stress() -> None:
    for row in rows_of_the_file():
        for word in row.entry.spoken.split():
            assert row.entry.is_alias or word.count("ˈ") <= 1, row
            assert vocab.is_pronounceable(word) or row.entry.is_alias


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("Niamh drove a Porsche.", "nˈiəv dɹˈOv ɐ pˈɔɹʃə."),
        ("IKEA's sale is at ikea.com.", "Ikˈiəz sˈAl ɪz æt Ikˈiə dˈɑt kˈɑm."),
        ("The Asus’s fan is loud.", "ði Asˈusᵻz fˈæn ɪz lˈWd."),
        ("It was a blessed day.", "ˌɪt wʌz ɐ blˈɛsɪd dˈA."),
        ("He blessed it.", "hˌi blˈɛst ɪt."),
        ("Please resume.", "plˈiz ɹəzˈum."),
        ("Send me your resume.", "sˈɛnd mˌi jʊɹ ɹˈɛzəmA."),
        ("Use scikit-learn.", "jˈuz sˈIkɪtlˈɜɹn."),
        ("It is on arXiv.", "ˌɪt ɪz ˌɔn ˈɑɹkIv."),
        ("We flew from Los Angeles to São Paulo.", "wˌi flˈu fɹʌm lɔs ˈænʤələs tə sˌW pˈWlO."),
        ("OpenAI's code is on GitHub.", "ˌOpən ˌAˈIz kˈOd ɪz ˌɔn ɡˈɪthʌb."),
    ],
)
def test_sentences_are_read_with_the_lexicon(
    text: str, phonemes: str, phonemizer: Phonemizer, default: Lexicons
) -> None:
    assert spoken(text, default.for_language("en-us"), phonemizer) == phonemes
