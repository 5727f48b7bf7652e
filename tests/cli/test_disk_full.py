"""A disk that is full: the old file stays as it was, and the command says which file could not be written."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from koe.cli.lexicon import app as lexicon
from koe.cli.main import app as koe
from koe.settings import FILE_VARIABLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")


@contextmanager
def no_byte_more() -> Iterator[None]:
    """No file of this process may grow. Written bytes fail as on a full disk, with another number of the error."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "lexicon.tsv"


def test_a_lexicon_stays_as_it_was(file: Path) -> None:
    add = ["add", "--ipa", "kˈoʊ", "--file", str(file)]
    assert CliRunner().invoke(lexicon, [*add, "koe"]).exit_code == 0
    before = file.read_bytes()
    with no_byte_more():
        result = CliRunner().invoke(lexicon, [*add, "koko"])
    assert result.exit_code == 1
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert f"{file} cannot be written (File too large)" in " ".join(result.output.split())
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]
    assert CliRunner().invoke(lexicon, [*add, "koko"]).exit_code == 0
    assert len(file.read_bytes()) > len(before)


def test_settings_stay_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "koe.toml"
    file.write_text('voice = "af_heart"\n')
    monkeypatch.setenv(FILE_VARIABLE, str(file))
    with no_byte_more():
        result = CliRunner().invoke(koe, ["config", "set", "voice", "bf_emma"])
    assert result.exit_code != 0
    assert "cannot be written" in str(result.exception) + result.output
    assert file.read_text() == 'voice = "af_heart"\n'
    assert list(tmp_path.iterdir()) == [file]
    assert CliRunner().invoke(koe, ["config", "set", "voice", "bf_emma"]).exit_code == 0
    assert "bf_emma" in file.read_text()
