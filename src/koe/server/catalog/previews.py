"""Previews of voices: a short file for each, in its own language, kept in a cache."""

from __future__ import annotations

from dataclasses import dataclass

from koe.lru import ByteLru
from koe.server.ranges import etag_of


@dataclass(frozen=True, slots=True)
class Preview:
    content: bytes
    etag: str

    @classmethod
    def of(cls, content: bytes) -> Preview:
        return cls(content, etag_of(content))


PreviewCache = ByteLru[tuple[str, str, str], Preview]  # by voice, format and build


def preview_cache(max_bytes: int = 8_388_608) -> PreviewCache:
    """A file of six seconds has 50 kB as MP3, 300 kB as WAV."""
    return ByteLru(max_bytes, lambda preview: len(preview.content))
