"""koe dev golden: speak the golden clips again and show what has changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from koe.bench.golden import (
    COLUMNS_PER_SECOND,
    Change,
    ClipFeatures,
    GoldenClip,
    Recording,
    changes,
    golden_clips,
    mel_db,
    read_features,
    record,
    write_features,
)
from koe.cli.assemble import load_engine
from koe.cli.console import counting, out
from koe.cli.options import AsJson, require_extra
from koe.settings import Settings, load_settings

app = typer.Typer(help="Clips whose sound must not change unnoticed.", no_args_is_help=True, rich_markup_mode=None)

_FILE = Path("tests/golden/clips.json")
_File = Annotated[Path, typer.Option("--file", help="The features of the approved clips.")]
_FINE_BANDS, _FINE_COLUMNS_PER_SECOND = 96, 100


@app.callback()
def root() -> None:
    """Clips whose sound must not change unnoticed."""


@app.command()
def check(
    other_cpu: Annotated[
        bool, typer.Option("--other-cpu", help="Wider tolerances, for a CPU other than the one that made the file.")
    ] = False,
    as_json: AsJson = False,
    file: _File = _FILE,
) -> None:
    """Speak all clips and compare them with the file. Exit code 1 if anything changed."""
    kept, clips = read_features(file), golden_clips()
    found = [
        change
        for clip, new in _recordings(clips)
        if clip.name in kept
        for change in changes(clip.name, kept[clip.name], new.features, other_cpu=other_cpu)
    ]
    unmatched = _unmatched(clips, kept)
    if as_json:
        content = {"clips": len(clips), "changes": [asdict(change) for change in found], "unmatched": unmatched}
        out.print_json(json.dumps(content))
    else:
        _show(len(clips), found, unmatched)
    if found or unmatched:
        raise typer.Exit(1)


@app.command()
def update(
    pictures: Annotated[
        Path | None, typer.Option(help="Also draw changed clips into this folder, old and new.")
    ] = None,
    file: _File = _FILE,
) -> None:
    """Speak all clips, show what changed, and write the file anew."""
    if pictures is not None:
        _check_pictures(pictures)
    kept, clips = read_features(file) if file.exists() else {}, golden_clips()
    features: dict[str, ClipFeatures] = {}
    found: list[Change] = []
    for clip, new in _recordings(clips):
        features[clip.name] = new.features
        changed = changes(clip.name, kept[clip.name], new.features) if clip.name in kept else []
        found += changed
        if changed and pictures is not None:
            _draw(clip.name, kept[clip.name], new, changed, pictures)
    write_features(file, features)
    _show(len(clips), found, _unmatched(clips, kept))


def golden_settings() -> Settings:
    """koe's defaults for everything that changes the sound, whatever the environment says."""
    return load_settings(
        lexicon=None,
        project_lexicon=None,
        language_voices={},
        one_voice=False,
        emoji="drop",
        loudness=True,
        loudness_lufs=-16.0,
        primer_bytes=0,
    )


def _recordings(clips: Sequence[GoldenClip]) -> Iterator[tuple[GoldenClip, Recording]]:
    with closing(load_engine(golden_settings())) as engine, counting("Speaking", total=len(clips)) as progress:
        for clip in clips:
            yield clip, record(engine, clip)
            progress.advance(progress.task_ids[0])


def _unmatched(clips: Sequence[GoldenClip], kept: Iterable[str]) -> list[str]:
    """Clips that are only in the list or only in the file."""
    return sorted({clip.name for clip in clips} ^ set(kept))


def _show(count: int, found: Sequence[Change], unmatched: Sequence[str]) -> None:
    if found:
        table = Table("clip", "measure", "change", "allowed", "where", box=None, pad_edge=False)
        for change in found:
            allowed = f"{change.allowed:g} {change.unit}"
            table.add_row(change.clip, change.measure, f"{change.amount:+g} {change.unit}", allowed, Text(change.place))
        out.print(table)
    for name in unmatched:
        out.print(f"{name}: not in both the file and the list of clips")
    out.print(f"{count} clips, {len({change.clip for change in found})} changed")


def _check_pictures(folder: Path) -> None:
    """Refuses a folder that cannot be used, before anything is spoken."""
    if not folder.is_dir():
        raise typer.BadParameter("needs an existing folder.", param_hint="--pictures")
    require_extra("bench", ["matplotlib"])


def _draw(name: str, old: ClipFeatures, new: Recording, changed: Sequence[Change], folder: Path) -> None:
    """The stored fingerprint, the new one, and the new spectrogram in detail."""
    from matplotlib.figure import Figure

    fine = mel_db(new.samples, new.sample_rate_hz, _FINE_BANDS, _FINE_COLUMNS_PER_SECOND)
    panels = (
        ("stored", old.spectrogram_db, COLUMNS_PER_SECOND),
        ("now", new.features.spectrogram_db, COLUMNS_PER_SECOND),
        ("now, in detail", fine, _FINE_COLUMNS_PER_SECOND),
    )
    longest_s = max(old.duration_s, new.features.duration_s)
    figure = Figure(figsize=(15, 4.5), layout="constrained")
    figure.suptitle(f"{name}: " + ", ".join(f"{change.measure} {change.amount:+g} {change.unit}" for change in changed))
    for axes, (title, spectrogram, columns_per_second) in zip(figure.subplots(1, len(panels)), panels, strict=True):
        extent = (0, len(spectrogram) / columns_per_second, 0, 1)
        axes.imshow(spectrogram.T, origin="lower", aspect="auto", extent=extent, vmin=-78, vmax=-10)
        axes.set(title=title, xlabel="seconds", xlim=(0, longest_s), yticks=[])
    figure.savefig(folder / f"{name.replace('/', '-')}.png", dpi=100)
