from __future__ import annotations

import math
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from fakes import LetterPhonemizer, tiny_pipeline, tiny_stages, tiny_table
from koe.engine.pace import Pace
from koe.engine.pipeline import Pipeline
from koe.errors import (
    AssetError,
    BadLexicon,
    EmptyText,
    MissingExtra,
    OutOfRange,
    PauseTooLong,
    RequestError,
    StageError,
    TextTooLong,
    UnknownLanguage,
    UnknownPhoneme,
    UnknownVoice,
)
from koe.model.cast import Cast
from koe.model.vocoder import LIVE_WINDOWS
from koe.model.voices import VoiceBook
from koe.text import vocab
from koe.text.clause import LONGEST_UNHURRIED
from koe.text.lexicon_files import Lexicons
from koe.text.plan import Planner
from koe.text.prescribed import PATTERN
from koe.text.traced import Traced
from koe.types import AudioBlock, PhonemeRequest, Samples, SpeechRequest
from koe.wire.captions import CueSheet

RATE = 24_000


def spoken(pipeline: Pipeline, request: SpeechRequest) -> list[AudioBlock]:
    return [step for step in pipeline.speak(pipeline.prepare(request)) if step is not None]


def joined(blocks: list[AudioBlock]) -> Samples:
    return np.concatenate([block.samples for block in blocks])


def test_every_sentence_becomes_speech_and_a_pause(pipeline: Pipeline) -> None:
    both = joined(spoken(pipeline, SpeechRequest("Hello there. How are you?")))
    first = joined(spoken(pipeline, SpeechRequest("Hello there.")))
    second = joined(spoken(pipeline, SpeechRequest("How are you?")))
    assert np.array_equal(both, np.concatenate([first, second]))
    for samples in (first, second):
        audible = np.flatnonzero(np.abs(samples) > 0.00317)  # -50 dBFS
        assert audible[0] <= 0.03 * RATE + 2
        assert 0.08 * RATE <= len(samples) - audible[-1] <= (0.08 + 0.05) * RATE + 2


def test_the_same_request_gives_the_same_samples(pipeline: Pipeline) -> None:
    request = SpeechRequest("Once more, please.")
    assert np.array_equal(joined(spoken(pipeline, request)), joined(spoken(pipeline, request)))


def test_another_voice_gives_other_samples(pipeline: Pipeline) -> None:
    first = joined(spoken(pipeline, SpeechRequest("Once more.", "af_heart")))
    second = joined(spoken(pipeline, SpeechRequest("Once more.", "am_adam")))
    assert first.shape == second.shape
    assert not np.allclose(first, second)


@pytest.mark.parametrize(("speed", "frames"), [(1.0, 7), (0.5, 14), (1.2, 7), (1.5, 7 / 1.25), (2.0, 7 * 1.2 / 2)])
def test_speed_divides_the_frames_of_every_token(pipeline: Pipeline, speed: float, frames: float) -> None:
    # Tokens 45 and 48 last 2.25 frames, 46 lasts 3.25; the silent edges are trimmed to 30 and 50 ms. What is faster
    # than 1.2 is stretched behind the model.
    speech = joined(spoken(pipeline, SpeechRequest("cdf", speed=speed)))
    audible = np.flatnonzero(np.abs(speech) > 0.004)
    assert (audible[-1] - audible[0]) / 600 == pytest.approx(frames, abs=0.2)


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u200b", "\u00a0\u3000"])
def test_blank_text_is_refused(pipeline: Pipeline, text: str) -> None:
    with pytest.raises(EmptyText) as refused:
        pipeline.prepare(SpeechRequest(text))
    assert refused.value.param == "input"


def test_text_over_the_limit_is_refused_and_at_the_limit_is_not(voices: VoiceBook) -> None:
    pipeline = tiny_pipeline(voices, max_characters=10)
    (sentence,) = pipeline.prepare(SpeechRequest("a" * 10)).sentences
    assert sentence.text.text == "a" * 10
    with pytest.raises(TextTooLong, match="11 characters; at most 10"):
        pipeline.prepare(SpeechRequest("a" * 11))


