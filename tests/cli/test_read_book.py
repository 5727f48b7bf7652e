"""koe read: documents to books and onto the screen, with the tiny model."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from pathlib import Path

import av
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from decoding import decoded
from document_files import Entries, Epub, page, pdf, png
from fakes import tiny_engine
from koe.audio.loudness import loudness_lufs
from koe.book.recorder import LocalSpeaker
from koe.cli import read as module
from koe.cli.main import app
from koe.engine.engine import Engine
from koe.errors import BadOutput
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.types import Samples, SpeechRequest

CHAPTERS = ("The River", "The Hill", "The Sea")
PAGES = {
    f"c{number}.xhtml": page(f"<h1>{title}</h1><p>A first sentence. And a second.</p><p>More of it.</p>")
    for number, title in enumerate(CHAPTERS)
}
BOOK = Epub(
    PAGES,
    "Water & Land",
    "Ada Writer",
    nav=[(title, f"c{number}.xhtml", []) for number, title in enumerate(CHAPTERS)],
    cover=png(),
)
LOADED: list[Settings] = []


@pytest.fixture(autouse=True)
def _tiny(voices: VoiceBook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    LOADED.clear()

    def load(settings: Settings, **_: object) -> Engine:
        LOADED.append(settings)
        return tiny_engine(voices, max_characters=settings.max_characters)

    monkeypatch.setattr(module, "load_engine", load)
    monkeypatch.setattr(module, "voice_book", lambda _: voices)
    monkeypatch.chdir(tmp_path)
    Path("book.epub").write_bytes(BOOK.data())


def read(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app, ["read", *arguments], input=stdin)


def test_an_epub_becomes_a_book_with_chapters_and_cover_and_leaves_nothing_else() -> None:
    result = read("book.epub", "--out", "book.m4b")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.splitlines()[-1].startswith("book.m4b: 0:")
    with av.open("book.m4b") as container:
        assert [one["metadata"]["title"] for one in container.chapters()] == list(CHAPTERS)
        assert container.metadata["title"] == "Water & Land"
        assert len(container.streams.video) == 1
    assert sorted(path.name for path in Path().iterdir()) == ["book.epub", "book.m4b"]


def test_title_and_author_can_be_given() -> None:
    assert read("book.epub", "--out", "a.flac", "--title", "Mine", "--author", "Me").exit_code == 0
    with av.open("a.flac") as container:
        tags = {name.lower(): text for name, text in container.metadata.items()}
    assert (tags["title"], tags["artist"]) == ("Mine", "Me")


def test_the_book_has_one_loudness_and_chapters_begin_where_they_are_marked() -> None:
    assert read("book.epub", "--out", "a.flac").exit_code == 0
    data = Path("a.flac").read_bytes()
    samples = decoded(data, "flac", 24_000)
    loudness = loudness_lufs(samples, 24_000)
    assert loudness is not None
    assert loudness == pytest.approx(-16, abs=0.2) or np.abs(samples).max() > 0.85
    with av.open(io.BytesIO(data)) as container:
        starts = [round(float(one["start"] * (one["time_base"] or 0)) * 24_000) for one in container.chapters()]
    for start in starts[1:]:
        assert np.abs(samples[start - 24_000 : start]).max() == 0  # the end of a chapter is a long pause
        assert np.abs(samples[start : start + 12_000]).max() > 0.01


def test_a_folder_of_chapters_has_the_samples_of_the_book() -> None:
    assert read("book.epub", "--out", "chapters/", "--format", "flac").exit_code == 0
    names = sorted(path.name for path in Path("chapters").iterdir())
    assert names == ["01 The River.flac", "02 The Hill.flac", "03 The Sea.flac"]
    assert read("book.epub", "--out", "whole.flac").exit_code == 0
    parts = [decoded((Path("chapters") / name).read_bytes(), "flac", 24_000) for name in names]
    whole = decoded(Path("whole.flac").read_bytes(), "flac", 24_000)
    joined = np.concatenate(parts)
    assert len(joined) == len(whole)
    assert np.abs(joined - whole).max() < 0.01  # dither and the limiter begin anew with each file
    assert sorted(path.name for path in Path().iterdir()) == ["book.epub", "chapters", "whole.flac"]


def test_titles_are_safe_as_file_names() -> None:
    hostile = "../../etc/pass\x00wd: <a|b>?" + "ü" * 300
    names = ["CON", hostile, "..."]
    pages = {f"{n}.xhtml": page("<p>Some text.</p>") for n in range(3)}
    nav: Entries = [(name.replace("\x00", ""), f"{n}.xhtml", []) for n, name in enumerate(names)]
    Path("evil.epub").write_bytes(Epub(pages, nav=nav).data())
    assert read("evil.epub", "--out", "out/", "--format", "wav").exit_code == 0
    found = sorted(path.name for path in Path("out").rglob("*"))
    assert found[0] == "01.wav"
    assert found[1].startswith("02 etc passwd a b üüü")
    assert len(found[1].encode()) < 150
    assert found[2] == "03.wav"


class Crashes:
    """While it is on, every third passage ends the run. `begun` has the texts of all passages."""

    def __init__(self) -> None:
        self.is_on = True
        self.begun: list[str] = []

    @property
    def finished(self) -> list[str]:
        return [text for place, text in enumerate(self.begun, start=1) if place % 3]


@pytest.fixture
def crashes(monkeypatch: pytest.MonkeyPatch) -> Crashes:
    state, spoken = Crashes(), LocalSpeaker._spoken

    def spoken_or_crash(self: LocalSpeaker, request: SpeechRequest) -> Samples | None:
        if state.is_on:
            state.begun.append(request.text)
            if len(state.begun) % 3 == 0:
                raise BadOutput("The model returned a constant signal.")
        return spoken(self, request)

    monkeypatch.setattr(LocalSpeaker, "_spoken", spoken_or_crash)
    return state


@pytest.mark.parametrize("suffix", ["m4b", "mp3", "opus", "flac", "wav"])
def test_after_crashes_the_book_has_the_same_bytes_and_no_passage_was_finished_twice(
    crashes: Crashes, suffix: str
) -> None:
    crashes.is_on = False
    assert read("book.epub", "--out", f"whole.{suffix}").exit_code == 0
    crashes.is_on = True
    runs = 0
    while (result := read("book.epub", "--out", f"a.{suffix}")).exit_code:
        assert isinstance(result.exception, BadOutput)
        assert not Path(f"a.{suffix}").exists()
        runs += 1
    assert runs >= 3
    assert "Going on at " in result.stderr
    assert len(crashes.finished) == 9  # headings and paragraphs of three chapters
    assert Path(f"a.{suffix}").read_bytes() == Path(f"whole.{suffix}").read_bytes()
    assert not list(Path().glob("*.part"))


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_a_full_disk_ends_the_run_and_the_next_one_goes_on() -> None:
    import resource

    assert read("book.epub", "--out", "whole.flac").exit_code == 0
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, hard))  # of each file
    try:
        result = read("book.epub", "--out", "a.flac")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert result.exit_code == 1
    assert "cannot be written (File too large)" in str(result.exception)
    assert not Path("a.flac").exists()
    result = read("book.epub", "--out", "a.flac")
    assert result.exit_code == 0
    assert "Going on at " in result.stderr
    assert Path("a.flac").read_bytes() == Path("whole.flac").read_bytes()


def test_other_settings_do_not_take_up_what_was_spoken_before(crashes: Crashes) -> None:
    assert crashes.is_on
    assert read("book.epub", "--out", "a.wav").exit_code == 1
    (first,) = Path().glob("*.part")
    assert read("book.epub", "--out", "a.wav", "--voice", "am_adam").exit_code == 1
    assert read("book.epub", "--out", "a.wav", "--speed", "1.5").exit_code == 1
    assert len(list(Path().glob("*.part"))) == 3
    assert first.exists()


@pytest.mark.parametrize("name", ["text.txt", "notes.md", "page.html", "paper.pdf", "film.srt"])
def test_every_format_is_printed_by_chapter(name: str) -> None:
    contents = {
        "text.txt": b"Chapter 1\n\nThe words.\n",
        "notes.md": b"# Chapter 1\n\nThe words.\n",
        "page.html": b"<html><body><h1>Chapter 1</h1><p>The words.</p></body></html>",
        "paper.pdf": pdf([["Chapter 1", "The words."]], outline=[("Chapter 1", 0)]),
        "film.srt": b"1\n00:00:01,000 --> 00:00:02,000\nThe words.\n",
    }
    Path(name).write_bytes(contents[name])
    result = read(name, "--print")
    assert result.exit_code == 0
    assert LOADED == []
    lines = result.stdout.splitlines()
    assert "; voice af_heart" in lines[1]
    assert [line for line in lines if line.startswith("=== ")] == [
        f"=== 1. {Path(name).stem if name in ('film.srt', 'text.txt') else 'Chapter 1'}"
    ]
    assert lines[-1] == "The words."


def test_standard_input_and_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read("-", "--print", stdin=BOOK.data()).stdout.startswith("Water & Land by Ada Writer\n")

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess(command, 0, b"From the clipboard.", b"")

    monkeypatch.setattr(shutil, "which", lambda name: name if name == "xclip" else None)
    monkeypatch.setattr(subprocess, "run", run)
    assert read("--clipboard", "--print").stdout.endswith("From the clipboard.\n")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert (
        "needs one of pbpaste, wl-paste" in read("--clipboard", "--print").stderr or read("--clipboard").exit_code == 2
    )


def test_a_document_in_another_language_is_read_by_a_voice_of_it() -> None:
    Path("es.epub").write_bytes(Epub(PAGES, language="es-MX").data())
    assert "; voice ef_dora" in read("es.epub", "--print").stdout
    assert "; voice bf_emma" in read("es.epub", "--print", "--voice", "bf_emma").stdout
    Path("xx.epub").write_bytes(Epub(PAGES, language="tlh").data())
    result = read("xx.epub", "--print")
    assert "; voice af_heart" in result.stdout
    assert "It is read as American English" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["book.epub", "--out", "a.doc"], ".doc is no format of books"),
        (["book.epub", "--out", "a"], "a has no ending"),
        (["book.epub", "--out", "a.mp3", "--format", "flac"], "flac does not belong in a .mp3 file"),
        (["book.epub", "--out", "a.mp3", "--format", "doc"], "must be one of m4b"),
        (["book.epub", "--out", "book.epub"], "no format of books"),
        (["book.epub", "--out", "./"], "is not empty"),
        (["none.epub", "--print"], "there is no file none.epub"),
        ([".", "--print"], "is a folder"),
        (["--print"], "name a file"),
        (["book.epub", "--code", "sing", "--print"], "must be one of speak, announce, skip"),
        (["book.epub", "--speed", "9", "--print"], "--speed must be a number from 0.25 to 4"),
        (["book.epub", "--voice", "nobody", "--print"], "voice is unknown"),
    ],
)
def test_what_cannot_work_is_refused_before_the_model_is_loaded(arguments: list[str], problem: str) -> None:
    result = read(*arguments)
    assert result.exit_code in (1, 2)
    assert problem in " ".join((result.stderr + str(result.exception)).split())
    assert LOADED == []


def test_a_book_that_exists_is_replaced_only_with_force() -> None:
    Path("a.wav").write_text("precious")
    assert "exists. --force replaces it" in read("book.epub", "--out", "a.wav").stderr
    assert Path("a.wav").read_text() == "precious"
    assert read("book.epub", "--out", "a.wav", "--force").exit_code == 0
    assert Path("a.wav").read_bytes().startswith(b"RIFF")


def test_too_small_a_disk_is_seen_before_anything_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koe.cli.book.shutil.disk_usage", lambda _: type("Usage", (), {"free": 1000})())
    result = read("book.epub", "--out", "a.wav")
    assert "are free" in str(result.exception)
    assert not list(Path().glob("*.part"))
