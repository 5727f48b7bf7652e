"""What providers besides ONNX Runtime's CPU are given in place of stages that were made for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from koe.build.for_providers import FilesForProviders, build_for_providers, variant_for_providers
from koe.build.recipes import BUILDS, VARIANTS, find_build
from koe.build.stage_cache import StageCache
from koe.model.backends.choice import CHOSEN_STAGES

SOURCE = "0" * 64


def test_only_the_stages_that_providers_compute_are_replaced() -> None:
    build = build_for_providers(find_build("int8"), ["generator"])
    assert build.stages == {**find_build("int8").stages, "generator": "slim-folded"}
    assert (build.table, build.levels) == (find_build("int8").table, find_build("int8").levels)


@pytest.mark.parametrize("name", BUILDS)
def test_what_providers_are_given_has_the_same_weights(name: str) -> None:
    """Else norm table and levels would not fit."""
    for variant in find_build(name).variants:
        given = variant_for_providers(variant)
        assert given.stage == variant.stage
        assert given.weights_sha256(SOURCE) == variant.weights_sha256(SOURCE)


@pytest.mark.parametrize("name", BUILDS)
def test_providers_are_given_plain_operations(name: str) -> None:
    for variant in find_build(name).variants:
        if variant.stage in CHOSEN_STAGES and variant.precision == "f32":
            assert variant_for_providers(variant).name in ("plain", "folded", "slim-folded")


def test_a_file_that_was_not_made_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = StageCache(tmp_path, SOURCE, SOURCE)
    own, given = cache.path(VARIANTS["trunk", "int8"]), cache.path(VARIANTS["trunk", "plain"])
    files = FilesForProviders(cache)
    assert files(own) == own
    monkeypatch.setattr(StageCache, "has", lambda _, variant: variant.name == "plain")
    assert files(own) == given
    assert files(tmp_path / "generator.onnx") == tmp_path / "generator.onnx"  # no name of koe's
