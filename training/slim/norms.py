"""Utterances and a generator -> the table that predicts the generator's norms, fitted where the training runs.

The table is that of `koe dev calibrate` (koe/model/statistics.py), from ten times as many utterances: ridge regression
on the features and on the products of their principal components.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
import torch
from batches import Buckets
from generator import NORMS, Generator, choose_precision, norm_and_snake
from speech import VOICED_HZ, Batch, Utterances, mask_of
from torch import Tensor

EPSILON = 1e-5
LARGEST_DEVIATION = 6.0
SMALLEST_DEVIATION = 1e-3
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
# Trunk, phonemes, melody and voice, as in koe/build/calibrate.py: a thousand phoneme features would drown the voice.
BLOCK_SIZES, BLOCK_WEIGHTS = (1024, 1024, 19, 256), (0.5, 0.1, 4.0, 2.0)
# What is tried: number of principal components, weight of their products, ridge as a share of the utterances.
COMPONENTS, QUADRATICS, RIDGES = (64, 96, 128), (3e-5, 1e-4, 3e-4, 1e-3), (1e-3, 3e-3, 1e-2, 3e-2, 1e-1)
DIRECTIONS = 192
VALIDATION = 10  # every tenth utterance chooses among them
WORTH = 1.01  # fewer components are taken if the error is at most this much larger


def features_of(batch: Batch) -> Tensor:
    """[B, 2323], as koe/model/statistics.py computes them."""
    prosody, halves = batch.prosody, batch.lengths
    frames = halves // 2
    inside = mask_of(halves, batch.trunk.shape[2])
    trunk_mean, trunk_deviation = _moments(batch.trunk, inside)
    phoneme_mean, phoneme_deviation = _moments(prosody.phonemes, mask_of(frames, prosody.phonemes.shape[2]))
    trunk = torch.cat([trunk_mean, torch.log(trunk_deviation + SMALLEST_DEVIATION)], 1)
    phonemes = torch.cat([phoneme_mean, phoneme_deviation], 1)
    return torch.cat([trunk, phonemes, _melody(batch, inside[:, 0]), prosody.voice], 1)


def _moments(values: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    count = mask.sum(2)
    mean = (values * mask).sum(2) / count
    variance = ((values - mean[:, :, None]).square() * mask).sum(2) / count
    return mean, variance.sqrt()


def _melody(batch: Batch, inside: Tensor) -> Tensor:
    prosody = batch.prosody
    count = (batch.lengths // 2).float()
    voiced = (prosody.pitch_hz > VOICED_HZ).float() * inside
    height = torch.log(prosody.pitch_hz.clamp(min=1)) * voiced
    sounding = voiced.sum(1).clamp(min=1)
    height_mean = height.sum(1) / sounding
    height_deviation = (((height - height_mean[:, None]) * voiced).square().sum(1) / sounding).sqrt()
    (pitch_mean, pitch_deviation), (energy_mean, energy_deviation) = (
        (part[:, 0] for part in _moments(values[:, None], inside[:, None]))
        for values in (prosody.pitch_hz, prosody.energy)
    )
    levels = torch.tensor(QUANTILES, device=count.device)
    quantiles = torch.nanquantile(torch.where(inside > 0, prosody.energy, math.nan), levels, dim=1)
    tokens, first, last, before_last = prosody.tokens.unbind(1)
    return torch.stack(
        [
            torch.log(count), count.rsqrt(), 1 / count, voiced.sum(1) / inside.sum(1), height_mean, height_deviation,
            pitch_mean / 100, pitch_deviation / 100, energy_mean, energy_deviation, torch.log(tokens), first / count,
            last / count, before_last / count, *quantiles,
        ],
        1,
    )  # fmt: skip


class Statistics:
    """Runs a generator, and keeps the means and variances that its norms compute, in the order of a table."""

    def __init__(self, generator: Generator, order: list[str]) -> None:
        self._generator = generator
        self._seen: list[Tensor] = []
        self._places = [NORMS.index(name) for name in order]
        generator.activation = self._activate

    def _activate(self, x: Tensor, gain: Tensor, bias: Tensor, alpha: Tensor, mask: Tensor, count: Tensor) -> Tensor:
        mean = (x * mask).sum(2, keepdim=True) / count
        variance = ((x - mean).square() * mask).sum(2, keepdim=True) / count
        self._seen.append(torch.cat([mean, variance], 2))
        return norm_and_snake(x, gain, bias, alpha, mask, count)

    @torch.no_grad()
    def of(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Means and variances, [B, C] each."""
        self._seen = []
        self._generator(batch.trunk, batch.source, batch.style, batch.lengths)
        packed = torch.cat([self._seen[place] for place in self._places], 1)
        return packed[:, :, 0], packed[:, :, 1]


