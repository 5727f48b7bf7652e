"""Which voice speaks what a document or a request asks for, and what is said about it."""

from __future__ import annotations

import pytest

from fakes import tiny_planner
from foreign_documents import chooser
from koe.engine.prepare import Job, Preparer
from koe.errors import BadMix, UnknownVoice
from koe.model.voices import VoiceBook
from koe.text.ssml_voices import VoiceWish
from koe.types import PhonemeRequest, SpeechRequest, SpeechWarning

NOTHING = VoiceWish("", None, "", 0, None, "en-us")


def voices_of(job: Job) -> list[tuple[str, str | None]]:
    return [(sentence.language, sentence.voice) for sentence in job.sentences]


@pytest.mark.parametrize(
    ("wish", "asked_for", "voice", "code"),
    [
        # by name
        (NOTHING._replace(name="am_adam"), "af_heart", "am_adam", ""),
        (NOTHING._replace(name="Marin"), "af_heart", "Marin", ""),
        (NOTHING._replace(name="af_heart(2) + bf_emma"), "af_heart", "af_heart(2) + bf_emma", ""),
        (NOTHING._replace(name="nobody am_adam"), "af_heart", "am_adam", ""),
        (NOTHING._replace(name="nobody Joanna"), "am_adam", "af_heart", "voice_replaced"),
        (NOTHING._replace(name="en-GB-RyanNeural"), "af_heart", "bm_george", "voice_replaced"),
        (NOTHING._replace(name="Hans"), "af_heart", None, "voice_replaced"),
        (NOTHING._replace(name="nobody"), "af_heart", None, "unknown_voice"),
        (NOTHING._replace(name="af_heart+"), "af_heart", None, "unknown_voice"),
        (NOTHING._replace(name="nobody", gender="male"), "af_heart", "am_michael", "unknown_voice"),
        # by language and gender
        (NOTHING._replace(gender="male"), "af_heart", "am_michael", ""),
        (NOTHING._replace(gender="male"), "am_puck", None, ""),
        (NOTHING._replace(gender="female", text_language="en-gb"), "bm_lewis", "bf_emma", ""),
        (NOTHING._replace(language="fr"), "af_heart", "ff_siwis", ""),
        (NOTHING._replace(language="fr", gender="male"), "af_heart", "ff_siwis", "voice_replaced"),
        (NOTHING._replace(language="en-gb"), "af_heart", "bf_emma", ""),
        (NOTHING._replace(language="en-us"), "af_sky", None, ""),
        (NOTHING._replace(language="zh", gender="male", around="zm_yunjian"), "af_heart", None, ""),
        (NOTHING._replace(gender="male", around="am_puck"), "af_heart", None, ""),
        # the n-th of them
        (NOTHING._replace(variant=2), "af_heart", "af_bella", ""),
        (NOTHING._replace(gender="male", variant=3), "af_heart", "am_puck", ""),
        (NOTHING._replace(gender="male", variant=4), "af_heart", "am_michael", ""),
        (NOTHING, "af_heart", None, ""),
    ],
)
def test_choice(wish: VoiceWish, asked_for: str, voice: str | None, code: str) -> None:
    choice = chooser(asked_for).choose(wish)
    assert (choice.voice, choice.code) == (voice, code)
    assert bool(choice.message) == bool(code)
    assert "nobody" not in choice.message


def test_voice_of_the_settings_speaks_a_language_if_its_gender_fits(voices: VoiceBook) -> None:
    assert chooser().choose(NOTHING._replace(language="es")).voice == "ef_dora"
    assert chooser().choose(NOTHING._replace(language="es", gender="male")).voice == "em_alex"


def test_language_whose_packages_are_missing_counts_as_not_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koe.engine.voice_choice.READABLE", ("en-us", "en-gb"))
    choice = chooser().choose(NOTHING._replace(name="ja-JP-NanamiNeural"))
    assert (choice.voice, choice.code) == (None, "voice_replaced")


def test_pitch_is_that_of_the_gender() -> None:
    assert chooser("af_heart").pitch_hz(None) == chooser("am_adam").pitch_hz("bf_emma")
    assert chooser("af_heart").pitch_hz(None) > 1.4 * chooser("am_adam").pitch_hz(None)


# In a request


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("<speak>Hi. <voice gender='male'>Yes.</voice></speak>", [("en-us", "af_heart"), ("en-us", "am_adam")]),
        ("<speak><voice language='es-ES'>Sí.</voice></speak>", [("es", "ef_dora")]),
        ("<speak><voice languages='de es'>Sí.</voice></speak>", [("es", "ef_dora")]),
        ("<speak><voice name='Lucia'>Sí.</voice></speak>", [("es", "ef_dora")]),
        ("<speak><voice name='en-GB-SoniaNeural'>Hi.</voice></speak>", [("en-gb", "bf_emma")]),
        ("<speak><voice name='de-DE-KatjaNeural'>Hi.</voice></speak>", [("en-us", "af_heart")]),
        ("<speak><voice name='nobody'>Hi.</voice></speak>", [("en-us", "af_heart")]),
    ],
)
def test_voices_of_a_document(preparer: Preparer, text: str, spoken: list[tuple[str, str]]) -> None:
    assert voices_of(preparer.prepare(SpeechRequest(text))) == spoken


def test_language_of_a_request_stays_when_a_document_names_a_voice(preparer: Preparer) -> None:
    text = "<speak><voice name='Lucia'>Hello.</voice> <voice language='es'>Hola.</voice></speak>"
    job = preparer.prepare(SpeechRequest(text, language="en"))
    assert [language for language, _ in voices_of(job)] == ["en-us", "es"]


def test_voice_of_a_request_may_be_one_of_another_service(preparer: Preparer) -> None:
    message = "A voice of another service is replaced by am_adam, a male voice of American English."
    for name in ("Matthew", "en-US-GuyNeural"):
        job = preparer.prepare(SpeechRequest("Hi.", name))
        assert (job.voice, job.warnings) == ("am_adam", (SpeechWarning("voice_replaced", message, "voice"),))
        phonemes = preparer.prepare_phonemes(PhonemeRequest(("a",), name))
        assert (phonemes.voice, phonemes.warnings) == (job.voice, job.warnings)
    assert preparer.prepare(SpeechRequest("Hi.", "marin")).warnings == ()


def test_warning_says_if_the_gender_is_another(preparer: Preparer) -> None:
    (warning,) = preparer.prepare(SpeechRequest("Hola.", "Enrique")).warnings
    assert warning.message.endswith("ef_dora, a female voice of Spanish, because koe has none of the other gender.")


def test_strict_mode_refuses_voices_of_other_services(voices: VoiceBook) -> None:
    strict = Preparer(tiny_planner(), voices, ssml_mode="strict")
    marked = "<speak><voice name='Joanna'>Hi.</voice></speak>"
    for request in (SpeechRequest("Hi.", "Joanna"), SpeechRequest(marked)):
        with pytest.raises(UnknownVoice):
            strict.prepare(request)
    with pytest.raises(BadMix):
        strict.prepare(SpeechRequest("<speak><voice name='af_heart+'>Hi.</voice></speak>"))
    assert strict.prepare(SpeechRequest(marked, ssml_mode="lenient")).warnings


def test_warnings_do_not_change_how_a_job_begins(preparer: Preparer) -> None:
    plain, marked = (preparer.prepare(SpeechRequest(text)) for text in ("Hello.", "<speak><x/>Hello.</speak>"))
    assert marked.warnings
    assert [sentence.text.text for sentence in plain.sentences] == [one.text.text for one in marked.sentences]
