"""A folder of stage models -> open sessions, checked to be of one build; names, inputs and outputs of the stages.

`generator` decodes one window: its norms are inputs. `generator_whole` normalises by its own input: it decodes a whole
utterance at once and returns the statistics that calibration is fitted on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from threading import Lock

from koe.errors import StageError
from koe.model.backends import Backend, Session

INPUTS: Mapping[str, tuple[str, ...]] = {
    "text": ("tokens", "style"),
    "pitch": ("aligned_features", "style"),
    "trunk": ("aligned_phonemes", "pitch_hz", "energy", "style"),
    "source": ("phase", "pitch_hz"),
    "generator_modulation": ("style",),
    "generator": ("trunk", "source", "scale", "shift"),
    "generator_whole": ("trunk", "source", "style"),
}
OUTPUTS: Mapping[str, tuple[str, ...]] = {
    "text": ("features", "phonemes", "durations"),
    "pitch": ("pitch_hz", "energy"),
    "trunk": ("trunk",),
    "source": ("source",),
    "generator_modulation": ("gain", "bias"),
    "generator": ("waveform",),
    "generator_whole": ("waveform", "means", "variances"),
}
STAGES = tuple(INPUTS)
FALLBACK_STAGES = ("generator_whole",)

Opener = Callable[[], Session]
_NONE: Mapping[str, Opener] = {}


@dataclass(frozen=True, slots=True)
class Facts:
    """Metadata of a stage model. Stages of different builds must not be mixed."""

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
    """The sessions of one build. Stages in `later`, which only a fallback needs, are opened at first use."""

    def __init__(self, sessions: Mapping[str, Session], facts: Facts, later: Mapping[str, Opener] = _NONE) -> None:
        self._sessions = dict(sessions)
        self._later = dict(later)
        self._lock = Lock()
        self.facts = facts

    def __getitem__(self, stage: str) -> Session:
        with self._lock:
            if stage in self._later:
                self._sessions[stage] = self._later.pop(stage)()
        return self._sessions[stage]


def open_stages(backend: Backend, folder: Path, expected: Facts | None = None) -> Stages:
    """Open the stage models in `folder` and check that they are of one build: the `expected` one, if it is given."""
    for stage in STAGES:
        if not (folder / f"{stage}.onnx").is_file():
            raise StageError(f"{folder / stage}.onnx is missing. Run `koe models build --force`.")
    first, *others = (stage for stage in STAGES if stage not in FALLBACK_STAGES)
    session, facts = _open(backend, folder, first, expected)
    sessions = {first: session} | {stage: _open(backend, folder, stage, facts)[0] for stage in others}
    later = {stage: partial(_open_session, backend, folder, stage, facts) for stage in FALLBACK_STAGES}
    return Stages(sessions, facts, later)


def _open_session(backend: Backend, folder: Path, stage: str, expected: Facts) -> Session:
    return _open(backend, folder, stage, expected)[0]


def _open(backend: Backend, folder: Path, stage: str, expected: Facts | None) -> tuple[Session, Facts]:
    """Return the session and the facts of its build, checked against the expected ones."""
    path = folder / f"{stage}.onnx"
    # A whole decoding of 25 s of speech needs 580 MB, which the arena would keep for the next one.
    session = backend.open(path, releases_memory=stage in FALLBACK_STAGES)
    facts = Facts.from_metadata(session.metadata, where=str(path))
    if facts.stage != stage:
        raise StageError(
            f"{path} holds the {facts.stage} stage, not the {stage} stage. Run `koe models build --force`."
        )
    if expected is not None and replace(expected, stage=stage) != facts:
        raise StageError(f"{path} and the other stages are not of one build. Run `koe models build --force`.")
    return session, replace(facts, stage="")
