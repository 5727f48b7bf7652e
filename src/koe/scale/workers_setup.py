"""Settings and lexicons of this machine -> those of a worker, which may be on another one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from koe.engine.engine import Engine
from koe.settings import Settings, load_settings
from koe.settings.access import AccessSettings
from koe.settings.observability import ObservabilitySettings
from koe.settings.playback import PlaybackSettings
from koe.settings.tuning import TuningSettings

# What belongs to a machine stays there, and so do addresses and keys. Everything else decides how it sounds, or may.
_OF_A_SERVER = (AccessSettings, ObservabilitySettings, PlaybackSettings, TuningSettings)
_OF_A_MACHINE = frozenset(
    {"cache_dir", "model_dir", "hub_timeout_s", "threads", "lanes", "thread_affinity", "coreml_cache_dir"}
)
LEXICONS = ("lexicon", "project_lexicon")

LoadEngine = Callable[[Settings], Engine]
LoadFacts = Callable[[Settings], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """What a worker is started with. `load` and `facts` are functions of a module, which the worker imports: `facts`
    names everything that must be the same there as here. `lexicons`: setting -> files by name; a single file has no
    folder."""

    settings: Mapping[str, Any]
    lexicons: Mapping[str, Lexicon]
    threads: int
    load: LoadEngine
    facts: LoadFacts

    @classmethod
    def of(cls, settings: Settings, threads: int, load: LoadEngine, facts: LoadFacts) -> WorkerSetup:
        left = {name for group in _OF_A_SERVER for name in group.model_fields} | _OF_A_MACHINE | set(LEXICONS)
        sent = {name: getattr(settings, name) for name in Settings.model_fields if name not in left}
        found = {name: Lexicon.read(getattr(settings, name)) for name in LEXICONS}
        return cls(sent, {name: one for name, one in found.items() if one}, threads, load, facts)

    def settings_in(self, folder: Path) -> Settings:
        """The settings on a worker; the lexicons are written into the folder. Where the machine's files are, it knows
        itself."""
        lexicons = dict.fromkeys(LEXICONS)
        written = {name: one.write(folder / name) for name, one in self.lexicons.items()}
        own = {"threads": self.threads, "lanes": 1}
        return load_settings(warn=lambda _: None).model_copy(update={**self.settings, **lexicons, **written, **own})


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The contents of a lexicon: a file, or all files of a folder."""

    files: Mapping[str, bytes]
    is_folder: bool

    @classmethod
    def read(cls, path: Path | None) -> Lexicon | None:
        if path is not None and path.is_dir():
            return cls({one.name: one.read_bytes() for one in sorted(path.iterdir()) if one.is_file()}, True)
        if path is not None and path.is_file():
            return cls({path.name: path.read_bytes()}, False)
        return None

    def write(self, folder: Path) -> Path:
        """Returns the value of the setting."""
        folder.mkdir()
        for name, content in self.files.items():
            (folder / name).write_bytes(content)
        return folder if self.is_folder else folder / next(iter(self.files))
