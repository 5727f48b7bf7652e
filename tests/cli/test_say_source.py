"""koe say TEXT: words, a file or standard input. What is meant as a file and is none is refused."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from koe.cli.main import app
from koe.cli.source import read_argument


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refusal(argument: str, is_file: bool | None = None) -> str:
    with pytest.raises(typer.BadParameter) as refused:
        read_argument(argument, is_file)
    return refused.value.message


@pytest.mark.parametrize(
    "text",
    [
        "Hello there.",
        "Hello",
        "Node.js",
        "example.com",
        "and/or",
        "1/2",
        "3.14",
        "e.g.",
        "Is it in notes.txt?",
        "Two lines.\nnotes.txt",
        ".txt",
        "a\0b.txt",
        "word " * 5000,
        "x" * 300,
        "",
    ],
)
def test_words_are_words(text: str) -> None:
    assert read_argument(text) == text


@pytest.mark.parametrize(
    "name",
    ["missing.txt", "my notes.md", "BOOK.TXT", "book.epub", "/nowhere/book", "./book", "../book", "~/book", "docs/x"],
)
def test_a_missing_file_is_an_error_and_not_spoken(name: str) -> None:
    Path("docs").mkdir()
    message = refusal(name)
    assert message == f"There is no file {Path(name)}. If it is the text itself, send it to standard input."


def test_a_folder_is_an_error_and_not_spoken() -> None:
    Path("docs").mkdir()
    assert refusal("docs") == "docs is a folder, not a text file. If it is the text itself, send it to standard input."
    assert refusal("docs", is_file=True) == "docs is a folder, not a text file."


def test_koe_say_has_an_option_for_words_that_look_like_a_file() -> None:
    result = CliRunner().invoke(app, ["say", "missing.txt", "--out", "a.wav"])
    assert result.exit_code == 2
    assert "There is no file missing.txt. If it is the text itself, add --text." in " ".join(result.stderr.split())
    result = CliRunner().invoke(app, ["text", "missing.txt"])
    assert result.exit_code == 2
    assert "If it is the text itself, send it to standard input." in " ".join(result.stderr.split())


def test_the_user_decides_what_it_is() -> None:
    Path("hello").write_text("From the file.")
    Path("-").write_text("A file of an odd name.")
    assert read_argument("hello") == "From the file."
    assert read_argument("hello", is_file=False) == "hello"
    assert read_argument("missing.txt", is_file=False) == "missing.txt"
    assert read_argument("-", is_file=True) == "A file of an odd name."
    assert refusal("hallo", is_file=True) == "There is no file hallo."
    assert refusal("two\nlines", is_file=True) == "--file needs the name of a file."


@pytest.mark.parametrize(
    "content",
    [
        b"\x7fELF\x02\x01\x01\0\0\0",
        "Grüße".encode("latin-1"),
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
        b"text " * 20_000 + b"\0",
        b"text " * 20_000 + b"\xff",
        b"\xff\xfeabc",  # UTF-16 with half a character
    ],
)
@pytest.mark.parametrize("is_standard_input", [False, True])
def test_binary_data_is_an_error(monkeypatch: pytest.MonkeyPatch, content: bytes, is_standard_input: bool) -> None:
    Path("data").write_bytes(content)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert "is not a text file" in refusal("-" if is_standard_input else "data")


def test_a_large_binary_file_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    class Movie(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size <= 65_536
            return super().read(size)

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Movie(b"\0" * 10_000_000)))
    assert "binary" in refusal("-")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_text_files_with_a_byte_order_mark_are_read(encoding: str) -> None:
    Path("a.txt").write_bytes("<speak>Grüße, 世界</speak>".encode(encoding))
    assert read_argument("a.txt") == "<speak>Grüße, 世界</speak>"


def test_a_named_pipe_is_read() -> None:
    """As the shell passes `koe say <(pdftotext book.pdf -)`."""
    os.mkfifo("pipe")
    writer = threading.Thread(target=lambda: Path("pipe").write_text("From a pipe."), daemon=True)
    writer.start()
    assert read_argument("pipe") == "From a pipe."
    writer.join()


def test_an_unreadable_file_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    Path("a.txt").touch()
    monkeypatch.setattr(Path, "open", refuse)
    assert refusal("a.txt").startswith("a.txt cannot be read (Permission denied).")
