"""Remote sources against fakes: an HTTP server on the loopback, scripts in place of npm and pip."""

from __future__ import annotations

import io
import sys
import tarfile
import textwrap
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import huggingface_hub.constants
import pytest

from fakes import wait_for
from koe.model.assets import SILENT
from koe.model.pull import default_sources
from koe.model.sources import Package, Place, SourceError
from koe.model.sources.archives import NpmSource, PypiSource
from koe.model.sources.hub import HubSource
from limits import HANG_S

CONTENT = bytes(range(256)) * 4000


# Hugging Face


class Hub(ThreadingHTTPServer):
    """Serves CONTENT on every path. `breaks`: number of responses cut after 300,000 bytes; `ranges`: requested ones."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), HubHandler)
        self.breaks = 0
        self.honours_ranges = True
        self.status = 200
        self.heads: list[str] = []
        self.ranges: list[str | None] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class HubHandler(BaseHTTPRequestHandler):
    server: Hub

    def do_HEAD(self) -> None:
        self.server.heads.append(self.path)
        self.send_response(self.server.status)
        self.send_header("ETag", '"1"')
        self.send_header("X-Repo-Commit", "c0ffee")
        self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()

    def do_GET(self) -> None:
        requested = self.headers["Range"]
        self.server.ranges.append(requested)
        start = (
            int(requested.removeprefix("bytes=").removesuffix("-")) if requested and self.server.honours_ranges else 0
        )
        body = CONTENT[start:]
        self.send_response(206 if start else self.server.status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.server.breaks:
            self.server.breaks -= 1
            body = body[:300_000]
        self.close_connection = True
        with suppress(ConnectionError):  # the client of an error response does not read the body
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", False)
    huggingface_hub.close_session()
    with Hub() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
    huggingface_hub.close_session()


def on_hub(*files: str) -> list[Place]:
    return [Place("huggingface", (Package("org/repo", "main", (file,), len(CONTENT)),)) for file in files]


def read(source: HubSource | NpmSource | PypiSource, *places: Place) -> list[bytes]:
    with source.open(places, SILENT) as reader:
        return [b"".join(reader(place)) for place in places]


def test_hub_serves_files_and_is_probed_once(hub: Hub, tmp_path: Path) -> None:
    source = HubSource(tmp_path, endpoint=hub.address)
    assert read(source, *on_hub("a.bin", "voices/b.bin")) == [CONTENT, CONTENT]
    assert read(source, *on_hub("c.bin")) == [CONTENT]
    assert hub.heads == ["/org/repo/resolve/main/a.bin"]
    assert hub.ranges == [None, None, None]
    source.discard(on_hub("a.bin", "voices/b.bin", "c.bin"))
    assert list(tmp_path.iterdir()) == []


def test_interrupted_hub_download_resumes(hub: Hub, tmp_path: Path) -> None:
    hub.breaks = 2
    assert read(HubSource(tmp_path, endpoint=hub.address), *on_hub("a.bin")) == [CONTENT]
    assert hub.ranges == [None, "bytes=300000-", "bytes=600000-"]


def test_next_pull_resumes_the_hub_download(hub: Hub, tmp_path: Path) -> None:
    hub.breaks = 3
    with pytest.raises(SourceError):
        read(HubSource(tmp_path, endpoint=hub.address), *on_hub("a.bin"))
    assert read(HubSource(tmp_path, endpoint=hub.address), *on_hub("a.bin")) == [CONTENT]
    assert hub.ranges == [None, "bytes=300000-", "bytes=600000-", "bytes=900000-"]


def test_hub_without_range_support_starts_over(hub: Hub, tmp_path: Path) -> None:
    hub.breaks, hub.honours_ranges = 1, False
    assert read(HubSource(tmp_path, endpoint=hub.address), *on_hub("a.bin")) == [CONTENT]


def test_hub_that_fails_is_not_tried_again_in_the_same_pull(hub: Hub, tmp_path: Path) -> None:
    source = HubSource(tmp_path, endpoint=hub.address)
    assert read(source, *on_hub("a.bin")) == [CONTENT]
    hub.status = 503
    with pytest.raises(SourceError, match="the hub answered 503"):
        read(source, *on_hub("b.bin"))
    hub.status = 200
    with pytest.raises(SourceError, match="the hub answered 503"):
        read(source, *on_hub("c.bin"))
    assert len(hub.ranges) == 2


def test_probe_notices_a_missing_file(hub: Hub, tmp_path: Path) -> None:
    hub.status = 404
    with pytest.raises(SourceError, match="404"):
        read(HubSource(tmp_path, endpoint=hub.address), *on_hub("a.bin"))
    assert hub.ranges == []


def test_unreachable_hub_is_an_error(hub: Hub, tmp_path: Path) -> None:
    hub.shutdown()
    hub.server_close()
    with pytest.raises(SourceError, match="refused"):
        read(HubSource(tmp_path, endpoint=hub.address), *on_hub("a.bin"))


def test_offline_mode_of_the_hub_library_is_respected(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(SourceError, match="offline mode is enabled"):
        read(HubSource(tmp_path, endpoint=hub.address), *on_hub("a.bin"))
    assert (hub.heads, hub.ranges) == ([], [])


# npm and pip


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

    assert record.read_text() == "pack pack@1.0.0 --json\n", "one fetch for two assets of one package"
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
    wait_for(lambda: not alive(child), HANG_S)  # the signal reaches the two at different times


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
    # Ten files, one every 100 s: longer in all than npm may stand still, but never between two of them.
    shift_clock(monkeypatch, lambda: 100 * len(list((tmp_path / "npm").rglob("cache/*"))))

    class Steps:
        def __init__(self) -> None:
            self.seen: list[int] = []

        def begin(self, label: str, total_bytes: int) -> None:
            self.seen.append(total_bytes)

        def advance_to(self, done_bytes: int) -> None:
            self.seen.append(done_bytes)

        def note(self, message: str) -> None: ...
        def end(self) -> None: ...

    steps = Steps()
    with NpmSource(tmp_path / "npm", stall_s=900).open([on_npm("package/part")], steps) as reader:
        assert b"".join(reader(on_npm("package/part"))) == b"slow"
    assert steps.seen[0] == 40
    assert {6, 12, 18, 24, 30, 36} & set(steps.seen), "progress comes from the client's own cache"
    assert max(steps.seen) == 40 == steps.seen[-1], "no more than the package has"


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
