"""koe bench provider: who is compared with the CPU, what is refused, and what the table says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from koe.bench.speakers import Spoken
from koe.bench.texts import Preset
from koe.cli.bench import app
from koe.cli.bench import provider as module
from koe.settings import Settings


class StandIn:
    """koe on a provider: half the time of the CPU for texts of 400 characters and more, twice of it for others."""

    def __init__(self, settings: Settings) -> None:
        self._is_cpu = settings.provider_generator == "cpu"
        self._failures = 1 if settings.provider_generator == "migraphx" else 0
        tone = np.sin(np.arange(96_000) / 20) * np.sin(np.arange(96_000) / 9_000)
        self._samples = (8_000 * (tone if self._is_cpu else np.roll(tone, 7))).astype(np.int16)

    def speak(self, text: str) -> Spoken:
        factor = 1.0 if self._is_cpu else 0.5 if len(text) >= 400 else 2.0
        return Spoken(0.0, 0.2 * factor, 1.0 * factor, 4.0, cpu_s=1.0, samples=self._samples)

    def status(self) -> dict[str, Any]:
        return {"providers": [{"failures": {"raised": self._failures}}]}


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings of the servers that are started."""
    found: list[Settings] = []

    @contextmanager
    def server(settings: Settings) -> Iterator[Any]:
        found.append(settings)
        one = StandIn(settings)
        yield SimpleNamespace(speaker=one, client=one, server=SimpleNamespace(pid=0))

    monkeypatch.setattr(module, "own_server", server)
    monkeypatch.setattr(module, "ensure_stages", lambda _: None)
    monkeypatch.setattr(module, "resident_bytes", lambda _: 2**29)
    monkeypatch.setattr(module, "installed", lambda: ("cpu", "cuda", "migraphx"))
    monkeypatch.setattr(module, "keep_result", lambda *_: None)
    monkeypatch.setenv("COLUMNS", "200")
    return found


def bench(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["provider", "--trials", "2", *arguments], catch_exceptions=False)
    return " ".join(result.output.split())


def test_each_provider_has_a_server_and_gets_every_text(seen: list[Settings]) -> None:
    shown = bench()
    assert [one.provider_generator for one in seen] == ["cpu", "cuda", "migraphx"]
    assert [one.provider_text for one in seen] == ["cpu"] * 3
    assert {one.provider_from_characters for one in seen[1:]} == {0}
    assert "cuda: faster than the CPU from 458 characters on" in shown
    assert "migraphx: faster than the CPU at no measured length" in shown  # it has failed


def test_a_sweep_finds_from_which_length_a_provider_is_worth_it(seen: list[Settings]) -> None:
    shown = bench("cuda", "--sweep", "--stage", "trunk", "--stage", "generator")
    assert "cuda: faster than the CPU from 458 characters on" in shown
    assert "first sound after a change +0 ms" in shown
    assert seen[-1].provider_from_characters == 281
    assert (seen[-1].provider_trunk, seen[-1].provider_pitch) == ("cuda", "cpu")


def test_speech_is_aligned_before_it_is_compared(seen: list[Settings]) -> None:
    found = module._compare(
        dict(module._candidates(Settings(), ["cuda"], ["generator"])), [Preset("500")], 2, switches=False
    )
    assert found.rows[0].distance_db is None
    assert found.rows[1].distance_db == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [(["coreml"], "coreml is not installed here. Installed: cpu, cuda"), (["--stage", "voice"], "must be one of text")],
)
def test_what_is_unknown_is_refused_before_measuring(arguments: list[str], part: str, seen: list[Settings]) -> None:
    result = CliRunner().invoke(app, ["provider", *arguments])
    assert result.exit_code == 2
    assert part in " ".join(result.output.replace("│", " ").split())
    assert not seen
