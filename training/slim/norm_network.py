"""Trunk, pitch, energy and voice of an utterance -> means and variances of a generator's norms, by a small network.

Every norm is an average over time of something that depends on a few frames. So the network has the same form: three
convolutions whose channels the voice modulates, mean and deviation over time, and a layer behind them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from speech import VOICED_HZ, Batch, mask_of
from torch import Tensor, nn

HIDDEN, INNER, DIRECTIONS = 256, 512, 640
DILATIONS = (1, 2, 4)
TRUNK, MELODY, VOICE, LENGTHS = 512, 4, 256, 3
EPSILON = 1e-5
MIDDLE_PITCH, PITCH_UNIT_HZ, ENERGY_UNIT = 5.2, 200.0, 8.0


@dataclass
class Heard:
    """What the network is given: [B, 512, L], [B, L], [B, L], [B, 256], [B] half-frames."""

    trunk: Tensor
    pitch_hz: Tensor
    energy: Tensor
    voice: Tensor
    lengths: Tensor

    @classmethod
    def of(cls, batch: Batch) -> Heard:
        prosody = batch.prosody
        return cls(batch.trunk, prosody.pitch_hz, prosody.energy, prosody.voice, batch.lengths)

    def rows(self, chosen: Tensor) -> Heard:
        return Heard(*(part[chosen] for part in (self.trunk, self.pitch_hz, self.energy, self.voice, self.lengths)))


class NormNetwork(nn.Module):
    """`typical` are deviations [C]: means are predicted in units of them, variances as logarithms."""

    def __init__(self, trunk_mean: Tensor, trunk_scale: Tensor, typical: Tensor) -> None:
        super().__init__()
        self.register_buffer("trunk_mean", trunk_mean[:, None])
        self.register_buffer("trunk_scale", trunk_scale[:, None])
        self.register_buffer("typical", typical)
        sizes = (TRUNK + MELODY, *(HIDDEN for _ in DILATIONS[1:]))
        self.convolutions = nn.ModuleList(
            nn.Conv1d(size, HIDDEN, 3, padding=dilation, dilation=dilation)
            for size, dilation in zip(sizes, DILATIONS, strict=True)
        )
        self.modulations = nn.ModuleList(nn.Linear(VOICE, 2 * HIDDEN) for _ in DILATIONS)
        for modulation in self.modulations:
            nn.init.normal_(modulation.weight, std=0.02)
            nn.init.zeros_(modulation.bias)
        pooled = 2 * HIDDEN + LENGTHS + VOICE
        self.inner = nn.Linear(pooled, INNER)
        self.outer = nn.Linear(INNER, DIRECTIONS)
        self.direct = nn.Linear(pooled, DIRECTIONS, bias=False)
        self.directions = nn.Parameter(torch.zeros(DIRECTIONS, 2 * len(typical)))
        self.offset = nn.Parameter(torch.zeros(2 * len(typical)))

    def forward(self, heard: Heard) -> Tensor:
        """[B, 2 C]: means in typical deviations, then logarithms of variances."""
        mask = mask_of(heard.lengths, heard.trunk.shape[2])
        count = heard.lengths[:, None].float()
        x = torch.cat([(heard.trunk - self.trunk_mean) / self.trunk_scale, melody(heard.pitch_hz, heard.energy)], 1)
        x = x * mask
        for number, (convolution, modulation) in enumerate(zip(self.convolutions, self.modulations, strict=True)):
            gain, bias = modulation(heard.voice)[:, :, None].chunk(2, 1)
            y = F.gelu(convolution(x) * (1 + gain) + bias) * mask
            x = y if number == 0 else x + y
        mean = x.sum(2) / count
        deviation = torch.sqrt(((x - mean[:, :, None]).square() * mask).sum(2) / count + EPSILON)
        frames = count / 2
        lengths = torch.cat([torch.log(frames) - 5, 10 * torch.rsqrt(frames) - 1, 100 / frames - 1], 1)
        pooled = torch.cat([mean, deviation, lengths, heard.voice], 1)
        along = self.direct(pooled) + self.outer(F.gelu(self.inner(pooled)))
        return self.offset + along @ self.directions

    def norms(self, heard: Heard) -> tuple[Tensor, Tensor]:
        """Means, and logarithms of variances."""
        means, logarithms = self(heard).chunk(2, 1)
        return means * self.typical, logarithms

    def arrays(self) -> dict[str, np.ndarray]:
        return {name: value.detach().cpu().numpy() for name, value in self.state_dict().items()}


def melody(pitch_hz: Tensor, energy: Tensor) -> Tensor:
    """[B, 4, L]"""
    voiced = (pitch_hz > VOICED_HZ).float()
    height = (torch.log(pitch_hz.clamp(min=1)) - MIDDLE_PITCH) * voiced
    return torch.stack([voiced, height, pitch_hz / PITCH_UNIT_HZ, energy / ENERGY_UNIT], 1)
