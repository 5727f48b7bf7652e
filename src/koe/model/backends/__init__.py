"""Interface of inference runtimes: a stage file -> a session that runs it. Only this folder opens inference sessions.

The interface is small, so that another runtime can be added: open a file, run it with named inputs and outputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from numpy.typing import NDArray

from koe.model.backends.session_options import Precision as Precision

Array = NDArray[Any]


class Session(Protocol):
    @property
    def metadata(self) -> Mapping[str, str]: ...

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        """Inputs and outputs have the names in koe.model.stages."""
        ...


class Backend(Protocol):
    @property
    def name(self) -> str: ...

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> Session:
        """`releases_memory`: the session gives back what a run needed when it ends, for stages that seldom run. Raises
        `StageError` if this machine cannot compute in the precision."""
        ...
