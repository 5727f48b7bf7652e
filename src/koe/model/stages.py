"""What the five stage models are called, what goes in and out, and the facts each one carries in its metadata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

from koe.errors import StageError
from koe.model.backends import Backend, Session

STAGES = ("text", "pitch", "trunk", "source", "generator")

INPUTS: Mapping[str, tuple[str, ...]] = {
    "text": ("tokens", "style"),
    "pitch": ("aligned_features", "style"),
    "trunk": ("aligned_phonemes", "pitch_hz", "energy", "style"),
    "source": ("pitch_hz",),
    "generator": ("trunk", "source", "style"),
}
OUTPUTS: Mapping[str, tuple[str, ...]] = {
    "text": ("features", "phonemes", "durations"),
    "pitch": ("pitch_hz", "energy"),
    "trunk": ("trunk",),
    "source": ("source",),
    "generator": ("waveform",),
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What a stage model must say of itself, so that no piece of another build is ever mixed in."""

    stage: str
    source_sha256: str
    builder_version: str
    vocabulary_sha256: str
    sample_rate_hz: int
    samples_per_frame: int
    max_tokens: int

    def to_metadata(self) -> dict[str, str]:
        return {f"koe.{field.name}": str(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, str], where: str) -> Facts:
        try:
            return cls(
                stage=metadata["koe.stage"],
                source_sha256=metadata["koe.source_sha256"],
                builder_version=metadata["koe.builder_version"],
                vocabulary_sha256=metadata["koe.vocabulary_sha256"],
                sample_rate_hz=int(metadata["koe.sample_rate_hz"]),
                samples_per_frame=int(metadata["koe.samples_per_frame"]),
                max_tokens=int(metadata["koe.max_tokens"]),
            )
        except (KeyError, ValueError) as problem:
            raise StageError(
                f"{where} is not a stage model of koe ({problem}). Run `koe models build --force`."
            ) from None


class Stages:
    """The five open sessions of one build."""

    def __init__(self, sessions: Mapping[str, Session], facts: Facts) -> None:
        self._sessions = sessions
        self.facts = facts

    def __getitem__(self, stage: str) -> Session:
        return self._sessions[stage]


def open_stages(backend: Backend, folder: Path, expected: Facts | None = None) -> Stages:
    """Open the stage models in `folder` and check that they are of one build: the `expected` one, where it is given."""
    sessions: dict[str, Session] = {}
    builds: set[Facts] = {replace(expected, stage="")} if expected else set()
    for stage in STAGES:
        path = folder / f"{stage}.onnx"
        if not path.is_file():
            raise StageError(f"{path} is missing. Run `koe models build --force`.")
        sessions[stage] = backend.open(path)
        facts = Facts.from_metadata(sessions[stage].metadata, where=str(path))
        if facts.stage != stage:
            raise StageError(f"{path} says it is the {facts.stage} stage. Run `koe models build --force`.")
        builds.add(replace(facts, stage=""))
    if len(builds) != 1:
        raise StageError(f"The stage models in {folder} are not of one build. Run `koe models build --force`.")
    return Stages(sessions, next(iter(builds)))
