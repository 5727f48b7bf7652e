"""koe models pack, unpack: a build as one file, for machines that are not to download the published model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from koe.build.pack import open_pack, write_pack
from koe.build.recipes import BUILDS, find_build
from koe.cli.assemble import asset_store, ensure_stages, offered_builds, stage_cache
from koe.cli.console import counting, err, working
from koe.cli.options import completed, known_build
from koe.cli.safe_file import Draft, cannot_write, require_place
from koe.model.assets import VOICES, Asset, load_manifest
from koe.settings import load_settings


def pack(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="BUILD",
            help="Name of the build. Default: KOKORO_BUILD.",
            callback=known_build,
            autocompletion=completed(lambda: list(BUILDS)),
            show_default=False,
        ),
    ] = None,
    out_file: Annotated[Path, typer.Option("--out", help="File for the pack.")] = Path("koe.pack"),
    without_voices: Annotated[
        bool, typer.Option("--no-voices", help="Without voices: the other machine downloads them.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the file.")] = False,
) -> None:
    """Write a build into one file: its stages and voices, without the published model."""
    require_place(out_file, "--out", force=force)
    settings = load_settings()
    build = find_build(name or offered_builds(settings)[0])
    cache, store = ensure_stages(settings, [build.name]), asset_store(settings)
    assets = [] if without_voices else [(asset, store.path(asset.name)) for asset in _voices()]
    with (
        working("Packing"),
        cannot_write(out_file, "--out"),
        Draft(out_file.absolute().parent, out_file.name) as draft,
    ):
        write_pack(draft.file, cache, build, assets)
        written = draft.publish(out_file, force=force)
    megabytes = written.stat().st_size / 1e6
    err.print(f"{written}: build {build.name}, {len(assets)} voices, {megabytes:.0f} MB", markup=False, soft_wrap=True)


def unpack(
    file: Annotated[Path, typer.Argument(metavar="PACK", help="A file that `koe models pack` wrote.")],
) -> None:
    """Install a build from a pack. It speaks without the published model, and so without the exact build, which
    otherwise goes on where a stage fails."""
    settings = load_settings()
    cache, store = stage_cache(settings), asset_store(settings)
    with open_pack(file, cache, _voices()) as found, counting("Unpacking", total=found.files) as progress:
        task = progress.task_ids[0]
        found.install(cache, store.folder, lambda: progress.advance(task))
        name, count = found.build.name, len(found.voices)
    err.print(f"Build {name} and {count} voices are in {settings.cache_dir}", markup=False, soft_wrap=True)
    if name not in offered_builds(settings):
        err.print(f"Choose it: KOKORO_BUILD={name}", markup=False)


def _voices() -> list[Asset]:
    return [asset for asset in load_manifest() if asset.group == VOICES]
