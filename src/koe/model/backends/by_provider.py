"""A backend that opens each stage on the provider chosen for it, and on the CPU where that is impossible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from koe.errors import StageError
from koe.model.backends import Backend, Precision, Session
from koe.model.backends.choice import ProviderChoice
from koe.model.backends.guarded import GuardedSession
from koe.model.backends.health import ProviderHealth


class ProvidedBackend:
    """`cpu` opens what no provider was chosen for, and what a provider cannot open. `others` has the backends of
    providers by name; `why_missing` says why a name is not among them. `file_for` gives the file that a provider opens
    in place of one that was made for the CPU."""

    def __init__(
        self,
        cpu: Backend,
        others: Mapping[str, Backend],
        choice: ProviderChoice,
        health: ProviderHealth,
        *,
        timeout_s: float,
        why_missing: Callable[[str], str | None] = lambda _: "it is not installed",
        file_for: Callable[[Path], Path] = lambda path: path,
    ) -> None:
        self.cpu = cpu
        self.choice = choice
        self.health = health
        self._others = others
        self._timeout_s = timeout_s
        self._why_missing = why_missing
        self._file_for = file_for

    @property
    def name(self) -> str:
        return self.cpu.name

    def suits(self, characters: int) -> bool:
        """False for texts that the CPU is to speak alone."""
        return characters >= self.choice.from_characters

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> Session:
        stage = stage_of(path)
        name = self.choice.by_stage.get(stage)
        # A build in sixteen bits brings its own runtime.
        session = self._accelerated(name, stage, path) if name is not None and precision == "f32" else None
        return session or self.cpu.open(path, precision=precision, releases_memory=releases_memory)

    def _accelerated(self, name: str, stage: str, path: Path) -> Session | None:
        if name not in self._others:
            self.health.left_out(name, stage, "missing", self._why_missing(name) or "it is not installed")
            return None
        try:
            session = self._others[name].open(self._file_for(path))
        except StageError as problem:
            self.health.left_out(name, stage, "not_opened", str(problem))
            return None
        self.health.chosen(name, stage)
        return GuardedSession(session, name, stage, self._timeout_s)


def stage_of(path: Path) -> str:
    """A stage file is named after its stage, its variant and a version."""
    return path.name.partition(".")[0]