@pytest.mark.parametrize("speed", [0.24, 4.01, 0, -1, math.nan, math.inf, -math.inf])
def test_speed_outside_its_range_is_refused(pipeline: Pipeline, speed: float) -> None:
    with pytest.raises(OutOfRange, match=r"speed must be a number from 0\.25 to 4") as refused:
        pipeline.prepare(SpeechRequest("Hello.", speed=speed))
    assert refused.value.param == "speed"


@pytest.mark.parametrize("speed", [0.25, 4.0])
def test_the_bounds_of_speed_are_allowed(pipeline: Pipeline, speed: float) -> None:
    assert pipeline.prepare(SpeechRequest("Hello.", speed=speed)).speed == speed


def test_an_unknown_voice_is_refused_with_the_nearest(pipeline: Pipeline) -> None:
    with pytest.raises(UnknownVoice) as refused:
        pipeline.prepare(SpeechRequest("Hello.", "af_hart"))
    assert refused.value.nearest[0] == "af_heart"
    assert "af_hart" not in refused.value.message


def test_the_language_is_the_voices_own_unless_given(pipeline: Pipeline) -> None:
    def language(request: SpeechRequest) -> str:
        (sentence,) = pipeline.prepare(request).sentences
        return sentence.language

    assert language(SpeechRequest("Hola.", "ef_dora")) == "es"
    assert language(SpeechRequest("Hello.", "ef_dora", language="en")) == "en-us"
    with pytest.raises(UnknownLanguage):
        pipeline.prepare(SpeechRequest("Hello.", language="klingon"))


