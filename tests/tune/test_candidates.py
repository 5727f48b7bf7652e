"""What may be tuned here: settings that exist and are not set, combinations that make sense, builds with a verdict."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import numpy as np
import pytest

from koe.build.recipes import BUILDS, EXACT, find_build
from koe.build.stage_cache import StageCache
from koe.model.backends.choice import choose_providers
from koe.settings import Settings
from koe.tune import gate as module
from koe.tune.candidates import Here, space_of
from koe.tune.decide import against_rule
from koe.tune.gate import VERDICTS, judge_builds
from koe.tune.identity import Identity, recipe_of
from koe.tune.space import Point, Space
from koe.tune.trials import Round, Sample, State, Trial

HERE = Here(("fp32", "int8"), cores=4, physical=4, providers=["cpu", "coreml"])
NOTHING: frozenset[str] = frozenset()


class LaterSettings(Settings):
    """With settings that koe may get."""

    spinning: bool = True
    windows: Literal["short", "long"] = "short"
    frame_ms: int = 50


def values(space: Space) -> dict[str, tuple[object, ...]]:
    return {one.name: one.values for one in space.dimensions}


def test_settings_that_do_not_exist_or_are_set_are_no_dimensions() -> None:
    found = values(space_of(Settings(), NOTHING, HERE))
    assert set(found) <= set(Settings.model_fields)
    assert set(found["build"]) == {Settings().build, "fp32", "int8"}
    assert found["threads"] == (0, 1, 2, 3)
    assert "build" not in values(space_of(Settings(), frozenset({"build"}), HERE))


def test_settings_of_a_later_version_are_dimensions_if_their_values_are_known() -> None:
    found = values(space_of(LaterSettings(), NOTHING, HERE))
    assert found["spinning"] == (True, False)
    assert found["windows"] == ("short", "long")
    assert "frame_ms" not in found


def test_lanes_do_not_share_more_threads_than_there_are_cores() -> None:
    space = space_of(Settings(), NOTHING, HERE)
    pool = space.pool(np.random.default_rng(0))
    assert all(point["lanes"] == 1 or point["threads"] in (1, 2) for point in pool)
    assert any(point["lanes"] == 2 for point in pool)


def test_a_large_space_is_sampled_with_the_neighbours_of_the_default() -> None:
    class Many(LaterSettings):
        provider: str = "auto"
        provider_text: str | None = None
        provider_trunk: str | None = None
        provider_generator: str | None = None

    space = space_of(Many(), NOTHING, HERE)
    pool = space.pool(np.random.default_rng(0))
    assert 100 < len(pool) < 800
    assert space.starts()[0] == space.default
    assert [space.changes(point) for point in space.starts()[1:]] == [1] * (len(space.starts()) - 1)
    assert any(point["provider_generator"] == "coreml" for point in space.starts())


def test_what_computes_a_stage_anyway_is_no_candidate_for_it() -> None:
    """Short texts are measured, which the rule leaves to the CPU on a Mac, and gives to CUDA."""
    found = values(space_of(Settings(), NOTHING, replace(HERE, providers=["cpu", "openvino"])))
    assert found["provider_generator"] == (None, "openvino")
    found = values(space_of(Settings(), NOTHING, HERE))
    assert list(found)[:3] == ["build", "provider_generator", "provider_trunk"]
    assert found["provider_generator"] == (None, "coreml")
    found = values(space_of(Settings(), NOTHING, replace(HERE, providers=["cpu", "cuda"])))
    assert (found["provider_generator"], found["provider_text"]) == ((None, "cpu"), (None, "cuda"))
    found = values(space_of(Settings(provider="coreml"), frozenset({"provider"}), HERE))
    assert not [name for name in found if name.startswith("provider")]


def test_a_provider_that_was_slower_does_not_get_long_texts_by_rule() -> None:
    default: Point = {"build": "int8", "provider_generator": None}
    on_coreml = {**default, "provider_generator": "coreml"}
    rule = choose_providers({}, ["cpu", "coreml"])

    def ending(rtf: float, state: State = "complete") -> dict[str, str]:
        rounds = (Round(Sample(0.1, rtf), Sample(0.1, 0.2)),)
        return against_rule([Trial(1, on_coreml, "search", state, rounds)], default, rule)

    assert ending(0.3) == {"provider_generator": "cpu"}
    assert ending(0.1) == {}
    assert ending(0.1, "failed") == {"provider_generator": "cpu"}
    assert against_rule([], default, rule) == {}
    assert against_rule([], default, choose_providers({}, ["cpu"])) == {}


@pytest.fixture
def cache(tmp_path: Path) -> StageCache:
    """Without files, and so without verdicts of this machine."""
    return StageCache(tmp_path, "0" * 64, "1" * 64)


def test_only_builds_with_a_verdict_are_candidates_besides_the_one_in_use(
    cache: StageCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "why_not", lambda precision: None)
    rows = {"int8": {"passed": True, "recipe": recipe_of("int8"), "clips": 100, "date": "2026-11-18"}}
    rows["slim"] = {**rows["int8"], "passed": False, "recipe": recipe_of("slim")}
    rows["bf16"] = {**rows["int8"], "recipe": {**recipe_of("bf16"), "trunk": "fast.v0"}}
    published = tmp_path / "verdicts.json"
    published.write_text(json.dumps(rows))
    monkeypatch.setattr(module, "VERDICTS", published)
    gate = judge_builds(cache, "fp32")
    assert gate.allowed == ("fp32", "int8", EXACT)
    assert gate.refused["slim"] == "failed the quality gate"
    assert gate.refused["bf16"] == "has no verdict of quality"  # of other files
    assert judge_builds(cache, "slim").allowed[0] == "slim"


def test_a_verdict_of_this_machine_counts_more_than_the_published_one(
    cache: StageCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = SimpleNamespace(measured={"quality": {"verdict": {"passed": False}}})
    monkeypatch.setattr(StageCache, "build_record", lambda self, build: record if build.name == "int8" else None)
    assert judge_builds(cache, "fp32").refused["int8"] == "failed the quality gate"


def test_a_build_that_cannot_run_here_is_no_candidate(cache: StageCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "why_not", lambda precision: "no such CPU." if precision == "bf16" else None)
    assert judge_builds(cache, "fp32").refused["slim-bf16"] == "no such CPU."


def test_the_published_verdicts_name_builds_and_variants_of_koe() -> None:
    published = json.loads(VERDICTS.read_text("utf-8"))
    for name, verdict in published.items():
        assert name in BUILDS
        assert set(verdict["recipe"]) == set(find_build(name).stages)
        assert isinstance(verdict["passed"], bool)


def test_the_identity_of_this_machine_survives_json() -> None:
    here = Identity.here(("int8", EXACT))
    assert Identity.from_json(json.loads(json.dumps(here.to_json()))).change_to(here) is None
    assert here.cpu
    assert here.cores > 0
