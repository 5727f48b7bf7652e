"""koe models: stage files of builds are made by name, and verified beside the downloaded files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from koe.build.recipes import BUILDS
from koe.cli import models as module
from koe.cli.main import app
from koe.model.assets import AssetStore, Check
from koe.settings import Settings

GOOD = Check("stage/trunk.fast", Path("/cache/trunk.fast.v1.onnx"), True, None)
BAD = Check("rebuilt/trunk.fast", Path("/cache/trunk.fast.v1.onnx"), False, "has another hash when it is made again")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Sequence[str] | None]]:
    """What is checked, with the builds that were named."""
    seen: list[tuple[str, Sequence[str] | None]] = []

    def verified(settings: Settings, builds: Sequence[str] | None) -> list[Check]:
        seen.append(("verified", builds))
        return [GOOD]

    def rebuilt(settings: Settings, builds: Sequence[str] | None) -> list[Check]:
        seen.append(("rebuilt", builds))
        return [BAD]

    monkeypatch.setattr(AssetStore, "verify", lambda self: [])
    monkeypatch.setattr(module, "verified_builds", verified)
    monkeypatch.setattr(module, "rebuilt_builds", rebuilt)
    return seen


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["models", *arguments])


def test_stage_files_are_verified_too(asked: list[Any]) -> None:
    result = run("verify", "--json")
    assert (result.exit_code, [row["name"] for row in json.loads(result.stdout)]) == (0, ["stage/trunk.fast"])
    assert asked == [("verified", None)]


def test_rebuild_compares_the_builds_that_are_named(asked: list[Any]) -> None:
    result = run("verify", "--rebuild", "fp32")
    assert result.exit_code == 1
    assert "rebuilt/trunk.fast: has another hash when it is made again" in str(result.exception)
    assert asked == [("verified", ["fp32"]), ("rebuilt", ["fp32"])]


@pytest.mark.parametrize("command", ["verify", "build"])
def test_a_build_that_does_not_exist_is_refused_with_those_that_do(command: str, asked: list[Any]) -> None:
    result = run(command, "fp33")
    assert (result.exit_code, asked) == (2, [])
    assert f"must be one of {', '.join(BUILDS)}" in " ".join(result.output.split())


def test_build_makes_the_builds_that_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[Sequence[str] | None, bool]] = []

    class Cache:
        folder = Path("/cache/stages")

    def ensure(settings: Settings, builds: Sequence[str] | None, *, again: bool) -> Cache:
        made.append((builds, again))
        return Cache()

    monkeypatch.setattr(module, "ensure_stages", ensure)
    assert run("build").stdout.strip() == "/cache/stages"
    run("build", "exact", "--force")
    assert made == [(None, False), (["exact"], True)]
