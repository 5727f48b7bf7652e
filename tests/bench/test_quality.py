from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import typer

from fakes import LetterPhonemizer, tiny_stages, tiny_table
from koe.bench.clips import Clip, ClipMaker, choose_sentences, nudged
from koe.bench.metrics import LOG_SPECTRAL_DISTANCE, SIGNAL_TO_NOISE, MetricStats
from koe.bench.quality import Quality, measure_clip, measure_quality
from koe.bench.seams import Seams
from koe.bench.words import WordErrors, word_errors
from koe.build.calibrate import CorpusSentence, read_corpus
from koe.cli import options
from koe.cli.assemble import voice_ids
from koe.cli.dev import quality as command
from koe.model.prosody import ProsodyPredictor
from koe.model.statistics import StatisticsTable
from koe.model.voices import Voice, VoiceBook
from koe.text.plan import Planner
from koe.types import Samples

ALL_VOICES = [Voice.from_id(name) for name in voice_ids()]
METRICS = (LOG_SPECTRAL_DISTANCE, SIGNAL_TO_NOISE)
ENGLISH = CorpusSentence("af_heart", "en-us", "The birds were singing in the garden this morning.", 0.8)
SPANISH = CorpusSentence("ef_dora", "es", "Buenos dias.", 1.0)


def maker(voices: VoiceBook, table: StatisticsTable | None = None) -> ClipMaker:
    return ClipMaker(tiny_stages(), table or tiny_table(), voices, Planner(LetterPhonemizer()))


def test_clips_are_reproducible_and_none_is_from_the_calibration_corpus() -> None:
    chosen = choose_sentences(ALL_VOICES, 120)
    assert chosen == choose_sentences(ALL_VOICES, 120)
    assert len(chosen) == len(set(chosen)) == 120
    assert len({sentence.text for sentence in chosen}) >= 60
    assert {sentence.language for sentence in chosen} == {"en-us", "en-gb", "es", "fr", "hi", "it", "pt-br"}
    seen = {
        text for language in ("en-us", "es", "fr", "hi", "it", "pt-br") for text in read_corpus("calibration", language)
    }
    assert not seen & {sentence.text for sentence in chosen}


@pytest.mark.parametrize(("clips", "voices"), [(1, 1), (7, 7), (12, 10), (75, 15), (120, 24), (500, 54)])
def test_clips_are_spread_evenly_over_the_voices(clips: int, voices: int) -> None:
    chosen = choose_sentences(ALL_VOICES, clips)
    counts = Counter(sentence.voice for sentence in chosen)
    assert len(chosen) == clips
    assert len(counts) == voices
    assert max(counts.values()) - min(counts.values()) <= 1


def test_nudge_raises_every_pitch_by_its_last_digit_and_keeps_zero(voices: VoiceBook) -> None:
    style = voices.style("af_heart", 3)
    prosody = ProsodyPredictor(tiny_stages()).predict([60, 61, 62], style, 1.0)
    prosody = replace(prosody, pitch_hz=np.array([[0, 65.4, 110, 220.5, 511.9]], dtype=np.float32))
    risen_hz = nudged(prosody).pitch_hz - prosody.pitch_hz
    assert risen_hz[0, 0] == 0
    assert (risen_hz[0, 1:] > 0).all()
    assert (risen_hz <= 2 * np.spacing(prosody.pitch_hz)).all()


def test_clip_is_streamed_in_windows_and_is_part_of_the_whole(voices: VoiceBook) -> None:
    (clip,) = maker(voices).clips(ENGLISH)
    assert len(clip.seams) >= 2
    assert all(seam % 600 == 0 for seam in clip.seams)
    assert 0 < clip.seams[0] < clip.seams[-1] < len(clip.streamed) <= len(clip.whole) == len(clip.nudged)
    assert clip.sentence == ENGLISH


def test_clips_are_measured_and_summed_up(voices: VoiceBook) -> None:
    steps = []
    result = measure_quality(
        maker(voices), [ENGLISH, SPANISH], metrics=METRICS, on_sentence=lambda: steps.append("one")
    )
    assert len(steps) == len(result.clips) == result.sentences == 2
    assert result.voices == ["af_heart", "ef_dora"]
    assert result.words is None
    assert result.seams.count == sum(clip.seams.count for clip in result.clips) > 0
    assert [len(result.of_voice(voice).clips) for voice in result.voices] == [1, 1]
    for clip in result.clips:
        assert (clip.similarity["log_spectral_distance_db"] or 0) > (clip.floor["log_spectral_distance_db"] or 0)
    read = json.loads(json.dumps(result.to_json()))
    assert read["streamed"]["log_spectral_distance_db"]["clips"] == 2
    assert read["floor"]["log_spectral_distance_db"]["mean"] >= 0
    assert set(read["voices"]) == {"af_heart", "ef_dora"}
    assert [clip["sentence"]["text"] for clip in read["clips"]] == [ENGLISH.text, SPANISH.text]


