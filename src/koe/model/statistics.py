"""Prosody and trunk output -> predicted norms of the generator, so that it can decode windows before the whole exists.

The generator normalises by mean and variance over all frames of an utterance. They are predicted from the trunk's
output, the prosody and the voice, with a table that `koe dev calibrate` fits and the package ships.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import IO, Self, cast

import numpy as np
from numpy.typing import NDArray

from koe.errors import BadOutput, StageError
from koe.model.prosody import Prosody
from koe.model.stages import Stages
from koe.types import Samples

EPSILON = 1e-5
# Features are clipped this many deviations from the mean of the corpus: further out they carry no information.
LARGEST_DEVIATION = 6.0
# Arrays that are stored in 255 steps for each row, which are most of the file.
_IN_STEPS = ("coefficients", "directions")
_STEPS = "{}_steps"
_QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
_UNVOICED_HZ = 10
_SMALLEST_DEVIATION = 1e-3


@dataclass(frozen=True, slots=True)
class Norms:
    """Replaces normalisation by x * scale + shift for every channel of every layer; both are [1, C, 1]."""

    scale: Samples
    shift: Samples


@dataclass(frozen=True, slots=True)
class StatisticsTable:
    """A quadratic map of the features onto the directions in which the statistics vary.

    The weights are its linear part. The quadratic part multiplies every pair of principal components of the features.
    """

    feature_mean: Samples  # [F]
    feature_scale: Samples  # [F]
    weights: Samples  # [F, R]
    components: Samples  # [F, P]
    coefficients: Samples  # [P (P + 1) / 2, R], of the pairs in the order of `np.triu_indices`
    directions: Samples  # [R, 2 C]
    offset: Samples  # [2 C]: means in units of the typical deviation, then logarithms of variances
    typical_deviation: Samples  # [C]
    source_sha256: str  # hash of what the weights of the generator come from that it was fitted on

    @classmethod
    def load(cls, file: IO[bytes]) -> Self:
        with np.load(file) as table:
            arrays = {field.name: table[field.name] for field in fields(cls)}
            source_sha256 = str(arrays.pop("source_sha256"))
            single = {name: array.astype(np.float32) for name, array in arrays.items()}
            for name in _IN_STEPS:
                single[name] *= table[_STEPS.format(name)].astype(np.float32)[:, None]
        return cls(**single, source_sha256=source_sha256)

    def save(self, path: Path) -> None:
        """Save large arrays in half precision, the largest in 255 steps for each row."""
        half = ("weights", "components")
        arrays = {
            field.name: np.asarray(getattr(self, field.name), dtype=np.float16 if field.name in half else None)
            for field in fields(self)
        }
        for name in _IN_STEPS:
            values: Samples = getattr(self, name)
            steps = np.abs(values).max(axis=1) / 127 + np.float32(1e-12)
            arrays[name] = np.rint(values / steps[:, None]).astype(np.int8)
            arrays[_STEPS.format(name)] = steps
        np.savez_compressed(path, **arrays)  # type: ignore[arg-type]  # the stub takes the names for its own options

    def digest(self) -> str:
        """Tables with equal digests predict equal norms."""
        digest = hashlib.sha256(self.source_sha256.encode())
        for values in (self.weights, self.coefficients, self.directions, self.offset):
            digest.update(np.ascontiguousarray(values).tobytes())
        return digest.hexdigest()

    @classmethod
    def shipped(cls) -> Self:
        with resources.files("koe.model").joinpath("statistics.npz").open("rb") as file:
            return cls.load(file)

    def predict(self, features: Samples) -> tuple[Samples, Samples]:
        """Means and variances, [C] each."""
        deviation = np.clip((features - self.feature_mean) / self.feature_scale, -LARGEST_DEVIATION, LARGEST_DEVIATION)
        # Not with `@`: OpenBLAS's threads go on spinning and take a core from the first window (92 -> 130 ms).
        components = np.einsum("f,fp->p", deviation, self.components)
        one, other = pairs(len(components))
        directions = np.einsum("f,fr->r", deviation, self.weights)
        directions += np.einsum("n,nr->r", components[one] * components[other], self.coefficients)
        predicted = self.offset + np.einsum("r,rc->c", directions, self.directions)
        means, logarithms = np.split(predicted, 2)
        return means * self.typical_deviation, np.exp(logarithms)


@cache
def pairs(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The numbers of both members of every pair, a component with itself included."""
    one, other = np.triu_indices(count)
    return one, other