def test_a_language_whose_packages_are_missing_is_refused_by_name(
    pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("koe.text.language.READABLE", ("en-us", "en-gb"))
    with pytest.raises(MissingExtra, match=r"Japanese needs .*koe\[ja\]"):
        pipeline.prepare(SpeechRequest("Hello.", "jf_alpha"))
    (sentence,) = pipeline.prepare(SpeechRequest("Hello.", "jf_alpha", language="en-us")).sentences
    assert (sentence.language, sentence.voice) == ("en-us", "jf_alpha")


def test_symbols_alone_are_accepted_and_say_nothing(pipeline: Pipeline) -> None:
    assert spoken(pipeline, SpeechRequest("🎉🎉🎉")) == []


def test_a_damaged_voice_is_found_before_anything_is_spoken(voice_files: dict[str, Path], tmp_path: Path) -> None:
    damaged = tmp_path / "af_heart.bin"
    damaged.write_bytes(voice_files["af_heart"].read_bytes()[:-4])
    pipeline = tiny_pipeline(VoiceBook({"af_heart": damaged}))
    with pytest.raises(AssetError, match="koe models pull --repair"):
        pipeline.prepare(SpeechRequest("Hello."))


def test_stages_of_another_vocabulary_are_refused(voices: VoiceBook, monkeypatch: pytest.MonkeyPatch) -> None:
    stages = tiny_stages()
    monkeypatch.setattr(vocab, "digest", lambda: "another")
    with pytest.raises(StageError, match="another vocabulary"):
        tiny_pipeline(voices, stages)


def test_language_and_style_row_reach_the_model(voices: VoiceBook, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[str, str]] = []
    rows: list[tuple[str, int]] = []

    def listen(self: LetterPhonemizer, text: Traced, language: str) -> Traced:
        read.append((text.text, language))
        return Traced.standing_for(0, 4, "abcd")

    style = voices.style

    def remember(voice: str, token_count: int) -> Samples:
        rows.append((voice, token_count))
        return style(voice, token_count)

    monkeypatch.setattr(LetterPhonemizer, "read", listen)
    monkeypatch.setattr(voices, "style", remember)
    spoken(tiny_pipeline(voices), SpeechRequest("Hola.", "ef_dora"))
    assert read == [("Hola.", "es")]
    assert rows[-1] == ("ef_dora", 4)


def test_slow_speech_is_cut_shorter(pipeline: Pipeline) -> None:
    text = "and then " * 40 + "it ends."
    assert len(pipeline.prepare(SpeechRequest(text)).sentences) == 1
    slow = pipeline.prepare(SpeechRequest(text, speed=0.25)).sentences
    assert max(len(sentence.text) for sentence in slow) <= 100
    assert " ".join(sentence.text.text for sentence in slow) == text


# Pauses


def heard(samples: Samples) -> list[tuple[float, float]]:
    """When something is heard, in seconds: silences shorter than 0.2 s are part of it."""
    audible = np.flatnonzero(np.abs(samples) > 0.00317)
    stretches = np.split(audible, np.flatnonzero(np.diff(audible) > 0.2 * RATE) + 1)
    return [(stretch[0] / RATE, stretch[-1] / RATE) for stretch in stretches if stretch.size]


@pytest.mark.parametrize(
    ("text", "pause_s"),
    [
        ("Hello[pause:1.5s]there.", 1.5),
        ("Hello. [pause:400ms] There.", 0.4),
        ("<speak>Hello<break time='700ms'/>there.</speak>", 0.7),
        ("<speak><s>Hello.</s><break strength='x-strong'/><s>There.</s></speak>", 1.2),
        ("<speak>Hello <break time='300ms'/><voice name='am_adam'>there.</voice></speak>", 0.3),
        ("Hello[pause:1s][pause:1s]there.", 2.0),
    ],
)
def test_a_break_between_passages_is_exactly_as_long_as_it_says(pipeline: Pipeline, text: str, pause_s: float) -> None:
    (_, end_s), (begin_s, _) = heard(joined(spoken(pipeline, SpeechRequest(text))))
    assert begin_s - end_s == pytest.approx(pause_s, abs=0.001)


def test_a_pause_before_the_first_word_is_waited_for(pipeline: Pipeline) -> None:
    ((begin_s, _),) = heard(joined(spoken(pipeline, SpeechRequest("[pause:1s]Hello."))))
    assert begin_s == pytest.approx(1.0, abs=0.001)


@pytest.mark.parametrize("text", ["[pause:2s]", "<speak><break time='2s'/></speak>"])
def test_a_pause_alone_is_silence(pipeline: Pipeline, text: str) -> None:
    samples = joined(spoken(pipeline, SpeechRequest(text)))
    assert len(samples) / RATE == pytest.approx(2.0, abs=0.05)
    assert not samples.any()


def test_a_pause_after_a_sentence_of_several_passes_comes_once_and_at_its_end(pipeline: Pipeline) -> None:
    stretches = heard(joined(spoken(pipeline, SpeechRequest("77777 " * 20 + "[pause:1s]end."))))
    gaps = [begin_s - end_s for (_, end_s), (begin_s, _) in pairwise(stretches)]
    assert gaps == [pytest.approx(1.0, abs=0.001)]


def test_pauses_count_for_the_expected_length(pipeline: Pipeline) -> None:
    without, with_pause = (pipeline.prepare(SpeechRequest(text)) for text in ("Hello.", "Hello.[pause:4s]"))
    assert with_pause.expected_s - without.expected_s == pytest.approx(4)


@pytest.mark.parametrize("text", ["{}a", "a{}", "<speak>a{}b</speak>"])
def test_pauses_of_more_than_300_s_together_are_refused(pipeline: Pipeline, text: str) -> None:
    tag = "<break time='10s'/>" if "<" in text else "[pause:10s]"
    with pytest.raises(PauseTooLong, match="All pauses together must be at most 300 s"):
        pipeline.prepare(SpeechRequest(text.format(31 * tag)))
    longest = pipeline.prepare(SpeechRequest(text.format(30 * tag)))
    assert sum(sentence.pause_ms or 0 for sentence in longest.sentences) == 300_000


# Voices


def voices_of(pipeline: Pipeline, request: SpeechRequest) -> list[tuple[str, str | None]]:
    return [(sentence.language, sentence.voice) for sentence in pipeline.prepare(request).sentences]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<speak>Hi.</speak>", [("en-us", "af_heart")]),
        ("<speak>Hi. <voice name='am_adam'>Yes.</voice></speak>", [("en-us", "af_heart"), ("en-us", "am_adam")]),
        ("<speak>Hi. <lang xml:lang='es'>Sí.</lang></speak>", [("en-us", "af_heart"), ("es", "ef_dora")]),
        ("<speak><lang xml:lang='en-GB'>Hi.</lang></speak>", [("en-gb", "af_heart")]),
        ("<speak xml:lang='es'>Sí.</speak>", [("es", "ef_dora")]),
        # nobody at hand speaks French
        ("<speak><lang xml:lang='fr'>Oui.</lang></speak>", [("fr", "af_heart")]),
        ("<speak><voice name='ef_dora' xml:lang='es'>Sí.</voice></speak>", [("es", "ef_dora")]),
        (
            "<speak><voice name='am_adam'>Hi. <lang xml:lang='es'>Sí.</lang></voice></speak>",
            [("en-us", "am_adam"), ("es", "ef_dora")],
        ),
    ],
)
def test_marked_passages_have_their_own_language_and_voice(
    pipeline: Pipeline, text: str, expected: list[tuple[str, str]]
) -> None:
    assert voices_of(pipeline, SpeechRequest(text)) == expected


