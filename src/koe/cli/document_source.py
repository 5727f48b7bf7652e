"""FILE, - or --clipboard -> the document to read."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import typer

from koe.documents.document import Document
from koe.documents.limits import LARGEST_FILE_BYTES
from koe.documents.open_document import open_document

# The first that is installed. A Wayland session may have an X clipboard besides, which is another one.
_CLIPBOARDS = (
    ("pbpaste", ()),
    ("wl-paste", ("--no-newline", "--type", "text")),
    ("xclip", ("-selection", "clipboard", "-out")),
    ("xsel", ("--clipboard", "--output")),
    ("powershell.exe", ("-NoProfile", "-Command", "Get-Clipboard -Raw")),
)
_CLIPBOARD_TIMEOUT_S = 10


def read_source(source: str | None, *, from_clipboard: bool) -> Document:
    if from_clipboard:
        if source is not None:
            raise typer.BadParameter("takes no FILE beside it.", param_hint="--clipboard")
        return open_document(io.BytesIO(_clipboard()), "Clipboard")
    if source is None:
        raise typer.BadParameter("name a file, - for standard input, or --clipboard.", param_hint="FILE")
    if source == "-":
        return open_document(io.BytesIO(_standard_input()), "Standard input")
    path = Path(source)
    if path.is_dir():
        raise typer.BadParameter(f"{path} is a folder.", param_hint="FILE")
    try:
        with path.open("rb") as file:
            if not file.seekable():
                return open_document(io.BytesIO(file.read(LARGEST_FILE_BYTES + 1)), path.name)
            return open_document(file, path.name)
    except FileNotFoundError:
        hint = "" if any(map(str.isspace, source)) is False else " A text is spoken by koe say."
        raise typer.BadParameter(f"there is no file {path}.{hint}", param_hint="FILE") from None
    except OSError as problem:
        raise typer.BadParameter(f"{path} cannot be read ({problem.strerror}).", param_hint="FILE") from None


def _standard_input() -> bytes:
    return sys.stdin.buffer.read(LARGEST_FILE_BYTES + 1) if sys.stdin else b""


def _clipboard() -> bytes:
    for name, arguments in _CLIPBOARDS:
        if shutil.which(name) is None or (name == "wl-paste" and not os.environ.get("WAYLAND_DISPLAY")):
            continue
        try:
            result = subprocess.run([name, *arguments], capture_output=True, timeout=_CLIPBOARD_TIMEOUT_S, check=True)
        except subprocess.SubprocessError:
            raise typer.BadParameter(f"{name} gave no text.", param_hint="--clipboard") from None
        return result.stdout
    names = ", ".join(name for name, _ in _CLIPBOARDS)
    raise typer.BadParameter(f"needs one of {names}.", param_hint="--clipboard")
