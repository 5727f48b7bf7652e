"""A stage file -> a session that runs it. The only folder that opens inference sessions.

A backend is this small so that another runtime fits behind it: open a file, run it by names.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from numpy.typing import NDArray

Array = NDArray[Any]


class Session(Protocol):
    @property
    def metadata(self) -> Mapping[str, str]: ...

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        """Inputs and outputs by the names of koe.model.stages."""
        ...


class Backend(Protocol):
    @property
    def name(self) -> str: ...

    def open(self, path: Path) -> Session: ...
