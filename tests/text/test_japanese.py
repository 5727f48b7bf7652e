"""Japanese is read word by word, in the alphabet that Kokoro was trained with."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koe.text import vocab
from koe.text.japanese import MORAS, JapaneseReader, spelled
from koe.text.prescribed import Prescription


@pytest.fixture(scope="module")
def reader() -> JapaneseReader:
    return JapaneseReader()


def phonemes(reader: JapaneseReader, text: str) -> str:
    return "".join(run.phonemes for run in reader.read(text)).strip()


def words(reader: JapaneseReader, text: str) -> list[str]:
    return [text[run.start : run.stop] for run in reader.read(text)]


# Sentences that misaki's own reader for this alphabet (with a dictionary of 250 MB) reads in the same way.
@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("こんにちは、世界。", "koɲɲiʨiβa, sekai."),
        ("今日はいい天気ですね。", "kʲoː βa iː teŋkʲi desɨ ne."),
        ("「そうですか？」と彼は言った。", "“soː desɨ ka?” to kaɾe βa iʔta."),
        ("コンピューターの電源を切ってください。", "kompʲɨːtaː no deŋɡeɴ o kʲiʔte kɯdasai."),
        ("新しい技術が社会を大きく変えつつある。", "ataɾaɕiː ɡʲiʥɨʦɨ ɡa ɕakai o oːkʲikɯ kae ʦɨʦɨ aɾɯ."),
        ("ありがとうございます！", "aɾʲiɡatoː ɡoʣaimasɨ!"),
        ("ちょっと待って、今行くから。", "ʨoʔto maʔte, ima ikɯ kaɾa."),
        ("この本はとても面白かったです。", "kono hoɴ βa totemo omoɕiɾokaʔta desɨ."),
        ("電車が遅れて、会議に間に合わなかった。", "deɴɕa ɡa okɯɾete, kaiɡʲi ɲi maɲiaβa nakaʔta."),
        ("ファッションとデザインの専門学校に通っている。", "ɸaʔɕoɴ to deʣaiɴ no semmoɴ ɡaʔkoː ɲi kajoʔte iɾɯ."),
        ("子供たちは公園で遊んでいます。", "kodomo taʨi βa koːeɴ de asonde imasɨ."),
        ("そんなことはないと思うよ。", "sonna koto βa nai to omoɯ jo."),
    ],
)
def test_sentences_are_read_as_in_training(reader: JapaneseReader, text: str, spoken: str) -> None:
    assert phonemes(reader, text) == spoken


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("私は学生です。", "βataɕi βa ɡakɯseː desɨ."),
        ("何を食べたいですか。", "naɲi o tabe tai desɨ ka."),
        ("日本語", "ɲihoŋɡo"),
        ("へ行く", "e ikɯ"),
        ("2025年3月4日", "ɲiseɴ ɲiʥɨː ɡoneɴ saŋɡaʦɨ joʔka"),
        ("12,345円", "iʨimaɴ ɲiseɴ sambʲakɯ joɲʥɨː ɡoeɴ"),
        ("3.14", "santeɴ iʨijoɴ"),
        ("3本と6匹", "samboɴ to ɾoʔpʲikʲi"),
        ("10時30分", "ʥɨːʥi saɲʥɨʔpɯɴ"),
        ("午前0時", "ɡoʣeɴ ɾeːʥi"),
        ("0時間", "ʣeɾoʥi kaɴ"),
        ("8月1日", "haʨiɡaʦɨ ʦɨitaʨi"),
        ("2分の1", "ɲibɯɴ no iʨi"),
        ("NHK", "enɯeiʨikei"),
        ("1,5", "iʨi, ɡo"),
        ("(はい)、“そう”…", "(hai), “soː”…"),
        ('"はい"', "“hai”"),
        ("りんご・みかん", "ɾʲiŋɡo mʲikaɴ"),
    ],
)
def test_words_are_pronounced_right(reader: JapaneseReader, text: str, spoken: str) -> None:
    assert phonemes(reader, text) == spoken


def test_words_know_their_place(reader: JapaneseReader) -> None:
    text = "彼は2025年に12,345円と三百本の「傘」を買いました。"
    assert words(reader, text) == [
        "彼", "は", "2025年", "に", "12,345円", "と", "三百本", "の", "「", "傘", "」", "を", "買い", "ました", "。"
    ]  # fmt: skip


def test_prescribed_pronunciations_are_spoken(reader: JapaneseReader) -> None:
    text = "今日は猫です。"
    runs = reader.read(text, [Prescription(3, 4, "nʲaːo"), Prescription(4, 6, "x", "VB")])
    assert "".join(run.phonemes for run in runs).replace(" ", "") == "kʲoːβanʲaːodesɨ."
    assert [text[run.start : run.stop] for run in runs if run.phonemes.startswith("nʲaːo")] == ["猫"]


@pytest.mark.parametrize(
    ("text", "spoken"), [("2対1", "ɲi tai iʨi"), ("10対8", "ʥɨː tai haʨi"), ("一対の箱", "iʔʦɨi no hako")]
)
def test_versus_is_no_counter_of_pairs(reader: JapaneseReader, text: str, spoken: str) -> None:
    assert phonemes(reader, text) == spoken


@pytest.mark.parametrize(
    ("kana", "spoken"),
    [
        ("サンポ", "sampo"),
        ("サンカ", "saŋka"),
        ("コンニチ", "koɲɲiʨi"),
        ("サンド", "sando"),
        ("ホン", "hoɴ"),
        ("ホンヤ", "hoɴja"),
        ("キャッチ", "kʲaʔʨi"),
        ("フィルム", "ɸʲiɾɯmɯ"),
        ("ティー", "tʲiː"),
        ("ヴァイオリン", "vaioɾʲiɴ"),
        ("ウォッカ", "βoʔka"),
    ],
)
def test_kana(kana: str, spoken: str) -> None:
    assert spelled(kana) == spoken


def test_every_mora_is_in_the_vocabulary() -> None:
    assert vocab.unknown_symbols("".join(MORAS.values())) == frozenset()
    assert len(MORAS) > 160


def test_odd_text_is_read_although_its_places_are_lost(reader: JapaneseReader) -> None:
    assert vocab.is_pronounceable(phonemes(reader, "1〇①ー人3日々  月😀年時 "))


@settings(max_examples=300)
@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
    | st.text("あいうンッーアｱ漢字日本人々〇12年,.0-3本「」、。！ aZ😀", max_size=40)
)
def test_any_text_goes_through(reader: JapaneseReader, text: str) -> None:
    runs = reader.read(text)
    assert all(0 <= run.start <= run.stop <= len(text) for run in runs)
    assert all(before.stop <= after.start for before, after in pairwise(runs))
    assert not vocab.unknown_symbols("".join(run.phonemes for run in runs))
