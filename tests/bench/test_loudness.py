"""Loudness is measured on the encoded output."""

from __future__ import annotations

import pytest

from koe.bench.loudness import SHORTEST_CLIP_S, choose_clips, mean_min_max, measure_loudness
from koe.build.calibrate import CorpusSentence
from koe.engine.engine import Engine
from koe.engine.output import Mastering
from koe.model.voices import VoiceBook
from koe.wire.codecs import FORMATS


def test_clips_reach_the_target_and_every_format_has_a_cost(engine: Engine) -> None:
    long, short = "So many words are needed for a clip that is long enough. " * 3, "No."
    sentences = [
        CorpusSentence(voice, "en-us", text, 1.0) for voice in ("af_heart", "am_adam") for text in (long, short)
    ]
    done: list[None] = []
    result = measure_loudness(engine, sentences, Mastering(-20.0, -2.0), lambda: done.append(None))
    assert len(done) == 4
    assert [clip.voice for clip in result.clips] == ["af_heart", "am_adam"]
    for clip in result.clips:
        assert clip.audio_s > SHORTEST_CLIP_S
        assert clip.whole_lufs == pytest.approx(-20, abs=0.2)
        assert clip.peak_dbtp <= -1.95
    assert result.audio_s > sum(clip.audio_s for clip in result.clips) - 0.1
    assert set(result.shares()) == set(FORMATS)
    assert all(seconds >= 0 for seconds in result.output_s.values())


def test_clips_are_long_enough_and_of_many_voices(voices: VoiceBook) -> None:
    clips = choose_clips(voices.voices, 20)
    assert clips == choose_clips(voices.voices, 20)
    assert len(clips) == 20
    assert {clip.voice for clip in clips} == {voice.id for voice in voices.voices}
    assert all(len(clip.text) * 0.2 / clip.speed > SHORTEST_CLIP_S for clip in clips)


def test_mean_min_max() -> None:
    assert mean_min_max([1.0, 2.0, 6.0]) == (3.0, 1.0, 6.0)
