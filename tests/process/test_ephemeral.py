"""With KOKORO_EPHEMERAL a server with the real model writes no file anywhere, not even one that it removes again."""

from __future__ import annotations

import ctypes
import os
import re
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import espeakng_loader
import httpx
import pytest

from fakes import wait_for
from koe.cli.bench.keep import keep_result
from koe.settings import Settings
from limits import HANG_S
from stream_client import run, spoken

pytestmark = [pytest.mark.process, pytest.mark.real_model]

KOE = [sys.executable, "-c", "from koe.cli.main import run; run()"]
CANARY = "The zeppelin hovers above quetzalcoatl."
# Everything that would change a folder: created, moved there, written to.
IN_MODIFY, IN_ATTRIB, IN_CLOSE_WRITE, IN_MOVED_TO, IN_CREATE = 0x2, 0x4, 0x8, 0x80, 0x100
IN_NONBLOCK = 0x800
_EVENT = struct.Struct("iIII")


# The folder of eSpeak's process has a copy of its library for each voice: the one thing that is written. Python tries
# a temporary folder by a file of eight characters without content.
_TEMPORARY = re.compile(r"(tmp|koe-espeak-)?[a-z0-9_]{8}")


# Beside plain speech in every format.
OTHER_WAYS: tuple[tuple[str, dict[str, object]], ...] = (
    ("/v1/audio/speech", {"stream_format": "sse", "timestamps": True, "timings": True}),
    ("/v1/audio/captions", {"caption_format": "srt"}),
    ("/dev/captioned_speech", {"stream": False}),
    ("/v1/phonemize", {}),
    ("/v1/audio/speech/phonemes", {"phonemes": "həlˈoʊ"}),
)
READ = ("/v1/audio/speech?input=Hello.", "/v1/audio/voices/af_bella/preview", "/metrics", "/session-status")


def espeak_library() -> Path:
    return Path(espeakng_loader.get_library_path())


class Watch:
    """Names of files that change in folders, by inotify: it also sees files that are gone again."""

    def __init__(self, folders: list[Path]) -> None:
        self._libc: Any = ctypes.CDLL(None, use_errno=True)
        self._queue = self._libc.inotify_init1(IN_NONBLOCK)
        mask = IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE
        for folder in folders:
            assert self._libc.inotify_add_watch(self._queue, bytes(folder), mask) >= 0, ctypes.get_errno()

    def names(self) -> list[str]:
        found = []
        while data := self._read():
            while data:
                *_, length = _EVENT.unpack_from(data)
                found.append(data[_EVENT.size : _EVENT.size + length].rstrip(b"\0").decode())
                data = data[_EVENT.size + length :]
        return found

    def _read(self) -> bytes:
        try:
            return os.read(self._queue, 1 << 16)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        os.close(self._queue)


def folders_of(root: Path) -> list[Path]:
    return [root, *(path for path in root.rglob("*") if path.is_dir())]


@contextmanager
def serving(home: Path, log: Path, environment: dict[str, str]) -> Iterator[str]:
    """`koe serve` whose every folder is new; the log goes to a file outside them."""
    with log.open("wb") as file:
        process = subprocess.Popen(
            [*KOE, "serve", "--port", "0"], stderr=file, stdout=file, env=environment, cwd=home / "cwd"
        )
    try:
        wait_for(lambda: "koe is listening" in log.read_text() or process.poll() is not None, HANG_S)
        found = re.search(r"koe is listening on (http://[^\s\"]+)", log.read_text())
        assert found is not None, log.read_text()
        address = found.group(1)
        wait_for(lambda: httpx.get(f"{address}/ready", timeout=HANG_S).status_code == 200, HANG_S)
        yield address
    finally:
        process.terminate()
        process.wait(HANG_S)


def environment_in(home: Path, **more: str) -> dict[str, str]:
    places = {"HOME": "", "TMPDIR": "tmp"} | {
        f"XDG_{name}_HOME": name.lower() for name in ("CACHE", "CONFIG", "DATA", "STATE")
    }
    for folder in [*places.values(), "cwd"]:
        (home / folder).mkdir(exist_ok=True, parents=True)
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LANG") if name in os.environ}
    cache = {"KOKORO_CACHE_DIR": str(Settings().cache_dir), "KOKORO_GET_SPEECH": "1"}
    if "KOKORO_MODEL_DIR" in os.environ:
        cache["KOKORO_MODEL_DIR"] = os.environ["KOKORO_MODEL_DIR"]
    return kept | cache | {name: str(home / folder) for name, folder in places.items()} | more


