"""The stage files of the real model are those that their recipes give, again and again."""

from __future__ import annotations

from koe.build.recipes import BUILDS
from koe.build.stage_cache import variants_of
from koe.build.verify import verify_rebuilt
from koe.cli.assemble import MODEL, asset_store, ensure_stages
from koe.settings import Settings


def test_files_that_are_made_again_have_the_recorded_hash() -> None:
    """The files in the cache were made by another process, with another order of its sets."""
    settings = Settings()
    cache = ensure_stages(settings, list(BUILDS))
    checks = verify_rebuilt(cache, BUILDS.values(), asset_store(settings).path(MODEL))
    assert [check.problem for check in checks if not check.ok] == []
    assert len(checks) == len(variants_of(BUILDS.values()))
