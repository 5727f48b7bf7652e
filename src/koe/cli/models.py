"""koe models: download, list, verify, build and evaluate the model files."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.table import Table

from koe.cli import evaluate, pack
from koe.cli.assemble import asset_store, ensure_stages
from koe.cli.console import PullBar, err, out, working
from koe.cli.options import AsJson, SomeBuilds
from koe.cli.verify_builds import rebuilt_builds, verified_builds
from koe.errors import AssetError
from koe.model.assets import DEFAULT_GROUPS, GROUPS, AssetStore, load_manifest
from koe.settings import load_settings

app = typer.Typer(help="Model files on this machine.", no_args_is_help=True, rich_markup_mode=None)

WithInt8 = Annotated[bool, typer.Option("--int8", help="Also the published int8 model, used for comparisons.")]


def _groups(with_int8: bool) -> tuple[str, ...]:
    return (*DEFAULT_GROUPS, "int8") if with_int8 else DEFAULT_GROUPS


@app.command()
def pull(
    with_int8: WithInt8 = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="Check the hash of every file and download damaged ones again.")
    ] = False,
) -> None:
    """Download missing files and check their hashes."""
    pulled = asset_store(load_settings()).pull(_groups(with_int8), progress=PullBar(), repair=repair)
    megabytes = sum(item.bytes for item in pulled) / 1e6
    sources = ", ".join(sorted({item.source for item in pulled}))
    err.print(
        f"{len(pulled)} files, {megabytes:.0f} MB, from {sources}" if pulled else "Nothing to download.", markup=False
    )


@app.command("list")
def list_assets(as_json: AsJson = False) -> None:
    """Show every file, its size and whether it is present."""
    store = asset_store(load_settings())
    missing = {asset.name for asset in store.missing(GROUPS)}
    rows = [(asset.name, asset.bytes, asset.name not in missing) for asset in load_manifest()]
    if as_json:
        out.print_json(json.dumps([{"name": name, "bytes": size, "present": here} for name, size, here in rows]))
        return
    table = Table("name", "MB", "present", box=None, pad_edge=False)
    for name, size, here in rows:
        table.add_row(name, f"{size / 1e6:.1f}", "yes" if here else "no")
    out.print(table)


@app.command()
def verify(
    builds: SomeBuilds = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Also make the stage files again and compare their hashes.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check the hash of every file that koe needs, and of the stage files that were made. Exit code 1 when one is
    wrong."""
    settings = load_settings()
    with working("Hashing"):
        checks = [*asset_store(settings).verify(), *verified_builds(settings, builds)]
    if rebuild:
        checks += rebuilt_builds(settings, builds)
    wrong = [check for check in checks if not check.ok]
    if as_json:
        rows = [{"name": c.name, "path": str(c.path), "ok": c.ok, "problem": c.problem} for c in checks]
        out.print_json(json.dumps(rows))
    elif not wrong:
        out.print(f"{len(checks)} files have the right hash")
    if wrong:
        problems = "\n".join(f"  {check.name}: {check.problem}" for check in wrong)
        raise AssetError(f"{len(wrong)} of {len(checks)} files are wrong:\n{problems}")


@app.command()
def build(
    builds: SomeBuilds = None,
    force: Annotated[bool, typer.Option("--force", help="Build again even if the stages exist.")] = False,
) -> None:
    """Make the stages of the model; the first start does it too."""
    out.print(str(ensure_stages(load_settings(), builds, again=force).folder), soft_wrap=True, markup=False)


@app.command()
def path() -> None:
    """Print the folder that holds the files."""
    store: AssetStore = asset_store(load_settings())
    out.print(str(store.folder), soft_wrap=True, markup=False)


app.command("evaluate")(evaluate.evaluate)
app.command("pack")(pack.pack)
app.command("unpack")(pack.unpack)