@dataclass(frozen=True)
class Fit:
    """Measuring ends when `minutes` are over."""

    utterances: int = 20_000
    minutes: float = 0.8
    buckets: str = "120x24,200x16,320x10"
    seed: int = 2


@dataclass
class Measured:
    features: Tensor  # [N, F]
    means: Tensor  # [N, C]
    logarithms: Tensor  # [N, C], of the variances
    members: Tensor  # [N], numbers of the utterances

    @classmethod
    def join(cls, parts: list[tuple[Tensor, Tensor, Tensor, Tensor]]) -> Measured:
        features, means, variances, members = (torch.cat(part) for part in zip(*parts, strict=True))
        return cls(features, means, torch.log(variances + EPSILON), members)

    def targets(self, typical: Tensor) -> Tensor:
        return torch.cat([self.means / typical, self.logarithms], 1)


def measure(statistics: Statistics, utterances: Utterances, options: Fit) -> Measured:
    """Half of the utterances change voice, pitch or both."""
    buckets = Buckets(utterances.frame_counts, options.buckets, options.seed)
    parts: list[tuple[Tensor, Tensor, Tensor, Tensor]] = []
    began, done = time.monotonic(), 0
    while done < options.utterances and time.monotonic() - began < 60 * options.minutes:
        members, longest = buckets.next()
        batch = utterances.batch(members, longest, buckets.chance)
        parts.append((features_of(batch), *statistics.of(batch), torch.from_numpy(members).to(batch.trunk.device)))
        done += len(members)
    print(f"{done} utterances measured in {time.monotonic() - began:.0f} s", flush=True)
    return Measured.join(parts)


def measure_as_they_are(statistics: Statistics, utterances: Utterances) -> Measured:
    parts = []
    for number, frames in enumerate(utterances.frame_counts):
        batch = utterances.batch(np.array([number]), int(frames))
        parts.append((features_of(batch), *statistics.of(batch), torch.tensor([number], device=batch.trunk.device)))
    return Measured.join(parts)


@dataclass(frozen=True)
class Choice:
    components: int
    quadratic: float
    ridge_share: float


class Regression:
    """Ridge regression of the targets on the features and on products of their principal components."""

    def __init__(self, x: Tensor, targets: Tensor, vectors: Tensor) -> None:
        self._x, self._targets = x, targets
        products, self.places = products_of(x @ vectors)
        self.mean = products.mean(0)
        self._design = torch.cat([x, products - self.mean], 1)

    def fit(self, rows: Tensor, choices: list[Choice]) -> Iterator[tuple[Choice, Tensor]]:
        """Coefficients of the features and of all products, [F + M, 2 C]; those of unused products are zero."""
        design = self._design[rows]
        gram, moments = design.T @ design, design.T @ self._targets[rows]
        features = self._x.shape[1]
        for choice in choices:
            used = (self.places < choice.components).all(0)
            index = torch.cat([torch.ones(features, dtype=torch.bool, device=used.device), used]).nonzero()[:, 0]
            size = torch.ones(len(index), dtype=gram.dtype, device=used.device)
            size[features:] = math.sqrt(choice.quadratic)
            scaled = gram[index][:, index] * size[:, None] * size
            scaled.diagonal().add_(choice.ridge_share * len(design))
            factor = torch.linalg.cholesky(scaled)
            found = torch.zeros_like(moments)
            found[index] = torch.cholesky_solve(moments[index] * size[:, None], factor) * size[:, None]
            yield choice, found

    def fitted(self, coefficients: Tensor) -> Tensor:
        return self._design @ coefficients

    def error(self, rows: Tensor, coefficients: Tensor) -> float:
        """RMS of what is heard: a mean is off by so many deviations, a deviation by half of its logarithm's error."""
        wrong = (self._design[rows] @ coefficients - self._targets[rows]).square().mean(0)
        means, logarithms = wrong.chunk(2)
        return float((means.mean() + logarithms.mean() / 4).sqrt())


def products_of(z: Tensor) -> tuple[Tensor, Tensor]:
    """[N, P] -> products of all pairs, [N, P (P + 1) / 2], and the numbers of both factors."""
    places = torch.triu_indices(z.shape[1], z.shape[1], device=z.device)
    return z[:, places[0]] * z[:, places[1]], places


def choose(regression: Regression, members: Tensor) -> Choice:
    choices = [Choice(*values) for values in product(COMPONENTS, QUADRATICS, RIDGES)]
    aside = members % VALIDATION == 0
    rows, others = (~aside).nonzero()[:, 0], aside.nonzero()[:, 0]
    errors = {choice: regression.error(others, found) for choice, found in regression.fit(rows, choices)}
    least = min(errors.values())
    best = {n: min((c for c in choices if c.components == n), key=lambda c: errors[c]) for n in COMPONENTS}
    print("; ".join(f"{errors[choice]:.5f} {choice}" for choice in best.values()), flush=True)
    return next(choice for choice in best.values() if errors[choice] <= WORTH * least)


