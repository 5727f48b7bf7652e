"""The checks behind `koe bench streaming`, `g2p` and `memory`, on the tiny model and stand-ins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from fakes import LetterPhonemizer
from koe.bench.client import FirstSound, SpeechClient
from koe.bench.memory_steps import measure_memory
from koe.bench.reading_times import measure_reading
from koe.bench.run.profile import Sample
from koe.bench.streaming import FirstRequest, measure_alone, measure_first_request
from koe.bench.texts import Preset
from koe.text.plan import Planner

SHORT, LONG = Preset("short"), Preset("medium")


class ScriptedClient(SpeechClient):
    """Returns the given times one after the other, and notes the texts."""

    def __init__(self, seconds: list[float]) -> None:
        self._seconds = iter(seconds)
        self.texts: list[str] = []

    def time_first_sound(self, text: str) -> FirstSound:
        self.texts.append(text)
        return FirstSound(0.001, next(self._seconds))


def test_every_start_uses_a_new_server_and_every_request_another_text() -> None:
    clients: list[ScriptedClient] = []

    @contextmanager
    def start() -> Iterator[SpeechClient]:
        clients.append(ScriptedClient([float(len(clients) + 1), 0.1, 0.5, 0.5, 0.5, 9.0]))
        yield clients[-1]

    assert measure_first_request(start, SHORT, starts=3) == FirstRequest(first_s=2.0, later_s=0.5, ratio=4.0)
    assert len(clients) == 3
    assert len(set(clients[0].texts)) == 6


def test_one_listener_hears_the_shortest_and_the_longest_text(server: str) -> None:
    turns = []
    with SpeechClient(server, "af_heart") as client:
        alone = measure_alone(client, [SHORT, LONG], 2, lambda: turns.append(1))
    assert len(turns) == 6
    assert alone.first_byte_s.value > 0
    assert alone.longest_ratio > 0
    assert alone.punctuality.playthroughs == 4


def test_the_first_byte_comes_before_the_first_sound(server: str) -> None:
    """Of the same answers: with several texts, first bytes are those of all, first sounds those of the shortest."""
    with SpeechClient(server, "af_heart") as client:
        alone = measure_alone(client, [SHORT], 2)
    assert 0 < alone.first_byte_s.value <= alone.ttfa_s.value


def test_each_language_is_read_first_again_and_from_the_cache() -> None:
    read: list[str] = []

    class Noting(LetterPhonemizer):
        def read(self, text: object, language: str) -> object:  # type: ignore[override]
            read.append(str(text))
            return super().read(text, language)  # type: ignore[arg-type]

    planner, cached = Planner(Noting()), Planner(LetterPhonemizer())  # type: ignore[arg-type]
    found = measure_reading(planner, cached, "en-us", ["abc def.", "ghi."], trials=3)
    assert (found.sentences, found.characters, found.fallbacks) == (2, 12, 0)
    assert len(read) == 1 + 3 * 2
    assert 0 < found.p50_ms <= found.p95_ms <= found.worst_ms
    assert found.characters_per_s > 0


class Listener(SpeechClient):
    def __init__(self) -> None:
        self.texts: list[str] = []

    def listen(self, text: str) -> None:  # type: ignore[override]
        self.texts.append(text)


def test_memory_is_noted_after_each_kind_of_work_and_each_repetition() -> None:
    readings = iter([100, 110, 130, 150, 165])
    client = Listener()
    report = measure_memory([("streamed", client)], [SHORT, LONG], 2, lambda: Sample(0.0, next(readings), None, 7, 20))
    assert [step.name for step in report.steps] == [
        "warmed up",
        "short, streamed",
        "medium, streamed",
        "all again, 1",
        "all again, 2",
    ]
    assert [step.more_bytes for step in report.steps] == [0, 10, 20, 20, 15]
    assert report.growth == pytest.approx(0.1)
    assert len(set(client.texts)) == 6
