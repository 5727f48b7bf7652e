"""Mandarin is read as by misaki, word by word."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from misaki.zh import ZHG2P

from koe.text import vocab
from koe.text.mandarin import MandarinReader
from koe.text.normalize import normalize
from koe.text.prescribed import Prescription
from koe.text.traced import Traced

SENTENCES = (
    "你好，世界。",
    "今天天气很好，我们去公园吧！",
    "他说：“好的！”",
    "《红楼梦》是一部小说。",
    "一个不是",
    "银行行长重新说话了。",
    "我（很）高兴；你呢？",
    "绿色的女儿在哪儿？",
    "这件事情，说来话长。",
    "北京、上海和广州都是大城市。",
    "嗯，噢！",
    "她买了一本书，花了三十块钱。",
)


@pytest.fixture(scope="module")
def reader() -> MandarinReader:
    return MandarinReader()


def phonemes(reader: MandarinReader, text: str) -> str:
    return "".join(run.phonemes for run in reader.read(text)).strip()


def close_up(spoken: str) -> str:
    """The phonemes without the spaces at marks, which the phonemizer takes out."""
    return re.sub(r" *([;:,.!?()“”]) *", r"\1", spoken)


@pytest.mark.parametrize("text", SENTENCES)
def test_sentences_are_read_as_by_misaki(reader: MandarinReader, text: str) -> None:
    spoken, _ = ZHG2P()(text)
    assert close_up(phonemes(reader, text)) == close_up(spoken.strip())
    assert not vocab.unknown_symbols(phonemes(reader, text))


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("你好，世界。", "ni↓xau↓, ʂɨ↘ʨje↘."),
        ("你好,世界.", "ni↓xau↓, ʂɨ↘ʨje↘."),
        ("他（她）来", "tʰa→ (tʰa→) lai↗"),
        ("银行行长", "i↗nxa↗ŋxa↗ŋꭧa↓ŋ"),
        ("鿽你", "ni↓"),
        ("12", "i→ ɚ↘"),
        ("五G", "u↓ ʤˈi"),
        ("A股", "ˈA ku↓"),
        ("PM二点五", "pˈi ˈɛm ɚ↘tjɛ↓nu↓"),
    ],
)
def test_words_are_pronounced_right(reader: MandarinReader, text: str, spoken: str) -> None:
    assert phonemes(reader, text) == spoken


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("2025年3月4日", "ɚ↘li↗ŋɚ↘ u↓njɛ↗n sa→nɥe↘ sɨ↘ɻɨ↘"),
        ("50%", "pai↓fə→nꭧɨ→ u↓ʂɨ↗"),
        ("-5℃", "li↗ŋɕja↘ u↓ ʂɤ↘ʂɨ↘tu↘"),
    ],
)
def test_numbers_are_read_once_they_are_words(reader: MandarinReader, text: str, spoken: str) -> None:
    assert phonemes(reader, normalize(Traced.of(text), "zh").text).replace(" ", "") == spoken.replace(" ", "")


def test_words_know_their_place(reader: MandarinReader) -> None:
    text = "今天天气很好，我们去公园吧！"
    runs = reader.read(text)
    assert [text[run.start : run.stop] for run in runs] == [
        "今天天气", "很", "好", "，", "我们", "去", "公园", "吧", "！"
    ]  # fmt: skip


def test_prescribed_pronunciations_are_spoken(reader: MandarinReader) -> None:
    text = "我爱重庆。"
    runs = reader.read(text, [Prescription(2, 4, "X"), Prescription(0, 1, "Y"), Prescription(4, 5, "Z", "NN")])
    assert "".join(run.phonemes for run in runs) == "wo↓ ai↘X . "


def test_every_character_is_in_the_vocabulary(reader: MandarinReader) -> None:
    spoken = "".join(phonemes(reader, chr(code)) for code in range(0x4E00, 0xA000))
    assert not vocab.unknown_symbols(spoken)


def test_no_cache_is_left_in_a_shared_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    MandarinReader()
    assert not list(tmp_path.iterdir())


@settings(max_examples=100)
@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
    | st.text("你好世界中国人，。！12aZ《》", max_size=40)
)
def test_any_text_goes_through(reader: MandarinReader, text: str) -> None:
    runs = reader.read(text)
    assert all(0 <= run.start <= run.stop <= len(text) for run in runs)
    assert all(before.stop <= after.start for before, after in pairwise(runs))
