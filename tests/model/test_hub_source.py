"""The Hugging Face source against an HTTP server on the loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import huggingface_hub.constants
import pytest

from asset_sources import read
from koe.model.sources import Package, Place, SourceError
from koe.model.sources.hub import HubSource

CONTENT = bytes(range(256)) * 4000


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
