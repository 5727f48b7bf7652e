"""A request's `model` -> the build that speaks it, and the voice levels of that build."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from koe.constants import DEFAULT_BUILD, MODEL_NAME
from koe.errors import ModelNotOffered
from koe.model.levels import VoiceLevels

_PREFIX = f"{MODEL_NAME}-"
_NO_LEVELS: Mapping[str, VoiceLevels | None] = {DEFAULT_BUILD: None}


def model_name(build: str) -> str:
    """The name by which a request chooses a build: `kokoro-fp32`."""
    return _PREFIX + build


class OfferedBuilds:
    """The builds that requests may choose, the default one first, with the levels of their voices (None: no loudness
    normalisation). `known` are all builds that koe has a recipe for."""

    def __init__(self, levels: Mapping[str, VoiceLevels | None] = _NO_LEVELS, known: Collection[str] = ()) -> None:
        self._levels = dict(levels)
        self._known = frozenset(known)
        self.names = tuple(self._levels)
        self.default = self.names[0]

    @property
    def models(self) -> tuple[str, ...]:
        """The names by which requests choose."""
        return (MODEL_NAME, *map(model_name, self.names))

    def choose(self, model: str) -> str:
        """`kokoro-NAME` is that build. Every other name is the default one: clients send `tts-1`, `kokoro-82m` and many
        more. Raises `ModelNotOffered` for a build that koe knows but does not offer here."""
        name = model.strip().lower()
        build = name.removeprefix(_PREFIX) if name.startswith(_PREFIX) else self.default
        if build in self._levels:
            return build
        if build in self._known:
            raise ModelNotOffered(self.models)
        return self.default

    def levels(self, build: str) -> VoiceLevels | None:
        return self._levels[build]
