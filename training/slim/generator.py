"""Kokoro's generator in torch, with any number of inner channels in its residual blocks.

With all channels and the published weights it is the teacher. Padded batches: every norm is over the utterance alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from speech import mask_of
from torch import Tensor, nn

EPSILON = 1e-5
DILATIONS = (1, 3, 5)
LAYERS = range(3)


@dataclass(frozen=True)
class Block:
    name: str
    channels: int
    taps: int
    step: int  # 0: 800 values a second, 1: 4,800


BLOCKS = (
    Block("noise_res.0", 256, 7, 0),
    Block("resblocks.0", 256, 3, 0),
    Block("resblocks.1", 256, 7, 0),
    Block("resblocks.2", 256, 11, 0),
    Block("noise_res.1", 128, 11, 1),
    Block("resblocks.3", 128, 3, 1),
    Block("resblocks.4", 128, 7, 1),
    Block("resblocks.5", 128, 11, 1),
)
RATES = (800, 4_800)
FIXED_MACS = 512 * 256 * 20 * 80 + 22 * 256 * 12 * 800 + 256 * 128 * 12 * 800 + (22 * 128 * 8 + 22 * 20) * 4_800

Widths = Mapping[tuple[str, int], int]  # inner channels by block and layer
# Sees (block, layer, inner activations) of every layer.
Hook = Callable[[Block, int, Tensor], None]


# The norms in the order in which a forward pass computes them.
NORMS = tuple(f"{block.name}.adain{half}.{layer}" for block in BLOCKS for layer in LAYERS for half in (1, 2))


def full_widths() -> dict[tuple[str, int], int]:
    return {(block.name, layer): block.channels for block in BLOCKS for layer in LAYERS}


def macs_per_channel(block: Block) -> int:
    """Multiplications for a second of audio that one inner channel of one layer costs."""
    return 2 * block.channels * block.taps * RATES[block.step]


# Taps of a convolution -> what it costs on a CPU in plain multiplications, once koe has rewritten it (Toom-Cook).
COSTS = {3: 3.0, 7: 4.5, 11: 6.5}


def cost_per_channel(block: Block) -> float:
    """What one inner channel of one layer costs on a CPU, in multiplications for a second of audio."""
    return 2 * block.channels * COSTS[block.taps] * RATES[block.step]


def cost(widths: Widths) -> float:
    return FIXED_MACS + sum(cost_per_channel(block) * widths[block.name, layer] for block in BLOCKS for layer in LAYERS)


def macs(widths: Widths) -> float:
    return FIXED_MACS + sum(macs_per_channel(block) * widths[block.name, layer] for block in BLOCKS for layer in LAYERS)


def shapes(widths: Widths) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {
        "ups.0.weight": (512, 256, 20),
        "ups.0.bias": (256,),
        "ups.1.weight": (256, 128, 12),
        "ups.1.bias": (128,),
        "conv_post.weight": (22, 128, 7),
        "conv_post.bias": (22,),
        "noise_convs.0.weight": (256, 22, 12),
        "noise_convs.0.bias": (256,),
        "noise_convs.1.weight": (128, 22, 1),
        "noise_convs.1.bias": (128,),
    }
    for block in BLOCKS:
        for layer in LAYERS:
            name, c, k = block.name, block.channels, widths[block.name, layer]
            found |= {
                f"{name}.convs1.{layer}.weight": (k, c, block.taps),
                f"{name}.convs1.{layer}.bias": (k,),
                f"{name}.convs2.{layer}.weight": (c, k, block.taps),
                f"{name}.convs2.{layer}.bias": (c,),
            }
            for half, size in ((1, c), (2, k)):
                found[f"{name}.alpha{half}.{layer}"] = (1, size, 1)
                found[f"{name}.adain{half}.{layer}.fc.weight"] = (2 * size, 128)
                found[f"{name}.adain{half}.{layer}.fc.bias"] = (2 * size,)
    return found


def norm_and_snake(x: Tensor, gain: Tensor, bias: Tensor, alpha: Tensor, mask: Tensor, count: Tensor) -> Tensor:
    mean = (x * mask).sum(2, keepdim=True) / count
    centred = x - mean
    variance = (centred.square() * mask).sum(2, keepdim=True) / count
    y = centred * torch.rsqrt(variance + EPSILON) * (1 + gain) + bias
    return (y + torch.sin(alpha * y).square() / alpha) * mask


def given_norm_and_snake(
    x: Tensor, mean: Tensor, deviation: Tensor, gain: Tensor, bias: Tensor, alpha: Tensor, mask: Tensor
) -> Tensor:
    y = (x - mean) * ((1 + gain) / deviation) + bias
    return (y + torch.sin(alpha * y).square() / alpha) * mask


def choose_precision(exact: bool) -> None:
    torch.backends.cuda.matmul.allow_tf32 = not exact
    torch.backends.cudnn.allow_tf32 = not exact


class Generator(nn.Module):
    """`activation` and `given_activation` may be replaced by compiled ones. `given` are means and deviations that the
    next pass takes instead of its own, in the order of NORMS."""

    def __init__(self, widths: Widths, weights: Mapping[str, Tensor]) -> None:
        super().__init__()
        self.widths = dict(widths)
        self.names = list(shapes(widths))
        for name in self.names:
            self.register_parameter(name.replace(".", "_"), nn.Parameter(weights[name].detach().float().clone()))
        self.register_buffer("basis", weights["inverse_basis"].float().clone())
        self.activation: Callable[..., Tensor] = norm_and_snake
        self.given_activation: Callable[..., Tensor] = given_norm_and_snake
        self.given: Iterator[tuple[Tensor, Tensor]] | None = None

    def w(self, name: str) -> Tensor:
        return self.get_parameter(name.replace(".", "_"))

    def weights(self) -> dict[str, Tensor]:
        return {name: self.w(name).detach() for name in self.names} | {"inverse_basis": self.basis}

    def conv(self, name: str, x: Tensor, **options: int) -> Tensor:
        return F.conv1d(x, self.w(f"{name}.weight"), self.w(f"{name}.bias"), **options)

    def activate(self, name: str, half: int, layer: int, x: Tensor, style: Tensor, mask: Tensor, n: Tensor) -> Tensor:
        linear = f"{name}.adain{half}.{layer}.fc"
        gain, bias = F.linear(style, self.w(f"{linear}.weight"), self.w(f"{linear}.bias"))[:, :, None].chunk(2, 1)
        alpha = self.w(f"{name}.alpha{half}.{layer}")
        gain, bias = gain.contiguous(), bias.contiguous()
        if self.given is not None:
            return self.given_activation(x, *next(self.given), gain, bias, alpha, mask)
        return self.activation(x, gain, bias, alpha, mask, n)

    def block(
        self, block: Block, x: Tensor, style: Tensor, mask: Tensor, n: Tensor, hook: Hook | None = None
    ) -> Tensor:
        name, taps = block.name, block.taps
        for layer, dilation in enumerate(DILATIONS):
            y = self.activate(name, 1, layer, x, style, mask, n)
            y = self.conv(f"{name}.convs1.{layer}", y, dilation=dilation, padding=dilation * (taps // 2))
            y = self.activate(name, 2, layer, y, style, mask, n)
            if hook is not None:
                hook(block, layer, y)
            x = x + self.conv(f"{name}.convs2.{layer}", y, padding=taps // 2)
        return x

    def forward(
        self, trunk: Tensor, source: Tensor, style: Tensor, lengths: Tensor, hook: Hook | None = None
    ) -> tuple[Tensor, dict[str, tuple[Tensor, Tensor]]]:
        """-> the spectrum [B, 22, 60 L + 1], and what goes into and comes out of every block and both steps."""
        seen: dict[str, tuple[Tensor, Tensor]] = {}
        x, inside = trunk, mask_of(lengths, trunk.shape[2])
        for step, (stride, taps) in enumerate(((10, 20), (6, 12))):
            count = 10 * lengths if step == 0 else 60 * lengths + 1
            mask = mask_of(count, 10 * trunk.shape[2] if step == 0 else 60 * trunk.shape[2] + 1)
            n = count[:, None, None].float()
            noise_block, *blocks = BLOCKS[4 * step : 4 * step + 4]
            noise = self.conv(f"noise_convs.{step}", source, **({"stride": 6, "padding": 3} if step == 0 else {}))
            added = self.block(noise_block, noise, style, mask, n, hook)
            seen[noise_block.name] = noise, added
            y = F.leaky_relu(x, 0.1) * inside
            weight, bias = self.w(f"ups.{step}.weight"), self.w(f"ups.{step}.bias")
            y = F.conv_transpose1d(y, weight, bias, stride=stride, padding=(taps - stride) // 2)
            if step == 1:
                y = torch.cat([y[:, :, 1:2], y], 2)
            start = y + added
            x = torch.zeros_like(start)
            for block in blocks:
                seen[block.name] = start, self.block(block, start, style, mask, n, hook)
                x = x + seen[block.name][1] / 3
            seen[f"step{step}"] = start, x
            inside = mask
        spectrum = F.conv1d(
            F.leaky_relu(x, 0.01) * inside, self.w("conv_post.weight"), self.w("conv_post.bias"), padding=3
        )
        return spectrum, seen

    def wave(self, spectrum: Tensor, lengths: Tensor) -> Tensor:
        """[B, 300 L], zero behind the end."""
        size, phase = torch.exp(spectrum[:, :11].clamp(max=8)), torch.sin(spectrum[:, 11:])
        parts = torch.cat([size * torch.cos(phase), size * torch.sin(phase)], 1)
        frames = torch.einsum("cn,bcl->bnl", self.basis[:, 0] * 4, parts)  # an overlap-add of four hops
        hops = sum(F.pad(frames[:, 5 * k : 5 * k + 5], (k, 3 - k)) for k in range(4))
        samples = hops.transpose(1, 2).reshape(len(spectrum), -1)[:, 10:-10]
        return samples * mask_of(300 * lengths, samples.shape[1])[:, 0]


def same_shapes(weights: Mapping[str, Tensor]) -> dict[tuple[str, int], int]:
    """The widths of a set of weights."""
    return {
        (block.name, layer): len(weights[f"{block.name}.convs1.{layer}.bias"]) for block in BLOCKS for layer in LAYERS
    }


def read_student(folder: Path, teacher: Generator) -> dict[str, Tensor]:
    """The weights that a training has saved."""
    weights = {"inverse_basis": teacher.basis}
    for path in sorted(folder.glob("slim.[0-9].npz")):
        with np.load(path) as arrays:
            weights |= {name: torch.from_numpy(arrays[name]).float().to(teacher.basis.device) for name in arrays.files}
    return weights
