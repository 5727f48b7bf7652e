"""--out and --format of `koe read` -> the file or the folder of chapters that becomes the book."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import typer

from koe.cli.safe_file import cannot_write, require_place
from koe.errors import AudioFileError
from koe.wire.book_file import BOOK_FORMATS

BOOK_SUFFIXES = ", ".join(one.suffix for one in BOOK_FORMATS.values())
CHAPTER_FORMAT = "mp3"  # of a folder: what every player takes
_KEY_CHARACTERS = 8


@dataclass(frozen=True, slots=True)
class BookDestination:
    """`is_folder`: a file for each chapter, in a folder of that name."""

    path: Path
    format_name: str
    is_folder: bool = False
    force: bool = False

    def work_path(self, key: str) -> Path:
        """Beside the book, because a file can be renamed only within a file system."""
        return self.path.absolute().parent / f"{self.path.name}.{key[:_KEY_CHARACTERS]}.part"

    def check(self) -> None:
        """Refuse what could not be written in the end, before anything is spoken."""
        if not self.is_folder:
            require_place(self.path, "--out", force=self.force)
            return
        parent = self.path.absolute().parent
        if self.path.exists() and not self.path.is_dir():
            raise typer.BadParameter(f"{self.path} is not a folder.", param_hint="--out")
        with cannot_write(self.path, "--out"):
            if self.path.is_dir() and any(self.path.iterdir()):
                raise typer.BadParameter(f"{self.path} is not empty. Name a new folder.", param_hint="--out")
        if not parent.is_dir():
            problem = f"{self.path} cannot be written: there is no folder {parent}."
            raise AudioFileError(f"{problem} Choose another --out.")


def book_destination(out: str, format_name: str | None, *, force: bool) -> BookDestination:
    if format_name is not None and format_name not in BOOK_FORMATS:
        raise typer.BadParameter(f"must be one of {', '.join(BOOK_FORMATS)}.", param_hint="--format")
    path = Path(out)
    if out.endswith(("/", os.sep)) or path.is_dir():
        return BookDestination(path, format_name or CHAPTER_FORMAT, is_folder=True, force=force)
    suffix = path.suffix.lower()
    named = next((name for name, one in BOOK_FORMATS.items() if one.suffix == suffix), None)
    if named is None:
        ending = f"{suffix} is no format of books" if suffix else f"{path} has no ending"
        raise typer.BadParameter(
            f"{ending}. Use one of {BOOK_SUFFIXES}, or a folder for its chapters: {path}/", param_hint="--out"
        )
    if format_name not in (None, named):
        raise typer.BadParameter(f"{format_name} does not belong in a {suffix} file.", param_hint="--format")
    return BookDestination(path, named, force=force)
