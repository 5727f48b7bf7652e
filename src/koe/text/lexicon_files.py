"""Lexicon files -> the `Lexicon` of a language, always as the files are now.

Three layers: the user's entries go before the project's, and those before koe's own; entries of a request go before
all. A layer is a file or a folder of files, and need not be there.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from threading import Event, Lock, Thread
from typing import get_args

from platformdirs import user_config_path

from koe.text.lexicon import Entry, Kind, Lexicon, LexiconError, checked_entries, parse_entries

PROJECT_FILE = Path("koe-lexicon.tsv")
DEFAULT_NAME = "default_lexicon.tsv"

_log = logging.getLogger("koe.text")
_KINDS: dict[str, Kind] = {f".{kind}": kind for kind in get_args(Kind)}


def user_file() -> Path:
    return user_config_path("koe") / "lexicon.tsv"


def default_entries() -> tuple[Entry, ...]:
    text = (files("koe.text") / "data" / DEFAULT_NAME).read_text(encoding="utf-8")
    return tuple(parse_entries(text, "tsv", DEFAULT_NAME))


def read_file(path: Path) -> list[Entry]:
    """Raises `LexiconError`: also for a file that cannot be read."""
    return parse_entries(*_contents(path), str(path))


def check_file(path: Path) -> list[Entry | LexiconError]:
    """Every entry, or what is wrong with it. Raises `LexiconError` for a file that cannot be read."""
    return list(checked_entries(*_contents(path), str(path)))


def _contents(path: Path) -> tuple[str, Kind]:
    kind = _KINDS.get(path.suffix.lower())
    if kind is None:
        raise LexiconError(str(path), 1, f"the name must end in {', '.join(_KINDS)}")
    try:
        content = path.read_bytes()
        return content.decode("utf-8-sig"), kind
    except OSError as error:
        raise LexiconError(str(path), 1, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise LexiconError(str(path), content.count(b"\n", 0, error.start) + 1, "is not UTF-8") from None


class _Layer:
    """A file, or the files of a folder in the order of their names."""

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        self._files: Mapping[Path, tuple[Entry, ...]] = {}
        self.read()

    @property
    def entries(self) -> Iterator[Entry]:
        for entries in self._files.values():
            yield from entries

    def read(self) -> None:
        """A file that is wrong keeps the entries it had: a slip of the pen must not take a voice's names away."""
        self._files = {path: self._entries_of(path) for path in self._paths()}

    def holds(self, path: Path) -> bool:
        """Whether a change there may be one of this layer: below its root, or a folder above it that came or went."""
        root, path = self.root.resolve(), path.resolve()
        return path == root or root in path.parents or path in root.parents

    def _paths(self) -> list[Path]:
        if self.root.is_dir():
            return sorted(path for path in self.root.iterdir() if path.suffix.lower() in _KINDS and path.is_file())
        return [self.root] if self.root.exists() else []

    def _entries_of(self, path: Path) -> tuple[Entry, ...]:
        try:
            return tuple(read_file(path))
        except LexiconError as error:
            _log.warning("lexicon %s line %d: %s; its former entries stay", error.name, error.line, error.reason)
            return self._files.get(path, ())


class Lexicons:
    """For several threads at once. Who holds a `Lexicon` keeps it as it is, also when the files change."""

    def __init__(self, user: Path | None = None, project: Path | None = None) -> None:
        self._lock = Lock()
        self._layers = tuple(_Layer(root) for root in (user, project) if root is not None)
        self._default = default_entries()
        self._lexicons: dict[str, Lexicon] = {}
        self._versions: dict[str, str] = {}

    @property
    def roots(self) -> tuple[Path, ...]:
        return tuple(layer.root for layer in self._layers)

    def for_language(self, code: str, extra: tuple[Entry, ...] = ()) -> Lexicon:
        with self._lock:
            if code not in self._lexicons:
                layers = (*(layer.entries for layer in self._layers), self._default)
                ordered = (entry for layer in layers for entry in _exact_first(layer))
                self._lexicons[code] = Lexicon(ordered, code)
            lexicon = self._lexicons[code]
        return Lexicon((*_exact_first(extra), *lexicon.entries), code) if extra else lexicon

    def version(self, code: str) -> str:
        """Another one when the entries of the language are others."""
        entries = self.for_language(code).entries
        with self._lock:
            known = self._versions.get(code)
        if known is None:
            known = hashlib.sha256(repr([entry.row for entry in entries]).encode()).hexdigest()[:16]
            with self._lock:
                if code in self._lexicons and self._lexicons[code].entries is entries:
                    self._versions[code] = known
        return known

    def reload(self, path: Path) -> None:
        """Reads again what a change at `path` may concern."""
        with self._lock:
            concerned = [layer for layer in self._layers if layer.holds(path)]
            for layer in concerned:
                layer.read()
            if concerned:
                self._lexicons.clear()
                self._versions.clear()


def _exact_first(entries: Iterable[Entry]) -> list[Entry]:
    """Inside a layer: one English before both, and the spelling with its capitals before any spelling."""
    return sorted(entries, key=lambda entry: (entry.lang == "en", not entry.is_case_sensitive))


def watch(lexicons: Lexicons, stop: Event) -> Thread:
    """Reloads files that change, come or go, until `stop` is set."""
    thread = Thread(target=_watch, args=(lexicons, stop), name="koe-lexicons", daemon=True)
    thread.start()
    return thread


def _watch(lexicons: Lexicons, stop: Event) -> None:
    from watchfiles import watch as changes_in  # a compiled library: only a server needs it

    while lexicons.roots and not stop.is_set():
        folders = _folders(lexicons.roots)
        try:
            for changes in changes_in(*folders, stop_event=stop, recursive=False, raise_interrupt=False):
                for changed in {path for _, path in changes}:
                    lexicons.reload(Path(changed))
                if _folders(lexicons.roots) != folders:
                    break
        except OSError as error:
            _log.warning("lexicons are not watched: %s", error.strerror)
            return


def _folders(roots: Iterable[Path]) -> frozenset[Path]:
    """A folder of files and what it lies in; of what is not there yet, the nearest folder that is."""
    return frozenset(
        folder
        for root in roots
        for folder in (root, next(parent for parent in root.parents if parent.is_dir()))
        if folder.is_dir()
    )
