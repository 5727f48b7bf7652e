"""koe dev read: a page as written beside how it is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from koe.cli.main import app


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["dev", "read", *arguments])


def test_a_page_stands_beside_how_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text("It costs $5.\n\nNo more.\n", encoding="utf-8")
    result = run("page.txt")
    assert result.exit_code == 0
    line = next(line for line in result.stdout.splitlines() if "$5" in line)
    assert "It costs five dollars." in line
    assert "No more." in result.stdout


def test_changed_leaves_out_what_is_read_as_written(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text("It costs $5.\n\nNo more.\n", encoding="utf-8")
    assert "No more" not in run("page.txt", "--changed").stdout


def test_json_has_the_expressions(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text("Cuesta 5 €.", encoding="utf-8")
    [line] = json.loads(run("page.txt", "--lang", "es", "--json").stdout)
    assert line["spoken"] == "Cuesta cinco euros."
    [expression] = line["expressions"]
    assert expression["kind"] == "money"
    assert (expression["written"], expression["spoken"]) == ("5 €", "cinco euros")
    assert (expression["text_start"], expression["text_stop"]) == (7, 10)
