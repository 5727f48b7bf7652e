"""Fits the network that predicts a generator's norms, by the clock: `norm_network.py`.

    python training/slim/fit_network.py --folder carried --out OUT --fit-minutes 2.5
    python training/slim/fit_network.py … --slim src/koe/model/slim.npz

First the generator decodes utterances in changed voices and at changed pitches, and its norms are kept. The network
learns them; an error counts by how much it changes the spectrum. Then it learns from the speech itself: what the
generator says with predicted norms against what it says with its own. `network.npz` and
`network.directions.npz` in OUT have the weights.
"""

from __future__ import annotations

import argparse
import copy
import math
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from batches import Buckets
from generator import (
    Generator,
    choose_precision,
    full_widths,
    given_norm_and_snake,
    norm_and_snake,
    same_shapes,
)
from held_out import HeldOut
from losses import LoudnessDistance, SpectralDistance, magnitude
from norm_network import DIRECTIONS, Heard, NormNetwork
from norms import EPSILON, Statistics
from predicted import NetworkNorms, OrderedNorms
from replay import Replayed
from speech import Batch, Utterances, read_weights, section
from torch import Tensor

BEGAN = time.monotonic()
MEASURED_BUCKETS = "120x32,200x20,320x12"
FIT_BATCH = {120: 128, 200: 96, 320: 64}
HEARD_BUCKETS = "160x12,320x6"
LEAST_WEIGHT = 0.1  # of the mean weight of all targets
HEARD_WEIGHTS = {"mel": 15.0, "log": 8.0, "complex": 10.0, "loudness": 5.0}


def say(line: str) -> None:
    print(f"{time.monotonic() - BEGAN:6.1f} s {line}", flush=True)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--slim", type=Path, help="weights of a slim generator; without it the published one")
    parser.add_argument("--measure-minutes", type=float, default=3.0)
    parser.add_argument("--fit-minutes", type=float, default=2.5)
    parser.add_argument("--hear-minutes", type=float, default=2.5)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--heard-rate", type=float, default=2e-4)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--smoke", action="store_true", help="a few steps on few utterances")
    return parser.parse_args()


@dataclass
class Measured:
    """Utterances of one bucket."""

    heard: Heard
    targets: Tensor  # [N, 2 C]

    @property
    def count(self) -> int:
        return len(self.targets)


