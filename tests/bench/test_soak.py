"""The soak test: its mix, its arithmetic, and a short one on the tiny model."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from fakes import wait_for
from koe.bench.calibration import Calibration, Noise
from koe.bench.client import SpeechClient
from koe.bench.run.profile import Sample
from koe.bench.soak import clients
from koe.bench.soak.clients import SoakBench, Turnstile
from koe.bench.soak.mix import Act, Mix
from koe.bench.soak.report import Counts, LimitedSoak, Marker, Soak, slope
from koe.bench.speakers import ServedSpeaker, Spoken
from koe.cli.bench.soak import table_of_soak
from koe.errors import EngineError, Refused, Unavailable
from koe.languages import LANGUAGES

TEXTS = ("abc def ghi.", "abc def ghi. " * 60)
LANGUAGES_SPOKEN = [LANGUAGES["en-us"], LANGUAGES["es"]]
QUIET = Noise(9, 0.01, 0.01, 1.1)


def mix(seed: int = 0) -> Mix:
    return Mix(seed, TEXTS, LANGUAGES_SPOKEN, ["af_heart", "am_adam"])


def test_the_mix_has_its_shares_and_repeats_itself() -> None:
    one, other = mix(), mix()
    acts = [one.next() for _ in range(4000)]
    assert acts == [other.next() for _ in range(4000)]
    kinds = Counter(act.kind for act in acts)
    assert kinds["cancel"] == pytest.approx(200, abs=60)
    assert kinds["bad"] == pytest.approx(80, abs=40)
    assert kinds["resume"] == pytest.approx(200, abs=60)
    voices = {act.body.get("voice") for act in acts if act.kind == "speak"}
    assert voices == {"af_heart", "am_adam", LANGUAGES["en-us"].best_voice, LANGUAGES["es"].best_voice}
    assert {act.body.get("stream", True) for act in acts if act.kind == "speak"} == {True, False}


class EveryKind(Mix):
    """One of each, then speech."""

    def __init__(self) -> None:
        body = {"input": TEXTS[1], "voice": "af_heart", "response_format": "pcm"}
        self._acts = iter([Act("cancel", body), Act("resume", body), Act("bad", {"input": ""}), Act("speak", body)])

    def next(self) -> Act:
        return next(self._acts, Act("speak", {"input": TEXTS[0], "voice": "af_heart"}))


def test_every_act_has_its_outcome_on_a_server(server: str) -> None:
    with (
        httpx.Client(base_url=server) as http,
        SpeechClient(server, "af_heart") as marker,
        Calibration() as calibration,
    ):
        bench = SoakBench(http, ServedSpeaker(marker), os.getpid(), calibration)
        acts = EveryKind()
        outcomes = [bench._outcome(acts.next()) for _ in range(5)]
    assert outcomes == ["cancelled", "resumed", "bad_refused", "done", "done"]


def test_a_short_soak_on_the_tiny_model(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "MARKER_S", 0.1)
    monkeypatch.setattr(clients, "SAMPLE_S", 0.05)
    times: list[float] = []
    with (
        httpx.Client(base_url=server) as http,
        SpeechClient(server, "af_heart") as marker,
        Calibration() as calibration,
    ):
        bench = SoakBench(http, ServedSpeaker(marker), os.getpid(), calibration)
        result = bench.measure([EveryKind(), mix(1)], LANGUAGES_SPOKEN, 1.0, times.append)
    assert result.counts.done > 0
    assert result.counts.broken == result.counts.bad_accepted == 0
    assert result.counts.cancelled >= 1
    assert len(result.markers) >= 2
    assert times
    read = json.loads(json.dumps(result.to_json()))
    assert read["counts"]["done"] == result.counts.done
    assert len(read["markers"]) == len(result.markers)


class Answers:
    """Answers with the given statuses in turn."""

    def __init__(self, *statuses: int, running: int = 1, share: float = 0.4) -> None:
        self.statuses = iter(statuses)
        self.running = running
        self.share = share

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/status":
            return httpx.Response(200, json={"costs": {"share": self.share}, "streams": {"underruns": 0}})
        status = next(self.statuses)
        if not status:
            raise httpx.ReadError("broken")
        message = f"{self.running} streams are running, and one more could not be served in time."
        content = json.dumps({"error": {"message": message}}).encode()
        return httpx.Response(status, stream=httpx.ByteStream(content))  # it can be read in parts, as a real one


class Marks:
    def speak(self, text: str) -> Spoken:
        return Spoken(0.001, 0.2, 1.0, 4.0)


class MarksAfterRefusals:
    """A marker that a server refuses at first."""

    def __init__(self, *refusals: EngineError) -> None:
        self.refusals = iter(refusals)

    def speak(self, text: str) -> Spoken:
        if (refusal := next(self.refusals, None)) is not None:
            raise refusal
        return Spoken(0.001, 0.2, 1.0, 4.0)


def test_a_marker_that_is_refused_is_tried_again_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "_RETRY_S", 0.0)
    marker = MarksAfterRefusals(Unavailable(5), Refused(1))
    with httpx.Client(transport=httpx.MockTransport(Answers()), base_url="http://koe") as http:
        bench = SoakBench(http, marker, os.getpid(), Calibration(lambda: None))
        assert bench._spoken_marker("A text.").first_audible_s == 0.2
    assert bench._counts == {"markers_refused": 2}


@pytest.mark.parametrize(
    ("answers", "kind", "outcome"),
    [
        (Answers(200), "speak", "done"),
        (Answers(500), "speak", "broken"),
        (Answers(0), "speak", "broken"),
        (Answers(400), "speak", "broken"),
        (Answers(503), "speak", "refused"),
        (Answers(429, running=1, share=0.4), "speak", "refused_with_room"),
        (Answers(429, running=2, share=0.4), "speak", "refused"),
        (Answers(429, running=0, share=0.95), "speak", "refused"),
        (Answers(400), "bad", "bad_refused"),
        (Answers(200), "bad", "bad_accepted"),
        (Answers(500), "bad", "bad_accepted"),
        (Answers(200), "cancel", "broken"),  # it ended before its middle
    ],
)
def test_outcomes(answers: Answers, kind: Any, outcome: str) -> None:
    with httpx.Client(transport=httpx.MockTransport(answers), base_url="http://koe") as http:
        bench = SoakBench(http, Marks(), os.getpid(), Calibration(lambda: None))
        assert bench._outcome(Act(kind, {"input": "A text."})) == outcome


def test_a_marker_waits_until_all_are_out_and_lets_none_in() -> None:
    turnstile, order = Turnstile(), []

    def pass_through() -> None:
        with turnstile.passing():
            order.append("inside")

    with turnstile.passing():
        marker = Thread(target=lambda: alone())

        def alone() -> None:
            with turnstile.alone():
                Thread(target=pass_through).start()
                order.append("alone")

        marker.start()
        order.append("before")
    marker.join()
    wait_for(lambda: len(order) == 3)
    assert order == ["before", "alone", "inside"]


def soak_of(markers: Iterator[Marker] | list[Marker], samples: list[Sample]) -> Soak:
    return Soak(20.0, 2, Counts(done=50), tuple(markers), tuple(samples), 1, 900 << 20, QUIET)


def flat(ttfa_s: float = 0.2, slowness: float = 1.0) -> Marker:
    return Marker(0.0, ttfa_s * slowness, 0.3 * slowness, 0.01 * slowness)


def samples(growth: float = 0.0, threads: int = 0) -> list[Sample]:
    """Sixty minutes; `growth` in bytes an hour."""
    return [
        Sample(60.0 * minute, round(1e9 + growth * minute / 60), 1.0, 20 + threads * minute // 60, 30)
        for minute in range(61)
    ]


def test_nothing_is_missed_where_nothing_drifts() -> None:
    result = soak_of([flat()] * 12, samples())
    assert all(limit.is_met for limit in result.limits())
    assert result.ttfa_drift is not None
    assert result.ttfa_drift.value == pytest.approx(1.0)


def test_a_drift_is_found_and_a_slower_machine_is_none() -> None:
    drifting = soak_of([flat()] * 6 + [flat(0.22)] * 6, samples())
    assert [limit.name for limit in drifting.limits() if not limit.is_met] == ["TTFA, last third / first"]
    slower = soak_of([flat()] * 6 + [flat(slowness=1.7)] * 6, samples())
    assert all(limit.is_met for limit in slower.limits())


def test_growth_is_found_and_one_large_answer_is_none() -> None:
    growing = soak_of([flat()] * 6, samples(growth=30e6, threads=9))
    assert growing.growth_mb_per_h == pytest.approx(30, rel=0.02)
    missed = [limit.name for limit in growing.limits() if not limit.is_met]
    assert missed == ["memory, MB more in an hour", "threads more"]
    jump = samples()
    jump[40:43] = [replace(sample, resident_bytes=1_400_000_000) for sample in jump[40:43]]
    assert soak_of([flat()] * 6, jump).growth_mb_per_h == pytest.approx(0, abs=0.5)
    assert slope([(0.0, 1)]) == 0.0


def test_broken_answers_miss_the_limit() -> None:
    broken = replace(soak_of([flat()] * 6, samples()), counts=Counts(done=9, broken=1, bad_accepted=1), underruns=5)
    names = [limit.name for limit in broken.limits() if not limit.is_met]
    assert names == ["underruns in 10 minutes", "broken answers", "bad input that was accepted"]


def test_the_table_and_the_chart(tmp_path: Path) -> None:
    from koe.bench.soak.plots import draw_soak

    result = soak_of([flat()] * 6, samples())
    memory = {"times_tight": 2, "times_short": 1, "refused": 3, "shed_bytes": 1 << 20}
    limited = LimitedSoak(result, 1 << 29, 1 << 30, memory, 0.2, 0.25)
    assert table_of_soak(result, limited).row_count == len(Counts.__slots__) + 8 + 2 + 6
    assert json.loads(json.dumps(limited.to_json()))["soak"]["counts"]["done"] == 50
    (path,) = draw_soak(result, tmp_path)
    assert path.read_bytes().startswith(b"\x89PNG")
