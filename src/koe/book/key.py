"""The key of a book's speech: a hash of everything that decides its samples."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from koe.book.recorder import Narrator
from koe.book.script import Script


def speech_key(script: Script, narrator: Narrator, facts: Mapping[str, object]) -> str:
    """`facts` are the version, the build and the settings that speech depends on. Chapters do not count: they can be
    named anew without speaking again."""
    spoken = [(passage.text, passage.silence_ms) for passage in script.passages]
    parts = [
        spoken,
        narrator.voice,
        narrator.speed,
        narrator.language,
        sorted((name, str(fact)) for name, fact in facts.items()),
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def digest_of_files(paths: Iterable[Path | None]) -> str:
    """Of files and of all files in folders; those that do not exist count as empty."""
    digest = hashlib.sha256()
    for path in paths:
        files = sorted(path.rglob("*")) if path is not None and path.is_dir() else [path]
        for file in files:
            content = file.read_bytes() if file is not None and file.is_file() else b""
            digest.update(len(content).to_bytes(8) + content)
    return digest.hexdigest()
