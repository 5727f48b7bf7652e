"""Utterances and a generator -> the table that predicts the generator's norms, fitted where the training runs.

    python training/slim/norms.py --folder carried --out OUT --utterances 20000 --minutes 4
    python training/slim/norms.py --folder carried --out OUT --start FOLDER    # of a slim generator: slim.N.npz

The table is that of `koe dev calibrate` (koe/model/statistics.py), from twenty times as many utterances: the linear
part by ridge regression, the quadratic part by gradient descent. `norms.npz` in OUT has its arrays; `pack_norms.py`
makes it a file of the package.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from generator import BLOCKS, LAYERS, Generator, full_widths, norm_and_snake, same_shapes
from speech import VOICED_HZ, Batch, Utterances, mask_of, read_weights, section
from torch import Tensor
from train import Buckets, choose_precision, read_student

EPSILON = 1e-5
LARGEST_DEVIATION = 6.0
SMALLEST_DEVIATION = 1e-3
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
# Trunk, phonemes, melody and voice, as in koe/build/calibrate.py: a thousand phoneme features would drown the voice.
BLOCK_SIZES, BLOCK_WEIGHTS = (1024, 1024, 19, 256), (0.5, 0.1, 4.0, 2.0)
RIDGE_SHARE = 0.02  # of the number of utterances
COMPONENTS, EXAMPLES, DIRECTIONS = 128, 1024, 192


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
        called = [
            f"{block.name}.adain{half}.{layer}"
            for step in range(2)
            for block in BLOCKS[4 * step : 4 * step + 4]
            for layer in LAYERS
            for half in (1, 2)
        ]
        self._places = [called.index(name) for name in order]
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


@dataclass
class Measured:
    features: Tensor  # [N, F]
    means: Tensor  # [N, C]
    logarithms: Tensor  # [N, C], of the variances

    @classmethod
    def join(cls, parts: list[tuple[Tensor, Tensor, Tensor]]) -> Measured:
        features, means, variances = (torch.cat(some) for some in zip(*parts, strict=True))
        return cls(features, means, torch.log(variances + EPSILON))

    def targets(self, typical: Tensor) -> Tensor:
        return torch.cat([self.means / typical, self.logarithms], 1)


def measure(statistics: Statistics, utterances: Utterances, count: int, seed: int, minutes: float) -> Measured:
    """Half of the utterances change voice, pitch or both. Ends early when `minutes` are over."""
    buckets = Buckets(utterances.frame_counts, "120x24,200x16,320x10", seed)
    parts: list[tuple[Tensor, Tensor, Tensor]] = []
    began, done = time.monotonic(), 0
    while done < count and time.monotonic() - began < 60 * minutes:
        members, longest = buckets.next()
        batch = utterances.batch(members, longest, buckets.chance)
        parts.append((features_of(batch), *statistics.of(batch)))
        done += len(members)
    print(f"{done} utterances measured in {time.monotonic() - began:.0f} s", flush=True)
    return Measured.join(parts)


def measure_as_they_are(statistics: Statistics, utterances: Utterances) -> Measured:
    parts = []
    for number, frames in enumerate(utterances.frame_counts):
        batch = utterances.batch(np.array([number]), int(frames))
        parts.append((features_of(batch), *statistics.of(batch)))
    return Measured.join(parts)


class Table(torch.nn.Module):
    """The arrays of a norm table: offset and directions are fixed, the rest learns."""

    def __init__(self, measured: Measured, components: int, examples: int, directions: int) -> None:
        super().__init__()
        features = measured.features.double()
        self.feature_mean, self.feature_scale = features.mean(0), features.std(0, correction=0) + 1e-6
        sizes = zip(BLOCK_SIZES, BLOCK_WEIGHTS, strict=True)
        self.importance = torch.cat([torch.full((size,), weight) for size, weight in sizes]).to(features)
        self.typical = torch.exp(measured.logarithms.double().mean(0) / 2)
        targets = measured.targets(self.typical.float())
        self.offset = targets.mean(0)
        x = self.scaled(measured.features)
        gram = x.T @ x + RIDGE_SHARE * len(x) * torch.eye(x.shape[1]).to(x)
        linear = torch.linalg.solve(gram, x.T @ (targets - self.offset).double())
        fitted = (x @ linear).float()
        _, _, along = torch.svd_lowrank(fitted, q=min(directions, *fitted.shape), niter=4)
        self.directions = along.T.contiguous()
        self.weights = torch.nn.Parameter((linear @ along.double()).float())
        _, vectors = torch.linalg.eigh(x.T @ x)
        kept = vectors[:, -components:].float()
        spread = (x.float() @ kept).std(0)
        self.components = torch.nn.Parameter(kept)
        chance = torch.Generator().manual_seed(1)
        start = torch.randn(examples, kept.shape[1], generator=chance).to(kept) / spread / math.sqrt(kept.shape[1])
        self.examples = torch.nn.Parameter(start)
        self.coefficients = torch.nn.Parameter(torch.zeros(examples, len(self.directions)).to(kept))
        self.constant = torch.nn.Parameter(torch.zeros(len(self.directions)).to(kept))

    def scaled(self, features: Tensor) -> Tensor:
        deviation = (features.double() - self.feature_mean) / self.feature_scale
        return deviation.clamp(-LARGEST_DEVIATION, LARGEST_DEVIATION) * self.importance

    def forward(self, x: Tensor) -> Tensor:
        """Along the directions."""
        squares = (x @ self.components @ self.examples.T).square()
        return self.constant + x @ self.weights + squares @ self.coefficients

    def errors(self, measured: Measured) -> tuple[float, float]:
        """RMS: of the means in typical deviations, of the logarithms of the variances."""
        with torch.no_grad():
            predicted = self.offset + self(self.scaled(measured.features).float()) @ self.directions
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
            "examples": self.examples,
            "coefficients": self.coefficients,
            "directions": self.directions.half(),
            "offset": self.offset + self.constant @ self.directions,
            "typical_deviation": self.typical.float(),
        }
        return {name: array.detach().cpu().numpy() for name, array in found.items()}


def learn(table: Table, measured: Measured, held_out: Measured, minutes: float) -> None:
    x = table.scaled(measured.features).float()
    wanted = (measured.targets(table.typical.float()) - table.offset) @ table.directions.T
    optimizer = torch.optim.AdamW(table.parameters(), lr=1e-3, weight_decay=1e-3)
    began = time.monotonic()
    step = 0
    while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * 0.5 * (1 + math.cos(math.pi * share)) * min(1.0, (step + 1) / 100)
        some = torch.randint(len(x), (min(2048, len(x)),), device=x.device)
        inputs = x[some] * (1 + 0.02 * torch.randn_like(x[some]))
        loss = F.mse_loss(table(inputs), wanted[some])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(table.parameters(), 1.0)
        optimizer.step()
        if step % 1000 == 0:
            print(f"step {step}: loss {float(loss):.5f}, held out {table.errors(held_out)}", flush=True)
        step += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="folder with slim.N.npz; else the published generator")
    parser.add_argument("--utterances", type=int, default=20_000)
    parser.add_argument("--minutes", type=float, default=4.0, help="of measuring, then of learning, half each")
    parser.add_argument("--examples", type=int, default=EXAMPLES)
    options = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    choose_precision(exact=True)
    weights = read_weights(options.folder, device)
    generator = Generator(full_widths(), section(weights, "generator")).to(device)
    if options.start:
        student = read_student(options.start, generator)
        generator = Generator(same_shapes(student), student).to(device)
    with np.load(options.folder / "norms.npz") as file:
        statistics = Statistics(generator, file["order"].tolist())
    half = options.minutes / 2
    utterances = Utterances(options.folder / "utterances.npz", weights, device)
    measured = measure(statistics, utterances, options.utterances, 2, half)
    held_out = measure_as_they_are(statistics, Utterances(options.folder / "heldout.npz", weights, device))
    table = Table(measured, COMPONENTS, options.examples, DIRECTIONS)
    print(f"linear: fitted {table.errors(measured)}, held out {table.errors(held_out)}", flush=True)
    learn(table, measured, held_out, half)
    errors = {"fitted": table.errors(measured), "held_out": table.errors(held_out)}
    print(f"learned: {errors}", flush=True)
    options.out.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        options.out / "norms.npz",
        **table.arrays(),
        errors=np.array([errors["fitted"], errors["held_out"]]),
        utterances=len(measured.features),
    )


if __name__ == "__main__":
    main()
