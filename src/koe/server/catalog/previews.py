"""How voices sound: a short file for each, in its own language, kept for the next who asks."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preview:
    content: bytes
    etag: str

    @classmethod
    def of(cls, content: bytes) -> Preview:
        return cls(content, f'"{hashlib.sha256(content).hexdigest()[:32]}"')


class Previews:
    """Least recently used first out, by bytes. A file of six seconds has 50 kB as MP3, 300 as WAV."""

    def __init__(self, max_bytes: int = 8_388_608) -> None:
        self._max_bytes = max_bytes
        self._files: OrderedDict[tuple[str, str], Preview] = OrderedDict()
        self._bytes = 0

    def find(self, voice: str, form: str) -> Preview | None:
        preview = self._files.get((voice, form))
        if preview is not None:
            self._files.move_to_end((voice, form))
        return preview

    def keep(self, voice: str, form: str, preview: Preview) -> None:
        if (voice, form) in self._files or len(preview.content) > self._max_bytes:
            return
        self._files[voice, form] = preview
        self._bytes += len(preview.content)
        while self._bytes > self._max_bytes:
            _, oldest = self._files.popitem(last=False)
            self._bytes -= len(oldest.content)
