"""Builds -> checks of their stage files, for `koe models verify`."""

from __future__ import annotations

from collections.abc import Sequence

from koe.build.recipes import BUILDS, EXACT, Build, find_build
from koe.build.stage_cache import variants_of
from koe.build.verify import verify_rebuilt, verify_stages, verify_tables
from koe.cli.assemble import MODEL, asset_store, offered_builds, stage_cache
from koe.cli.console import counting
from koe.model.assets import Check
from koe.settings import Settings


def verified_builds(settings: Settings, names: Sequence[str] | None) -> list[Check]:
    """Default: all builds, of which only the files count that were made."""
    builds = [find_build(name) for name in names or BUILDS]
    return [*verify_tables(builds), *verify_stages(stage_cache(settings), builds)]


def rebuilt_builds(settings: Settings, names: Sequence[str] | None) -> list[Check]:
    """Default: the builds that the settings offer, and the exact one. Takes some seconds for each."""
    builds: list[Build] = [find_build(name) for name in names or dict.fromkeys((*offered_builds(settings), EXACT))]
    source = asset_store(settings).path(MODEL)
    with counting("Making the stages again", total=len(variants_of(builds))) as progress:
        task = progress.task_ids[0]
        return verify_rebuilt(stage_cache(settings), builds, source, lambda _: progress.advance(task))
