"""The folder of stage files: each is made once, when a build first needs it, with a record of its origin beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import onnx
from filelock import FileLock
from onnx import helper

from koe.build.recipes import Build, Ingredients, Variant, file_sha256
from koe.build.records import BuildRecord, StageRecord
from koe.constants import MAX_TOKENS
from koe.errors import StageError
from koe.model.stages import Facts

SAMPLE_RATE_HZ = 24_000
SAMPLES_PER_FRAME = 600


@dataclass(frozen=True, slots=True)
class StageCache:
    """The stage files of one published model and one vocabulary. A file is named after its stage, its variant and the
    version of its recipe, so that builds share files and a new recipe leaves the others alone."""

    folder: Path
    source_sha256: str
    vocabulary_sha256: str

    @classmethod
    def under(cls, cache: Path, source_sha256: str, vocabulary_sha256: str) -> StageCache:
        name = f"{source_sha256[:16]}-{vocabulary_sha256[:8]}"
        return cls(cache / "stages" / name, source_sha256, vocabulary_sha256)

    def path(self, variant: Variant) -> Path:
        return self.folder / f"{variant.stage}.{variant.name}.v{variant.version}.onnx"

    def record(self, variant: Variant) -> StageRecord | None:
        return StageRecord.read(self.path(variant).with_suffix(".json"))

    def files(self, build: Build) -> dict[str, Path]:
        return {variant.stage: self.path(variant) for variant in build.variants}

    def facts(self, build: Build) -> dict[str, Facts]:
        return {variant.stage: self.facts_of(variant) for variant in build.variants}

    def facts_of(self, variant: Variant) -> Facts:
        return Facts(
            stage=variant.stage,
            variant=variant.name,
            version=variant.version,
            source_sha256=self.source_sha256,
            weights_sha256=variant.weights_sha256(self.source_sha256),
            vocabulary_sha256=self.vocabulary_sha256,
            sample_rate_hz=SAMPLE_RATE_HZ,
            samples_per_frame=SAMPLES_PER_FRAME,
            max_tokens=MAX_TOKENS,
            precision=variant.precision,
        )

    def has(self, variant: Variant) -> bool:
        """True when the file exists with the size it was written with, made from what its recipe names now."""
        record = self.record(variant)
        try:
            is_whole = record is not None and self.path(variant).stat().st_size == record.bytes
        except OSError:
            return False
        return is_whole and record is not None and record.weights_sha256 == variant.weights_sha256(self.source_sha256)

    def missing(self, builds: Iterable[Build]) -> list[Variant]:
        return [variant for variant in variants_of(builds) if not self.has(variant)]

    def is_complete(self, build: Build) -> bool:
        return not self.missing([build]) and self._record_path(build).is_file()

    def build_record(self, build: Build) -> BuildRecord | None:
        """None if a file is missing."""
        found = {variant.stage: self.record(variant) for variant in build.variants}
        known = {stage: record for stage, record in found.items() if record is not None}
        if len(known) != len(found):
            return None
        return BuildRecord(self._record_path(build), build, known)

    def _record_path(self, build: Build) -> Path:
        return self.folder / f"{build.name}.build.json"


def variants_of(builds: Iterable[Build]) -> list[Variant]:
    """Each once."""
    return list({(variant.stage, variant.name): variant for build in builds for variant in build.variants}.values())


def make_builds(
    cache: StageCache,
    builds: Iterable[Build],
    source: Path,
    on_variant: Callable[[Variant], None] = lambda _: None,
    *,
    again: bool = False,
) -> None:
    """Make the files of these builds that are missing; with `again`, all of them. A file gets its name when it is
    complete."""
    builds = list(builds)
    with _one_process(cache):
        wanted = variants_of(builds) if again else cache.missing(builds)
        if wanted:
            make_variants(cache, wanted, source, on_variant)
        for build in builds:
            record = cache.build_record(build)
            if record is not None:
                record.write()


def make_variants(
    cache: StageCache,
    variants: Iterable[Variant],
    source: Path,
    on_variant: Callable[[Variant], None],
    on_made: Callable[[Variant], None] = lambda _: None,
) -> None:
    """Make these files, whether they exist or not. `on_variant` is called before each, `on_made` after it."""
    if file_sha256(source) != cache.source_sha256:
        raise StageError(f"{source} does not have the expected SHA-256. Run `koe models pull --repair`.")
    ingredients = Ingredients(source)
    for variant in variants:
        on_variant(variant)
        _write(cache, variant, variant.make(ingredients))
        on_made(variant)


def _write(cache: StageCache, variant: Variant, model: onnx.ModelProto) -> None:
    helper.set_model_props(model, cache.facts_of(variant).to_metadata())
    path = cache.path(variant)
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        # protobuf promises one order of bytes only on request: `koe models verify --rebuild` compares hashes.
        unfinished.write_bytes(model.SerializeToString(deterministic=True))
        path.with_suffix(".json").unlink(missing_ok=True)  # it would belong to another file
        unfinished.replace(path)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    record = StageRecord.of(
        variant,
        path,
        len(model.graph.node),
        source_sha256=cache.source_sha256,
        vocabulary_sha256=cache.vocabulary_sha256,
    )
    record.write(path.with_suffix(".json"))


@contextmanager
def _one_process(cache: StageCache) -> Iterator[None]:
    try:
        cache.folder.mkdir(parents=True, exist_ok=True)
        with FileLock(cache.folder.with_suffix(".lock")):
            yield
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise StageError(f"The stage models cannot be written to {cache.folder} ({reason}).") from problem
