"""Lexicon files are read in layers, and again when they change."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
import watchfiles

from fakes import wait_for
from koe.text.lexicon import entries_of_request
from koe.text.lexicon_files import Lexicons, watch
from koe.text.traced import Traced
from lexicon_lines import tsv
from limits import HANG_S


def write(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(tsv(*lines), encoding="utf-8")
    return path


def test_precedence_is_request_user_project_default(tmp_path: Path) -> None:
    user = write(tmp_path / "user.tsv", "en|IKEA|u", "en|one|u")
    project = write(tmp_path / "project.tsv", "en-us|IKEA|p|case", "en|one|p", "en|two|p")
    lexicons = Lexicons(user, project)
    extra = entries_of_request([{"grapheme": "one", "phoneme": "r"}])
    text = Traced.of("IKEA one two Porsche")
    assert lexicons.for_language("en-us").prescribe(text).text == (
        "[IKEA](/u/) [one](/u/) [two](/p/) [Porsche](/pˈɔɹʃə/)"
    )
    assert "[one](/ɹ/)" in lexicons.for_language("en-us", extra).prescribe(text).text
    assert lexicons.for_language("en-us") is lexicons.for_language("en-us")
    assert "[one](/u/)" in lexicons.for_language("en-us").prescribe(text).text


def test_exact_entry_takes_precedence_inside_a_layer(tmp_path: Path) -> None:
    user = write(tmp_path / "user.tsv", "en|us|a", "en|US|b|case", "en-gb|us|d")
    lexicons = Lexicons(user)
    assert lexicons.for_language("en-us").prescribe(Traced.of("us US")).text == "[us](/a/) [US](/b/)"
    assert lexicons.for_language("en-gb").prescribe(Traced.of("us")).text == "[us](/d/)"


def test_folder_holds_the_entries_of_all_its_files(tmp_path: Path) -> None:
    write(tmp_path / "b.tsv", "en|one|b", "en|two|b")
    write(tmp_path / "a.csv", "en,one,a")
    write(tmp_path / "note.txt", "nothing")
    assert Lexicons(tmp_path).for_language("en-us").prescribe(Traced.of("one two")).text == "[one](/a/) [two](/b/)"


def test_changed_file_is_reloaded_and_a_lexicon_in_use_stays_as_it_is(tmp_path: Path) -> None:
    user = write(tmp_path / "user.tsv", "en|one|a")
    lexicons = Lexicons(user)
    held, french = lexicons.for_language("en-us"), lexicons.for_language("fr")
    write(user, "en|one|b")
    lexicons.reload(user)
    assert held.prescribe(Traced.of("one")).text == "[one](/a/)"
    assert lexicons.for_language("en-us").prescribe(Traced.of("one")).text == "[one](/b/)"
    assert lexicons.for_language("en-us").entries != held.entries
    assert lexicons.for_language("fr").entries == french.entries
    user.unlink()
    lexicons.reload(user)
    assert lexicons.for_language("en-us").prescribe(Traced.of("one")).text == "one"


@pytest.mark.parametrize("content", [b"en\tsecret\t5\n", b"secret\xff\n"])
def test_invalid_file_keeps_its_previous_entries_and_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    user = write(tmp_path / "user.tsv", "en|one|a")
    lexicons = Lexicons(user)
    before = lexicons.for_language("en-us").entries
    user.write_bytes(b"# secret\n" + content)
    lexicons.reload(user)
    assert lexicons.for_language("en-us").entries == before
    (record,) = caplog.records
    assert record.name == "koe.text"
    assert f"{user} line 2: " in record.getMessage()
    assert "secret" not in record.getMessage()


def test_files_are_watched_even_before_they_exist(tmp_path: Path) -> None:
    later, now = tmp_path / "later" / "user.tsv", tmp_path / "project.tsv"
    lexicons, stop = Lexicons(later, now), Event()
    thread = watch(lexicons, stop)
    try:
        becomes(lexicons, "[one](/a/) two", lambda: write(now, "en|one|a"))
        (tmp_path / "later").mkdir()
        becomes(lexicons, "[one](/a/) [two](/b/)", lambda: write(later, "en|two|b"))
        now.unlink()
        becomes(lexicons, "one [two](/b/)")
    finally:
        stop.set()
        thread.join(HANG_S)
    assert not thread.is_alive()


def test_change_before_the_watch_began_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "user.tsv"
    write(path, "en|one|a")
    lexicons, stop = Lexicons(path), Event()

    def begun_too_late(*_folders: Path, yield_on_timeout: bool, **_options: object) -> Iterator[set[object]]:
        assert yield_on_timeout
        path.unlink()
        yield set()
        stop.set()

    monkeypatch.setattr(watchfiles, "watch", begun_too_late)
    watch(lexicons, stop).join(HANG_S)
    assert lexicons.for_language("en-us").prescribe(Traced.of("one two")).text == "one two"


def becomes(lexicons: Lexicons, text: str, write_file: Callable[[], object] = lambda: None) -> None:
    """Write the file again until its entries are there: the folder may not have been watched yet the first time."""

    def has_changed() -> bool:
        write_file()
        time.sleep(0.1)
        return lexicons.for_language("en-us").prescribe(Traced.of("one two")).text == text

    wait_for(has_changed, HANG_S)
