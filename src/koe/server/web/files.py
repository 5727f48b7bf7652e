"""Static files of the package -> what is sent for each path, read once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from koe.server.ranges import etag_of

# Files under other paths than their own.
PAGES: Mapping[str, str] = {
    "/": "index.html",
    "/docs": "docs.html",
    "/status/view": "status.html",
    "/listening-test": "listening_test.html",
    "/favicon.ico": "icon.svg",
}
FOLDER = "/web/"
_MEDIA_TYPES: Mapping[str, str] = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    content: bytes
    media_type: str
    etag: str


def static_files() -> dict[str, StaticFile]:
    """By path. Only what is listed here is ever sent, whatever a path says."""
    found = dict(_found(files("koe.server.web").joinpath("static"), FOLDER))
    pages = {path: found[FOLDER + name] for path, name in PAGES.items()}
    return pages | found


def _found(folder: Traversable, path: str) -> Iterator[tuple[str, StaticFile]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _found(entry, f"{path}{entry.name}/")
        elif (ending := entry.name.rpartition(".")[2]) in _MEDIA_TYPES:
            content = entry.read_bytes()
            yield path + entry.name, StaticFile(content, _MEDIA_TYPES[ending], etag_of(content))
