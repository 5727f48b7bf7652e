"""koe models pack, unpack: what was unpacked speaks without the published model."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from koe.build import stage_cache as stages
from koe.build.recipes import BUILDS, file_sha256
from koe.build.stage_cache import StageCache, make_builds
from koe.cli import assemble, doctor
from koe.cli import pack as module
from koe.cli.main import app
from koe.errors import AssetError
from koe.model.assets import Asset, AssetStore
from koe.settings import Settings


@pytest.fixture
def cache(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StageCache:
    """A machine that has the voices and not the published model; its caches are those of the settings."""
    model = Asset(assemble.MODEL, "model", "model.onnx", whole.stat().st_size, file_sha256(whole), ())

    def found(settings: Settings) -> StageCache:
        return StageCache.under(settings.cache_dir, model.sha256, "d" * 64)

    for place in (assemble, doctor, module):
        monkeypatch.setattr(place, "stage_cache", found)
        monkeypatch.setattr(place, "asset_store", lambda settings: AssetStore(settings.cache_dir / "assets", [model]))
    monkeypatch.setattr(module, "load_manifest", lambda: ())
    monkeypatch.setenv("KOKORO_CACHE_DIR", str(tmp_path / "here"))
    monkeypatch.setenv("KOKORO_BUILD", "fp32")
    return found(Settings(cache_dir=tmp_path / "here"))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["models", *arguments])


def test_a_packed_build_moves_to_a_machine_without_the_model(
    whole: Path, cache: StageCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_builds(cache, [BUILDS["fp32"]], whole)
    assert run("pack", "--out", str(tmp_path / "koe.pack")).exit_code == 0
    monkeypatch.setenv("KOKORO_CACHE_DIR", str(tmp_path / "there"))
    assert run("unpack", str(tmp_path / "koe.pack")).exit_code == 0
    there = Settings(cache_dir=tmp_path / "there", build="fp32")
    report = doctor.examine(there)
    assert report["files"]["stages"].endswith("(complete)")
    assert report["inference"]["fallback"].startswith("none")
    assert "model" not in report["problems"]
    monkeypatch.setattr(stages, "make_variants", lambda *_: pytest.fail("nothing is to be made"))
    assert assemble.ensure_stages(there).is_complete(BUILDS["fp32"])
    with pytest.raises(AssetError, match=assemble.MODEL):  # made from the model, which cannot be downloaded here
        assemble.ensure_stages(there, ["exact"])


def test_an_existing_file_is_not_replaced(cache: StageCache, tmp_path: Path) -> None:
    (tmp_path / "koe.pack").write_text("mine")
    result = run("pack", "--out", str(tmp_path / "koe.pack"))
    assert result.exit_code == 2
    assert (tmp_path / "koe.pack").read_text() == "mine"
