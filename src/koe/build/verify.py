"""Stage files -> checks: whether each has its recorded hash, and whether its recipe gives that hash again."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from koe.build.recipes import Build, Variant, file_sha256, package_file
from koe.build.stage_cache import StageCache, make_variants, variants_of
from koe.errors import StageError
from koe.model.assets import Check


def verify_stages(cache: StageCache, builds: Iterable[Build]) -> list[Check]:
    """Read every stage file that was made for these builds. One that was not made yet is no fault."""
    made = [variant for variant in variants_of(builds) if cache.path(variant).exists()]
    return [_check(cache, variant, _hash_problem(cache, variant)) for variant in made]


def verify_tables(builds: Iterable[Build]) -> list[Check]:
    """Compare the norm tables with the records beside them."""
    names = dict.fromkeys(build.table for build in builds)
    paths = {name: package_file(name) for name in names}
    return [Check(name, path, (problem := _table_problem(path)) is None, problem) for name, path in paths.items()]


def verify_rebuilt(
    cache: StageCache, builds: Iterable[Build], source: Path, on_variant: Callable[[Variant], None] = lambda _: None
) -> list[Check]:
    """Make every stage file of these builds again, in a folder that is removed, and compare the hashes."""
    checks = []
    try:
        cache.folder.mkdir(parents=True, exist_ok=True)
        # Beside the cache and not in /tmp, which may be in memory: the largest file has 240 MB.
        with tempfile.TemporaryDirectory(prefix="rebuilt-", dir=cache.folder.parent) as folder:
            again = replace(cache, folder=Path(folder))
            variants = variants_of(builds)
            make_variants(again, variants, source, on_variant, lambda one: checks.append(_compared(cache, again, one)))
    except OSError as problem:
        raise StageError(f"{cache.folder.parent} cannot be written ({problem.strerror}).") from problem
    return checks


def _compared(cache: StageCache, again: StageCache, variant: Variant) -> Check:
    known, rebuilt = cache.record(variant), again.record(variant)
    again.path(variant).unlink()  # one at a time: all together would need a gigabyte
    if known is None:
        return _check(cache, variant, "was not made yet: no hash to compare. Run `koe models build`", "rebuilt")
    if rebuilt is not None and rebuilt.sha256 == known.sha256:
        return _check(cache, variant, None, "rebuilt")
    changed = known.changed_tools()
    reason = f"it was made with other versions ({changed})" if changed else "its recipe or its inputs have changed"
    problem = f"has another hash when it is made again: {reason}. Run `koe models build --force`"
    return _check(cache, variant, problem, "rebuilt")


def _check(cache: StageCache, variant: Variant, problem: str | None, kind: str = "stage") -> Check:
    return Check(f"{kind}/{variant.stage}.{variant.name}", cache.path(variant), problem is None, problem)


def _hash_problem(cache: StageCache, variant: Variant) -> str | None:
    path, record = cache.path(variant), cache.record(variant)
    if record is None:
        return f"{path.with_suffix('.json')} is missing or damaged. Run `koe models build`"
    try:
        is_same = file_sha256(path) == record.sha256
    except OSError as problem:
        return f"{path} cannot be read ({problem.strerror})"
    return None if is_same else f"{path} is corrupted. Run `koe models build --force`"


def _table_problem(path: Path) -> str | None:
    try:
        recorded = json.loads(path.with_suffix(".json").read_text("utf-8"))["sha256"]
        is_same = file_sha256(path) == recorded
    except (OSError, ValueError, KeyError) as problem:
        return f"{path} or the record beside it cannot be read ({type(problem).__name__})"
    return None if is_same else f"{path} is not the table that the record beside it describes"
