"""A whole measurement on the tiny model and a stand-in peer, and the shape of its report."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from koe.bench.client import FirstSound, SpeechClient
from koe.bench.latency import FirstRequest, Latency, Report, flatness, measure_first_request, measure_latency
from koe.bench.listening import Playthrough, Punctuality
from koe.bench.texts import BenchText
from koe.bench.timing import Timing
from koe.errors import BadOutput
from koe.types import Samples

SHORT = BenchText("abc def ghi, jkl mno pqr.")


class StandInPeer:
    """Yields silence, then noise; counts its requests."""

    def __init__(self, loudness: float = 0.5) -> None:
        self.loudness = loudness
        self.requests = 0

    async def create_stream(self, text: str, voice: str, speed: float, lang: str) -> AsyncIterator[tuple[Samples, int]]:
        self.requests += 1
        yield np.zeros(100, dtype=np.float32), 24_000
        yield np.full(100, self.loudness, dtype=np.float32), 24_000


class ScriptedClient(SpeechClient):
    """Returns the given times one after the other."""

    def __init__(self, seconds: list[float]) -> None:
        self._seconds = iter(seconds)
        self.voice = "af_heart"
        self.calls: list[str] = []

    def time_first_sound(self, text: str) -> FirstSound:
        self.calls.append("first")
        seconds = next(self._seconds)
        return FirstSound(seconds / 10, seconds)

    def play_through(self, text: str) -> tuple[FirstSound, Playthrough]:
        first = self.time_first_sound(text)
        self.calls[-1] = "whole"
        return first, Playthrough(elapsed_s=1.0, audio_s=4.0, lateness_s=(-0.5,))


def latency_of(text: BenchText, seconds: float) -> Latency:
    timing = Timing(seconds, 1.5 * seconds)
    late = Punctuality.of([Playthrough(1.0, 2.0, (-0.1, 0.2))])
    return Latency(text, Timing(0.004, 0.005), timing, Timing(10 * seconds, 11 * seconds), 0.4, late)


@pytest.fixture
def report() -> Report:
    texts = (SHORT, BenchText("a" * 460), BenchText("b" * 470, one_sentence=True), BenchText("c" * 2000))
    latencies = tuple(latency_of(text, 0.1 * number) for number, text in enumerate(texts, start=1))
    stages_ms = {text.name: {"text": 50.0, "rest": 2.0} for text in texts}
    return Report(
        "peer 1.0", "af_heart", 10, latencies, FirstRequest(1.5, 0.1, 15), FirstRequest(0.11, 0.1, 1.1), stages_ms
    )


def test_first_round_is_not_counted_and_last_ones_play_through() -> None:
    koe, peer = ScriptedClient([50.0, 1.0, 2.0, 3.0, 4.0]), StandInPeer()
    latency = measure_latency(koe, peer, SHORT, trials=4, playthroughs=2)
    assert koe.calls == ["first", "first", "first", "whole", "whole"]
    assert peer.requests == 5
    assert latency.first_audible_s.median == 2.5
    assert latency.first_audible_s.p95 == pytest.approx(3.85)
    assert latency.first_byte_s.median == 0.25
    assert latency.rtf == 0.25
    assert latency.punctuality.playthroughs == 2
    assert latency.ratio == 2.5 / latency.peer_first_audible_s.median


def test_silent_peer_is_an_error() -> None:
    with pytest.raises(BadOutput, match="peer"):
        measure_latency(ScriptedClient([1.0, 1.0]), StandInPeer(loudness=0.001), SHORT, trials=1, playthroughs=1)


def test_measurement_of_the_tiny_model_and_a_peer(server: str) -> None:
    done = []
    with SpeechClient(server, "af_heart") as koe:
        latency = measure_latency(koe, StandInPeer(), SHORT, 2, 1, lambda: done.append(1))
    assert len(done) == 3
    assert 0 < latency.first_byte_s.median <= latency.first_audible_s.median <= latency.first_audible_s.p95
    assert latency.peer_first_audible_s.median > 0
    assert latency.rtf > 0
    assert latency.punctuality.playthroughs == 1


def test_every_start_uses_a_new_server() -> None:
    started = []

    @contextmanager
    def start() -> Iterator[SpeechClient]:
        started.append(1)
        yield ScriptedClient([float(len(started)), 0.1, 0.5, 0.5, 0.5, 9.0])

    assert measure_first_request(start, SHORT, starts=3) == FirstRequest(first_s=2.0, later_s=0.5, ratio=4.0)
    assert len(started) == 3


def test_flatness_compares_the_longest_with_the_shortest(report: Report) -> None:
    assert flatness(report.latencies) == pytest.approx(4)
    assert flatness(report.latencies[::-1]) == pytest.approx(4)


def test_report_as_json(report: Report) -> None:
    read = json.loads(json.dumps(report.to_json()))
    assert (read["peer"], read["voice"], read["trials"]) == ("peer 1.0", "af_heart", 10)
    first, *_, last = read["texts"]
    assert first == {
        "text": "25",
        "characters": 25,
        "one_sentence": False,
        "first_byte_s": {"median": 0.004, "p95": 0.005},
        "first_audible_s": {"median": 0.1, "p95": pytest.approx(0.15)},
        "peer_first_audible_s": {"median": 1.0, "p95": pytest.approx(1.1)},
        "ratio": pytest.approx(0.1),
        "rtf": 0.4,
        "punctuality": {
            "playthroughs": 1,
            "arrivals": 2,
            "deviation_ms": pytest.approx(150),
            "p95_ms": pytest.approx(185),
            "worst_ms": pytest.approx(200),
            "underruns": 1,
            "underrun_ms": pytest.approx(200),
        },
    }
    assert last["text"] == "2,000"
    assert read["first_request"] == {
        "cold": {"first_s": 1.5, "later_s": 0.1, "ratio": 15},
        "warmed_up": {"first_s": 0.11, "later_s": 0.1, "ratio": 1.1},
    }
    assert read["stages_ms"]["25"] == {"text": 50.0, "rest": 2.0}


@pytest.mark.parametrize(("name", "begins"), [("a.svg", b"<?xml"), ("a.png", b"\x89PNG")])
def test_chart_is_written(report: Report, tmp_path: Path, name: str, begins: bytes) -> None:
    from koe.bench.plot import plot_latency

    plot_latency(report, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_chart_shows_both_engines_and_the_long_sentence_separately(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib.axes import Axes

    from koe.bench.plot import plot_latency

    drawn: list[tuple[str, list[int]]] = []
    errorbar = Axes.errorbar

    def noting(self: Axes, x: list[int], *args: object, **options: object) -> object:
        drawn.append((str(options["label"]), x))
        return errorbar(self, x, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Axes, "errorbar", noting)
    plot_latency(report, tmp_path / "a.svg")
    assert dict(drawn) == {
        "peer 1.0": [25, 460, 2000],
        "peer 1.0, one long sentence": [470],
        "koe": [25, 460, 2000],
        "koe, one long sentence": [470],
    }
