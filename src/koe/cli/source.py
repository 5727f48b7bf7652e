"""The TEXT argument -> the text to speak: the argument itself, the content of a file, or standard input."""

from __future__ import annotations

import codecs
import re
import sys
from pathlib import Path
from typing import BinaryIO, NoReturn

import typer

# Names with these endings are meant as files, present or not. Others may be words: Node.js, example.com, and/or.
_FILE_NAME = re.compile(
    r".*[^./\\]\.(txt|text|md|markdown|rst|adoc|org|tex|log|csv|tsv|json|ya?ml|toml|xml|ssml|x?html?|srt|vtt|sub|pdf"
    r"|docx?|odt|rtf|epub|mobi|pages|pptx?|xlsx?|zip|gz|png|jpe?g|gif|mp3|wav|ogg|opus|flac|m4a|mp4)",
    re.IGNORECASE | re.DOTALL,
)
_PATH_START = re.compile(r"(?:~|\.{1,2})?[/\\]\S")
_LONGEST_NAME = 4096
_HEAD_BYTES = 65_536
# Byte order marks, the longer ones first: that of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_argument(argument: str, is_file: bool | None = None, way_out: str = "send it to standard input") -> str:
    """`is_file` None: a file if there is one of that name, or if the argument looks like the name of one. `way_out`:
    what to do if it is meant as the text itself."""
    if is_file is False:
        return argument
    if argument == "-" and is_file is None:
        return _decoded(sys.stdin.buffer, "Standard input") if sys.stdin else ""
    path = _path(argument)
    if path is None and is_file:
        _refuse("--file needs the name of a file.")
    if path is None or not (is_file or _exists(path) or _looks_like_file(argument)):
        return argument
    hint = "" if is_file else f" If it is the text itself, {way_out}."
    if path.is_dir():
        _refuse(f"{path} is a folder, not a text file.{hint}")
    try:
        with path.open("rb") as file:
            return _decoded(file, str(path))
    except FileNotFoundError:
        _refuse(f"There is no file {path}.{hint}")
    except OSError as problem:
        _refuse(f"{path} cannot be read ({problem.strerror}).{hint}")


def _path(argument: str) -> Path | None:
    """None for what cannot be a file name."""
    if not argument.strip() or "\n" in argument or "\0" in argument or len(argument) > _LONGEST_NAME:
        return None
    return Path(argument)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a part of it is longer than a file name can be
        return False


def _looks_like_file(argument: str) -> bool:
    if _FILE_NAME.fullmatch(argument):
        return True
    if any(character.isspace() for character in argument):
        return False
    folder, _, name = argument.partition("/")
    return bool(_PATH_START.match(argument)) or bool(name and _exists(Path(folder)))  # docs/missing, but not and/or


def _decoded(file: BinaryIO, name: str) -> str:
    """The text in a file. A movie is recognised by its beginning, and not read to the end."""
    head = file.read(_HEAD_BYTES)
    encoding = next((encoding for mark, encoding in _MARKS if head.startswith(mark)), None)
    if encoding is None and b"\0" in head:
        _refuse(f"{name} is not a text file: it contains binary data.")
    content = head + file.read()
    try:
        text = content.decode(encoding or "utf-8")
    except UnicodeDecodeError as problem:
        place = f"byte {problem.start + 1} is not {(encoding or 'utf-8').removesuffix('-sig').upper()}"
        _refuse(f"{name} is not a text file in UTF-8 ({place}). If it is text in another encoding, convert it.")
    if "\0" in text:
        _refuse(f"{name} is not a text file: it contains binary data.")
    return text


def _refuse(problem: str) -> NoReturn:
    raise typer.BadParameter(problem, param_hint="TEXT")
