"""Speakers take turns; the report, its comparison with an earlier one, and its charts."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from koe.bench.calibration import Calibration, Noise
from koe.bench.client import SpeechClient
from koe.bench.machine import Machine
from koe.bench.run.comparison import compare
from koe.bench.run.load import ConcurrencyPoint, client_counts, measure_concurrency
from koe.bench.run.profile import Profile, Sample
from koe.bench.run.report import Conditions, RunReport, texts_of
from koe.bench.run.turns import Round, take_turns
from koe.bench.speakers import ServedSpeaker, Spoken
from koe.bench.texts import SENTENCE, Preset

SHORT, MEDIUM = Preset("short"), Preset("medium")
QUIET, NOISY = Noise(9, 0.01, 0.01, 1.1), Noise(9, 0.01, 0.02, 2.0)
MACHINE = Machine("cpu", 2, 16, "Linux")


class Scripted:
    """Speaks in the given times, and notes its turns in a common list."""

    def __init__(self, name: str, times_s: Iterator[float], turns: list[tuple[str, str]]) -> None:
        self._name = name
        self._times_s = times_s
        self._turns = turns

    def speak(self, text: str) -> Spoken:
        self._turns.append((self._name, text))
        taken_s = next(self._times_s)
        return Spoken(taken_s / 8, taken_s / 4, taken_s, 2.0, (-0.5,), cpu_s=2 * taken_s)


def scripted(**times_s: list[float]) -> tuple[dict[str, Scripted], list[tuple[str, str]]]:
    turns: list[tuple[str, str]] = []
    return {name: Scripted(name, cycle(times), turns) for name, times in times_s.items()}, turns


def rounds_of(trials: int, presets: list[Preset], **times_s: list[float]) -> list[Round]:
    speakers, _ = scripted(**times_s)
    with Calibration(lambda: None) as calibration:
        return take_turns(speakers, presets, trials, calibration)


def report_of(rounds: list[Round], peer: str | None = "peer", noise: Noise = QUIET) -> RunReport:
    conditions = Conditions(MACHINE, "0.2", "fp32", "af_heart", True, peer)
    presets = {name: Preset(name).characters for name in {one.preset for one in rounds}}
    return RunReport(conditions, "koe", 3, noise, texts_of(rounds, presets, "koe", peer), tuple(rounds))


def written(report: RunReport) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(report.to_json()))
    return found


def test_all_get_the_same_texts_in_an_order_that_turns_about() -> None:
    speakers, turns = scripted(koe=[1.0], peer=[2.0])
    with Calibration(lambda: None) as calibration:
        rounds = take_turns(speakers, [SHORT], 2, calibration)
    names, texts = zip(*turns, strict=True)
    assert names == ("peer", "koe", "koe", "peer", "peer", "koe")
    assert texts[0::2] == texts[1::2]
    assert len(set(texts)) == 3  # no cache knows the next one
    assert len(rounds) == 2  # the first one warms up
    assert list(rounds[0].spoken) == ["koe", "peer"]
    assert calibration.noise.loops == 2 + 3


def test_a_slow_phase_does_not_change_the_ratio_to_the_peer() -> None:
    rounds = rounds_of(4, [SHORT], koe=[9.0, 1.0, 5.0, 1.0, 7.0], peer=[9.0, 2.0, 10.0, 2.0, 14.0])
    (text,) = report_of(rounds).texts
    assert text.ratios is not None
    assert (text.ratios.ttfa.value, text.ratios.rtf.value) == (0.5, 0.5)
    assert text.ratios.cpu is not None
    assert text.ratios.cpu.value == 0.5
    figures = text.speakers["koe"]
    assert figures.ttfa_s.p50.value == pytest.approx(0.75)
    assert figures.rtf.p50.value == pytest.approx(1.5)
    assert figures.cpu is not None
    assert figures.cpu.value == pytest.approx(3.0)


def test_a_run_without_a_peer_has_no_ratios() -> None:
    (text,) = report_of(rounds_of(2, [SHORT], koe=[1.0]), peer=None).texts
    assert text.ratios is None
    assert list(text.speakers) == ["koe"]


def test_own_against_own_through_sockets_is_one(server: str) -> None:
    """The tiny model answers in milliseconds: the ratio of single answers varies, that of all of them does not."""
    with SpeechClient(server, "af_heart") as one, SpeechClient(server, "af_heart") as other:
        speakers = {"koe": ServedSpeaker(one, os.getpid()), "peer": ServedSpeaker(other, os.getpid())}
        with Calibration() as calibration:
            rounds = take_turns(speakers, [SHORT, MEDIUM], 3, calibration)
    found = report_of(rounds)
    assert {text.preset for text in found.texts} == {"short", "medium"}
    for text in found.texts:
        koe, peer = text.speakers["koe"], text.speakers["peer"]
        assert koe.speech_s == peer.speech_s
        assert text.ratios is not None
        assert text.ratios.ttfa.low <= text.ratios.ttfa.value <= text.ratios.ttfa.high


def test_comparison_names_what_became_slower_and_faster() -> None:
    before = written(report_of(rounds_of(6, [SHORT, MEDIUM], koe=[1.0], peer=[2.0])))
    rounds = rounds_of(6, [SHORT], koe=[1.2], peer=[2.0]) + rounds_of(6, [MEDIUM], koe=[0.8], peer=[2.0])
    found = compare("before", before, written(report_of(rounds)))
    verdicts = {(one.preset, one.measure): one.verdict for one in found.changes}
    assert verdicts["short", "ttfa"] == verdicts["short", "rtf"] == "slower"
    assert verdicts["medium", "ttfa"] == verdicts["medium", "rtf"] == "faster"
    assert found.differences == ()
    assert all(one.against_peer for one in found.changes)


def test_a_machine_that_became_slower_is_no_regression_beside_a_peer() -> None:
    before = written(report_of(rounds_of(5, [SHORT], koe=[1.0], peer=[2.0])))
    now = written(report_of(rounds_of(5, [SHORT], koe=[1.6], peer=[3.2])))
    assert {one.verdict for one in compare("before", before, now).changes} == {"no difference"}
    alone = [written(report_of(rounds_of(5, [SHORT], koe=[time_s]), peer=None)) for time_s in (1.0, 1.6)]
    assert {one.verdict for one in compare("before", *alone).changes} == {"slower"}


def test_nothing_is_concluded_on_a_noisy_machine() -> None:
    before = written(report_of(rounds_of(5, [SHORT], koe=[1.0]), peer=None))
    now = written(report_of(rounds_of(5, [SHORT], koe=[2.0]), peer=None, noise=NOISY))
    assert {one.verdict for one in compare("before", before, now).changes} == {"not concluded"}


def test_comparison_names_other_conditions() -> None:
    report = report_of(rounds_of(3, [SHORT], koe=[1.0]), peer=None)
    other = replace(report, conditions=replace(report.conditions, build="slim", machine=replace(MACHINE, cores=8)))
    found = compare("before", written(report), written(other))
    assert found.differences == ("another machine", "another build")


@pytest.mark.parametrize(("most", "counts"), [(2, [1, 2]), (6, [1, 2, 4, 6]), (8, [1, 2, 4, 8])])
def test_clients_double_up_to_the_most(most: int, counts: list[int]) -> None:
    assert client_counts(most) == counts


def test_several_clients_at_once_are_heard(server: str) -> None:
    points = measure_concurrency(lambda: SpeechClient(server, "af_heart"), SHORT, 2)
    assert [point.clients for point in points] == [1, 2]
    assert all(point.ttfa_s and point.refused == 0 for point in points)


def test_samples_are_taken_until_the_end() -> None:
    with Profile(os.getpid(), 60.0) as profile:
        pass
    (last,) = profile.samples
    assert last.threads
    assert last.at_s >= 0


def test_charts_are_drawn_of_what_was_measured(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from koe.bench.run.plots import draw_run

    report = report_of(rounds_of(3, [SHORT, MEDIUM, Preset(SENTENCE)], koe=[1.0, 1.1], peer=[2.0, 2.2]))
    assert [path.name for path in draw_run(report, tmp_path)] == [
        "latency.png",
        "ttfa-over-length.png",
        "rtf-over-time.png",
    ]
    samples = tuple(Sample(at_s, 1 << 29, 0.5, 9, 20) for at_s in (1.0, 2.0))
    points = (ConcurrencyPoint(1, 0.2, 0.3, 0, 0, 3.0), ConcurrencyPoint(2, None, None, 2, 0, 0.0))
    paths = list(draw_run(replace(report, samples=samples, concurrency=points), tmp_path))
    assert [path.name for path in paths[3:]] == ["memory-over-time.png", "concurrency.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)


def test_the_artifact_has_every_trial(tmp_path: Path) -> None:
    report = report_of(rounds_of(3, [SHORT], koe=[1.0], peer=[2.0]))
    artifact = json.loads(json.dumps(report.artifact()))
    assert len(artifact["rounds"]) == 3
    assert artifact["rounds"][0]["speakers"]["peer"]["rtf"] == 1.0
    assert artifact["texts"] == written(report)["texts"]