class Fitting:
    def __init__(self, options: argparse.Namespace) -> None:
        self.o = options
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(options.seed)
        options.out.mkdir(parents=True, exist_ok=True)
        weights = read_weights(options.folder, self.device)
        limit = 40 if options.smoke else None
        files = sorted(options.folder.glob("utterances*.npz"))
        self.utterances = [Utterances(file, weights, self.device, limit) for file in files]
        self.held = Utterances(options.folder / "heldout.npz", weights, self.device, 2 if options.smoke else None)
        with np.load(options.folder / "norms.npz") as file:
            self.order: list[str] = file["order"].tolist()
        published = section(weights, "generator")
        start = published if options.slim is None else published | self.slim_weights(options.slim)
        widths = full_widths() if options.slim is None else same_shapes(start)
        self.generator = Generator(widths, start).to(self.device).requires_grad_(False)
        self.ordered = OrderedNorms(self.generator, self.order)
        self.statistics = Statistics(self.generator, self.order)
        self.spectra, self.loudness = SpectralDistance(self.device), LoudnessDistance(self.device)
        self.chance = np.random.default_rng(options.seed)
        if self.device == "cuda":
            torch._dynamo.config.recompile_limit = 64
            torch.fx.experimental._config.use_duck_shape = False
        hours = sum(some.frame_counts.sum() for some in self.utterances) / 40 / 3600
        say(f"{sum(len(some.frame_counts) for some in self.utterances)} utterances, {hours:.2f} h")

    def slim_weights(self, path: Path) -> dict[str, Tensor]:
        sys.path.insert(0, str(Path(__file__).parents[2] / "src"))
        from koe.build.slim import load_weights

        return {name: torch.from_numpy(array).to(self.device) for name, array in load_weights(path).items()}

    def targets_of(self, batch: Batch) -> tuple[Tensor, Tensor]:
        means, variances = self.statistics.of(batch)
        return means, torch.log(variances + EPSILON)

    def measure(self) -> tuple[dict[int, Measured], Tensor]:
        """By bucket, and the typical deviations."""
        choose_precision(exact=False)
        torch.backends.cudnn.benchmark = True
        sizes = "120x3" if self.o.smoke else MEASURED_BUCKETS
        buckets = [Buckets(some.frame_counts, sizes, self.o.seed + n) for n, some in enumerate(self.utterances)]
        parts: dict[int, list[tuple[Heard, Tensor, Tensor]]] = defaultdict(list)
        began, done = time.monotonic(), 0
        while time.monotonic() - began < 60 * self.o.measure_minutes:
            which = done % len(buckets)
            members, longest = buckets[which].next()
            batch = self.utterances[which].batch(members, longest, buckets[which].chance)
            heard = Heard.of(batch)
            heard.trunk = heard.trunk.half()
            parts[longest].append((heard, *self.targets_of(batch)))
            done += 1
            if self.o.smoke and done == 3:
                break
        torch.backends.cudnn.benchmark = False
        typical = torch.exp(torch.cat([part[2] for some in parts.values() for part in some]).mean(0) / 2)
        found = {}
        for longest, some in parts.items():
            heard = Heard(
                *(
                    torch.cat([getattr(part[0], name) for part in some])
                    for name in ("trunk", "pitch_hz", "energy", "voice", "lengths")
                )
            )
            found[longest] = Measured(heard, torch.cat([torch.cat([m / typical, v], 1) for _, m, v in some]))
        say(f"measured { ({longest: some.count for longest, some in found.items()}) }")
        return found, typical

    def weights_of(self, typical: Tensor) -> Tensor:
        """[2 C]: how much the log spectrum changes with each target, on average over utterances."""
        self.generator.activation = norm_and_snake
        total = torch.zeros(2 * len(typical), device=self.device)
        some = self.utterances[0]
        chosen = self.chance.permutation(len(some.frame_counts))[: 2 if self.o.smoke else 160]
        statistics = Statistics(self.generator, self.order)
        for one in chosen:
            batch = some.batch(np.array([one]), int(some.frame_counts[one]))
            self.generator.activation = statistics._activate
            means, variances = statistics.of(batch)
            targets = torch.cat([means / typical, torch.log(variances + EPSILON)], 1).requires_grad_()
            scaled, logarithms = targets.chunk(2, 1)
            self.generator.given = self.ordered.given(scaled * typical, logarithms)
            spectrum, _ = self.generator(batch.trunk, batch.source, batch.style, batch.lengths)
            self.generator.given = None
            size = magnitude(self.spectra.spectrum(self.generator.wave(spectrum, batch.lengths), 1024))
            level = torch.log(size + 3e-3)
            probe = torch.randn_like(level) / math.sqrt(level.numel())
            (gradient,) = torch.autograd.grad((level * probe).sum(), targets)
            total += gradient[0].square()
        weights = total / total.mean()
        weights = weights.clamp(min=LEAST_WEIGHT)
        self.generator.activation = self.statistics._activate
        means, logarithms = (weights / weights.mean()).chunk(2)
        say(f"weights: means {float(means.mean()):.3f}, logarithms of variances {float(logarithms.mean()):.3f}")
        return weights / weights.mean()

    def fit(self, measured: dict[int, Measured], typical: Tensor, weights: Tensor) -> NormNetwork:
        trunks = [some.heard for some in measured.values()]
        mean, scale = moments(trunks)
        network = NormNetwork(mean, scale, typical).to(self.device)
        targets = torch.cat([some.targets for some in measured.values()])
        offset = targets.mean(0)
        _, sizes, along = torch.svd_lowrank(
            (targets - offset) * weights.sqrt(), q=min(DIRECTIONS, len(targets)), niter=4
        )
        rest = ((targets - offset) * weights.sqrt()).square().sum() - sizes.square().sum()
        say(f"{DIRECTIONS} directions leave {float((rest / targets.numel()).clamp(min=0).sqrt()):.4f}")
        scales = sizes / math.sqrt(len(targets))
        with torch.no_grad():
            network.offset.copy_(offset)
            network.directions[: len(scales)] = (along * scales).T / weights.sqrt()
        held = self.held_out_targets(typical)
        average = copy.deepcopy(network).requires_grad_(False)
        optimizer = torch.optim.AdamW(network.parameters(), lr=self.o.rate, betas=(0.9, 0.98), weight_decay=0.02)
        lengths = sorted(measured)
        shares = np.array([measured[length].heard.lengths.sum().item() for length in lengths], dtype=float)
        shares /= shares.sum()
        run = torch.compile(network) if self.device == "cuda" else network
        began, step, losses = time.monotonic(), 0, []
        said = began
        while True:
            done = (time.monotonic() - began) / (60 * self.o.fit_minutes)
            if done >= 1 or (self.o.smoke and step == 3):
                break
            length = lengths[int(self.chance.choice(len(lengths), p=shares))]
            some = measured[length]
            size = min(FIT_BATCH[length], some.count)
            chosen = torch.randint(some.count, (size,), device=self.device)
            heard = some.heard.rows(chosen)
            heard.trunk = heard.trunk.float()
            for group in optimizer.param_groups:
                group["lr"] = self.o.rate * min(1, (step + 1) / 200) * (0.5 * (1 + math.cos(math.pi * done)) + 0.005)
            loss = ((run(heard) - some.targets[chosen]).square() * weights).mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            step += 1
            follow(average, network, min(0.999, (1 + step) / (10 + step)))
            losses.append(loss.detach())
            if time.monotonic() - said > 25 or self.o.smoke:
                said = time.monotonic()
                mean_loss = float(torch.stack(losses).mean().sqrt())
                losses = []
                say(f"step {step}: {mean_loss:.4f}; held out {self.error(average, held, weights)}")
        say(f"end of fit at step {step}: held out {self.error(average, held, weights)}; {self.heard(average)}")
        return average

    def held_out_targets(self, typical: Tensor) -> list[tuple[Heard, Tensor]]:
        found = []
        for number, frames in enumerate(self.held.frame_counts):
            batch = self.held.batch(np.array([number]), int(frames))
            means, logarithms = self.targets_of(batch)
            found.append((Heard.of(batch), torch.cat([means / typical, logarithms], 1)))
        return found

    @torch.no_grad()
    def error(self, network: NormNetwork, held: list[tuple[Heard, Tensor]], weights: Tensor) -> str:
        wrong = torch.cat([network(heard) - targets for heard, targets in held]).square()
        means, logarithms = wrong.mean(0).chunk(2)
        weighted = float((wrong * weights).mean().sqrt())
        return (
            f"weighted {weighted:.4f}, means {float(means.mean().sqrt()):.4f}, "
            f"logarithms {float(logarithms.mean().sqrt()):.4f}"
        )

    def heard(self, network: NormNetwork) -> str:
        """The speech of this generator with predicted norms against the same with its own."""
        self.generator.activation = norm_and_snake
        held_out = HeldOut(self.held, self.generator, self.spectra, 2 if self.o.smoke else 54)
        norms = NetworkNorms(network, self.ordered)
        line = held_out(self.generator, norms)
        self.generator.activation = self.statistics._activate
        return line

    def hear(self, network: NormNetwork) -> NormNetwork:
        """Learns from the speech that the predicted norms give."""
        if self.o.hear_minutes <= 0:
            return network
        network = copy.deepcopy(network).requires_grad_(True)
        average = copy.deepcopy(network).requires_grad_(False)
        rate = torch.zeros((), device=self.device)
        optimizer = torch.optim.AdamW(
            network.parameters(), lr=rate, betas=(0.9, 0.98), weight_decay=0.0, capturable=self.device == "cuda"
        )
        pull = torch.zeros((), device=self.device)
        importance = torch.tensor(list(HEARD_WEIGHTS.values()), device=self.device)
        compiled = self.device == "cuda"
        self.generator.activation = torch.compile(norm_and_snake, dynamic=True) if compiled else norm_and_snake
        if compiled:
            self.generator.given_activation = torch.compile(given_norm_and_snake, dynamic=True)

        def learn(*parts: Tensor) -> Tensor:
            trunk, source, style, lengths, pitch_hz, energy, voice = parts
            optimizer.zero_grad(set_to_none=True)
            with torch.no_grad():
                spectrum, _ = self.generator(trunk, source, style, lengths)
                reference = self.generator.wave(spectrum, lengths)
            norms = network.norms(Heard(trunk, pitch_hz, energy, voice, lengths))
            self.generator.given = self.ordered.given(*norms)
            spectrum, _ = self.generator(trunk, source, style, lengths)
            self.generator.given = None
            wave = self.generator.wave(spectrum, lengths)
            padding = trunk.shape[2] * len(lengths) / lengths.sum()
            distances = self.spectra(wave, reference) | {"loudness": self.loudness(wave, reference)}
            values = torch.stack([distances[n] * (1 if n == "complex" else padding) for n in HEARD_WEIGHTS])
            loss = (values * importance).sum()
            loss.backward()
            gradients = [p.grad for p in network.parameters() if p.grad is not None]
            norm = torch.linalg.vector_norm(torch.stack(torch._foreach_norm(gradients)))
            for gradient in gradients:
                torch.nan_to_num_(gradient, 0.0, 0.0, 0.0)
            torch._foreach_mul_(gradients, torch.where(torch.isfinite(norm), (2.0 / (norm + 1e-9)).clamp(max=1), 0))
            optimizer.step()
            old, new = list(average.parameters()), list(network.parameters())
            moved = torch._foreach_sub([p.detach() for p in new], old)
            torch._foreach_mul_(moved, pull)
            torch._foreach_add_(old, moved)
            return values.detach()

        replayed = Replayed(learn, torch.cuda.graph_pool_handle() if compiled else None)
        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.benchmark_limit = 4
        sizes = "120x2" if self.o.smoke else HEARD_BUCKETS
        buckets = [Buckets(some.frame_counts, sizes, 100 + self.o.seed + n) for n, some in enumerate(self.utterances)]
        began, step, seen = time.monotonic(), 0, []
        said = began
        while True:
            done = (time.monotonic() - began) / (60 * self.o.hear_minutes)
            if done >= 1 or (self.o.smoke and step == 2):
                break
            which = step % len(buckets)
            members, longest = buckets[which].next()
            batch = self.utterances[which].batch(members, longest, buckets[which].chance)
            rate.fill_(self.o.heard_rate * min(1, (step + 1) / 50) * (0.5 * (1 + math.cos(math.pi * done)) + 0.01))
            for group in optimizer.param_groups:
                group["lr"] = rate
            pull.fill_(1 - min(0.99, (1 + step) / (10 + step)))
            prosody = batch.prosody
            inputs = [batch.trunk, batch.source, batch.style, batch.lengths, prosody.pitch_hz, prosody.energy]
            seen.append(replayed(*inputs, prosody.voice))
            step += 1
            if time.monotonic() - said > 30 or self.o.smoke:
                said = time.monotonic()
                means = torch.stack(seen).mean(0).tolist()
                seen = []
                say(
                    f"hearing step {step}: "
                    + " ".join(f"{n} {v:.4f}" for n, v in zip(HEARD_WEIGHTS, means, strict=True))
                )
        torch.backends.cudnn.benchmark = False
        say(f"end of hearing at step {step}; {self.heard(average)}")
        return average

    def save(self, network: NormNetwork, name: str) -> None:
        """The directions in 255 steps for each, in a file of their own: they are most of the network."""
        arrays = network.arrays()
        directions = arrays.pop("directions")
        steps = np.abs(directions).max(axis=1, keepdims=True) / 127 + 1e-12
        stored = np.rint(directions / steps).astype(np.int8)
        np.savez(self.o.out / f"{name}.directions.npz", directions=stored, steps=steps)
        half = {key: array.astype(np.float16 if array.size > 4000 else np.float32) for key, array in arrays.items()}
        np.savez(self.o.out / f"{name}.npz", **half)