def test_a_voice_that_is_named_for_a_passage_speaks_it(pipeline: Pipeline) -> None:
    ((_, voice),) = voices_of(pipeline, SpeechRequest("<speak><voice name='ef_dora'>Hello.</voice></speak>"))
    assert voice == "ef_dora"


def test_the_cast_decides_who_speaks_another_language(voices: VoiceBook) -> None:
    request = SpeechRequest("<speak>Hi. <lang xml:lang='es'>Sí.</lang></speak>")
    for cast, voice in ((Cast(voices, {"es": "am_adam"}), "am_adam"), (Cast(voices, one_voice=True), "af_heart")):
        pipeline = Pipeline(Planner(LetterPhonemizer()), voices, tiny_stages(), tiny_table(), cast=cast)
        assert voices_of(pipeline, request) == [("en-us", "af_heart"), ("es", voice)]


def test_each_passage_is_heard_in_its_voice(pipeline: Pipeline) -> None:
    both = joined(spoken(pipeline, SpeechRequest("<speak>Go. <voice name='am_adam'>Go.</voice></speak>")))
    alone = [joined(spoken(pipeline, SpeechRequest("Go.", voice))) for voice in ("af_heart", "am_adam")]
    assert np.array_equal(both, np.concatenate(alone))


def test_an_unknown_voice_in_markup_is_refused_before_anything_is_spoken(pipeline: Pipeline) -> None:
    with pytest.raises(UnknownVoice) as refused:
        pipeline.prepare(SpeechRequest("<speak>Hi. <voice name='Secret'>Yes.</voice></speak>"))
    assert "Secret" not in refused.value.message


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
    pipeline: Pipeline, auto: str, text: str, voice: str, expected: list[tuple[str, str]]
) -> None:
    assert voices_of(pipeline, SpeechRequest(text, voice, language=auto)) == expected


def test_without_auto_the_language_of_the_voice_is_taken(pipeline: Pipeline) -> None:
    assert voices_of(pipeline, SpeechRequest("¿Dónde está la biblioteca?")) == [("en-us", "af_heart")]


# Pronunciations of a request


class Obedient(LetterPhonemizer):
    """Reads letters, and what is prescribed as it is prescribed."""

    def read(self, text: Traced, language: str) -> Traced:
        return super().read(text.replace_matches(PATTERN, lambda word: word["phonemes"]), language)


@pytest.mark.parametrize(
    ("entry", "phonemes"),
    [
        ({"grapheme": "koe", "phoneme": "kˈoɛ"}, "say kˈoɛ."),
        ({"grapheme": "koe", "alias": "voice"}, "say voice."),
        ({"grapheme": "koe", "phoneme": "kˈoɛ", "lang": "es"}, "say koe."),
        ({"grapheme": "else", "alias": "other"}, "say koe."),
    ],
)
def test_pronunciations_of_a_request_are_for_it_alone(
    voices: VoiceBook, entry: dict[str, object], phonemes: str
) -> None:
    planner = Planner(Obedient(), Lexicons())
    pipeline = Pipeline(planner, voices, tiny_stages(), tiny_table())

    def prepared(*lexicon: dict[str, object]) -> tuple[str, str]:
        job = pipeline.prepare(SpeechRequest("Say koe.", lexicon=lexicon))
        (span,) = planner.spans(job.sentences[0])
        return span.phonemes, pipeline.opening_key(job, Pace(LIVE_WINDOWS))

    before, own, after = prepared(), prepared(entry), prepared()
    assert own[0] == phonemes
    assert before == after
    assert before[0] == "say koe."
    assert own[0] == before[0] or own[1] != before[1]
    assert prepared(entry) == own


