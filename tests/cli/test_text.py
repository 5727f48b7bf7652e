"""koe text: the command line; letters stand for phonemes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from fakes import LetterPhonemizer
from koe.cli import text as module
from koe.cli.main import app
from koe.errors import BadMarkup, EmptyText, UnknownLanguage
from koe.text.preview import SentencePreview
from koe.text.reading import Reading
from koe.text.traced import Traced


class Stumbling(LetterPhonemizer):
    """Reports a fallback for every x."""

    def preview(self, text: Traced, language: str) -> Reading:
        return Reading(self.read(text, language), {"spelled": text.text.count("x")} if "x" in text.text else {})


@pytest.fixture(autouse=True)
def _letters(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "Phonemizer", Stumbling)
    monkeypatch.setenv("KOKORO_LEXICON", str(tmp_path / "lexicon.tsv"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["text", *arguments], input=typed)


def as_json(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0
    return json.loads(result.stdout)


def rows(*arguments: str) -> list[list[str]]:
    """The cells of the table, one list per row."""
    result = run(*arguments)
    assert result.exit_code == 0
    lines = [line for line in result.stdout.splitlines() if line[:1] in "│┃"]
    return [[cell.strip() for cell in line.strip("│┃").replace("┃", "│").split("│")] for line in lines]


def test_json_has_every_segment() -> None:
    assert as_json("At 10:30. Ok!") == {
        "spoken": "At ten thirty. Ok!",
        "segments": [
            {
                "text": "At 10:30.",
                "text_start": 0,
                "text_stop": 9,
                "language": "en-us",
                "voice": None,
                "spoken": "At ten thirty.",
                "phonemes": "at ten thirty.",
                "words": [
                    {"word": "At", "text_start": 0, "text_stop": 2, "phonemes": "at"},
                    {"word": "10:30", "text_start": 3, "text_stop": 8, "phonemes": "ten thirty"},
                ],
                "pause_ms": None,
                "fell_back": {},
                "expressions": [
                    {
                        "kind": "times",
                        "name": "clock time",
                        "written": "10:30",
                        "spoken": "ten thirty",
                        "text_start": 3,
                        "text_stop": 8,
                    }
                ],
            },
            {
                "text": "Ok!",
                "text_start": 10,
                "text_stop": 13,
                "language": "en-us",
                "voice": None,
                "spoken": "Ok!",
                "phonemes": "ok!",
                "words": [{"word": "Ok", "text_start": 10, "text_stop": 12, "phonemes": "ok"}],
                "pause_ms": None,
                "fell_back": {},
                "expressions": [],
            },
        ],
        "warnings": [],
    }


def test_table_has_every_segment() -> None:
    assert rows("At 10:30. An ax![pause:1.5s]") == [
        ["place", "language", "spoken", "phonemes", "notes"],
        ["0-9", "en-us", "At ten thirty.", "at ten thirty.", ""],
        ["10-16", "en-us", "An ax!", "an ax!", "spelled 1, pause 1500 ms"],
        ["place", "written", "spoken", "kind", "recognised as"],
        ["3-8", "10:30", "ten thirty", "times", "clock time"],
    ]


def test_voice_is_shown_in_the_notes() -> None:
    (_, *found) = rows("<speak>One. <voice name='am_adam'>Two.</voice></speak>")
    assert [(spoken, notes) for _, _, spoken, _, notes in found] == [("One.", ""), ("Two.", "am_adam")]


def test_brackets_are_shown_literally(monkeypatch: pytest.MonkeyPatch) -> None:
    segment = SentencePreview("", 0, 1, "en-us", None, "[bold]one[/bold]", "[red]", (), None, {})
    monkeypatch.setattr(module, "preview", lambda *_: [segment])
    (_, (_, _, spoken, phonemes, _)) = rows("one")
    assert (spoken, phonemes) == ("[bold]one[/bold]", "[red]")


@pytest.mark.parametrize(
    ("options", "is_markup"),
    [([], True), (["--ssml"], True), (["--plain"], False)],
)
def test_ssml_is_detected_or_set_by_option(options: list[str], is_markup: bool) -> None:
    (segment,) = as_json("<speak>no<sub alias='yes'>x</sub></speak>", *options)["segments"]
    assert ("yes" in segment["words"][-1]["phonemes"]) is is_markup


@pytest.mark.parametrize(
    ("options", "languages"),
    [
        ([], ["en-us", "en-us"]),
        (["--lang", "British"], ["en-gb", "en-gb"]),
        (["--lang", "auto"], ["en-us", "es"]),
        (["--lang", " Auto"], ["en-us", "es"]),
    ],
)
def test_language_follows_the_option(options: list[str], languages: list[str]) -> None:
    segments = as_json("Where is the library? ¿Dónde está la biblioteca?", *options)["segments"]
    assert [segment["language"] for segment in segments] == languages


def test_text_comes_from_a_file_or_the_argument(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("From a file.", encoding="utf-8")
    assert as_json(str(path))["spoken"] == "From a file."
    assert json.loads(run("-", "--json", typed="Typed.").stdout)["spoken"] == "Typed."


def test_lexicon_of_the_settings_is_used(tmp_path: Path) -> None:
    assert as_json("Say zzyzx.")["spoken"] == "Say zzyzx."
    (tmp_path / "lexicon.tsv").write_text("en\tzzyzx\tzai zicks\talias\n", encoding="utf-8")
    assert as_json("Say zzyzx.")["spoken"] == "Say zai zicks."


def test_text_without_speech_gives_an_empty_list() -> None:
    assert as_json("🙂") == {"spoken": "", "segments": [], "warnings": []}
    assert rows("🙂") == [["place", "language", "spoken", "phonemes", "notes"]]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ([" "], EmptyText),
        (["Hi.", "--lang", "klingon"], UnknownLanguage),
        (["<speak>Hi", "--ssml"], BadMarkup),
    ],
)
def test_unreadable_input_is_refused(arguments: list[str], error: type[Exception]) -> None:
    result = run(*arguments)
    assert isinstance(result.exception, error)
    assert result.stdout == ""


FOREIGN = "<speak>One.\n<amazon:domain name='news'>Two.</amazon:domain> <voice name='Joanna'>Three.</voice></speak>"


def test_warnings_follow_the_table() -> None:
    result = run(FOREIGN)
    assert result.stdout.splitlines()[-2:] == [
        "warning: line 2, column 1: amazon:domain is not supported; its content is spoken as usual.",
        "warning: line 2, column 49: A voice of another service is replaced by af_heart, a female voice of American "
        "English.",
    ]


def test_warnings_are_in_the_json() -> None:
    found = as_json(FOREIGN)
    assert [(one["code"], one["line"], one["column"]) for one in found["warnings"]] == [
        ("ssml_unsupported_element", 2, 1),
        ("voice_replaced", 2, 49),
    ]
    assert [segment["voice"] for segment in found["segments"]] == [None, None, "af_heart"]


def test_setting_makes_foreign_ssml_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_SSML_MODE", "strict")
    assert isinstance(run(FOREIGN).exception, BadMarkup)