class NormPredictor:
    def __init__(self, stages: Stages, table: StatisticsTable) -> None:
        if table.source_sha256 != stages.facts.weights_sha256:
            command = f"koe dev calibrate --build {stages.name}" if stages.name else "koe dev calibrate"
            raise StageError(f"The norm table was fitted on another generator than this build's. Run `{command}`.")
        self._stages = stages
        self._table = table

    def predict(self, prosody: Prosody, trunk: Samples) -> Norms:
        means, variances = self._table.predict(features_of(prosody, trunk))
        return self.norms_from(prosody.style, means, variances)

    def norms_from(self, style: Samples, means: Samples, variances: Samples) -> Norms:
        modulation = self._stages["generator_modulation"].run({"style": style})
        gain, bias = (cast(Samples, modulation[name]) for name in ("gain", "bias"))
        scale = gain / np.sqrt(variances.reshape(1, -1, 1) + np.float32(EPSILON))
        shift = bias - means.reshape(1, -1, 1) * scale
        if not (np.isfinite(scale).all() and np.isfinite(shift).all()):
            raise BadOutput("The predicted statistics are not finite.", "not_finite")
        return Norms(scale, shift)


def features_of(prosody: Prosody, trunk: Samples) -> Samples:
    """Features of an utterance: the trunk's channels, phonemes weighted by duration, melody, voice."""
    frames = prosody.frames_per_token
    share = (frames / frames.sum()).astype(np.float32)
    phonemes = prosody.phonemes[0]
    mean = np.einsum("cn,n->c", phonemes, share)
    deviation = np.sqrt(np.maximum(np.einsum("cn,n->c", np.square(phonemes), share) - np.square(mean), 0))
    blocks = feature_blocks(trunk.shape[1], phonemes.shape[0])
    features = np.empty(blocks[-1].stop, dtype=np.float32)
    features[blocks[0]] = np.concatenate([trunk[0].mean(axis=1), np.log(trunk[0].std(axis=1) + _SMALLEST_DEVIATION)])
    features[blocks[1]] = np.concatenate([mean, deviation])
    features[blocks[2]] = _melody(prosody)
    features[blocks[3]] = prosody.style[0]
    return features


def feature_blocks(trunk_channels: int, phoneme_channels: int) -> tuple[slice, slice, slice, slice]:
    """Slices of trunk, phonemes, melody and voice in the features."""
    ends = np.cumsum([0, 2 * trunk_channels, 2 * phoneme_channels, 14 + len(_QUANTILES), 256]).tolist()
    first, second, third, fourth = (slice(start, stop) for start, stop in pairwise(ends))
    return first, second, third, fourth


def _melody(prosody: Prosody) -> NDArray[np.float64]:
    frames, pitch, energy = prosody.frames_per_token, prosody.pitch_hz[0], prosody.energy[0]
    count = float(frames.sum())
    voiced = pitch > _UNVOICED_HZ
    height = np.log(pitch[voiced]) if voiced.any() else np.zeros(1)
    return np.array(
        [
            np.log(count),
            1 / np.sqrt(count),
            1 / count,
            voiced.mean(),
            height.mean(),
            height.std(),
            pitch.mean() / 100,
            pitch.std() / 100,
            energy.mean(),
            energy.std(),
            np.log(len(frames)),
            frames[0] / count,
            frames[-1] / count,
            frames[-2] / count,
            *np.quantile(energy, _QUANTILES),
        ]
    )
