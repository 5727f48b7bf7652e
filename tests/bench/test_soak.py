"""The soak benchmark against a stand-in server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, repeat

import httpx
import pytest

from koe.bench import soak
from koe.bench.soak import LimitedSoak, Soak, SoakBench
from koe.languages import LANGUAGES

LANGUAGES_SPOKEN = [LANGUAGES["en-us"], LANGUAGES["es"]]


class Server:
    """Answers with the given statuses in turn, then with 200."""

    def __init__(self, *statuses: int, running: int = 1, share: float = 0.4) -> None:
        self.statuses = chain(statuses, repeat(200))
        self.running = running
        self.share = share
        self.bodies: list[dict[str, object]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/status":
            return httpx.Response(200, json={"costs": {"share": self.share}})
        self.bodies.append(json.loads(request.content))
        status = next(self.statuses)
        if not status:
            raise httpx.ReadError("broken")
        message = f"{self.running} streams are running, and one more could not be served in time."
        return httpx.Response(status, json={"error": {"message": message}})


def measured(server: Server, memory: Iterator[int], monkeypatch: pytest.MonkeyPatch) -> Soak:
    monkeypatch.setattr(soak, "SAMPLE_S", 0.02)
    monkeypatch.setattr(soak, "_RETRY_S", 0.0)
    with httpx.Client(transport=httpx.MockTransport(server), base_url="http://koe") as http:
        bench = SoakBench(http, ["A text."], LANGUAGES_SPOKEN, lambda: next(memory))
        return bench.measure(clients=2, seconds=0.2, on_sample=lambda _: None)


def test_answers_are_counted_by_status(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(200, 200, 504, 0)
    result = measured(server, repeat(100), monkeypatch)
    assert (result.answers[504], result.answers[0]) == (1, 1)
    assert sum(result.answers.values()) == len(server.bodies)
    assert [body["voice"] for body in server.bodies[:2]] == [language.best_voice for language in LANGUAGES_SPOKEN]


@pytest.mark.parametrize(("running", "share", "expected"), [(1, 0.4, 1), (2, 0.4, 0), (0, 0.95, 0), (0, 0.5, 1)])
def test_a_refusal_counts_if_there_was_room(
    running: int, share: float, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = measured(Server(200, 200, 429, running=running, share=share), repeat(100), monkeypatch)
    assert result.refused_with_room == expected


def test_memory_is_compared_with_that_when_every_language_was_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    result = measured(Server(), chain([50, 100, 98], repeat(104)), monkeypatch)
    assert (result.warm_bytes, result.spoken_once_bytes, result.least_bytes, result.most_bytes) == (50, 100, 98, 104)
    assert result.spread == pytest.approx(0.04)
    assert json.loads(json.dumps(result.to_json()))["spread"] == pytest.approx(0.04)


def test_refusals_are_not_lost_answers_and_failures_are() -> None:
    answers = {200: 50, 429: 3, 503: 4, 500: 2, 0: 1}
    of_all = Soak(answers, 0, 1, 1, 1, 1, (1,))
    limited = LimitedSoak(of_all, 100, 250, {"times_short": 1}, 0.2, 0.25)
    assert limited.lost == 3
    written = json.loads(json.dumps(limited.to_json()))
    assert (written["lost"], written["soak"]["answers"]["503"]) == (3, 4)
