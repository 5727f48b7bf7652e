"""The builds of the model by name: which variant of each stage they have, and how each variant is made.

A variant is one way to make the model of a stage from the cuts of the published graph. Builds share variants, and with
them files, sessions and memory. To add a build: write its variants, name them in a row of BUILDS, and fit its norm
table and voice levels if its generator has weights of its own (docs/model-build.md).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path

import onnx

from koe.build.activations import with_folded_activations
from koe.build.convolutions import OUTPUTS, with_fast_convolutions
from koe.build.eight_bit_plan import ORIGIN, RANGES, EightBitPlan
from koe.build.eight_bits import with_eight_bit_convolutions
from koe.build.norms import measuring_stage, modulation_stage, open_stage
from koe.build.quantize import LEAST_AGREEMENT, with_eight_bit_products, with_eight_bit_recurrent_layers
from koe.build.sines import DEGREE, without_squared_sines
from koe.build.slim import load_weights, with_weights
from koe.build.source import with_convolved_source
from koe.build.split import cut
from koe.errors import StageError
from koe.model.backends import Precision
from koe.model.stages import GENERATOR_STAGES, STAGES

# The reference that every build is compared with, and what speaks when another build fails in mid-request.
EXACT = "exact"

# Convolutions of three taps in the generator have too few channels to gain: 158 instead of 162 ms for a window of 24
# frames.
GENERATOR_SHORTEST_TAPS = 7

# The slim generator has 16 to 256 inner channels; convolutions of 32 and more gain by the rewriting. Windows of 15 and
# 40 frames on one thread, CPU time: 57 and 135 ms; activations folded, 54 and 132; those of three taps rewritten
# too, 52 and 133. Degree 4 instead of 6: 106 dB from it.
SLIM_WEIGHTS = "model/slim.npz"
SLIM_FEWEST_CHANNELS = 32
SLIM_SHORTEST_TAPS = 3
SLIM_DEGREE = 4

# Where convolutions are computed in sixteen bits they are the lesser part, and rewriting them only adds transforms: a
# second of the slim generator in OpenVINO takes 120 ms with them and 47 without (two threads).
DEGREE_IN_16_BITS = 4

# Three terms leave 60 dB of a squared sine, eight bits 40.
EIGHT_BIT_DEGREE = 3
# The texts that the plan for eight bits was measured on (build/eight_bits.json).
EIGHT_BIT_CALIBRATION = "02c25b0d6e79c96eadefeb97936801dfa5ddacda0c0624d857017a70905ee0ae"

Option = str | int | float | bool


def package_file(name: str) -> Path:
    """A file of the package by its path in it, such as `model/statistics.npz`."""
    return Path(str(resources.files("koe").joinpath(name)))


class Ingredients:
    """What a recipe may use: the cuts of the published graph, and files of the package that its variant lists."""

    def __init__(self, source: Path) -> None:
        self._source = source

    @cached_property
    def model(self) -> onnx.ModelProto:
        return onnx.load(self._source)

    def cut(self, name: str) -> onnx.ModelProto:
        return cut(self.model, name)


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to make a stage. Increase `version` whenever the file changes that `make` gives: it is part of the file's
    name, so that other files stay. `options` are recorded beside the file. `inputs` are files of the package that
    `make` reads; `weights` is the one of them that replaces weights of the published model. `calibration_sha256` is the
    hash of the texts that it was calibrated on, if any. `precision` is what a session computes in; the file is in
    single precision."""

    stage: str
    name: str
    make: Callable[[Ingredients], onnx.ModelProto]
    version: str = "1"
    options: Mapping[str, Option] = field(default_factory=dict)
    inputs: tuple[str, ...] = ()
    weights: str | None = None
    calibration_sha256: str | None = None
    precision: Precision = "f32"

    def weights_sha256(self, source_sha256: str) -> str:
        """The hash of what the weights come from: norm tables belong to it."""
        if self.weights is None:
            return source_sha256
        return hashlib.sha256(f"{source_sha256} {file_sha256(package_file(self.weights))}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Build:
    """A name, and the variant of each stage. `table` (norms) and `levels` (loudness of the voices) are files of the
    package that were fitted on its generator. `keeps_waveform`: its speech is meant to be that of the published model
    sample by sample, so that log-spectral distance is one of its quality bars; else only how it sounds is compared."""

    name: str
    summary: str
    stages: Mapping[str, str]
    table: str = "model/statistics.npz"
    levels: str = "model/levels.json"
    keeps_waveform: bool = True

    @property
    def variants(self) -> tuple[Variant, ...]:
        """In the order of the stages."""
        return tuple(VARIANTS[stage, self.stages[stage]] for stage in STAGES)


def _plain(stage: str) -> Variant:
    return Variant(stage, "plain", lambda parts: parts.cut(stage))


def _fast(stage: str) -> Variant:
    return Variant(
        stage, "fast", lambda parts: with_fast_convolutions(parts.cut(stage)), options={"outputs_per_tile": OUTPUTS}
    )


def _fast_generator(parts: Ingredients) -> onnx.ModelProto:
    rewritten = with_fast_convolutions(open_stage(parts.cut("generator")), GENERATOR_SHORTEST_TAPS)
    return without_squared_sines(rewritten)


def _slim(parts: Ingredients) -> onnx.ModelProto:
    return with_weights(parts.cut("generator"), load_weights(package_file(SLIM_WEIGHTS)))


def _fast_slim_generator(parts: Ingredients) -> onnx.ModelProto:
    folded = with_folded_activations(open_stage(_slim(parts)), SLIM_DEGREE)
    return with_fast_convolutions(folded, SLIM_SHORTEST_TAPS, SLIM_FEWEST_CHANNELS)


def _slim_variant(
    stage: str,
    make: Callable[[Ingredients], onnx.ModelProto],
    version: str = "1",
    options: Mapping[str, Option] | None = None,
) -> Variant:
    return Variant(stage, "slim", make, version, options or {}, inputs=(SLIM_WEIGHTS,), weights=SLIM_WEIGHTS)


def _folded(parts: Ingredients) -> onnx.ModelProto:
    return with_folded_activations(open_stage(parts.cut("generator")), DEGREE_IN_16_BITS)


def _folded_slim(parts: Ingredients) -> onnx.ModelProto:
    return with_folded_activations(open_stage(_slim(parts)), DEGREE_IN_16_BITS)


def in_turns(parts: Ingredients) -> onnx.ModelProto:
    """The slim generator whose convolutions can be computed in eight bits: their kernels stay in the steps that the
    slim weights are stored in, so that eight bits lose nothing of them."""
    return with_folded_activations(open_stage(_slim(parts)), EIGHT_BIT_DEGREE, into_kernels=False)


def _in_eight_bits(model: onnx.ModelProto, stage: str) -> onnx.ModelProto:
    plan = EightBitPlan.load(package_file(RANGES), package_file(ORIGIN))
    return with_eight_bit_convolutions(
        model, plan.ranges[stage], in_floats=plan.in_floats(stage), in_two_parts=plan.in_two_parts(stage)
    )


def _eight_bit_text(parts: Ingredients) -> onnx.ModelProto:
    return _in_eight_bits(with_eight_bit_products(parts.cut("text"), and_recurrent_layers=True), "text")


def _eight_bit_pitch(parts: Ingredients) -> onnx.ModelProto:
    return _in_eight_bits(with_eight_bit_recurrent_layers(parts.cut("pitch")), "pitch")


def _eight_bit_slim_generator(parts: Ingredients) -> onnx.ModelProto:
    return _in_eight_bits(in_turns(parts), "generator")


def _eight_bits(stage: str, make: Callable[[Ingredients], onnx.ModelProto]) -> Variant:
    return Variant(stage, "int8", make, inputs=(RANGES, ORIGIN), calibration_sha256=EIGHT_BIT_CALIBRATION)


_ALL = (
    _plain("text"),
    Variant(
        "text",
        "albert8",
        lambda parts: with_eight_bit_products(parts.cut("text")),
        options={"least_agreement": LEAST_AGREEMENT},
    ),
    _eight_bits("text", _eight_bit_text),
    _plain("pitch"),
    _fast("pitch"),
    _eight_bits("pitch", _eight_bit_pitch),
    _plain("trunk"),
    _fast("trunk"),
    _eight_bits("trunk", lambda parts: _in_eight_bits(parts.cut("trunk"), "trunk")),
    _plain("source"),
    Variant("source", "fast", lambda parts: with_convolved_source(parts.cut("source"))),
    Variant("generator", "plain", lambda parts: open_stage(parts.cut("generator"))),
    Variant(
        "generator",
        "fast",
        _fast_generator,
        options={
            "outputs_per_tile": OUTPUTS,
            "shortest_taps": GENERATOR_SHORTEST_TAPS,
            "degree_of_sines": DEGREE,
        },
    ),
    _slim_variant(
        "generator",
        _fast_slim_generator,
        "2",
        {
            "outputs_per_tile": OUTPUTS,
            "shortest_taps": SLIM_SHORTEST_TAPS,
            "fewest_channels": SLIM_FEWEST_CHANNELS,
            "degree_of_sines": SLIM_DEGREE,
        },
    ),
    Variant("generator", "folded", _folded, options={"degree_of_sines": DEGREE_IN_16_BITS}),
    Variant(
        "generator",
        "slim-folded",
        _folded_slim,
        options={"degree_of_sines": DEGREE_IN_16_BITS},
        inputs=(SLIM_WEIGHTS,),
        weights=SLIM_WEIGHTS,
    ),
    Variant("generator", "bf16", _folded, options={"degree_of_sines": DEGREE_IN_16_BITS}, precision="bf16"),
    Variant(
        "generator",
        "slim-bf16",
        _folded_slim,
        options={"degree_of_sines": DEGREE_IN_16_BITS},
        inputs=(SLIM_WEIGHTS,),
        weights=SLIM_WEIGHTS,
        precision="bf16",
    ),
    Variant(
        "generator",
        "slim-int8",
        _eight_bit_slim_generator,
        options={"degree_of_sines": EIGHT_BIT_DEGREE},
        inputs=(SLIM_WEIGHTS, RANGES, ORIGIN),
        weights=SLIM_WEIGHTS,
        calibration_sha256=EIGHT_BIT_CALIBRATION,
    ),
    Variant("generator_modulation", "plain", lambda parts: modulation_stage(parts.cut("generator"))),
    _slim_variant("generator_modulation", lambda parts: modulation_stage(_slim(parts))),
    Variant("generator_whole", "plain", lambda parts: measuring_stage(parts.cut("generator"))),
    _slim_variant("generator_whole", lambda parts: measuring_stage(_slim(parts))),
)
VARIANTS: Mapping[tuple[str, str], Variant] = {(variant.stage, variant.name): variant for variant in _ALL}

_PLAIN: Mapping[str, str] = dict.fromkeys(STAGES, "plain")
_FAST: Mapping[str, str] = {**_PLAIN, "text": "albert8", **dict.fromkeys(("pitch", "trunk", "generator"), "fast")}
_SLIM: Mapping[str, str] = {**_FAST, **dict.fromkeys(GENERATOR_STAGES, "slim")}
_EIGHT_BITS: Mapping[str, str] = {
    **_SLIM,
    **dict.fromkeys(("text", "pitch", "trunk"), "int8"),
    "source": "fast",
    "generator": "slim-int8",
}

BUILDS: Mapping[str, Build] = {
    build.name: build
    for build in (
        Build("fp32", "single precision with fewer operations; the text encoder's products in eight bits", _FAST),
        Build(
            "slim",
            "fewer channels inside the generator, trained to sound the same",
            _SLIM,
            table="model/slim.statistics.npz",
            levels="model/slim.levels.json",
            keeps_waveform=False,
        ),
        Build(
            "bf16",
            "the generator in sixteen bits; needs OpenVINO and a CPU that computes in them",
            {**_FAST, "generator": "bf16"},
        ),
        Build(
            "slim-bf16",
            "the slim generator in sixteen bits; needs OpenVINO and a CPU that computes in them",
            {**_SLIM, "generator": "slim-bf16"},
            table="model/slim.statistics.npz",
            levels="model/slim.levels.json",
            keeps_waveform=False,
        ),
        Build(
            "int8",
            "the slim generator and all other stages in eight bits: the fastest without OpenVINO, and the smallest",
            _EIGHT_BITS,
            table="model/slim.statistics.npz",
            levels="model/slim.levels.json",
            keeps_waveform=False,
        ),
        Build(EXACT, "the published graph, cut and nothing else: the reference, and the fallback", _PLAIN),
    )
}


def find_build(name: str) -> Build:
    try:
        return BUILDS[name]
    except KeyError:
        raise StageError(f"The build must be one of {', '.join(BUILDS)}.") from None


def generator_sha256(build: Build, source_sha256: str) -> str:
    """The hash that the norm table and the levels of a build must name."""
    found = {VARIANTS[stage, build.stages[stage]].weights_sha256(source_sha256) for stage in GENERATOR_STAGES}
    if len(found) != 1:
        raise StageError(f"The stages {', '.join(GENERATOR_STAGES)} of build {build.name} have different weights.")
    return found.pop()


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
