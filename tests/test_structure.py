"""Rules of the house that a newcomer relies on: short files, a purpose in every first line, one page of pipeline."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "src" / "koe").rglob("*.py"))
FILES = [*MODULES, *sorted((ROOT / "tests").rglob("*.py"))]
MAX_LINES = 400
MAX_POSITIONAL = 7
# Layouts of bytes, where a name for each value would not help.
PACKERS = ("pack",)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_is_longer_than_a_reader_keeps_in_mind(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


def test_the_pipeline_is_one_page() -> None:
    page = (ROOT / "src" / "koe" / "engine" / "pipeline.py").read_text(encoding="utf-8")
    assert len(page.splitlines()) <= 120


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_says_its_purpose_in_its_first_line(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring is not None
    first = docstring.splitlines()[0]
    assert len(first.split()) >= 3
    assert first.endswith((".", ":"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_many_values_are_passed_by_name(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and not ast.unparse(node.func).endswith(PACKERS):
            assert len(node.args) <= MAX_POSITIONAL, f"{path.name}:{node.lineno}"


def test_the_glossary_is_short_and_has_each_word_once() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## Words")[2].partition("\n## ")[0]
    words = [row.group(1) for row in re.finditer(r"^\| ([^|]+) \|", table, re.MULTILINE)][1:]
    assert len(words) == len(set(words)) <= 25


def test_the_table_of_changes_names_files_that_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## Ten changes")[2].partition("\n## ")[0]
    paths = re.findall(r"`([a-z_/]+(?:\.py|/))`", table)
    assert len(re.findall(r"^\| ", table, re.MULTILINE)) == 1 + 10
    for path in paths:
        assert (ROOT / "src" / "koe" / path).exists() or (ROOT / path).exists(), path