def test_clips_that_could_not_be_streamed_are_counted(voices: VoiceBook) -> None:
    result = measure_quality(maker(voices, tiny_table(offset=np.nan)), [ENGLISH], metrics=METRICS)
    assert result.whole_decodings == 1
    assert result.seams.count == 0
    assert result.clips[0].similarity["log_spectral_distance_db"] == 0


def planted(height: float = 0.0) -> Clip:
    """A streamed clip that is softer than the whole by a tenth, begins 2,400 samples later, and clicks at its seam."""
    time_s = np.arange(48_000) / 24_000
    noise = np.random.default_rng(0).normal(scale=0.01, size=48_000)
    whole = (0.2 * np.sin(2 * np.pi * 150 * time_s) + noise).astype(np.float32)
    streamed = whole[2_400:40_000] * np.float32(0.9)
    streamed[19_200] += np.float32(height)
    return Clip(ENGLISH, 24_000, streamed, (4_800, 19_200), whole, whole)


def test_comparison_uses_the_samples_of_both_decodings() -> None:
    quality = measure_clip(planted(), METRICS)
    assert quality.duration_s == pytest.approx(37_600 / 24_000)
    assert quality.similarity["signal_to_noise_db"] == pytest.approx(20, abs=0.01)
    assert quality.similarity["log_spectral_distance_db"] == pytest.approx(0.915, abs=0.03)
    assert quality.floor == {"log_spectral_distance_db": 0, "signal_to_noise_db": None}
    assert quality.seams == Seams(count=2, jumps=0, jumps_elsewhere=0, above=0, above_in_whole=0)


def test_planted_click_is_found_at_its_seam_and_not_in_the_whole() -> None:
    assert measure_clip(planted(0.3), METRICS).seams == Seams(2, jumps=1, jumps_elsewhere=0, above=1, above_in_whole=0)
    assert measure_clip(planted(0.03), METRICS).seams == Seams(2, jumps=1, jumps_elsewhere=0, above=0, above_in_whole=0)


def test_metric_stats_use_the_worse_end() -> None:
    values: list[float | None] = [None, *(float(value) for value in range(101))]
    spread = float(np.std(np.arange(101)))
    assert MetricStats.of(values, more_is_better=True) == MetricStats(101, mean=50, spread=spread, p5=5, worst=0)
    assert MetricStats.of(values, more_is_better=False) == MetricStats(101, mean=50, spread=spread, p5=95, worst=100)
    assert MetricStats.of([None], more_is_better=True) is None


class FakeTranscriber:
    """Transcribes the whole clip correctly and omits a word of the streamed one."""

    def __init__(self, voices: VoiceBook) -> None:
        (clip,) = maker(voices).clips(ENGLISH)
        self._whole = clip.whole

    def transcribe(self, samples: Samples, sample_rate_hz: int) -> str:
        assert sample_rate_hz == 24_000
        return ENGLISH.text if np.array_equal(samples, self._whole) else "the birds were singing in the garden this"


def test_words_are_counted_in_english_clips_only(voices: VoiceBook) -> None:
    result = measure_quality(maker(voices), [ENGLISH, SPANISH], FakeTranscriber(voices), METRICS)
    assert result.clips[1].transcripts is None
    assert result.words is not None
    assert (result.words.clips, result.words.alike) == (1, 0)
    assert result.words.streamed_errors == WordErrors(1, 9)
    assert result.words.whole_errors == WordErrors(0, 9)


@pytest.mark.parametrize(
    ("heard", "errors"),
    [("We met on Tuesday!", 0), ("we met on monday", 1), ("We met.", 2), ("so we met on Tuesday", 1), ("", 4)],
)
def test_word_errors_count_substitutions_deletions_and_insertions(heard: str, errors: int) -> None:
    counted = word_errors("We met on Tuesday.", heard)
    assert counted == WordErrors(errors, 4)
    assert counted.rate == errors / 4


@pytest.mark.parametrize("module", ["pesq", "soxr", "jiwer"])
def test_missing_extra_is_refused_in_one_line(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "find_spec", lambda name: None if name == module else object())
    monkeypatch.setattr(command, "load_settings", lambda: pytest.fail("went on"))
    with pytest.raises(typer.BadParameter, match=r"pip install 'koe\[quality\]'"):
        command.quality(clips=1)


def test_tables_show_the_measurements(voices: VoiceBook, capsys: pytest.CaptureFixture[str]) -> None:
    result = measure_quality(maker(voices), [ENGLISH, SPANISH], FakeTranscriber(voices), METRICS)
    command.print_tables(result, per_voice=True)
    printed = " ".join(capsys.readouterr().out.split())
    assert "2 clips, 2 sentences, 2 voices" in printed
    assert "noise floor" in printed
    assert "9 words in 1 English clips: 11.11% wrong, 0.00% in the whole; 0 clips with equal transcripts" in printed
    assert f"{result.seams.count} seams: {result.seams.jumps} jumps" in printed
    assert "ef_dora 1 " in printed
    assert "norms could not be predicted" not in printed
    command.print_tables(Quality((), METRICS, whole_decodings=3), per_voice=False)
    assert "norms could not be predicted: 3" in capsys.readouterr().out
