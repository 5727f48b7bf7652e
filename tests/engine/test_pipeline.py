"""Audio of a pipeline: pauses, voices, cues."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

from fakes import LetterPhonemizer, TinySpeech, tiny_pipeline, tiny_stages
from koe.constants import AUDIBLE
from koe.errors import MissingExtra, StageError
from koe.model.voices import VoiceBook
from koe.text import vocab
from koe.text.clause import LONGEST_IN_ONE_PASS
from koe.text.traced import Traced
from koe.types import AudioBlock, PhonemeRequest, Samples, SpeechRequest
from koe.wire.captions import CueSheet

RATE = 24_000


def joined(blocks: list[AudioBlock]) -> Samples:
    return np.concatenate([block.samples for block in blocks])


def test_every_sentence_becomes_speech_and_a_pause(speech: TinySpeech) -> None:
    both = joined(speech.blocks(SpeechRequest("Hello there. How are you?")))
    first = joined(speech.blocks(SpeechRequest("Hello there.")))
    second = joined(speech.blocks(SpeechRequest("How are you?")))
    assert np.array_equal(both, np.concatenate([first, second]))
    for samples in (first, second):
        audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
        assert audible[0] <= 0.03 * RATE + 2
        assert 0.08 * RATE <= len(samples) - audible[-1] <= (0.08 + 0.05) * RATE + 2


def test_same_request_gives_the_same_samples(speech: TinySpeech) -> None:
    request = SpeechRequest("Once more, please.")
    assert np.array_equal(joined(speech.blocks(request)), joined(speech.blocks(request)))


def test_another_voice_gives_other_samples(speech: TinySpeech) -> None:
    first = joined(speech.blocks(SpeechRequest("Once more.", "af_heart")))
    second = joined(speech.blocks(SpeechRequest("Once more.", "am_adam")))
    assert first.shape == second.shape
    assert not np.allclose(first, second)


@pytest.mark.parametrize(("speed", "frames"), [(1.0, 7), (0.5, 14), (1.2, 7), (1.5, 7 / 1.25), (2.0, 7 * 1.2 / 2)])
def test_speed_divides_the_frames_of_every_token(speech: TinySpeech, speed: float, frames: float) -> None:
    # Tokens 45 and 48 last 2.25 frames, 46 lasts 3.25; the silent edges are trimmed to 30 and 50 ms. Speeds above
    # 1.2 are reached by time-stretching after the model.
    samples = joined(speech.blocks(SpeechRequest("cdf", speed=speed)))
    audible = np.flatnonzero(np.abs(samples) > 0.004)
    assert (audible[-1] - audible[0]) / 600 == pytest.approx(frames, abs=0.2)


def test_text_of_only_symbols_is_accepted_and_has_no_audio(speech: TinySpeech) -> None:
    assert speech.blocks(SpeechRequest("🎉🎉🎉")) == []


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
    TinySpeech.of(voices).blocks(SpeechRequest("Hola.", "ef_dora"))
    assert read == [("Hola.", "es")]
    assert rows[-1] == ("ef_dora", 4)


# Pauses


def heard(samples: Samples) -> list[tuple[float, float]]:
    """When something is heard, in seconds: silences shorter than 0.2 s are part of it."""
    audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
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
def test_break_between_passages_has_exactly_its_length(speech: TinySpeech, text: str, pause_s: float) -> None:
    (_, end_s), (begin_s, _) = heard(joined(speech.blocks(SpeechRequest(text))))
    assert begin_s - end_s == pytest.approx(pause_s, abs=0.001)


def test_pause_before_the_first_word_is_kept(speech: TinySpeech) -> None:
    ((begin_s, _),) = heard(joined(speech.blocks(SpeechRequest("[pause:1s]Hello."))))
    assert begin_s == pytest.approx(1.0, abs=0.001)


@pytest.mark.parametrize("text", ["[pause:2s]", "<speak><break time='2s'/></speak>"])
def test_text_of_only_a_pause_is_silence(speech: TinySpeech, text: str) -> None:
    samples = joined(speech.blocks(SpeechRequest(text)))
    assert len(samples) / RATE == pytest.approx(2.0, abs=0.05)
    assert not samples.any()


def test_pause_after_a_sentence_of_several_spans_comes_once_at_its_end(speech: TinySpeech) -> None:
    stretches = heard(joined(speech.blocks(SpeechRequest("77777 " * 20 + "[pause:1s]end."))))
    gaps = [begin_s - end_s for (_, end_s), (begin_s, _) in pairwise(stretches)]
    assert gaps == [pytest.approx(1.0, abs=0.001)]


def test_each_passage_has_its_own_voice(speech: TinySpeech) -> None:
    both = joined(speech.blocks(SpeechRequest("<speak>Go. <voice name='am_adam'>Go.</voice></speak>")))
    alone = [joined(speech.blocks(SpeechRequest("Go.", voice))) for voice in ("af_heart", "am_adam")]
    assert np.array_equal(both, np.concatenate(alone))


# Cues

LONG = (
    "The rain above the hills went on for days, and nobody who lived there could remember a time like it, "
    "nor one so late."
)


def cues_of(speech: TinySpeech, text: str, *, live: bool = True) -> CueSheet:
    sheet = CueSheet()
    for block in speech.blocks(SpeechRequest(text, live=live)):
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
def test_every_word_has_one_cue_in_order(speech: TinySpeech, text: str, has_clause: bool, live: bool) -> None:
    first = speech.preparer.prepare(SpeechRequest(text)).sentences[0]
    assert (len(first.text) > LONGEST_IN_ONE_PASS) is has_clause
    sheet = cues_of(speech, text, live=live)
    written = re.findall(r"\b[a-z]+\b", re.sub(r"\[.*?\]", " ", text), re.IGNORECASE)
    assert [cue.text for cue in sheet.cues] == written
    assert [text[cue.start : cue.stop] for cue in sheet.cues] == written
    starts = [cue.start_s for cue in sheet.cues]
    assert starts == sorted(set(starts))
    assert all(cue.start_s < cue.end_s for cue in sheet.words)
    assert sheet.words[0].start_s >= 0
    assert sheet.words[-1].end_s < sheet.duration_s


def test_first_clause_moves_no_word(speech: TinySpeech) -> None:
    hurried, whole = (cues_of(speech, LONG, live=live) for live in (True, False))
    assert [cue.start_s for cue in hurried.cues] == pytest.approx([cue.start_s for cue in whole.cues], abs=0.05)


def test_cues_have_the_times_of_the_audio(speech: TinySpeech) -> None:
    sheet = cues_of(speech, "One[pause:1s]two[pause:2s]three.")
    stretches = heard(joined(speech.blocks(SpeechRequest("One[pause:1s]two[pause:2s]three."))))
    for cue, (begin_s, end_s) in zip(sheet.words, stretches, strict=True):
        assert cue.start_s == pytest.approx(begin_s, abs=0.07)
        assert cue.end_s == pytest.approx(end_s, abs=0.15)


def marks_in(sheet: CueSheet) -> list[tuple[str, float]]:
    return [(cue.text, cue.start_s) for cue in sheet.cues if cue.is_mark]


def test_every_mark_has_one_cue_at_its_place(speech: TinySpeech) -> None:
    sheet = cues_of(speech, "<speak><mark name='a'/>One <mark name='b'/>two. Three<mark name='c'/></speak>")
    one, two, three = sheet.words
    assert [cue.text for cue in sheet.cues] == ["a", "One", "b", "two", "Three", "c"]
    assert marks_in(sheet) == [("a", one.start_s), ("b", two.start_s), ("c", pytest.approx(three.end_s, abs=0.05))]


def test_mark_in_a_sentence_of_several_spans_has_one_cue(speech: TinySpeech) -> None:
    numbers = "77777 " * 10
    sheet = cues_of(speech, f"<speak>{numbers}<mark name='m'/>{numbers}end.</speak>")
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
def test_mark_beside_a_break_stays_on_its_side(speech: TinySpeech, text: str, is_before: bool) -> None:
    ((_, place_s),) = marks_in(cues_of(speech, text))
    assert (place_s < 0.5) is is_before


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("speed", [0.8, 1.0, 2.0])
@pytest.mark.parametrize("text", ["Hello there.", "Is it, or is it not?", "a long way, " * 20 + "home"])
def test_phonemes_of_a_preview_are_spoken_with_the_samples_of_the_text(
    speech: TinySpeech, text: str, speed: float, live: bool
) -> None:
    (segment,) = speech.preparer.preview(SpeechRequest(text))
    job = speech.preparer.prepare_phonemes(PhonemeRequest((segment.phonemes,), speed=speed, live=live))
    by_phonemes = joined([step.block for step in speech.pipeline.speak(job) if step.block is not None])
    assert np.array_equal(by_phonemes, joined(speech.blocks(SpeechRequest(text, speed=speed, live=live))))


def test_phonemes_are_spoken_even_if_the_reader_of_their_language_is_missing(
    speech: TinySpeech, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("koe.text.language.READABLE", ("en-us",))
    with pytest.raises(MissingExtra):
        speech.preparer.prepare(SpeechRequest("koe", voice="jf_alpha"))
    job = speech.preparer.prepare_phonemes(PhonemeRequest(("kˈoe",), voice="jf_alpha"))
    assert any(step.block is not None and step.block.samples.size for step in speech.pipeline.speak(job))
