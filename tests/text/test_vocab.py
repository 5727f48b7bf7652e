"""Phonemes become the ids that Kokoro was trained with."""

from __future__ import annotations

import json
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.text import vocab


def test_symbols_have_the_ids_of_the_model() -> None:
    assert vocab.encode(";?— \u0303\uab67Aafh") == (1, 6, 9, 16, 17, 23, 24, 43, 48, 50)
    assert vocab.encode("ɡəɹˈːᵻ") == (92, 83, 123, 156, 158, 177)


def test_there_are_114_symbols_and_none_is_the_padding() -> None:
    assert len(vocab.IDS) == 114
    assert len(set(vocab.IDS.values())) == 114
    assert vocab.PAD_ID not in vocab.IDS.values()


def test_the_table_is_the_one_that_is_published_with_the_model() -> None:
    config = json.loads(resources.files("kokoro_onnx").joinpath("config.json").read_text(encoding="utf-8"))
    assert dict(vocab.IDS) == config["vocab"]


def test_the_digest_is_that_of_this_table() -> None:
    assert vocab.digest() == "6b8e23f774649e83564fe91ee37aed3d75f24d837e9c9c864d69a669c2efc664"


def test_unknown_symbols_are_dropped_and_can_be_found() -> None:
    assert vocab.encode("hə❓lˈOg") == vocab.encode("həlˈO") == (50, 83, 54, 156, 31)
    assert vocab.known("hə❓lˈOg") == "həlˈO"
    assert vocab.unknown_symbols("hə❓lˈOg") == {"❓", "g"}


@pytest.mark.parametrize(
    ("phonemes", "spoken"), [("", False), ("?!…", False), ("“ˈ” —", False), ("ˌI", True), ("ʔ", True)]
)
def test_punctuation_and_stress_alone_are_no_speech(phonemes: str, spoken: bool) -> None:
    assert vocab.is_pronounceable(phonemes) is spoken


@given(st.text(st.characters()))
def test_every_string_encodes_to_the_ids_of_its_known_symbols(text: str) -> None:
    assert vocab.encode(text) == vocab.encode(vocab.known(text))
    assert len(vocab.encode(text)) == len(vocab.known(text))
