"""koe golden: speak the golden clips again and show what has moved."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from koe.bench.golden import (
    COLUMNS_PER_SECOND,
    GoldenClip,
    Move,
    Portrait,
    Recording,
    golden_clips,
    mel_db,
    moves,
    read_portraits,
    record,
    write_portraits,
)
from koe.cli.assemble import load_engine
from koe.cli.console import counting, out
from koe.settings import Settings, load_settings

app = typer.Typer(help="Clips that must not change unnoticed.", no_args_is_help=True, rich_markup_mode=None)

_FILE = Path("tests/golden/clips.json")
_File = Annotated[Path, typer.Option("--file", help="What is kept of the clips.")]
_FINE_BANDS, _FINE_COLUMNS_PER_SECOND = 96, 100


@app.callback()
def root() -> None:
    """Clips that must not change unnoticed."""


@app.command()
def check(
    elsewhere: Annotated[
        bool, typer.Option("--elsewhere", help="Allow what another processor changes: the file was made on one.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    file: _File = _FILE,
) -> None:
    """Speak all clips and compare them with the file. Exit code 1 if anything moved."""
    kept, clips = read_portraits(file), golden_clips()
    found = [
        move
        for clip, new in _recordings(clips)
        if clip.name in kept
        for move in moves(clip.name, kept[clip.name], new.portrait, elsewhere=elsewhere)
    ]
    strays = _strays(clips, kept)
    if as_json:
        content = {"clips": len(clips), "moves": [asdict(move) for move in found], "strays": strays}
        out.print_json(json.dumps(content))
    else:
        _show(len(clips), found, strays)
    if found or strays:
        raise typer.Exit(1)


@app.command()
def update(
    pictures: Annotated[Path | None, typer.Option(help="Also draw what moved into this folder, old and new.")] = None,
    file: _File = _FILE,
) -> None:
    """Speak all clips, show what moved, and keep them as they are now."""
    if pictures is not None:
        _check_pictures(pictures)
    kept, clips = read_portraits(file) if file.exists() else {}, golden_clips()
    portraits: dict[str, Portrait] = {}
    found: list[Move] = []
    for clip, new in _recordings(clips):
        portraits[clip.name] = new.portrait
        moved = moves(clip.name, kept[clip.name], new.portrait) if clip.name in kept else []
        found += moved
        if moved and pictures is not None:
            _draw(clip.name, kept[clip.name], new, moved, pictures)
    write_portraits(file, portraits)
    _show(len(clips), found, _strays(clips, kept))


def plain_settings() -> Settings:
    """Whatever somebody set for himself: golden clips are spoken as koe comes."""
    return load_settings(
        lexicon=None,
        project_lexicon=None,
        language_voices={},
        one_voice=False,
        emoji="drop",
        loudness=True,
        loudness_lufs=-16.0,
        primer_bytes=0,
        stall_silence=False,
    )


def _recordings(clips: Sequence[GoldenClip]) -> Iterator[tuple[GoldenClip, Recording]]:
    with closing(load_engine(plain_settings())) as engine, counting("Speaking", total=len(clips)) as progress:
        for clip in clips:
            yield clip, record(engine, clip)
            progress.advance(progress.task_ids[0])


def _strays(clips: Sequence[GoldenClip], kept: Iterable[str]) -> list[str]:
    """Clips that are only spoken or only kept."""
    return sorted({clip.name for clip in clips} ^ set(kept))


def _show(count: int, found: Sequence[Move], strays: Sequence[str]) -> None:
    if found:
        table = Table("clip", "measure", "moved", "allowed", "where", box=None, pad_edge=False)
        for move in found:
            allowed = f"{move.allowed:g} {move.unit}"
            table.add_row(move.clip, move.measure, f"{move.amount:+g} {move.unit}", allowed, Text(move.place))
        out.print(table)
    for name in strays:
        out.print(f"{name}: not in both the file and the list of clips")
    out.print(f"{count} clips, {len({move.clip for move in found})} moved")


def _check_pictures(folder: Path) -> None:
    """Before anything is spoken."""
    if not folder.is_dir():
        raise typer.BadParameter("takes a folder that exists.", param_hint="--pictures")
    if find_spec("matplotlib") is None:
        raise typer.BadParameter("matplotlib is not installed: pip install 'koe[bench]'.", param_hint="--pictures")


def _draw(name: str, old: Portrait, new: Recording, moved: Sequence[Move], folder: Path) -> None:
    """The fingerprint that was kept, the new one, and what the new one was taken from."""
    from matplotlib.figure import Figure

    fine = mel_db(new.samples, new.sample_rate_hz, _FINE_BANDS, _FINE_COLUMNS_PER_SECOND)
    panels = (
        ("kept", old.picture_db, COLUMNS_PER_SECOND),
        ("now", new.portrait.picture_db, COLUMNS_PER_SECOND),
        ("now, in detail", fine, _FINE_COLUMNS_PER_SECOND),
    )
    longest_s = max(old.duration_s, new.portrait.duration_s)
    figure = Figure(figsize=(15, 4.5), layout="constrained")
    figure.suptitle(f"{name}: " + ", ".join(f"{move.measure} {move.amount:+g} {move.unit}" for move in moved))
    for axes, (title, picture, columns_per_second) in zip(figure.subplots(1, len(panels)), panels, strict=True):
        extent = (0, len(picture) / columns_per_second, 0, 1)
        axes.imshow(picture.T, origin="lower", aspect="auto", extent=extent, vmin=-78, vmax=-10)
        axes.set(title=title, xlabel="seconds", xlim=(0, longest_s), yticks=[])
    figure.savefig(folder / f"{name.replace('/', '-')}.png", dpi=100)
