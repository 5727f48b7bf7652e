"""--out, --format and --force -> where the speech goes and in which format."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

import typer

from koe.cli.safe_file import require_place
from koe.wire.codecs import FORMATS

STANDARD_OUTPUT = "-"
DEFAULT_FORMAT = "wav"
DEFAULT_PATH = Path(f"speech{FORMATS[DEFAULT_FORMAT].suffix}")
SUFFIXES = ", ".join(dict.fromkeys(one.suffix for one in FORMATS.values()))


@dataclass(frozen=True, slots=True)
class Destination:
    """A file, or standard output if `path` is None."""

    path: Path | None
    format_name: str
    force: bool = False

    @property
    def name(self) -> str:
        return "standard output" if self.path is None else str(self.path)

    @property
    def is_stream(self) -> bool:
        """Written while it is spoken, because it cannot be changed afterwards: a pipe. A redirected file can."""
        return self.path is None and not _is_regular_standard_output()

    def check(self) -> None:
        """Refuse what could not be written in the end, before the model is loaded."""
        if self.path is not None:
            require_place(self.path, "--out", force=self.force)
        elif sys.stdout.isatty():
            raise typer.BadParameter(
                "audio is not written to a terminal. Send it to a program, as in `koe say … --out - | aplay`, or name "
                "a file.",
                param_hint="--out",
            )


def destination_of(out: str | None, format_name: str | None, *, force: bool) -> Destination | None:
    """None: to the speaker."""
    if format_name is not None and format_name not in FORMATS:
        raise typer.BadParameter(f"must be one of {', '.join(FORMATS)}.", param_hint="--format")
    if out is None:
        if format_name is not None:
            raise typer.BadParameter("is for --out; the speaker needs none.", param_hint="--format")
        return None
    if out == STANDARD_OUTPUT:
        return Destination(None, format_name or DEFAULT_FORMAT)
    path = Path(out)
    return Destination(path, _format_of(path, format_name), force)


def _format_of(path: Path, asked: str | None) -> str:
    suffix = path.suffix.lower()
    named = next((name for name, one in FORMATS.items() if one.suffix == suffix), None)
    if asked is None:
        if named is None:
            ending = f"{path.suffix} is no format of koe" if suffix else f"{path} has no ending"
            raise typer.BadParameter(f"{ending}. Use one of {SUFFIXES}, or --format.", param_hint="--out")
        return named
    if named is not None and FORMATS[asked].suffix != suffix:
        remedy = f"Leave --format out, or name a {FORMATS[asked].suffix} file."
        raise typer.BadParameter(f"{asked} does not belong in a {suffix} file. {remedy}", param_hint="--format")
    return asked


def _is_regular_standard_output() -> bool:
    try:
        return stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    except (OSError, ValueError):  # no descriptor behind it
        return False