@pytest.mark.skipif(sys.platform != "linux", reason="inotify")
def test_a_server_that_speaks_writes_no_file(tmp_path: Path) -> None:
    home = tmp_path / "home"
    environment = environment_in(home, KOKORO_EPHEMERAL="1")
    cache = Path(environment["KOKORO_CACHE_DIR"])
    own, shared = Watch(folders_of(home)), Watch(folders_of(cache))
    try:
        with serving(home, tmp_path / "log", environment) as server:
            for form in ("wav", "mp3", "opus", "flac", "aac", "pcm"):
                for stream in (True, False) if form in ("wav", "mp3") else (form != "aac",):
                    body = {"input": CANARY, "response_format": form, "stream": stream}
                    answer = httpx.post(f"{server}/v1/audio/speech", json=body, timeout=HANG_S)
                    assert answer.status_code == 200
            for voice, text in (("zf_xiaobei", "你好，世界。"), ("jf_alpha", "こんにちは。"), ("ff_siwis", "Bonjour.")):
                body = {"input": text, "voice": voice, "stream": False}
                answer = httpx.post(f"{server}/v1/audio/speech", json=body, timeout=HANG_S)
                assert answer.status_code in (200, 400), answer.text  # 400: its packages are not installed
            captions = httpx.post(f"{server}/v1/audio/captions", json={"input": CANARY}, timeout=HANG_S)
            assert captions.status_code == 200
            for path, more in OTHER_WAYS:
                answer = httpx.post(f"{server}{path}", json={"input": CANARY, **more}, timeout=HANG_S)
                assert answer.status_code == 200, answer.text
            for path in READ:
                assert httpx.get(server + path, timeout=HANG_S).status_code == 200, path
            run(lambda: spoken(server, input=CANARY))  # type: ignore[arg-type,return-value]
            status = httpx.get(f"{server}/status").json()
            # No text is kept in memory either; a cache that is off counts nothing.
            kept = {use["name"]: use["entries"] for use in status["memory"]["uses"] if use["is_cache"]}
            assert (kept["openings"], kept["phonemes"], kept["links"]) == (0, 0, 0)
            assert httpx.post(f"{server}/session-reset").status_code == 200
            copies = [file for file in (home / "tmp").rglob("*") if file.is_file()]
            assert copies
            assert {file.read_bytes() for file in copies} == {espeak_library().read_bytes()}
        assert [name for name in own.names() if not _TEMPORARY.fullmatch(name)] == []
        assert [path for path in home.rglob("*") if path.is_file()] == []
        # Other processes may use the cache too; they pull the model there, or keep a result of a benchmark.
        assert [name for name in shared.names() if "koe" in name or name.endswith((".json", ".tmp"))] == []
    finally:
        own.close()
        shared.close()
    assert "zeppelin" not in (tmp_path / "log").read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="inotify")
def test_koe_say_writes_what_it_is_asked_for_and_nothing_else(tmp_path: Path) -> None:
    home = tmp_path / "home"
    environment = environment_in(home, KOKORO_EPHEMERAL="1")
    asked, redirected = home / "cwd", tmp_path / "redirected.wav"
    shared = Watch(folders_of(Path(environment["KOKORO_CACHE_DIR"])))
    own = Watch([folder for folder in folders_of(home) if folder != asked])
    try:
        say(environment, asked, "--out", "speech.mp3", "--captions", "speech.vtt")
        with redirected.open("wb") as file:
            say(environment, asked, "--out", "-", stdout=file)
        assert [name for name in own.names() if not _TEMPORARY.fullmatch(name)] == []
        assert [name for name in shared.names() if "koe" in name or name.endswith((".json", ".tmp"))] == []
    finally:
        own.close()
        shared.close()
    assert sorted(path.name for path in asked.iterdir()) == ["speech.mp3", "speech.vtt"]
    assert redirected.read_bytes().startswith(b"RIFF")
    assert redirected.stat().st_size > 48_000  # more than a second
    assert [path for path in home.rglob("*") if path.is_file() and path.parent != asked] == []


def say(environment: dict[str, str], folder: Path, *arguments: str, stdout: IO[bytes] | None = None) -> None:
    command = [*KOE, "say", "--text", *arguments, "--", CANARY]
    ended = subprocess.run(
        command,
        env=environment,
        cwd=folder,
        stdout=stdout or subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=HANG_S,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr


def test_benchmarks_keep_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_CACHE_DIR", str(tmp_path))
    keep_result("latency", {"figure": 1})
    assert list((tmp_path / "benchmarks").iterdir())
    monkeypatch.setenv("KOKORO_CACHE_DIR", str(tmp_path / "other"))
    monkeypatch.setenv("KOKORO_EPHEMERAL", "1")
    keep_result("latency", {"figure": 1})
    assert not (tmp_path / "other").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="inotify")
def test_the_watch_sees_a_file_that_is_gone_again(tmp_path: Path) -> None:
    watch = Watch([tmp_path])
    (tmp_path / "spool").write_text("text")
    (tmp_path / "spool").unlink()
    assert "spool" in watch.names()
    watch.close()


def test_without_the_model_it_says_what_to_do_and_writes_nothing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    environment = environment_in(home, KOKORO_EPHEMERAL="1")
    environment |= {"KOKORO_CACHE_DIR": str(home / "empty"), "KOKORO_MODEL_DIR": ""}
    before = sorted(home.rglob("*"))
    command = [*KOE, "serve", "--port", "0"]
    ended = subprocess.run(
        command, env=environment, cwd=home / "cwd", capture_output=True, text=True, timeout=HANG_S, check=False
    )
    assert ended.returncode == 1
    assert "KOKORO_EPHEMERAL forbids writing them. Run `koe models build` once" in ended.stderr
    assert sorted(home.rglob("*")) == before
