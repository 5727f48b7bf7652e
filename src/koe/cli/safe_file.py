"""Files that are either complete or absent: written under another name in the same folder, then renamed."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from io import BufferedRandom
from pathlib import Path
from types import TracebackType
from typing import Self

import typer

from koe.errors import AudioFileError

_LONGEST_NAME = 50  # characters, up to four bytes each: file systems allow 255


class Draft:
    """A file in the making. `publish` gives it its name; leaving the `with` block without that removes it."""

    def __init__(self, folder: Path, name: str, suffix: str = ".part", mode: int = 0o666) -> None:
        self.path = folder / f".{Path(name).name[:_LONGEST_NAME]}.{os.getpid()}{suffix}"
        # Only a process of the same number that was killed can have left one.
        with suppress(FileNotFoundError):
            self.path.unlink()
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        self.file: BufferedRandom = os.fdopen(descriptor, "w+b")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with suppress(OSError):  # a full disk must not hide the error that led here
            self.file.close()
        self.path.unlink(missing_ok=True)

    def publish(self, path: Path, *, force: bool) -> Path:
        """Give the finished file its name, and return it. Without `force` nothing is replaced: if the name was taken
        meanwhile, the file gets the next free one."""
        self.file.flush()
        os.fsync(self.file.fileno())
        if force:
            target = path.resolve()  # of a link, what it points to is replaced
            with suppress(OSError):
                self.path.chmod(stat.S_IMODE(target.stat().st_mode))
            self.path.replace(target)
        else:
            path = self._named_anew(path)
        _sync_folder(path.parent)
        return path

    def _named_anew(self, path: Path) -> Path:
        for number in range(2, 1000):
            try:
                _rename_to_new(self.path, path)
            except FileExistsError:
                path = path.with_name(f"{path.stem.removesuffix(f'-{number - 1}')}-{number}{path.suffix}")
            else:
                return path
        raise FileExistsError(path)


def _rename_to_new(old: Path, new: Path) -> None:
    try:
        os.link(old, new)  # fails if the name is taken, which a rename does not
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if new.exists():
            raise FileExistsError(new) from None
        old.replace(new)


def _sync_folder(folder: Path) -> None:
    """Write the new name to disk as well. Not every file system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_safely(path: Path, content: bytes, *, force: bool, mode: int = 0o666) -> Path:
    with Draft(path.parent, path.name, mode=mode) as draft:
        draft.file.write(content)
        return draft.publish(path, force=force)


def require_place(path: Path, option: str, *, force: bool) -> None:
    """Refuse, before any work is done, a file that could not be written at its end, or that would replace another."""
    if path.is_dir():
        raise typer.BadParameter(f"{path} is a folder. Name a file in it.", param_hint=option)
    if path.exists() and not path.is_file():
        raise typer.BadParameter(f"{path} is not a regular file.", param_hint=option)
    if path.exists() and not force:
        raise typer.BadParameter(f"{path} exists. --force replaces it.", param_hint=option)
    if not path.parent.is_dir():
        problem = f"{path} cannot be written: there is no folder {path.parent}."
        raise AudioFileError(f"{problem} Choose another {option}.")
    with cannot_write(path, option), Draft(path.parent, path.name):
        pass


class cannot_write:  # noqa: N801  used like a function
    """Turns an OSError into one line that names the file and the option."""

    def __init__(self, name: Path | str, option: str) -> None:
        self._name = name
        self._option = option

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if isinstance(error, OSError):
            reason = error.strerror or type(error).__name__
            raise AudioFileError(f"{self._name} cannot be written ({reason}). Choose another {self._option}.") from None
