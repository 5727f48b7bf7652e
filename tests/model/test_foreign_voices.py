"""Names of Azure's, Google's and Polly's voices lead to a voice of the same language and gender."""

from __future__ import annotations

from pathlib import Path

import pytest

from koe.cli.assemble import voice_ids
from koe.errors import UnknownVoice
from koe.languages import LANGUAGES
from koe.model.foreign_voices import ForeignVoice, foreign_voice
from koe.model.voices import OPENAI_NAMES, VoiceBook


@pytest.fixture(scope="module")
def book() -> VoiceBook:
    return VoiceBook({voice: Path(voice) for voice in voice_ids()})


@pytest.mark.parametrize(
    ("name", "voice"),
    [
        ("en-US-JennyNeural", "af_heart"),
        ("en-us-jennyneural", "af_heart"),
        ("en-US-AriaNeural", "af_bella"),
        ("en-US-GuyNeural", "am_michael"),
        ("en-US-Ava:DragonHDLatestNeural", "af_sarah"),
        ("en-US-JennyMultilingualV2Neural", "af_heart"),
        ("en-US-NovaTurboMultilingualNeural", "af_sarah"),
        ("Microsoft Server Speech Text to Speech Voice (en-GB, RyanNeural)", "bm_george"),
        ("en-AU-NatashaNeural", "bf_isabella"),
        ("es-MX-DaliaNeural", "ef_dora"),
        ("es-MX-JorgeNeural", "em_alex"),
        ("pt-PT-DuarteNeural", "pm_alex"),
        ("it-IT-DiegoNeural", "im_nicola"),
        ("ja-JP-KeitaNeural", "jm_kumo"),
        ("hi-IN-MadhurNeural", "hm_omega"),
        ("zh-CN-XiaoxiaoNeural", "zf_xiaoxiao"),
        ("zh-CN-YunyangNeural", "zm_yunyang"),
        ("en-US-Wavenet-D", "am_puck"),
        ("en-US-Wavenet-C", "af_heart"),
        ("Google.en-GB-Standard-B", "bm_george"),
        ("fr-FR-Neural2-A", "ff_siwis"),
        ("cmn-CN-Wavenet-B", "zm_yunxi"),
        ("en-US-Studio-O", "af_heart"),
        ("en-US-Chirp3-HD-Charon", "am_fenrir"),
        ("Joanna", "af_heart"),
        ("Salli", "af_bella"),
        ("Polly.Matthew-Neural", "am_michael"),
        ("Léa", "ff_siwis"),
        ("Vitória", "pf_dora"),
        (" Takumi ", "jm_kumo"),
    ],
)
def test_name_of_another_service_has_a_voice_of_its_language_and_gender(book: VoiceBook, name: str, voice: str) -> None:
    found = book.find(name)
    assert found == book.stand_in(name)
    assert found.id == voice
    foreign = foreign_voice(name)
    assert foreign is not None
    assert (found.language, found.gender) == (foreign.language, foreign.gender)


@pytest.mark.parametrize(
    ("name", "voice"),
    [("fr-FR-HenriNeural", "ff_siwis"), ("Mathieu", "ff_siwis"), ("en-GB-NewNeural", "bf_emma")],
)
def test_language_matters_more_than_a_gender_that_is_missing_or_unknown(book: VoiceBook, name: str, voice: str) -> None:
    assert book.find(name).id == voice


@pytest.mark.parametrize("name", ["de-DE-KatjaNeural", "ko-KR-Wavenet-A", "Hans", "uk-UA-OstapNeural", "Polly.Seoyeon"])
def test_voice_of_a_language_that_koe_does_not_speak_is_known_and_not_replaced(book: VoiceBook, name: str) -> None:
    foreign = foreign_voice(name)
    assert foreign is not None
    assert foreign.language is None
    assert book.stand_in(name) is None
    with pytest.raises(UnknownVoice):
        book.find(name)


@pytest.mark.parametrize("name", ["", "af_heart", "nobody", "en-US-Jenny", "Neural", "en-US--Neural", "joanna+matthew"])
def test_other_names_are_not_of_a_known_service(name: str) -> None:
    assert foreign_voice(name) is None


@pytest.mark.parametrize("name", ["en-US-" + "a" * 200_000 + "Neural", "a" * 200_000, "-" * 200_000])
def test_long_names_are_not_searched(name: str) -> None:
    assert foreign_voice(name) is None


def test_koes_own_names_and_openais_stay(book: VoiceBook) -> None:
    for name in (*voice_ids(), *OPENAI_NAMES, "af_heart(2)+bf_emma(1)"):
        assert book.stand_in(name) is None


def test_stand_ins_are_voices_of_their_language(book: VoiceBook) -> None:
    known = {voice.id: voice for voice in book.voices}
    for code, language in LANGUAGES.items():
        assert language.stand_ins.split()[0] == language.best_voice
        assert {known[name].language for name in language.stand_ins.split()} == {code}


def test_a_voice_that_is_installed_stands_in_where_the_preferred_ones_are_missing() -> None:
    book = VoiceBook({name: Path(name) for name in ("af_sky", "am_adam")})
    assert book.find("en-US-JennyNeural").id == "af_sky"
    assert book.find("en-US-GuyNeural").id == "am_adam"
    with pytest.raises(UnknownVoice):
        book.find("es-ES-ElviraNeural")


def test_different_voices_of_a_service_sound_different(book: VoiceBook) -> None:
    names = ("en-US-JennyNeural", "en-US-AriaNeural", "en-US-GuyNeural", "en-US-DavisNeural")
    assert len({book.find(name).id for name in names}) == 4


def test_unknown_gender_is_none() -> None:
    assert foreign_voice("en-US-NewNeural") == ForeignVoice("en-us", None)
