"""Builds and the peer take turns, and are compared by what a listener waits for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import numpy as np
import pytest

from koe.bench.builds import BuildSpeeds, Peer, ServedBuild, Spoken, Turn, measure_builds
from koe.bench.client import FirstSound
from koe.bench.listening import Playthrough
from koe.cli.bench.builds import print_table
from koe.errors import BadOutput

TEXTS = ("short", "a longer text")


class Scripted:
    """Speaks in the given times, and notes its turns in a common list."""

    def __init__(self, name: str, times_s: list[float], turns: list[str]) -> None:
        self._name = name
        self._times_s = iter(times_s * 10)
        self._turns = turns

    def speak(self, text: str) -> Spoken:
        self._turns.append(self._name)
        taken_s = next(self._times_s)
        return Spoken(taken_s / 4, taken_s, 2.0)


def test_speakers_take_turns_and_the_first_round_does_not_count() -> None:
    turns: list[str] = []
    speakers = {"slim": Scripted("slim", [9.0, 1.0, 3.0, 2.0], turns), "peer": Scripted("peer", [8.0], turns)}
    counted = 0

    def count() -> None:
        nonlocal counted
        counted += 1

    found = measure_builds(speakers, TEXTS[:1], 3, count)
    assert turns == ["slim", "peer"] * 4
    assert counted == 8
    assert found["slim"][5] == Turn((0.25, 0.5), (1.0, 2.0), 0.5)
    assert found["peer"][5].complete_s == (8.0, 8.0)


def test_ratios_are_of_the_medians_compared_with_the_peer() -> None:
    turns = {"slim": {5: Turn((0.1, 0.2), (1.0, 2.0), 0.5)}, "peer": {5: Turn((1.0, 2.0), (3.0, 8.0), 1.0)}}
    speeds = BuildSpeeds("peer", turns, {"slim": 700})
    assert speeds.ratio("slim", 5) == (0.1, 0.25)
    read: Any = speeds.to_json()
    assert read["speakers"]["slim"]["5"]["whole_ratio"] == 0.25
    assert read["memory_mb"] == {"slim": 700}


class Client:
    voice = "af_heart"

    def play_through(self, text: str) -> tuple[FirstSound, Playthrough]:
        return FirstSound(0.01, 0.2), Playthrough(1.5, 3.0, ())


def test_a_served_build_is_complete_when_its_last_byte_has_come() -> None:
    spoken = ServedBuild(Client()).speak("Hello.")  # type: ignore[arg-type]
    assert spoken == Spoken(0.2, 1.5, 3.0)
    assert spoken.rtf == 0.5


class Kokoro:
    def __init__(self, *passages: np.ndarray) -> None:
        self._passages = passages

    async def create_stream(self, text: str, **options: Any) -> AsyncIterator[tuple[np.ndarray, int]]:
        assert options["voice"] == "af_heart"
        for samples in self._passages:
            yield samples, 24_000


def test_the_peer_is_heard_at_its_first_audible_passage() -> None:
    silence, speech = np.zeros(24_000, dtype=np.float32), np.full(12_000, 0.1, dtype=np.float32)
    spoken = Peer(Kokoro(silence, speech), "af_heart").speak("Hello.")
    assert spoken.speech_s == 1.5
    assert 0 < spoken.first_audible_s <= spoken.complete_s
    with pytest.raises(BadOutput):
        Peer(Kokoro(silence), "af_heart").speak("Hello.")


def test_the_table_has_a_row_for_each_speaker_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    turns = {
        name: {5: Turn((0.1 * size, 0.2 * size), (1.0 * size, 2.0 * size), 0.5)}
        for name, size in (("peer", 4.0), ("slim", 1.0))
    }
    print_table(BuildSpeeds("peer", turns, {"slim": 700}))
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[-1] == [
        "slim",
        "5",
        "0.100",
        "/",
        "0.200",
        "0.250",
        "1.000",
        "/",
        "2.000",
        "0.250",
        "0.500",
        "700",
        "MiB",
    ]
    assert rows[-2][:2] == ["peer", "5"]
