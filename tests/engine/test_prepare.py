"""Which requests are refused, and what their jobs contain: language, voices, pronunciations."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from fakes import LetterPhonemizer, tiny_planner
from koe.engine.opening_cache import opening_key
from koe.engine.prepare import Preparer
from koe.errors import (
    AssetError,
    BadLexicon,
    BadTag,
    EmptyText,
    MissingExtra,
    OutOfRange,
    PauseTooLong,
    RequestError,
    TextTooLong,
    UnknownLanguage,
    UnknownPhoneme,
    UnknownVoice,
)
from koe.model.cast import Cast
from koe.model.vocoder import LIVE_WINDOWS
from koe.model.voices import VoiceBook
from koe.text.lexicon_files import Lexicons
from koe.text.plan import Planner
from koe.text.prescribed import PATTERN
from koe.text.traced import Traced
from koe.types import PhonemeRequest, SpeechRequest


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u200b", "\u00a0\u3000"])
def test_blank_text_is_refused(preparer: Preparer, text: str) -> None:
    with pytest.raises(EmptyText) as refused:
        preparer.prepare(SpeechRequest(text))
    assert refused.value.param == "input"


def test_text_over_the_limit_is_refused_and_at_the_limit_is_not(voices: VoiceBook) -> None:
    preparer = Preparer(tiny_planner(), voices, max_characters=10)
    (sentence,) = preparer.prepare(SpeechRequest("a" * 10)).sentences
    assert sentence.text.text == "a" * 10
    with pytest.raises(TextTooLong, match="11 characters; at most 10"):
        preparer.prepare(SpeechRequest("a" * 11))


@pytest.mark.parametrize("speed", [0.24, 4.01, 0, -1, math.nan, math.inf, -math.inf])
def test_speed_outside_its_range_is_refused(preparer: Preparer, speed: float) -> None:
    with pytest.raises(OutOfRange, match=r"speed must be a number from 0\.25 to 4") as refused:
        preparer.prepare(SpeechRequest("Hello.", speed=speed))
    assert refused.value.param == "speed"


@pytest.mark.parametrize("speed", [0.25, 4.0])
def test_bounds_of_speed_are_allowed(preparer: Preparer, speed: float) -> None:
    assert preparer.prepare(SpeechRequest("Hello.", speed=speed)).speed == speed


def test_unknown_voice_is_refused_with_the_nearest_names(preparer: Preparer) -> None:
    with pytest.raises(UnknownVoice) as refused:
        preparer.prepare(SpeechRequest("Hello.", "af_hart"))
    assert refused.value.nearest[0] == "af_heart"
    assert "af_hart" not in refused.value.message


def test_default_language_is_that_of_the_voice(preparer: Preparer) -> None:
    def language(request: SpeechRequest) -> str:
        (sentence,) = preparer.prepare(request).sentences
        return sentence.language

    assert language(SpeechRequest("Hola.", "ef_dora")) == "es"
    assert language(SpeechRequest("Hello.", "ef_dora", language="en")) == "en-us"
    with pytest.raises(UnknownLanguage):
        preparer.prepare(SpeechRequest("Hello.", language="klingon"))


def test_language_without_its_packages_is_refused_by_name(preparer: Preparer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koe.text.language.READABLE", ("en-us", "en-gb"))
    with pytest.raises(MissingExtra, match=r"Japanese needs .*koe\[ja\]"):
        preparer.prepare(SpeechRequest("Hello.", "jf_alpha"))
    (sentence,) = preparer.prepare(SpeechRequest("Hello.", "jf_alpha", language="en-us")).sentences
    assert (sentence.language, sentence.voice) == ("en-us", "jf_alpha")


def test_slow_speech_is_cut_shorter(preparer: Preparer) -> None:
    text = "and then " * 40 + "it ends."
    assert len(preparer.prepare(SpeechRequest(text)).sentences) == 1
    slow = preparer.prepare(SpeechRequest(text, speed=0.25)).sentences
    assert max(len(sentence.text) for sentence in slow) <= 100
    assert " ".join(sentence.text.text for sentence in slow) == text


def test_pauses_count_for_the_expected_length(preparer: Preparer) -> None:
    without, with_pause = (preparer.prepare(SpeechRequest(text)) for text in ("Hello.", "Hello.[pause:4s]"))
    assert with_pause.expected_s - without.expected_s == pytest.approx(4)


@pytest.mark.parametrize("text", ["{}a", "a{}", "<speak>a{}b</speak>"])
def test_pauses_of_more_than_300_s_together_are_refused(preparer: Preparer, text: str) -> None:
    tag = "<break time='10s'/>" if "<" in text else "[pause:10s]"
    with pytest.raises(PauseTooLong, match="All pauses together must be at most 300 s"):
        preparer.prepare(SpeechRequest(text.format(31 * tag)))
    longest = preparer.prepare(SpeechRequest(text.format(30 * tag)))
    assert sum(sentence.pause_ms or 0 for sentence in longest.sentences) == 300_000


# Voices


def voices_of(preparer: Preparer, request: SpeechRequest) -> list[tuple[str, str | None]]:
    return [(sentence.language, sentence.voice) for sentence in preparer.prepare(request).sentences]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<speak>Hi.</speak>", [("en-us", "af_heart")]),
        ("<speak>Hi. <voice name='am_adam'>Yes.</voice></speak>", [("en-us", "af_heart"), ("en-us", "am_adam")]),
        ("<speak>Hi. <lang xml:lang='es'>Sí.</lang></speak>", [("en-us", "af_heart"), ("es", "ef_dora")]),
        ("<speak><lang xml:lang='en-GB'>Hi.</lang></speak>", [("en-gb", "af_heart")]),
        ("<speak>Hi. <voice name='bf_emma'>Yes.</voice></speak>", [("en-us", "af_heart"), ("en-gb", "bf_emma")]),
        ("<speak xml:lang='es'>Sí.</speak>", [("es", "ef_dora")]),
        # no installed voice speaks French
        ("<speak><lang xml:lang='fr'>Oui.</lang></speak>", [("fr", "af_heart")]),
        ("<speak><voice name='ef_dora' xml:lang='es'>Sí.</voice></speak>", [("es", "ef_dora")]),
        (
            "<speak><voice name='am_adam'>Hi. <lang xml:lang='es'>Sí.</lang></voice></speak>",
            [("en-us", "am_adam"), ("es", "ef_dora")],
        ),
    ],
)
def test_marked_passages_have_their_own_language_and_voice(
    preparer: Preparer, text: str, expected: list[tuple[str, str]]
) -> None:
    assert voices_of(preparer, SpeechRequest(text)) == expected


def test_voice_element_sets_the_voice_of_its_passage(preparer: Preparer) -> None:
    ((_, voice),) = voices_of(preparer, SpeechRequest("<speak><voice name='ef_dora'>Hello.</voice></speak>"))
    assert voice == "ef_dora"


@pytest.mark.parametrize(
    ("text", "voice", "expected"),
    [
        ("Where is the library? I would like to know.", "ef_dora", [("en-us", "af_heart")] * 2),
        ("Where is the library? I would like to know.", "am_adam", [("en-us", "am_adam")] * 2),
        ("¿Dónde está la biblioteca? No lo sé.", "af_heart", [("es", "ef_dora")] * 2),
        ("Where is the library? ¿Dónde está la biblioteca?", "am_adam", [("en-us", "am_adam"), ("es", "ef_dora")]),
    ],
)
@pytest.mark.parametrize("auto", ["auto", " AUTO "])
def test_auto_finds_the_language_and_a_voice_for_it(
    preparer: Preparer, auto: str, text: str, voice: str, expected: list[tuple[str, str]]
) -> None:
    assert voices_of(preparer, SpeechRequest(text, voice, language=auto)) == expected


def test_without_auto_the_language_of_the_voice_is_taken(preparer: Preparer) -> None:
    assert voices_of(preparer, SpeechRequest("¿Dónde está la biblioteca?")) == [("en-us", "af_heart")]


# Pronunciations of a request


class PrescribedPhonemizer(LetterPhonemizer):
    """Reads letters, and takes prescribed phonemes as they are."""

    def read(self, text: Traced, language: str) -> Traced:
        return super().read(text.replace_matches(PATTERN, lambda word: word["phonemes"]), language)


def test_invalid_pronunciation_is_refused(preparer: Preparer) -> None:
    with pytest.raises(BadLexicon, match="entry 2") as refused:
        preparer.prepare(SpeechRequest("Hi.", lexicon=({"grapheme": "a", "alias": "b"}, {"grapheme": "Secret"})))
    assert "Secret" not in refused.value.message


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Hello there.", "Hello here."),
        ("Hello.", "Hello.[pause:1s]"),
        ("<speak>Hello.</speak>", "<speak><emphasis>Hello.</emphasis></speak>"),
        ("<speak>Hello.</speak>", "<speak><voice name='am_adam'>Hello.</voice></speak>"),
        ("<speak>Hello.</speak>", "<speak><lang xml:lang='en-GB'>Hello.</lang></speak>"),
        ("<speak>Hello.</speak>", "<speak><mark name='m'/>Hello.</speak>"),
    ],
)
def test_request_that_sounds_different_has_another_cache_key(preparer: Preparer, first: str, second: str) -> None:
    keys = [opening_key(preparer.prepare(SpeechRequest(text)), LIVE_WINDOWS, "build") for text in (first, second)]
    assert keys[0] != keys[1]


# Phonemes instead of a text


@pytest.mark.parametrize(
    ("request_", "error", "param"),
    [
        (PhonemeRequest(()), EmptyText, "phonemes"),
        (PhonemeRequest((" ", "")), EmptyText, "phonemes"),
        (PhonemeRequest(("a" * 10_001, "a" * 10_000)), TextTooLong, "phonemes"),
        (PhonemeRequest(("☃",)), UnknownPhoneme, "phonemes"),
        (PhonemeRequest(("a",), speed=5), OutOfRange, "speed"),
        (PhonemeRequest(("a",), speed=math.nan), OutOfRange, "speed"),
        (PhonemeRequest(("a",), voice="unknown"), UnknownVoice, "voice"),
    ],
)
def test_invalid_phoneme_request_is_refused(
    preparer: Preparer, request_: PhonemeRequest, error: type[RequestError], param: str
) -> None:
    with pytest.raises(error) as refused:
        preparer.prepare_phonemes(request_)
    assert refused.value.param == param


def test_preview_refuses_invalid_requests_before_its_first_segment(preparer: Preparer) -> None:
    with pytest.raises(EmptyText):
        preparer.preview(SpeechRequest(" "))
    with pytest.raises(UnknownVoice):
        preparer.preview(SpeechRequest("Hi.", voice="unknown"))


def test_preview_has_language_and_voice_of_each_segment(preparer: Preparer) -> None:
    text = "<speak>Hello. <lang xml:lang='es'>Hola.</lang></speak>"
    segments = [(segment.spoken, segment.language, segment.voice) for segment in preparer.preview(SpeechRequest(text))]
    assert segments == [("Hello.", "en-us", "af_heart"), ("Hola.", "es", "ef_dora")]


def test_damaged_voice_is_found_before_any_audio_is_made(voice_files: dict[str, Path], tmp_path: Path) -> None:
    damaged = tmp_path / "af_heart.bin"
    damaged.write_bytes(voice_files["af_heart"].read_bytes()[:-4])
    preparer = Preparer(tiny_planner(), VoiceBook({"af_heart": damaged}))
    with pytest.raises(AssetError, match="koe models pull --repair"):
        preparer.prepare(SpeechRequest("Hello."))


def test_cast_sets_the_voice_of_another_language(voices: VoiceBook) -> None:
    request = SpeechRequest("<speak>Hi. <lang xml:lang='es'>Sí.</lang></speak>")
    for cast, voice in ((Cast(voices, {"es": "am_adam"}), "am_adam"), (Cast(voices, one_voice=True), "af_heart")):
        preparer = Preparer(tiny_planner(), voices, cast)
        assert voices_of(preparer, request) == [("en-us", "af_heart"), ("es", voice)]


def test_unknown_voice_in_markup_is_refused_in_strict_mode_before_any_audio_is_made(preparer: Preparer) -> None:
    with pytest.raises(UnknownVoice) as refused:
        preparer.prepare(SpeechRequest("<speak>Hi. <voice name='Secret'>Yes.</voice></speak>", ssml_mode="strict"))
    assert "Secret" not in refused.value.message


@pytest.mark.parametrize(
    ("entry", "phonemes"),
    [
        ({"grapheme": "koe", "phoneme": "kˈoɛ"}, "say kˈoɛ."),
        ({"grapheme": "koe", "alias": "voice"}, "say voice."),
        ({"grapheme": "koe", "phoneme": "kˈoɛ", "lang": "es"}, "say koe."),
        ({"grapheme": "else", "alias": "other"}, "say koe."),
    ],
)
def test_pronunciations_of_a_request_affect_no_other(
    voices: VoiceBook, entry: dict[str, object], phonemes: str
) -> None:
    planner = Planner(PrescribedPhonemizer(), Lexicons())
    preparer = Preparer(planner, voices)

    def prepared(*lexicon: dict[str, object]) -> tuple[str, str]:
        job = preparer.prepare(SpeechRequest("Say koe.", lexicon=lexicon))
        (span,) = planner.spans(job.sentences[0])
        return span.phonemes, opening_key(job, LIVE_WINDOWS, "build")

    before, own, after = prepared(), prepared(entry), prepared()
    assert own[0] == phonemes
    assert before == after
    assert before[0] == "say koe."
    assert own[0] == before[0] or own[1] != before[1]
    assert prepared(entry) == own


# Voices of inline tags


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        (
            "Hello. [voice:bf_emma] Hello. [/voice] Hello.",
            None,
            [("en-us", "af_heart"), ("en-gb", "bf_emma"), ("en-us", "af_heart")],
        ),
        ("[voice:BF_Emma] Hello.", None, [("en-gb", "bf_emma")]),
        ("[voice:am_adam+bf_emma(3)] Hello.", None, [("en-gb", "bf_emma(0.75)+am_adam(0.25)")]),
        ("Hello. [voice:ef_dora] Hola.", None, [("en-us", "af_heart"), ("es", "ef_dora")]),
        ("Hello. [voice:ef_dora] Hello.", "en-us", [("en-us", "af_heart"), ("en-us", "ef_dora")]),
        (
            "<speak>Hello. <voice name='ef_dora'>Hello.</voice></speak>",
            "en",
            [("en-us", "af_heart"), ("en-us", "ef_dora")],
        ),
        ("Hello. [voice:ef_dora] La casa es grande.", "auto", [("en-us", "af_heart"), ("es", "ef_dora")]),
    ],
)
def test_tag_changes_the_voice_and_its_language(
    preparer: Preparer, text: str, language: str | None, expected: list[tuple[str, str]]
) -> None:
    assert voices_of(preparer, SpeechRequest(text, language=language)) == expected


@pytest.mark.parametrize("language", [None, "en-us", "auto"])
@pytest.mark.parametrize(
    ("name", "code"),
    [("af_hart", "unknown_voice"), ("af_heart(x", "invalid_voice_mix"), ("soft, old", "unknown_voice")],
)
def test_unknown_voice_of_a_tag_is_refused_with_its_place(
    preparer: Preparer, name: str, code: str, language: str | None
) -> None:
    with pytest.raises(BadTag, match=r"voice is .*\(tag at character 6 of input, counted from 0\)") as refused:
        preparer.prepare(SpeechRequest(f"Hello [voice:{name}] there", language=language))
    assert (refused.value.param, refused.value.code) == ("input", code)
    assert name not in refused.value.message
    assert preparer.prepare(SpeechRequest(f"<speak>Hello [voice:{name}]</speak>", language=language)).sentences


def test_tagged_rate_reaches_the_tokens_of_its_words(preparer: Preparer) -> None:
    (sentence,) = preparer.prepare(SpeechRequest("on and [rate:0.8] on [/rate] and on.")).sentences
    (span,) = tiny_planner().spans(sentence)
    (mark,) = span.marks
    assert mark.rate == 0.8
    assert span.phonemes[mark.first_token : mark.stop_token].strip() == "on"
    assert [word.text for word in span.words] == ["on", "and", "on", "and", "on"]


def test_speaker_on_a_line_of_its_own_gets_the_pause_of_a_line(preparer: Preparer) -> None:
    text = "[voice:am_adam] Is it you\n[voice:bf_emma] It is\n\n[/voice] She smiled and [voice:am_adam] so did I"
    sentences = preparer.prepare(SpeechRequest(text)).sentences
    assert [(one.lines_after, one.is_breath) for one in sentences] == [(1, False), (2, False), (0, True), (0, False)]
