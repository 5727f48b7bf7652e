from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from fakes import LetterPhonemizer, tiny_pipeline, tiny_stages
from koe.engine.pipeline import Pipeline
from koe.errors import (
    AssetError,
    EmptyText,
    MissingExtra,
    OutOfRange,
    StageError,
    TextTooLong,
    UnknownLanguage,
    UnknownVoice,
)
from koe.model.voices import VoiceBook
from koe.text import vocab
from koe.text.traced import Traced
from koe.types import AudioBlock, Samples, SpeechRequest

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


@pytest.mark.parametrize(("speed", "frames"), [(1.0, 7), (0.5, 14), (2.0, 4), (1.5, 6)])
def test_speed_divides_the_frames_of_every_token(pipeline: Pipeline, speed: float, frames: int) -> None:
    # Tokens 45 and 48 last 2.25 frames, 46 lasts 3.25; the silent edges are trimmed to 30 and 50 ms.
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
