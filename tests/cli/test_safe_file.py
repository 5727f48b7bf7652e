"""Files are complete or absent, and replace nothing without --force."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import typer

from koe.cli.safe_file import Draft, require_place, write_safely
from koe.errors import AudioFileError


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_draft_has_another_name_until_it_is_published(tmp_path: Path) -> None:
    with Draft(tmp_path, "a.wav") as draft:
        draft.file.write(b"sound")
        assert not (tmp_path / "a.wav").exists()
        assert draft.publish(tmp_path / "a.wav", force=False) == tmp_path / "a.wav"
        assert (tmp_path / "a.wav").read_bytes() == b"sound"
    assert names(tmp_path) == ["a.wav"]


@pytest.mark.parametrize("problem", [KeyboardInterrupt, OSError, SystemExit])
def test_a_draft_that_is_not_published_leaves_nothing(tmp_path: Path, problem: type[BaseException]) -> None:
    def fail() -> None:
        with Draft(tmp_path, "a.wav") as draft:
            draft.file.write(b"half a so")
            raise problem

    (tmp_path / "a.wav").write_bytes(b"old")
    with pytest.raises(problem):
        fail()
    assert names(tmp_path) == ["a.wav"]
    assert (tmp_path / "a.wav").read_bytes() == b"old"


def test_force_replaces_and_keeps_the_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"old")
    path.chmod(0o640)
    assert write_safely(path, b"new", force=True) == path
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    write_safely(tmp_path / "a.wav", b"new", force=False)
    (tmp_path / "usual").touch()
    assert (tmp_path / "a.wav").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("has_links", [True, False])
def test_a_file_that_appears_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    if not has_links:

        def refuse(*_: object) -> None:
            raise PermissionError("no hard links here")

        monkeypatch.setattr(os, "link", refuse)
    for name in ("a.wav", "a-2.wav"):
        (tmp_path / name).write_bytes(b"of another program")
    assert write_safely(tmp_path / "a.wav", b"speech", force=False) == tmp_path / "a-3.wav"
    assert (tmp_path / "a-3.wav").read_bytes() == b"speech"
    assert names(tmp_path) == ["a-2.wav", "a-3.wav", "a.wav"]
    assert (tmp_path / "a.wav").read_bytes() == b"of another program"


def test_the_target_of_a_link_is_replaced_and_not_the_link(tmp_path: Path) -> None:
    (tmp_path / "real.wav").write_bytes(b"old")
    (tmp_path / "a.wav").symlink_to("real.wav")
    write_safely(tmp_path / "a.wav", b"new", force=True)
    assert (tmp_path / "a.wav").is_symlink()
    assert (tmp_path / "real.wav").read_bytes() == b"new"


def test_long_names_in_any_script_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("声" * 83 + ".wav")
    assert write_safely(path, b"new", force=False) == path


def test_existing_files_folders_and_devices_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.wav").touch()
    with pytest.raises(typer.BadParameter, match=r"a\.wav exists\. --force replaces it\."):
        require_place(tmp_path / "a.wav", "--out", force=False)
    require_place(tmp_path / "a.wav", "--out", force=True)
    with pytest.raises(typer.BadParameter, match=r"is a folder\. Name a file in it\."):
        require_place(tmp_path, "--out", force=True)
    with pytest.raises(typer.BadParameter, match="is not a regular file"):
        require_place(Path(os.devnull), "--out", force=True)
    with pytest.raises(AudioFileError, match=r"there is no folder .*nowhere\. Choose another --out\."):
        require_place(tmp_path / "nowhere" / "a.wav", "--out", force=False)
    assert names(tmp_path) == ["a.wav"]


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(AudioFileError, match=r"a\.wav cannot be written \(Permission denied\)\. Choose another --out"):
        require_place(tmp_path / "a.wav", "--out", force=False)