def test_a_pronunciation_that_cannot_be_used_is_refused(pipeline: Pipeline) -> None:
    with pytest.raises(BadLexicon, match="entry 2") as refused:
        pipeline.prepare(SpeechRequest("Hi.", lexicon=({"grapheme": "a", "alias": "b"}, {"grapheme": "Secret"})))
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
def test_what_sounds_different_has_another_key(pipeline: Pipeline, first: str, second: str) -> None:
    keys = [pipeline.opening_key(pipeline.prepare(SpeechRequest(text)), Pace(LIVE_WINDOWS)) for text in (first, second)]
    assert keys[0] != keys[1]


# Cues

LONG = (
    "The rain above the hills went on for days, and nobody who lived there could remember a time like it, "
    "nor one so late."
)


def cues_of(pipeline: Pipeline, text: str, *, live: bool = True) -> CueSheet:
    sheet = CueSheet()
    for block in spoken(pipeline, SpeechRequest(text, live=live)):
        sheet.add(block)
    return sheet


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize(
    ("text", "has_clause"),
    [
        ("Hello there, you.", False),
        (LONG, True),
        (f"{LONG} And then it was over. It was!", True),
        (f"Well. {LONG}", False),
        ("[pause:1s]Hello[pause:1s]there.", False),
    ],
)
def test_the_cues_of_all_words_come_once_and_in_order(
    pipeline: Pipeline, text: str, has_clause: bool, live: bool
) -> None:
    first = pipeline.prepare(SpeechRequest(text)).sentences[0]
    assert (len(first.text) > LONGEST_UNHURRIED) is has_clause
    sheet = cues_of(pipeline, text, live=live)
    written = re.findall(r"\b[a-z]+\b", re.sub(r"\[.*?\]", " ", text), re.IGNORECASE)
    assert [cue.text for cue in sheet.cues] == written
    assert [text[cue.start : cue.stop] for cue in sheet.cues] == written
    starts = [cue.start_s for cue in sheet.cues]
    assert starts == sorted(set(starts))
    assert all(cue.start_s < cue.end_s for cue in sheet.words)
    assert sheet.words[0].start_s >= 0
    assert sheet.words[-1].end_s < sheet.duration_s


def test_a_first_clause_moves_no_word(pipeline: Pipeline) -> None:
    hurried, whole = (cues_of(pipeline, LONG, live=live) for live in (True, False))
    assert [cue.start_s for cue in hurried.cues] == pytest.approx([cue.start_s for cue in whole.cues], abs=0.05)


def test_words_are_heard_when_their_cues_say(pipeline: Pipeline) -> None:
    sheet = cues_of(pipeline, "One[pause:1s]two[pause:2s]three.")
    stretches = heard(joined(spoken(pipeline, SpeechRequest("One[pause:1s]two[pause:2s]three."))))
    for cue, (begin_s, end_s) in zip(sheet.words, stretches, strict=True):
        assert cue.start_s == pytest.approx(begin_s, abs=0.07)
        assert cue.end_s == pytest.approx(end_s, abs=0.15)


def marks_in(sheet: CueSheet) -> list[tuple[str, float]]:
    return [(cue.text, cue.start_s) for cue in sheet.cues if cue.is_mark]


def test_marks_come_once_where_they_stand(pipeline: Pipeline) -> None:
    sheet = cues_of(pipeline, "<speak><mark name='a'/>One <mark name='b'/>two. Three<mark name='c'/></speak>")
    one, two, three = sheet.words
    assert [cue.text for cue in sheet.cues] == ["a", "One", "b", "two", "Three", "c"]
    assert marks_in(sheet) == [("a", one.start_s), ("b", two.start_s), ("c", pytest.approx(three.end_s, abs=0.05))]


