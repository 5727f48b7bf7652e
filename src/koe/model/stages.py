"""Stage files -> open sessions, checked to belong together; names, inputs and outputs of the stages.

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
from koe.model.backends import Backend, Precision, Session

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
# The norms of one are inputs or outputs of the others, so that all three must have the same weights.
GENERATOR_STAGES = ("generator", "generator_modulation", "generator_whole")

Opener = Callable[[], Session]
_NONE: Mapping[str, Opener] = {}
_SINGLE_PRECISION = ("koe.precision", "f32")


@dataclass(frozen=True, slots=True)
class Facts:
    """Metadata of a stage model. `weights_sha256` is the hash of what its weights come from: of the published model,
    unless the variant brings weights of its own. `precision` is what it is meant to be computed in."""

    stage: str
    variant: str
    version: str
    source_sha256: str
    weights_sha256: str
    vocabulary_sha256: str
    sample_rate_hz: int
    samples_per_frame: int
    max_tokens: int
    precision: Precision = "f32"

    def to_metadata(self) -> dict[str, str]:
        """Single precision goes without saying: files of version 0.1 do not name it."""
        texts = {f"koe.{field.name}": str(getattr(self, field.name)) for field in fields(self)}
        return {name: text for name, text in texts.items() if (name, text) != _SINGLE_PRECISION}

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, str], where: str) -> Facts:
        try:
            known = dict([_SINGLE_PRECISION]) | dict(metadata)
            texts = {field.name: known[f"koe.{field.name}"] for field in fields(cls)}
            numbers = {name: int(texts[name]) for name in ("sample_rate_hz", "samples_per_frame", "max_tokens")}
            return cls(**{**texts, **numbers})  # type: ignore[arg-type]  # the three numbers replace their texts
        except (KeyError, ValueError) as problem:
            raise StageError(
                f"{where} is not a stage model of koe ({problem}). Run `koe models build --force`."
            ) from None

    @property
    def of_build(self) -> Facts:
        """Without what differs between the stages of a build."""
        return replace(self, stage="", variant="", version="", precision="f32")


@dataclass(frozen=True, slots=True)
class StageSource:
    """The variant of a stage, and the provider that computes it."""

    stage: str
    variant: str
    provider: str


class Stages:
    """The sessions of one build. Stages in `later`, which only a fallback needs, are opened at first use. `facts` are
    those of the generator, as far as they concern the build."""

    def __init__(
        self, sessions: Mapping[str, Session], facts: Facts, later: Mapping[str, Opener] = _NONE, name: str = ""
    ) -> None:
        self._sessions = dict(sessions)
        self._later = dict(later)
        self._lock = Lock()
        self.facts = facts
        self.name = name

    def __getitem__(self, stage: str) -> Session:
        with self._lock:
            if stage in self._later:
                self._sessions[stage] = self._later[stage]()
                del self._later[stage]
        return self._sessions[stage]

    @property
    def sources(self) -> tuple[StageSource, ...]:
        """What computes each stage that is open."""
        with self._lock:
            opened = [(stage, self._sessions[stage]) for stage in STAGES if stage in self._sessions]
        return tuple(
            # A session that wraps another one, to measure or to fail, need not say what computes it.
            StageSource(stage, session.metadata.get("koe.variant", ""), getattr(session, "provider", "unknown"))
            for stage, session in opened
        )

    @property
    def accelerators(self) -> frozenset[str]:
        """The providers other than the CPU that may fail in a stage."""
        return frozenset(name for stage in self.open_stages if (name := self.accelerator_of(stage)) is not None)

    def accelerator_of(self, stage: str) -> str | None:
        """None: the CPU computes it."""
        return getattr(self._sessions.get(stage), "accelerator", None)

    @property
    def open_stages(self) -> tuple[str, ...]:
        """Those that take memory."""
        return tuple(stage for stage in STAGES if stage in self._sessions)


class SharedBackend:
    """A backend that opens each file once: builds that have a stage in common share its session."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._sessions: dict[tuple[Path, Precision], Session] = {}
        self._lock = Lock()

    @property
    def name(self) -> str:
        return self._backend.name

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> Session:
        with self._lock:
            if (path, precision) not in self._sessions:
                opened = self._backend.open(path, precision=precision, releases_memory=releases_memory)
                self._sessions[path, precision] = opened
            return self._sessions[path, precision]


def stage_files(folder: Path) -> dict[str, Path]:
    """The files of a folder that has one for each stage, under its name."""
    return {stage: folder / f"{stage}.onnx" for stage in STAGES}


def open_stages(
    backend: Backend, files: Mapping[str, Path], expected: Mapping[str, Facts] | None = None, name: str = ""
) -> Stages:
    """Open the file of each stage, and check that they belong together; that they are the `expected` ones, if those
    are given."""
    _require_files(files)
    first, others = "generator", [stage for stage in STAGES if stage not in ("generator", *FALLBACK_STAGES)]
    session, facts = _open(backend, files[first], first, None if expected is None else expected[first])
    sessions = {first: session}
    for stage in others:
        sessions[stage] = _open_beside(backend, files[stage], stage, facts, expected)
    later = {stage: partial(_open_beside, backend, files[stage], stage, facts, expected) for stage in FALLBACK_STAGES}
    return Stages(sessions, facts.of_build, later, name)


def open_stages_later(
    backend: Backend, files: Mapping[str, Path], expected: Mapping[str, Facts], name: str = ""
) -> Stages:
    """As `open_stages`, but each file is opened and checked at first use."""
    _require_files(files)
    facts = expected["generator"]
    later = {stage: partial(_open_beside, backend, files[stage], stage, facts, expected) for stage in STAGES}
    return Stages({}, facts.of_build, later, name)


def _require_files(files: Mapping[str, Path]) -> None:
    for stage in STAGES:
        if not files[stage].is_file():
            raise StageError(f"{files[stage]} is missing. Run `koe models build --force`.")


def _open_beside(
    backend: Backend, path: Path, stage: str, generator: Facts, expected: Mapping[str, Facts] | None
) -> Session:
    session, facts = _open(backend, path, stage, None if expected is None else expected[stage])
    weights = generator.weights_sha256 if stage in GENERATOR_STAGES else facts.weights_sha256
    if facts.of_build != replace(generator.of_build, weights_sha256=weights):
        raise StageError(f"{path} and the other stages are not of one build. Run `koe models build --force`.")
    return session


def _open(backend: Backend, path: Path, stage: str, expected: Facts | None) -> tuple[Session, Facts]:
    # A whole decoding of 25 s of speech needs 580 MB, which the arena would keep for the next one.
    precision: Precision = "f32" if expected is None else expected.precision
    session = backend.open(path, precision=precision, releases_memory=stage in FALLBACK_STAGES)
    facts = Facts.from_metadata(session.metadata, where=str(path))
    if facts.stage != stage:
        raise StageError(
            f"{path} holds the {facts.stage} stage, not the {stage} stage. Run `koe models build --force`."
        )
    if expected is not None and getattr(session, "accelerator", None) is not None:
        # A provider may be given another variant, with the same weights.
        facts = replace(facts, variant=expected.variant, version=expected.version)
    if expected is not None and facts != expected:
        raise StageError(f"{path} is not the file that its name says. Run `koe models build --force`.")
    return session, facts
