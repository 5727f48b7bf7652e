"""koe lexicon: the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from koe.cli.lexicon import app
from koe.text.lexicon import Entry
from koe.text.lexicon_files import read_file


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "lexicon.tsv"


def test_entries_of_a_valid_file_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("en\tone\ta\nfr\tun\ta\nen\ttwo\ta\n", encoding="utf-8")
    result = run("check", str(path))
    assert result.exit_code == 0
    assert result.output == "3 entries (en: 2, fr: 1)\n"
    assert json.loads(run("check", str(path), "--json").output) == {
        "file": str(path),
        "entries": {"en": 2, "fr": 1},
        "problems": [],
    }


def test_problems_are_shown_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("en\tone\t5\nen\ttwo\ta\nxx\ttwo\ta\n", encoding="utf-8")
    result = run("check", str(path))
    assert result.exit_code == 1
    first, second, last = result.output.splitlines()
    assert first == f"{path}:1: character 1 of phoneme is not an IPA symbol that the model knows"
    assert second.startswith(f"{path}:3: lang must be one of ")
    assert last == "1 entries (en: 1)"
    report = run("check", str(path), "--json")
    assert report.exit_code == 1
    assert [problem["line"] for problem in json.loads(report.output)["problems"]] == [1, 3]


def test_word_is_added_with_ipa(file: Path) -> None:
    result = run("add", "Siobhan", "--ipa", "/ʃəˈvɔːn/", "--lang", "en", "--file", str(file))
    assert result.exit_code == 0
    assert result.output == "en\tSiobhan\tʃəˈvɔːn\n"
    assert file.read_text(encoding="utf-8") == "lang\tgrapheme\tphoneme\tflags\nen\tSiobhan\tʃəˈvɔːn\n"
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_word_is_added_like_another(file: Path) -> None:
    run("add", "Leeds", "--like", "leads", "--file", str(file))
    assert read_file(file) == [Entry("en-us", "Leeds", "lˈidz")]


def test_user_lexicon_is_the_default(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_LEXICON", str(file))
    run("add", "zzyzx", "--ipa", "ˈzaɪzɪks")
    assert read_file(file) == [Entry("en-us", "zzyzx", "ˈzaɪzɪks")]
    listed = json.loads(run("list", "--json").output)
    assert listed[0] == {"lang": "en-us", "grapheme": "zzyzx", "phoneme": "ˈzaɪzɪks", "flags": ""}
    assert len(listed) > 150


def test_replacing_an_entry_needs_force(file: Path) -> None:
    run("add", "one", "--ipa", "a", "--file", str(file))
    file.write_text(file.read_text(encoding="utf-8") + "# kept\nen-us\ttwo\ta", encoding="utf-8")
    refused = run("add", "ONE", "--ipa", "ɑ", "--file", str(file))
    assert refused.exit_code == 2
    run("add", "ONE", "--ipa", "ɑ", "--file", str(file), "--force")
    assert file.read_text(encoding="utf-8") == (
        "lang\tgrapheme\tphoneme\tflags\n# kept\nen-us\ttwo\ta\nen-us\tONE\tɑ\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["one"],
        ["one", "--ipa", "a", "--like", "two"],
        ["one", "--ipa", "5"],
        ["[one]", "--ipa", "a"],
        ["one", "--ipa", "a", "--lang", "xx"],
    ],
)
def test_invalid_entry_is_not_written(file: Path, arguments: list[str]) -> None:
    assert run("add", *arguments, "--file", str(file)).exit_code == 2
    assert not file.exists()


def test_entries_are_added_to_tsv_files_only(tmp_path: Path) -> None:
    assert run("add", "one", "--ipa", "a", "--file", str(tmp_path / "a.json")).exit_code == 2