def test_a_mark_in_a_sentence_of_several_passes_comes_once(pipeline: Pipeline) -> None:
    numbers = "77777 " * 10
    sheet = cues_of(pipeline, f"<speak>{numbers}<mark name='m'/>{numbers}end.</speak>")
    assert [cue.text for cue in sheet.cues] == ["77777"] * 10 + ["m"] + ["77777"] * 10 + ["end"]


@pytest.mark.parametrize(
    ("text", "is_before"),
    [
        ("<speak>One <mark name='m'/><break time='2s'/>two</speak>", True),
        ("<speak><mark name='m'/><break time='2s'/>two</speak>", True),
        ("<speak>One <break time='2s'/><mark name='m'/>two</speak>", False),
        ("<speak>One.<break time='2s'/><mark name='m'/></speak>", False),
        ("<speak><break time='2s'/><mark name='m'/></speak>", False),
    ],
)
def test_a_mark_beside_a_break_is_reached_on_its_own_side(pipeline: Pipeline, text: str, is_before: bool) -> None:
    ((_, place_s),) = marks_in(cues_of(pipeline, text))
    assert (place_s < 0.5) is is_before


# Phonemes instead of a text


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("speed", [0.8, 1.0, 2.0])
@pytest.mark.parametrize("text", ["Hello there.", "Is it, or is it not?", "a long way, " * 20 + "home"])
def test_what_a_preview_tells_is_spoken_with_the_same_samples(
    pipeline: Pipeline, text: str, speed: float, live: bool
) -> None:
    (segment,) = pipeline.preview(SpeechRequest(text))
    job = pipeline.prepare_phonemes(PhonemeRequest((segment.phonemes,), speed=speed, live=live))
    by_phonemes = joined([step for step in pipeline.speak(job) if step is not None])
    assert np.array_equal(by_phonemes, joined(spoken(pipeline, SpeechRequest(text, speed=speed, live=live))))


def test_phonemes_of_a_language_that_cannot_be_read_here_are_spoken(
    pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("koe.text.language.READABLE", ("en-us",))
    with pytest.raises(MissingExtra):
        pipeline.prepare(SpeechRequest("koe", voice="jf_alpha"))
    job = pipeline.prepare_phonemes(PhonemeRequest(("kˈoe",), voice="jf_alpha"))
    assert any(step is not None and step.samples.size for step in pipeline.speak(job))


@pytest.mark.parametrize(
    ("request_", "error", "param"),
    [
        (PhonemeRequest(()), EmptyText, "phonemes"),
        (PhonemeRequest((" ", "")), EmptyText, "phonemes"),
        (PhonemeRequest(("a" * 10_001, "a" * 10_000)), TextTooLong, "phonemes"),
        (PhonemeRequest(("☃",)), UnknownPhoneme, "phonemes"),
        (PhonemeRequest(("a",), speed=5), OutOfRange, "speed"),
        (PhonemeRequest(("a",), speed=math.nan), OutOfRange, "speed"),
        (PhonemeRequest(("a",), voice="nobody"), UnknownVoice, "voice"),
    ],
)
def test_phonemes_are_refused_as_texts_are(
    pipeline: Pipeline, request_: PhonemeRequest, error: type[RequestError], param: str
) -> None:
    with pytest.raises(error) as refused:
        pipeline.prepare_phonemes(request_)
    assert refused.value.param == param


def test_a_preview_refuses_what_speech_refuses_before_the_first_segment(pipeline: Pipeline) -> None:
    with pytest.raises(EmptyText):
        pipeline.preview(SpeechRequest(" "))
    with pytest.raises(UnknownVoice):
        pipeline.preview(SpeechRequest("Hi.", voice="nobody"))


def test_a_preview_tells_who_speaks(pipeline: Pipeline) -> None:
    text = "<speak>Hello. <lang xml:lang='es'>Hola.</lang></speak>"
    segments = [(segment.spoken, segment.language, segment.voice) for segment in pipeline.preview(SpeechRequest(text))]
    assert segments == [("Hello.", "en-us", "af_heart"), ("Hola.", "es", "ef_dora")]
