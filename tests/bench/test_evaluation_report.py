"""Statistics, worst clips, word errors and the verdict of an evaluation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from koe.bench.evaluation.bars import OTHER_WAVEFORM, SAME_WAVEFORM, Bars
from koe.bench.evaluation.clips import choose_clips
from koe.bench.evaluation.measures import MOS_CHANGE, STREAMED_DISTANCE, STREAMED_PESQ, MeasuredClip
from koe.bench.evaluation.pictures import draw, title_of
from koe.bench.evaluation.report import Evaluation, worst_clips
from koe.bench.evaluation.store import Values
from koe.bench.evaluation.verdict import judge
from koe.cli.assemble import voice_ids
from koe.cli.evaluate import print_tables
from koe.model.voices import Voice

CLIPS = choose_clips([Voice.from_id(name) for name in voice_ids()], 120)
SEAMS = {"count": 6, "jumps": 0, "jumps_elsewhere": 1, "above": 1, "above_in_whole": 1}


def similarity(pesq: float | None, distance_db: float) -> Values:
    values = {"pesq": pesq, "log_spectral_distance_db": distance_db}
    return {"streamed": values, "whole": values, "seams": SEAMS, "is_streamed": True}


def good(number: int) -> tuple[dict[str, Values], dict[str, Values]]:
    """The values of build and reference: every measure passes."""
    heard = {"heard": "as it was said", "errors": 0, "words": 4} if CLIPS[number].is_transcribed else {}
    prosody = {"same_durations": 1.0, "durations_far_off": 0.0, "length_change": -0.01, "pitch_cents": 3.0}
    sound = {"duration_s": 2.0, "lufs": -22.0, "clicks_s": []}
    mos = {"overall": 3.3, "signal": 3.6, "background": 4.0}
    both: dict[str, Values] = {"sound": sound, "mos": mos, "words": heard}
    return {**both, "prosody": {**prosody, "other_voicing": 0.0}, "similarity": similarity(4.5, 0.8)}, both


def evaluation(changes: Mapping[int, Mapping[str, Values]] | None = None, clips: int = 120) -> Evaluation:
    """`changes`: values of the build that replace the good ones, by the number of the clip."""
    measured = []
    for number in range(clips):
        build, reference = good(number)
        measured.append(MeasuredClip(CLIPS[number], {**build, **(changes or {}).get(number, {})}, reference))
    return Evaluation("slim", "1" * 64, "exact", "2" * 64, tuple(measured))


def everywhere(part: str, values: Values) -> dict[int, dict[str, Values]]:
    return {number: {part: values} for number in range(120)}


def missed(one: Evaluation, bars: Bars) -> list[str]:
    verdict = judge(one, bars)
    assert verdict.is_passed is False
    return [check.bar for check in verdict.checks if check.is_passed is False]


def test_a_good_build_passes_either_bars() -> None:
    for bars, checks in ((SAME_WAVEFORM, 6), (OTHER_WAVEFORM, 8)):
        verdict = judge(evaluation(), bars)
        assert len(verdict.checks) == checks
        assert verdict.is_passed is True


def test_statistics_name_the_worst_clips() -> None:
    one = evaluation({5: {"similarity": similarity(3.1, 2.9)}, 9: {"similarity": similarity(3.0, 1.0)}})
    summary = one.summary(STREAMED_PESQ)
    assert summary is not None
    assert [worst.clip for worst in summary.worst[:2]] == [CLIPS[9], CLIPS[5]]
    assert summary.stats.mean == pytest.approx((118 * 4.5 + 3.1 + 3.0) / 120)
    assert (summary.stats.worst, summary.stats.p5, summary.stats.clips) == (3.0, 4.5, 120)
    assert summary.stats.spread == pytest.approx(np.std([*[4.5] * 118, 3.1, 3.0]))
    distances = one.summary(STREAMED_DISTANCE)
    assert distances is not None
    assert distances.worst[0].clip == CLIPS[5]
    assert [worst.clip for worst in worst_clips(one)[:2]] == [CLIPS[9], CLIPS[5]]


def test_a_distance_above_the_bar_fails_only_where_the_waveform_is_kept() -> None:
    far = evaluation(everywhere("similarity", similarity(4.5, 1.4)))
    assert missed(far, SAME_WAVEFORM) == [
        "log-spectral distance, dB, streamed, mean",
        "log-spectral distance, dB, whole, mean",
    ]
    assert judge(far, OTHER_WAVEFORM).is_passed is True


def test_a_low_pesq_fails_only_where_the_waveform_is_another() -> None:
    low = evaluation(everywhere("similarity", similarity(4.1, 0.5)))
    assert missed(low, OTHER_WAVEFORM) == ["PESQ wide-band, streamed, mean", "PESQ wide-band, whole, mean"]
    assert judge(low, SAME_WAVEFORM).is_passed is True
    some = evaluation({number: {"similarity": similarity(3.7, 0.5)} for number in range(8)})
    assert missed(some, OTHER_WAVEFORM) == [
        "PESQ wide-band, streamed, 5th percentile",
        "PESQ wide-band, whole, 5th percentile",
    ]


def test_a_rating_may_fall_by_a_twentieth() -> None:
    fallen = {"overall": 3.24, "signal": 3.6, "background": 4.0}
    one = evaluation(everywhere("mos", fallen))
    assert missed(one, SAME_WAVEFORM) == ["DNSMOS, mean change"]
    summary = one.summary(MOS_CHANGE)
    assert summary is not None
    assert summary.stats.mean == pytest.approx(-0.06)
    assert judge(evaluation(everywhere("mos", {**fallen, "overall": 3.26})), SAME_WAVEFORM).is_passed is True


def test_word_errors_are_compared_over_all_clips_that_were_transcribed() -> None:
    transcribed = [number for number in range(120) if CLIPS[number].is_transcribed]
    heard = len(transcribed)
    assert 80 < heard < 110
    wrong = {"heard": "as it was", "errors": 1, "words": 4}
    one = evaluation({transcribed[0]: {"words": wrong}, transcribed[1]: {"words": wrong}})
    words = one.words
    assert words is not None
    assert (words.clips, words.build.words, words.build.errors, words.reference.errors) == (heard, 4 * heard, 2, 0)
    assert words.added == pytest.approx(2 / (4 * heard))
    assert words.standard_error == pytest.approx(words.added / np.sqrt(2), rel=0.02)
    assert [clip.clip for clip in words.worst] == [CLIPS[number] for number in transcribed[:2]]
    assert missed(one, SAME_WAVEFORM) == ["word error rate, added points"]
    assert judge(evaluation({transcribed[0]: {"words": wrong}}), SAME_WAVEFORM).is_passed is True


def test_a_click_that_the_reference_does_not_have_fails() -> None:
    clicked = {"duration_s": 2.0, "lufs": -22.0, "clicks_s": [0.7]}
    assert missed(evaluation({3: {"sound": clicked}}), SAME_WAVEFORM) == ["clicks, added"]


def test_a_clip_that_could_not_be_streamed_fails() -> None:
    whole = {**similarity(4.6, 0.0), "is_streamed": False}
    assert missed(evaluation({3: {"similarity": whole}}), SAME_WAVEFORM) == ["clips that could not be streamed"]


def test_too_few_clips_or_parts_decide_nothing_but_can_fail() -> None:
    few = evaluation(clips=60)
    assert judge(few, SAME_WAVEFORM).is_passed is None
    assert (
        judge(evaluation({0: {"sound": {"lufs": -20.0, "clicks_s": [0.1]}}}, clips=60), SAME_WAVEFORM).is_passed
        is False
    )
    parts = tuple(
        MeasuredClip(one.clip, {"mos": one.build["mos"]}, {"mos": one.reference["mos"]}) for one in evaluation().clips
    )
    only_ratings = Evaluation("slim", "1", "exact", "2", parts)
    verdict = judge(only_ratings, SAME_WAVEFORM)
    assert verdict.is_passed is None
    assert [check.bar for check in verdict.checks if check.is_passed] == ["DNSMOS, mean change"]
    assert [only_ratings.words, only_ratings.clicks, only_ratings.seams] == [None] * 3


def test_what_could_not_be_measured_is_left_out() -> None:
    one = evaluation({0: {"similarity": similarity(None, 0.8), "sound": {"lufs": None, "clicks_s": []}}})
    summary = one.summary(STREAMED_PESQ)
    assert summary is not None
    assert summary.stats.clips == 119
    assert judge(one, OTHER_WAVEFORM).is_passed is True


def test_json_has_statistics_verdict_and_every_clip() -> None:
    one = evaluation()
    read = json.loads(json.dumps({**one.to_json(), "verdict": judge(one, SAME_WAVEFORM).to_json()}))
    assert (read["clips"], read["sentences"], read["verdict"]["passed"]) == (120, 120, True)
    assert read["build"] == {"name": "slim", "sha256": "1" * 64}
    assert read["measures"]["streamed_pesq"]["mean"] == pytest.approx(4.5)
    assert len(read["measures"]["streamed_pesq"]["worst_clips"]) == 3
    assert read["seams"]["count"] == 720
    each = json.loads(json.dumps(one.clips_to_json()))
    assert [clip["clip"] for clip in each] == [clip.name for clip in CLIPS]
    assert each[0]["build"]["mos"]["overall"] == 3.3


def test_tables_show_verdict_worst_clips_and_transcripts(capsys: pytest.CaptureFixture[str]) -> None:
    first = next(number for number in range(120) if CLIPS[number].is_transcribed)
    wrong = {"heard": "[bold]as it was", "errors": 3, "words": 4}
    one = evaluation({first: {"words": wrong}, 7: {"similarity": similarity(3.0, 3.0)}})
    print_tables(one, judge(one, SAME_WAVEFORM))
    printed = " ".join(capsys.readouterr().out.split())
    assert "slim compared with exact: 120 clips, 120 sentences" in printed
    assert "heard: [bold]as it was" in printed
    assert f"{CLIPS[7].name}: PESQ wide-band, streamed 3.00" in printed
    assert "verdict: failed" in printed
    assert "A verdict needs" not in printed


def test_a_picture_of_a_clip_is_drawn(tmp_path: Path) -> None:
    one = evaluation({2: {"similarity": similarity(3.0, 3.0)}}).clips[2]
    assert title_of(one).startswith(f"{CLIPS[2].name}, speed 1: PESQ wide-band, streamed 3.00")
    noise = np.random.default_rng(0).normal(scale=0.1, size=24_000).astype(np.float32)
    draw(tmp_path / "clip.png", "a $title with_odd^signs", noise, noise * np.float32(0.5))
    assert (tmp_path / "clip.png").read_bytes().startswith(b"\x89PNG")
