"""Trains the slim generator and its norm table by the clock.

    python training/slim/train.py --folder carried --out OUT --minutes 9 --total-minutes 20 --budget 0.55
    python training/slim/train.py --folder carried --out OUT --minutes 5 --total-minutes 3 --only-norms

First the generator learns with its own norms, then with norms that a table predicts, which learns too. With
--only-norms the generator stays that of the teacher, and the table alone learns. Every step hears new utterances in
changed voices and at changed pitches, computed on the device. An interrupted training goes on with --resume, or with
--start from the averaged weights alone. `slim.N.npz` in OUT are these, in half precision, `norms.npz` is the table.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from batches import Buckets
from generator import (
    BLOCKS,
    Generator,
    choose_precision,
    cost,
    full_widths,
    given_norm_and_snake,
    macs,
    norm_and_snake,
    read_student,
    same_shapes,
)
from held_out import HeldOut
from losses import LoudnessDistance, SpectralDistance, masks, relative, spectrum_distance
from norms import Fit, Table, features_of, fit
from optimize import Optimization
from predicted import PredictedNorms
from prune import damage_of_halves, measure, pruned, rank, share_out
from replay import Replayed
from speech import Utterances, read_weights, section
from torch import Tensor

BEGAN = time.monotonic()
WEIGHTS = {"mel": 15.0, "log": 8.0, "complex": 10.0, "loudness": 5.0, "wave": 1.0, "spectrum": 1.0, "streams": 5.0}
LARGEST_FILE = 13 * 2**20
SAVE_EVERY_S = 240
OWN_NORMS_SHARE = 0.3  # of the steps in the second phase: whole utterances are decoded with their own norms


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--state", type=Path, default=Path("slim.state.pt"))
    parser.add_argument("--resume", action="store_true", help="go on from the state of an earlier run")
    parser.add_argument("--start", type=Path, help="folder with slim.N.npz to start from, instead of pruning")
    parser.add_argument(
        "--only-norms", action="store_true", help="a table for the generator of --start, or for the published one"
    )
    parser.add_argument("--minutes", type=float, default=9.0, help="wall-clock limit of this run, set-up included")
    parser.add_argument("--total-minutes", type=float, default=20.0, help="training time over all runs")
    parser.add_argument("--trained-minutes", type=float, default=0.0, help="of them, how many those of --start had")
    parser.add_argument("--predicted-share", type=float, default=0.35, help="of the time, with predicted norms")
    parser.add_argument("--fit-minutes", type=float, default=0.8, help="for the first table")
    parser.add_argument("--budget", type=float, default=0.55, help="share of what the teacher costs on a CPU")
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--last-rate", type=float, default=1e-5)
    parser.add_argument("--buckets", default="160x10,320x5", help="frames x utterances")
    parser.add_argument("--fit", type=int, default=48, help="utterances that the pruning looks at")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--smoke", action="store_true", help="a few steps on few utterances")
    return parser.parse_args()


class Trainer:
    def __init__(self, options: argparse.Namespace) -> None:
        self.o = options
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(options.seed)
        choose_precision(exact=False)
        options.out.mkdir(parents=True, exist_ok=True)
        weights = read_weights(options.folder, self.device)
        limit = 60 if options.smoke else None
        self.utterances = Utterances(options.folder / "utterances.npz", weights, self.device, limit)
        self.held = Utterances(options.folder / "heldout.npz", weights, self.device, 2 if options.smoke else None)
        with np.load(options.folder / "norms.npz") as file:
            self.order: list[str] = file["order"].tolist()
        self.teacher = Generator(full_widths(), section(weights, "generator")).to(self.device).requires_grad_(False)
        self.spectra = SpectralDistance(self.device)
        self.loudness = LoudnessDistance(self.device)
        self.held_out = HeldOut(self.held, self.teacher, self.spectra, 1 if options.smoke else 16)
        seconds = self.utterances.frame_counts.sum() / 40
        self.say(f"{len(self.utterances.frame_counts)} utterances, {seconds / 3600:.2f} h")
        state = torch.load(options.state, map_location=self.device, weights_only=False) if options.resume else None
        start = state["weights"] if state else self.start()
        self.student = Generator(same_shapes(start), start).to(self.device)
        if options.only_norms:
            self.student.requires_grad_(False)
        self.average = copy.deepcopy(self.student).requires_grad_(False)
        self.table: Table | None = None
        self.table_average: Table | None = None
        self.step, self.trained_s = 0, 60 * options.trained_minutes
        self.sums: dict[str, list[Tensor]] = {}
        self.say(f"{macs(self.student.widths) / 1e9:.2f} GMAC/s; start: {self.held_out(self.average)}")
        if self.device == "cuda":
            # Widths differ from layer to layer: shapes stay open, or every one would be compiled on its own.
            torch._dynamo.config.recompile_limit = 64
            torch.fx.experimental._config.use_duck_shape = False
            self.student.activation = self.teacher.activation = torch.compile(norm_and_snake, dynamic=True)
            self.student.given_activation = torch.compile(given_norm_and_snake, dynamic=True)
        self.optimization = Optimization(self.student, self.average)
        if state:
            self.average.load_state_dict(state["average"])
            if state["table"] is not None:
                self.use_table(state["table"], state["table_average"])
            self.optimization.load(state["optimization"])
            self.step, self.trained_s = state["step"], state["trained_s"]
        elif options.only_norms:
            self.fit_table()
        self.buckets = Buckets(self.utterances.frame_counts, options.buckets, options.seed + self.step)
        pool = torch.cuda.graph_pool_handle() if self.device == "cuda" else None
        self.steps = {"own": Replayed(self.own_step, pool), "predicted": Replayed(self.predicted_step, pool)}

    def start(self) -> Mapping[str, Tensor]:
        if self.o.start:
            return read_student(self.o.start, self.teacher)
        return self.teacher.weights() if self.o.only_norms else self.prune()

    def say(self, line: str) -> None:
        line = f"{time.monotonic() - BEGAN:6.1f} s {line}"
        print(line, flush=True)
        with (self.o.out / "training.log").open("a") as log:
            log.write(line + "\n")

    def fit_table(self) -> None:
        """The table begins with what a fit on the generator's own norms gives."""
        options = Fit(40, 0.05, self.o.buckets) if self.o.smoke else Fit(minutes=self.o.fit_minutes)
        table = fit(self.average, self.order, self.utterances, self.held, options)
        self.use_table(table, copy.deepcopy(table))
        self.say(f"table fitted; {self.held_out(self.average, self.norms(table))}")

    def use_table(self, table: Table, average: Table) -> None:
        self.table, self.table_average = table, average
        self.optimization.add(table, average.requires_grad_(False))

    def norms(self, table: Table) -> PredictedNorms:
        return PredictedNorms(table, self.student, self.order)

    def prune(self) -> dict[str, Tensor]:
        counts = self.utterances.frame_counts
        chosen = np.random.default_rng(self.o.seed).permutation(len(counts))[: 3 if self.o.smoke else self.o.fit]
        choose_precision(exact=True)
        layers = measure(self.teacher, (self.utterances.batch(np.array([one]), int(counts[one])) for one in chosen))
        for (name, number), layer in layers.items():
            rank(layer, self.teacher.w(f"{name}.convs2.{number}.weight"))
        heard = HeldOut(self.utterances, self.teacher, self.spectra, 2 if self.o.smoke else 16)  # not held out here
        choose_precision(exact=True)
        damage = damage_of_halves(self.teacher, layers, lambda student: heard.measure(student)[0])
        widths = share_out(layers, damage, self.o.budget * cost(full_widths()))
        self.say(
            "widths " + ", ".join(f"{b.name} {' '.join(str(widths[b.name, n]) for n in range(3))}" for b in BLOCKS)
        )
        weights = pruned(self.teacher, layers, widths)
        choose_precision(exact=False)
        return weights

    def rate(self, done: float) -> float:
        warm = min(1.0, (self.step + 1) / 100)
        turn = 0.5 * (1 + math.cos(math.pi * done))
        return (self.o.last_rate + (self.o.rate - self.o.last_rate) * turn) * warm

    def own_step(self, trunk: Tensor, source: Tensor, style: Tensor, lengths: Tensor) -> Tensor:
        return self.learn("own", trunk, source, style, lengths)

    def predicted_step(self, trunk: Tensor, source: Tensor, style: Tensor, lengths: Tensor, features: Tensor) -> Tensor:
        if self.table is None:
            raise ValueError("There is no table yet.")
        self.student.given = self.norms(self.table).of(features)
        return self.learn("predicted", trunk, source, style, lengths)

    def learn(self, kind: str, trunk: Tensor, source: Tensor, style: Tensor, lengths: Tensor) -> Tensor:
        """The distances, in the order of WEIGHTS."""
        self.optimization.forget_gradients()
        with torch.no_grad():
            their_spectrum, theirs = self.teacher(trunk, source, style, lengths)
            reference = self.teacher.wave(their_spectrum, lengths)
        spectrum, ours = self.student(trunk, source, style, lengths)
        self.student.given = None
        wave = self.student.wave(spectrum, lengths)
        padding = trunk.shape[2] * len(lengths) / lengths.sum()
        parts = {
            name: value * (1 if name == "complex" else padding) for name, value in self.spectra(wave, reference).items()
        }
        parts["loudness"] = self.loudness(wave, reference) * padding
        parts["wave"] = (wave - reference).abs().mean() / reference.abs().mean()
        sizes = masks(lengths, trunk.shape[2])
        parts["spectrum"] = spectrum_distance(spectrum, their_spectrum, sizes[1])
        names = [(step, name) for step in range(2) for name in (f"noise_res.{step}", f"step{step}")]
        streams = [relative(ours[name][1], theirs[name][1], sizes[step]) for step, name in names]
        parts["streams"] = torch.stack(streams).sum()
        values = torch.stack([parts[name] for name in WEIGHTS])
        torch.stack([WEIGHTS[name] * parts[name] for name in WEIGHTS]).sum().backward()
        self.optimization.apply(kind)
        return values.detach()

    def train_step(self, done: float) -> None:
        predicted = self.o.only_norms or done >= 1 - self.o.predicted_share
        if predicted and self.table is None:
            self.fit_table()
        if predicted and not self.o.only_norms and self.buckets.chance.random() < OWN_NORMS_SHARE:
            predicted = False
        members, longest = self.buckets.next()
        batch = self.utterances.batch(members, longest, self.buckets.chance)
        self.optimization.prepare(self.rate(done), self.step)
        inputs = [batch.trunk, batch.source, batch.style, batch.lengths]
        if predicted:
            inputs.append(features_of(batch))
        kind = "predicted" if predicted else "own"
        self.sums.setdefault(kind, []).append(self.steps[kind](*inputs))

    def run(self) -> None:
        end = BEGAN + self.o.minutes * 60 - (0 if self.o.smoke else 12)
        torch.backends.cudnn.benchmark = True  # not before: every length of the set-up would be measured
        torch.backends.cudnn.benchmark_limit = 4
        before, began = self.trained_s, time.monotonic()
        said, said_step, saved = began, self.step, began
        while True:
            now = time.monotonic()
            self.trained_s = before + now - began
            done = min(1.0, self.trained_s / (60 * self.o.total_minutes))
            if self.o.smoke:
                done = (0.1, 0.5, 0.9, 0.9, 0.9, 0.9)[self.step]
            if now > end or done >= 1 or (self.o.smoke and self.step >= 4):
                break
            self.train_step(done)
            self.step += 1
            if now - said > (90 if self.step > 1000 else 20) or self.o.smoke:
                speed = (self.step - said_step) / (now - said + 1e-9)
                self.say(f"step {self.step} {speed:.1f}/s rate {self.rate(done):.1e} | {self.means()} | {self.heard()}")
                said, said_step = time.monotonic(), self.step
            if now - saved > SAVE_EVERY_S:
                self.save()
                saved = now
        self.say(f"end at step {self.step}; {self.heard()}")
        self.save()

    def means(self) -> str:
        lines = []
        for kind, values in sorted(self.sums.items()):
            means = torch.stack(values).mean(0).tolist()
            lines.append(f"{kind} " + " ".join(f"{n} {v:.4f}" for n, v in zip(WEIGHTS, means, strict=True)))
        self.sums = {}
        return " | ".join(lines)

    def heard(self) -> str:
        own = self.held_out(self.average)
        if self.table_average is None:
            return own
        return f"{own} | {self.held_out(self.average, self.norms(self.table_average))}"

    def save(self) -> None:
        files: list[dict[str, np.ndarray]] = [{}]
        size = 0
        for name, value in self.average.weights().items():
            if name == "inverse_basis" or self.o.only_norms:
                continue
            array = value.cpu().numpy().astype(np.float16 if value.numel() > 4000 else np.float32)
            if size + array.nbytes > LARGEST_FILE:
                files.append({})
                size = 0
            files[-1][name] = array
            size += array.nbytes
        for number, arrays in enumerate(files):
            np.savez(self.o.out / f"slim.{number}.npz", **arrays)
        if self.table_average is not None:
            np.savez_compressed(self.o.out / "norms.npz", **self.table_average.arrays())
        state = {
            "weights": self.student.weights(),
            "average": self.average.state_dict(),
            "optimization": self.optimization.state(),
            "table": self.table,
            "table_average": self.table_average,
            "step": self.step,
            "trained_s": self.trained_s,
        }
        torch.save(state, self.o.state)
        memory = f", {torch.cuda.max_memory_allocated() / 2**30:.0f} GiB" if self.device == "cuda" else ""
        self.say(f"saved{memory}")


if __name__ == "__main__":
    Trainer(read_options()).run()