class Table(torch.nn.Module):
    """The arrays of a norm table: the directions are fixed, the rest can learn. `record` tells how it was fitted."""

    def __init__(self, measured: Measured) -> None:
        super().__init__()
        self.record: dict[str, float | tuple[float, float]] = {}
        features = measured.features.double()
        self.feature_mean, self.feature_scale = features.mean(0), features.std(0, correction=0) + 1e-6
        sizes = zip(BLOCK_SIZES, BLOCK_WEIGHTS, strict=True)
        self.importance = torch.cat([torch.full((size,), weight) for size, weight in sizes]).to(features)
        self.typical = torch.exp(measured.logarithms.double().mean(0) / 2)
        targets = measured.targets(self.typical.float()).double()
        offset = targets.mean(0)
        x = self.scaled(measured.features)
        _, vectors = torch.linalg.eigh(x.T @ x)
        vectors = vectors.flip(1)[:, : max(COMPONENTS)].contiguous()
        regression = Regression(x, targets - offset, vectors)
        self.choice = choose(regression, measured.members)
        everything = torch.arange(len(x), device=x.device)
        (_, found), *_ = regression.fit(everything, [self.choice])
        _, _, along = torch.svd_lowrank(regression.fitted(found).float(), q=DIRECTIONS, niter=4)
        self.directions = along.T.contiguous()
        used = (regression.places < self.choice.components).all(0)
        linear, quadratic = (found @ along.double()).split([x.shape[1], len(used)])
        self.offset = torch.nn.Parameter((offset - (regression.mean @ quadratic) @ along.T.double()).float())
        self.weights = torch.nn.Parameter(linear.float())
        self.components = torch.nn.Parameter(vectors[:, : self.choice.components].float().contiguous())
        self.coefficients = torch.nn.Parameter(quadratic[used].float().contiguous())

    def scaled(self, features: Tensor) -> Tensor:
        deviation = (features.double() - self.feature_mean) / self.feature_scale
        return deviation.clamp(-LARGEST_DEVIATION, LARGEST_DEVIATION) * self.importance

    def forward(self, x: Tensor) -> Tensor:
        """Along the directions."""
        return x @ self.weights + products_of(x @ self.components)[0] @ self.coefficients

    def predicted(self, features: Tensor) -> Tensor:
        """Means in typical deviations, then logarithms of variances."""
        return self.offset + self(self.scaled(features).float()) @ self.directions

    def norms(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Means, and logarithms of variances."""
        means, logarithms = self.predicted(features).chunk(2, 1)
        return means * self.typical.float(), logarithms

    def errors(self, measured: Measured) -> tuple[float, float]:
        """RMS: of the means in typical deviations, of the logarithms of the variances."""
        with torch.no_grad():
            predicted = self.predicted(measured.features)
            wrong = (predicted - measured.targets(self.typical.float())).square().chunk(2, 1)
        means, logarithms = (float(part.mean().sqrt()) for part in wrong)
        return means, logarithms

    def arrays(self) -> dict[str, np.ndarray]:
        importance = self.importance.float()[:, None]
        found = {
            "feature_mean": self.feature_mean.float(),
            "feature_scale": self.feature_scale.float(),
            "weights": importance * self.weights,
            "components": importance * self.components,
            "coefficients": self.coefficients,
            "directions": self.directions.half(),
            "offset": self.offset,
            "typical_deviation": self.typical.float(),
        }
        arrays = {name: array.detach().cpu().numpy() for name, array in found.items()}
        return arrays | {name: np.array(value) for name, value in self.record.items()}


def fit(generator: Generator, order: list[str], utterances: Utterances, held_out: Utterances, options: Fit) -> Table:
    """A table for the generator as it is now."""
    choose_precision(exact=False)  # three times as many utterances; what it rounds is far below the table's error
    activation = generator.activation
    statistics = Statistics(generator, order)
    measured = measure(statistics, utterances, options)
    heard = measure_as_they_are(statistics, held_out)
    generator.activation = activation
    choose_precision(exact=True)
    table = Table(measured)
    table.record = {
        "utterances": len(measured.features),
        "quadratic": table.choice.quadratic,
        "ridge": table.choice.ridge_share * len(measured.features),
        "errors_fitted": table.errors(measured),
        "errors_held_out": table.errors(heard),
    }
    print(table.choice, table.record, flush=True)
    choose_precision(exact=False)
    return table
