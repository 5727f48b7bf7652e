"""Phonemes that a caller wrote are checked, and cut where they do not fit into one pass."""

from __future__ import annotations

import pytest

from fakes import LetterPhonemizer
from koe.errors import UnknownPhoneme
from koe.text import vocab
from koe.text.phonemes import passes, require_known
from koe.text.plan import Planner, phoneme_sentences
from koe.text.traced import Traced
from koe.types import Span


class Illiterate(LetterPhonemizer):
    def read(self, text: Traced, language: str) -> Traced:
        raise AssertionError("phonemes are not read")


def spans(*strings: str, longest: int = vocab.MAX_TOKENS) -> list[Span]:
    planner = Planner(Illiterate())
    return [span for one in phoneme_sentences(strings, "ja", longest) for span in planner.spans(one)]


@pytest.mark.parametrize(
    ("strings", "string", "position", "code_point"),
    [
        (["həlˈO g"], 0, 6, "U+0067"),
        (["həlˈO.", "wˈɜɹld\n"], 1, 6, "U+000A"),
        (["😀"], 0, 0, "U+1F600"),
    ],
)
def test_the_first_unknown_symbol_is_named_by_place_and_code_point(
    strings: list[str], string: int, position: int, code_point: str
) -> None:
    with pytest.raises(UnknownPhoneme) as refused:
        require_known(strings)
    assert (refused.value.string, refused.value.position) == (string, position)
    assert code_point in refused.value.message
    assert not set(refused.value.message) & set("😀\nə")


def test_every_string_is_spoken_as_it_is_in_a_pass_of_its_own() -> None:
    read = spans("həlˈO, ðˈɛɹ.", " wˈɜɹld? ")
    assert [span.phonemes for span in read] == ["həlˈO, ðˈɛɹ.", "wˈɜɹld?"]
    assert [span.tokens for span in read] == [vocab.encode("həlˈO, ðˈɛɹ."), vocab.encode("wˈɜɹld?")]


def test_words_have_places_in_all_strings_together() -> None:
    strings = ("həlˈO, ðˈɛɹ.", " wˈɜɹld?")
    sent = " ".join(strings)
    words = [word for span in spans(*strings) for word in span.words]
    assert [word.text for word in words] == ["həlˈO", "ðˈɛɹ", "wˈɜɹld"]
    assert [sent[word.start : word.stop] for word in words] == ["həlˈO", "ðˈɛɹ", "wˈɜɹld"]


def test_strings_without_a_sound_are_left_out() -> None:
    assert spans("…", "—", " ", "a.", "ˈ") == spans("…", "—", " ", "a.")
    assert [span.phonemes for span in spans("…", "a.", "ˈ")] == ["a."]


@pytest.mark.parametrize("longest", [vocab.MAX_TOKENS, 127])
@pytest.mark.parametrize("unit", ["hə ", "kˈɑː", "hə, hə. ", "a"])
def test_a_string_that_does_not_fit_is_cut_and_nothing_is_lost(unit: str, longest: int) -> None:
    phonemes = (unit * 900).strip()
    read = spans(phonemes, longest=longest)
    assert all(len(span.tokens) <= longest for span in read)
    sounds = [symbol for span in read for symbol in span.phonemes if symbol not in " ,."]
    assert sounds == [symbol for symbol in phonemes if symbol not in " ,."]
    assert all(span.pause_ms == 70 and span.phonemes[-1] == "," for span in read[:-1] if "," not in unit)


def test_a_string_that_just_fits_is_left_whole() -> None:
    assert [len(span.tokens) for span in spans("a" * vocab.MAX_TOKENS)] == [vocab.MAX_TOKENS]
    assert [len(span.tokens) for span in spans("a" * (vocab.MAX_TOKENS + 1))] == [255 + 1, 256]


def test_the_comma_at_a_cut_has_room_too() -> None:
    read = spans("a" * (2 * vocab.MAX_TOKENS))
    assert max(len(span.tokens) for span in read) <= vocab.MAX_TOKENS
    assert [span.phonemes[-1] for span in read] == [",", ",", "a"]
    assert sum(span.phonemes.count("a") for span in read) == 2 * vocab.MAX_TOKENS


def test_the_end_of_a_sentence_is_the_best_place_to_cut() -> None:
    phonemes = ("hə hə, hə " * 30 + "hə. ") + "hə hə, hə " * 40
    first, *_ = passes(Traced.of(phonemes), vocab.MAX_TOKENS)
    assert first.text.endswith("hə.")
