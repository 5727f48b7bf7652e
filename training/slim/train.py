"""Trains the slim generator by the clock: first every block against the teacher's, then the whole.

    python training/slim/train.py --folder carried --out OUT --minutes 9 --total-minutes 23 --budget 10.5

Every step hears new utterances in changed voices and at changed pitches, computed on the device. An interrupted
training goes on with --resume. `slim.N.npz` in OUT are the averaged weights, in half precision.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from pathlib import Path

import numpy as np
import torch
from generator import BLOCKS, Generator, full_widths, macs, norm_and_snake, same_shapes
from losses import LoudnessDistance, SpectralDistance, block_errors, magnitude, masks, relative, spectrum_distance
from prune import damage_of_halves, measure, pruned, rank, share_out
from speech import Batch, Utterances, read_weights, section
from torch import Tensor

BEGAN = time.monotonic()
WEIGHTS = {"mel": 15.0, "log": 8.0, "complex": 10.0, "wave": 1.0, "spectrum": 1.0, "streams": 5.0, "loudness": 5.0}
LARGEST_FILE = 13 * 2**20


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--state", type=Path, default=Path("slim.state.pt"))
    parser.add_argument("--resume", action="store_true", help="go on from the state of an earlier run")
    parser.add_argument("--start", type=Path, help="folder with slim.N.npz to start from, instead of pruning")
    parser.add_argument("--minutes", type=float, default=9.0, help="wall-clock limit of this run, set-up included")
    parser.add_argument("--total-minutes", type=float, default=23.0, help="training time over all runs")
    parser.add_argument("--blocks-share", type=float, default=0.15, help="of the time, for blocks alone")
    parser.add_argument("--budget", type=float, default=12.5, help="GMAC for a second of audio")
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--last-rate", type=float, default=1e-5)
    parser.add_argument("--buckets", default="120x12,200x8,320x5", help="frames x utterances")
    parser.add_argument("--fit", type=int, default=48, help="utterances that the pruning looks at")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--smoke", action="store_true", help="a few steps on few utterances")
    return parser.parse_args()


def choose_precision(exact: bool) -> None:
    torch.backends.cuda.matmul.allow_tf32 = not exact
    torch.backends.cudnn.allow_tf32 = not exact


class Buckets:
    """Utterances of similar length together; every one is heard before one is heard again."""

    def __init__(self, counts: np.ndarray, sizes: str, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self._buckets: list[tuple[int, int, np.ndarray]] = []
        low = 0
        for item in sizes.split(","):
            longest, number = map(int, item.split("x"))
            members = np.flatnonzero((counts > low) & (counts <= longest))
            low = longest
            if len(members):
                self._buckets.append((longest, number, members))
        seconds = np.array([counts[members].sum() / number / longest for longest, number, members in self._buckets])
        self._share = seconds / seconds.sum()
        self._queues: list[list[int]] = [[] for _ in self._buckets]

    def next(self) -> tuple[np.ndarray, int]:
        kind = int(self.chance.choice(len(self._buckets), p=self._share))
        longest, number, members = self._buckets[kind]
        queue = self._queues[kind]
        while len(queue) < number:
            queue.extend(self.chance.permutation(members).tolist())
        chosen = np.array(queue[:number])
        del queue[:number]
        return chosen, longest


class HeldOut:
    """Whole utterances one by one in single precision, the student's own norms."""

    def __init__(self, utterances: Utterances, teacher: Generator, spectra: SpectralDistance, limit: int) -> None:
        self._spectra = spectra
        self._items: list[tuple[Batch, Tensor]] = []
        choose_precision(exact=True)
        with torch.no_grad():
            for number in range(min(limit, len(utterances.frame_counts))):
                batch = utterances.batch(np.array([number]), int(utterances.frame_counts[number]))
                spectrum, _ = teacher(batch.trunk, batch.source, batch.style, batch.lengths)
                self._items.append((batch, teacher.wave(spectrum, batch.lengths)))
        choose_precision(exact=False)

    @torch.no_grad()
    def measure(self, student: Generator) -> tuple[float, float, float, float]:
        """Mel distance, log-spectral distance in dB, the worst of it, and the signal-to-noise ratio in dB."""
        choose_precision(exact=True)
        rows = []
        for batch, wave in self._items:
            spectrum, _ = student(batch.trunk, batch.source, batch.style, batch.lengths)
            ours = student.wave(spectrum, batch.lengths)
            a, b = (magnitude(self._spectra.spectrum(x, 1024)) for x in (ours, wave))
            mel = (self._spectra.log_mel(a, 1024) - self._spectra.log_mel(b, 1024)).abs().mean()
            distance = (20 * torch.log10(a + 3e-3) - 20 * torch.log10(b + 3e-3)).square().mean(1).sqrt().mean()
            noise = 10 * torch.log10(wave.square().sum() / (ours - wave).square().sum())
            rows.append(torch.stack([mel, distance, noise]))
        choose_precision(exact=False)
        values = torch.stack(rows)
        mel, distance, noise = values.mean(0).tolist()
        return mel, distance, float(values[:, 1].max()), noise

    def __call__(self, student: Generator) -> str:
        mel, distance, worst, noise = self.measure(student)
        return f"held out: mel {mel:.3f}, LSD {distance:.2f} dB (worst {worst:.2f}), SNR {noise:.1f} dB"