def moments(heard: list[Heard]) -> tuple[Tensor, Tensor]:
    """Mean and deviation of each channel of the trunk over all utterances."""
    count = sum(some.lengths.sum() for some in heard)
    mean = sum((some.trunk.float()).sum((0, 2)) for some in chunks(heard)) / count  # padding is zero
    square = sum((some.trunk.float()).square().sum((0, 2)) for some in chunks(heard)) / count
    return mean, torch.sqrt((square - mean.square()).clamp(min=1e-8))


def chunks(heard: list[Heard]) -> Iterator[Heard]:
    for some in heard:
        for first in range(0, len(some.lengths), 512):
            yield some.rows(torch.arange(first, min(first + 512, len(some.lengths)), device=some.trunk.device))


@torch.no_grad()
def follow(average: NormNetwork, network: NormNetwork, keep: float) -> None:
    for old, new in zip(average.parameters(), network.parameters(), strict=True):
        old.lerp_(new, 1 - keep)


def main() -> None:
    fitting = Fitting(read_options())
    measured, typical = fitting.measure()
    weights = fitting.weights_of(typical)
    network = fitting.fit(measured, typical, weights)
    fitting.save(network, "fitted")
    del measured
    network = fitting.hear(network)
    fitting.save(network, "network")


if __name__ == "__main__":
    main()
