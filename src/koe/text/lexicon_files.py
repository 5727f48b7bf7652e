"""Lexicon files -> the `Lexicon` of a language, reloaded when the files change.

Three layers: the user's entries take precedence over the project's, and those over koe's own; entries of a request take
precedence over all. A layer is a file or a folder of files, and need not exist.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from threading import Event, Lock, Thread
from typing import get_args

from platformdirs import user_config_path

from koe.text.lexicon import Entry, Kind, Lexicon, LexiconError, checked_entries, parse_entries

DEFAULT_NAME = "default_lexicon.tsv"

_log = logging.getLogger("koe.text")
_KINDS: dict[str, Kind] = {f".{kind}": kind for kind in get_args(Kind)}


def user_file() -> Path:
    """The default path of the user's lexicon."""
    return user_config_path("koe") / "lexicon.tsv"


def default_entries() -> tuple[Entry, ...]:
    """koe's own entries, shipped with the package."""
    text = (files("koe.text") / "data" / DEFAULT_NAME).read_text(encoding="utf-8")
    return tuple(parse_entries(text, "tsv", DEFAULT_NAME))


def read_file(path: Path) -> list[Entry]:
    """Raises `LexiconError` for the first invalid entry, and for a file that cannot be read."""
    return parse_entries(*_contents(path), str(path))


def check_file(path: Path) -> list[Entry | LexiconError]:
    """Every entry, or the error for it. Raises `LexiconError` for a file that cannot be read."""
    return list(checked_entries(*_contents(path), str(path)))


def _contents(path: Path) -> tuple[str, Kind]:
    kind = _KINDS.get(path.suffix.lower())
    if kind is None:
        raise LexiconError(str(path), 1, f"the file name must end in {', '.join(_KINDS)}")
    try:
        content = path.read_bytes()
        return content.decode("utf-8-sig"), kind
    except OSError as error:
        raise LexiconError(str(path), 1, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise LexiconError(str(path), content.count(b"\n", 0, error.start) + 1, "is not UTF-8") from None


class _Layer:
    """The entries of a file, or of the files in a folder in the order of their names."""

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        self._files: Mapping[Path, tuple[Entry, ...]] = {}
        self.read()

    @property
    def entries(self) -> Iterator[Entry]:
        for entries in self._files.values():
            yield from entries

    def read(self) -> None:
        """Reads the files again. One with a fault keeps its previous entries: a typo must not remove pronunciations
        that are in use."""
        self._files = {path: self._entries_of(path) for path in self._paths()}

    def holds(self, path: Path) -> bool:
        """Whether a change at `path` may concern this layer: `path` is inside its root, or is a folder above the root
        that was created or deleted."""
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
            _log.warning(
                "lexicon file %s line %d: %s; keeping its previous entries", error.name, error.line, error.reason
            )
            return self._files.get(path, ())


class Lexicons:
    """The lexicons of all languages; thread-safe. A `Lexicon` that was handed out does not change when files do."""

    def __init__(self, user: Path | None = None, project: Path | None = None) -> None:
        self._lock = Lock()
        self._layers = tuple(_Layer(root) for root in (user, project) if root is not None)
        self._default = default_entries()
        self._lexicons: dict[str, Lexicon] = {}

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

    def reload(self, path: Path) -> None:
        """Reads the layers again that a change at `path` may concern."""
        with self._lock:
            concerned = [layer for layer in self._layers if layer.holds(path)]
            for layer in concerned:
                layer.read()
            if concerned:
                self._lexicons.clear()


def _exact_first(entries: Iterable[Entry]) -> list[Entry]:
    """The entries of a layer by precedence: `en-us` and `en-gb` before `en`, case-sensitive ones before others."""
    return sorted(entries, key=lambda entry: (entry.lang == "en", not entry.is_case_sensitive))


def watch(lexicons: Lexicons, stop: Event) -> Thread:
    """Starts a thread that reloads files when they are changed, created or deleted, until `stop` is set."""
    thread = Thread(target=_watch, args=(lexicons, stop), name="koe-lexicons", daemon=True)
    thread.start()
    return thread


def _watch(lexicons: Lexicons, stop: Event) -> None:
    from watchfiles import watch as changes_in  # a compiled library: only a server needs it

    while lexicons.roots and not stop.is_set():
        folders = _folders(lexicons.roots)
        # A change that came before the watch began was not seen: everything is read once more when it has begun, which
        # is known from its first report, after a timeout if nothing changes.
        unseen = set(lexicons.roots)
        watched = changes_in(*folders, stop_event=stop, recursive=False, raise_interrupt=False, yield_on_timeout=True)
        try:
            for changes in watched:
                for changed in {Path(path) for _, path in changes} | unseen:
                    lexicons.reload(changed)
                unseen = set()
                if _folders(lexicons.roots) != folders:
                    break
        except OSError as error:
            _log.warning("cannot watch the lexicon files: %s; restart koe after a change", error.strerror)
            return


def _folders(roots: Iterable[Path]) -> frozenset[Path]:
    """The folders to watch: each root that is a folder, and the nearest existing folder above each root."""
    return frozenset(
        folder
        for root in roots
        for folder in (root, next(parent for parent in root.parents if parent.is_dir()))
        if folder.is_dir()
    )