def read_student(folder: Path, teacher: Generator) -> dict[str, Tensor]:
    """The weights that a training has saved."""
    weights = {"inverse_basis": teacher.basis}
    for path in sorted(folder.glob("slim.*.npz")):
        with np.load(path) as arrays:
            weights |= {name: torch.from_numpy(arrays[name]).float().to(teacher.basis.device) for name in arrays.files}
    return weights


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
        held = Utterances(options.folder / "heldout.npz", weights, self.device, 3 if options.smoke else None)
        self.teacher = Generator(full_widths(), section(weights, "generator")).to(self.device).requires_grad_(False)
        self.spectra = SpectralDistance(self.device)
        self.loudness = LoudnessDistance(self.device)
        self.held_out = HeldOut(held, self.teacher, self.spectra, 2 if options.smoke else 24)
        self.say(
            f"{len(self.utterances.frame_counts)} utterances, {self.utterances.frame_counts.sum() / 40 / 3600:.2f} h"
        )
        state = torch.load(options.state, map_location=self.device, weights_only=False) if options.resume else None
        start = (
            state["weights"] if state else read_student(options.start, self.teacher) if options.start else self.prune()
        )
        self.student = Generator(same_shapes(start), start).to(self.device)
        self.average = copy.deepcopy(self.student).requires_grad_(False)
        self.optimizer = torch.optim.AdamW(
            self.student.parameters(), lr=options.rate, betas=(0.9, 0.99), weight_decay=0.0
        )
        self.step, self.trained_s = 0, 0.0
        self.typical: dict[str, float] = {}
        if state:
            self.average.load_state_dict(state["average"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.step, self.trained_s, self.typical = state["step"], state["trained_s"], state["typical"]
        self.buckets = Buckets(self.utterances.frame_counts, options.buckets, options.seed + self.step)
        self.sums: dict[str, list[Tensor]] = {}
        self.say(f"{macs(self.student.widths) / 1e9:.2f} GMAC/s; start: {self.held_out(self.average)}")
        if self.device == "cuda":
            # Widths differ from layer to layer: shapes stay open, or every one would be compiled on its own.
            torch._dynamo.config.recompile_limit = 64
            compiled = torch.compile(norm_and_snake, dynamic=True)
            self.student.activation = self.teacher.activation = compiled

    def say(self, line: str) -> None:
        line = f"{time.monotonic() - BEGAN:6.1f} s {line}"
        print(line, flush=True)
        with (self.o.out / "training.log").open("a") as log:
            log.write(line + "\n")

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
        widths = share_out(layers, damage, self.o.budget * 1e9)
        self.say(
            "widths " + ", ".join(f"{b.name} {' '.join(str(widths[b.name, n]) for n in range(3))}" for b in BLOCKS)
        )
        weights = pruned(self.teacher, layers, widths)
        choose_precision(exact=False)
        return weights

    def rate(self, done: float) -> float:
        share = self.o.blocks_share
        warm = min(1.0, (self.step + 1) / 100)
        if done < share:
            return self.o.rate * warm
        turn = 0.5 * (1 + math.cos(math.pi * (done - share) / (1 - share)))
        return (self.o.last_rate + (0.7 * self.o.rate - self.o.last_rate) * turn) * warm

    def whole_loss(self, batch: Batch) -> tuple[Tensor, dict[str, Tensor]]:
        with torch.no_grad():
            their_spectrum, theirs = self.teacher(batch.trunk, batch.source, batch.style, batch.lengths)
            reference = self.teacher.wave(their_spectrum, batch.lengths)
        spectrum, ours = self.student(batch.trunk, batch.source, batch.style, batch.lengths)
        wave = self.student.wave(spectrum, batch.lengths)
        padding = batch.trunk.shape[2] * len(batch.lengths) / float(batch.lengths.sum())
        parts = {
            name: value * (1 if name == "complex" else padding) for name, value in self.spectra(wave, reference).items()
        }
        parts["loudness"] = self.loudness(wave, reference) * padding
        parts["wave"] = (wave - reference).abs().mean() / reference.abs().mean()
        sizes = masks(batch)
        parts["spectrum"] = spectrum_distance(spectrum, their_spectrum, sizes[1][0])
        parts["streams"] = sum(
            (
                relative(ours[name][1], theirs[name][1], sizes[step][0])
                for step in range(2)
                for name in (f"noise_res.{step}", f"step{step}")
            ),
            start=torch.zeros((), device=self.device),
        )
        return sum(
            (WEIGHTS[name] * value for name, value in parts.items()), start=torch.zeros((), device=self.device)
        ), parts

    def train_step(self, done: float) -> None:
        members, longest = self.buckets.next()
        batch = self.utterances.batch(members, longest, self.buckets.chance)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate(done)
        self.optimizer.zero_grad(set_to_none=True)
        kind = "blocks" if done < self.o.blocks_share else "whole"
        if kind == "blocks":
            with torch.no_grad():
                _, seen = self.teacher(batch.trunk, batch.source, batch.style, batch.lengths)
            parts = block_errors(self.student, batch, seen, backward=True)
        else:
            loss, parts = self.whole_loss(batch)
            loss.backward()
        self.apply(kind)
        for name, value in parts.items():
            self.sums.setdefault(name, []).append(value.detach())

    def apply(self, kind: str) -> None:
        """A step whose gradient is twice as long as usual is shortened; one that is not finite is left out."""
        parameters = [p for p in self.student.parameters() if p.grad is not None]
        norm = float(torch.nn.utils.clip_grad_norm_(parameters, 2 * self.typical.get(kind, 1e9)))
        if not math.isfinite(norm):
            self.optimizer.zero_grad(set_to_none=True)
            return
        usual = self.typical.get(kind, norm)
        self.typical[kind] = 0.98 * usual + 0.02 * min(norm, 3 * usual)
        self.optimizer.step()
        with torch.no_grad():
            keep = min(0.998, (1 + self.step) / (10 + self.step))
            torch._foreach_lerp_(list(self.average.parameters()), list(self.student.parameters()), 1 - keep)

    def run(self) -> None:
        end = BEGAN + self.o.minutes * 60 - (0 if self.o.smoke else 15)
        torch.backends.cudnn.benchmark = True  # not before: every length of the set-up would be measured
        before, began = self.trained_s, time.monotonic()
        said, said_step = began, self.step
        while True:
            now = time.monotonic()
            self.trained_s = before + now - began
            done = min(1.0, self.trained_s / (60 * self.o.total_minutes))
            if self.o.smoke:
                done = 0.1 if self.step < 2 else 0.6
            if now > end or done >= 1 or (self.o.smoke and self.step >= 4):
                break
            self.train_step(done)
            self.step += 1
            if now - said > 30 or self.o.smoke:
                means = " ".join(
                    f"{name} {float(torch.stack(values).mean()):.4f}" for name, values in self.sums.items()
                )
                speed = (self.step - said_step) / (now - said + 1e-9)
                heard = self.held_out(self.average)
                self.say(f"step {self.step} {speed:.1f}/s rate {self.rate(done):.1e} | {means} | {heard}")
                self.sums, said, said_step = {}, time.monotonic(), self.step
        self.say(f"end at step {self.step}, {self.trained_s / 60:.2f} min: {self.held_out(self.average)}")
        self.save()

    def save(self) -> None:
        files: list[dict[str, np.ndarray]] = [{}]
        size = 0
        for name, value in self.average.weights().items():
            if name == "inverse_basis":
                continue
            array = value.cpu().numpy().astype(np.float16 if value.numel() > 4000 else np.float32)
            if size + array.nbytes > LARGEST_FILE:
                files.append({})
                size = 0
            files[-1][name] = array
            size += array.nbytes
        for number, arrays in enumerate(files):
            np.savez(self.o.out / f"slim.{number}.npz", **arrays)
        state = {
            "weights": self.student.weights(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "trained_s": self.trained_s,
            "typical": self.typical,
        }
        torch.save(state, self.o.state)
        memory = f", {torch.cuda.max_memory_allocated() / 2**30:.0f} GiB" if self.device == "cuda" else ""
        self.say(f"saved{memory}")


if __name__ == "__main__":
    Trainer(read_options()).run()
