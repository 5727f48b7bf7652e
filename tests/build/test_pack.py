"""Packs: a build moves to another machine as one file, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from koe.build.pack import open_pack, write_pack
from koe.build.recipes import BUILDS
from koe.build.stage_cache import StageCache, make_builds
from koe.errors import StageError
from koe.model.manifest import Asset

FP32 = BUILDS["fp32"]
VOICE = b"a voice"
ASSET = Asset("voice/ann", "voices", "voices/ann.bin", len(VOICE), hashlib.sha256(VOICE).hexdigest(), ())


@pytest.fixture
def pack(whole: Path, cache: StageCache, tmp_path: Path) -> Path:
    make_builds(cache, [FP32], whole)
    voice = tmp_path / "ann.bin"
    voice.write_bytes(VOICE)
    path = tmp_path / "koe.pack"
    with path.open("wb") as file:
        write_pack(file, cache, FP32, [(ASSET, voice)])
    return path


@pytest.fixture
def other(cache: StageCache, tmp_path: Path) -> StageCache:
    """The cache of another machine."""
    return replace(cache, folder=tmp_path / "other" / "stages")


def install(pack: Path, cache: StageCache, known: tuple[Asset, ...] = (ASSET,)) -> None:
    with open_pack(pack, cache, known) as found:
        found.install(cache, cache.folder.parent / "assets")


def rewritten(pack: Path, name: str, content: bytes | None) -> Path:
    """The pack with other content under this name; None: without it."""
    path = pack.with_suffix(".other")
    with zipfile.ZipFile(pack) as old, zipfile.ZipFile(path, "w") as new:
        for entry in old.namelist():
            if entry != name:
                new.writestr(entry, old.read(entry))
            elif content is not None:
                new.writestr(entry, content)
    return path


def files_under(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_what_is_unpacked_is_what_was_packed(pack: Path, cache: StageCache, other: StageCache) -> None:
    install(pack, other)
    assert other.is_complete(FP32)
    for stage, path in cache.files(FP32).items():
        assert other.files(FP32)[stage].read_bytes() == path.read_bytes()
    assert (other.folder.parent / "assets" / ASSET.path).read_bytes() == VOICE


def test_the_same_files_give_the_same_pack(pack: Path, cache: StageCache, tmp_path: Path) -> None:
    again = tmp_path / "again.pack"
    with again.open("wb") as file:
        write_pack(file, cache, FP32, [(ASSET, tmp_path / "ann.bin")])
    assert again.read_bytes() == pack.read_bytes()


def test_a_build_that_was_not_made_is_not_packed(other: StageCache, tmp_path: Path) -> None:
    with (tmp_path / "koe.pack").open("wb") as file, pytest.raises(StageError, match="koe models build fp32"):
        write_pack(file, other, FP32, [])


@pytest.mark.parametrize("name", ["trunk.fast.v1.onnx", "trunk.fast.v1.json", "voices/ann.bin"])
@pytest.mark.parametrize("content", [b"changed", None])
def test_a_damaged_file_is_refused_and_the_build_stays_incomplete(
    pack: Path, other: StageCache, name: str, content: bytes | None
) -> None:
    with pytest.raises(StageError, match=r"in the pack|in the pack was made|missing"):
        install(rewritten(pack, name, content), other)
    assert not other.is_complete(FP32)
    assert not [file for file in files_under(other.folder.parent) if file.endswith(".unfinished")]


def test_a_damaged_pack_leaves_what_was_there(pack: Path, cache: StageCache) -> None:
    before = cache.files(FP32)["trunk"].read_bytes()
    with pytest.raises(StageError):
        install(rewritten(pack, "trunk.fast.v1.onnx", b"changed"), cache)
    assert cache.is_complete(FP32)
    assert cache.files(FP32)["trunk"].read_bytes() == before


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 2}, "format 2"),
        ({"source_sha256": "0" * 64}, "another model"),
        ({"vocabulary_sha256": "0" * 64}, "another vocabulary"),
        ({"build": "loud"}, "does not know"),
        ({"voices": ["../../etc/passwd"]}, "voices that this koe does not know"),
        ({"voices": 3}, "damaged"),
        ({"more": 1}, "damaged"),
    ],
)
def test_a_pack_of_another_koe_is_refused(
    pack: Path, other: StageCache, changes: dict[str, object], message: str
) -> None:
    with zipfile.ZipFile(pack) as archive:
        facts = json.loads(archive.read("pack.json"))
    with pytest.raises(StageError, match=message):
        install(rewritten(pack, "pack.json", json.dumps({**facts, **changes}).encode()), other)
    assert files_under(other.folder.parent) == []


def test_a_file_that_is_no_pack_is_refused(other: StageCache, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    for path in (tmp_path / "text", tmp_path / "absent"):
        with pytest.raises(StageError, match="not a pack"):
            install(path, other)
