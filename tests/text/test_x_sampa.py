"""X-SAMPA becomes the IPA that it stands for."""

from __future__ import annotations

import pytest

from koe.text import ipa, vocab, x_sampa


@pytest.mark.parametrize(
    ("sampa", "written"),
    [
        ('t@"mA:t@U', "təˈmɑːtəʊ"),
        ('"Iz@n"t', "ˈɪzənˈt"),
        ('%In.f@r\\"meI.S@n', "ˌɪn.fəɹˈmeɪ.ʃən"),
        ("tSi:z", "tʃiːz"),
        ("dZVdZ", "dʒʌdʒ"),
        ("TIN", "θɪŋ"),
        ("DE@`", "ðɛɚ"),
        ("b3`d", "bɝd"),
        ("b{t", "bæt"),
        ("p9", "pœ"),
        ("Z2n", "ʒøn"),
        ("bO~", "bɔ\u0303"),
        ("maJana", "maɲana"),
        ("pe4o", "peɾo"),
        ("t_hi_d", "tʰi"),
        ("s\\z\\x\\", "ɕʑɧ"),
        ("l=", "l"),
        ("a b", "a b"),
        ("", ""),
    ],
)
def test_symbols(sampa: str, written: str) -> None:
    assert x_sampa.to_ipa(sampa) == written


@pytest.mark.parametrize("sampa", ["é", "$", "ə", "(a)", "a\n$"])
def test_other_characters_are_not_x_sampa(sampa: str) -> None:
    assert x_sampa.to_ipa(sampa) is None


@pytest.mark.parametrize("word", ['pI"kA:n', 'h@"loU', '"bUk@`', 'sp{g"Eti', "Zur"])
def test_common_words_are_phonemes_of_the_model(word: str) -> None:
    written = x_sampa.to_ipa(word)
    assert written is not None
    assert not ipa.unknown_symbols(written, "en-us")
    assert vocab.is_pronounceable(ipa.to_phonemes(written, "en-us"))
