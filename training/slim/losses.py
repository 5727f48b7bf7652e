"""Distances between the student's and the teacher's speech: spectra, mel bands, loudness, inner streams."""

from __future__ import annotations

import math

import torch
from speech import RATE_HZ, mask_of
from torch import Tensor

SIZES = (2048, 1024, 512, 256, 128)
MEL_BANDS = {1024: 100, 512: 64}


def mel_filters(size: int, bands: int) -> Tensor:
    def mel(hz: float) -> float:
        return 2595 * math.log10(1 + hz / 700)

    edges = 700 * (10 ** (torch.linspace(0, mel(RATE_HZ / 2), bands + 2) / 2595) - 1)
    bins = torch.linspace(0, RATE_HZ / 2, size // 2 + 1)
    up = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    down = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    return torch.clamp(torch.minimum(up, down), min=0) * (2 / (edges[2:] - edges[:-2]))[:, None]


class SpectralDistance:
    """`padding` of the batch is silence in both and would only dilute: the result is scaled by it."""

    def __init__(self, device: str) -> None:
        self._windows = {size: torch.hann_window(size, device=device) for size in SIZES}
        self._mel = {size: mel_filters(size, bands).to(device) for size, bands in MEL_BANDS.items()}

    def spectrum(self, wave: Tensor, size: int) -> Tensor:
        window = self._windows[size]
        return torch.view_as_real(torch.stft(wave, size, size // 4, window=window, center=True, return_complex=True))

    def log_mel(self, magnitude: Tensor, size: int) -> Tensor:
        return torch.log(torch.clamp(self._mel[size] @ magnitude, min=1e-5))

    def __call__(self, ours: Tensor, theirs: Tensor) -> dict[str, Tensor]:
        zero = torch.zeros((), device=ours.device)
        total = {"mel": zero, "log": zero, "complex": zero}
        for size in SIZES:
            a, b = self.spectrum(ours, size), self.spectrum(theirs, size)
            size_a, size_b = magnitude(a), magnitude(b)
            scale = math.sqrt(size / 1024)
            weight = (size_b + 0.02 * scale).rsqrt()
            total["complex"] = total["complex"] + ((a - b).abs().sum(-1) * weight).mean() / (size_b * weight).mean()
            floor = 1e-3 * scale
            total["log"] = total["log"] + (torch.log(size_a + floor) - torch.log(size_b + floor)).abs().mean()
            if size in self._mel:
                difference = self.log_mel(size_a, size) - self.log_mel(size_b, size)
                total["mel"] = total["mel"] + difference.abs().mean() * len(SIZES) / len(self._mel)
        return {name: value / len(SIZES) for name, value in total.items()}


class LoudnessDistance:
    """How different two clips sound: loudness in critical bands, after Zwicker's law. Differences below a quarter of
    the softer one are masked, and what the student adds weighs more than what it leaves out: no sound hides it."""

    BANDS, SIZE, HEARING = 42, 768, 8_000.0  # 32 ms, up to 8 kHz

    def __init__(self, device: str) -> None:
        self._window = torch.hann_window(self.SIZE, device=device)
        bins = torch.linspace(0, RATE_HZ / 2, self.SIZE // 2 + 1)
        place = 13 * torch.atan(0.00076 * bins) + 3.5 * torch.atan((bins / 7500).square())
        top = 13 * math.atan(0.00076 * self.HEARING) + 3.5 * math.atan((self.HEARING / 7500) ** 2)
        centres = torch.linspace(0.5, top, self.BANDS)[:, None]
        filters = torch.clamp(1 - (place - centres).abs() / (centres[1, 0] - centres[0, 0]), min=0)
        self._filters = filters.to(device)
        kilohertz = torch.clamp(centres[:, 0] * 0.11 + 0.05, min=0.05)
        threshold_db = 3.64 * kilohertz**-0.8 - 6.5 * torch.exp(-0.6 * (kilohertz - 3.3).square())
        self._threshold = (10 ** (threshold_db.clamp(max=40) / 10) * 1e-6)[:, None].to(device)

    def loudness(self, wave: Tensor) -> Tensor:
        options = {"window": self._window, "center": True, "return_complex": True}
        power = torch.view_as_real(torch.stft(wave, self.SIZE, self.SIZE // 2, **options)).square().sum(-1)
        bands = self._filters @ power
        return (self._threshold / 0.5) ** 0.23 * ((0.5 + 0.5 * bands / self._threshold) ** 0.23 - 1)

    def __call__(self, ours: Tensor, theirs: Tensor) -> Tensor:
        a, b = self.loudness(ours), self.loudness(theirs)
        difference = a - b
        heard = torch.clamp(difference.abs() - 0.25 * torch.minimum(a, b), min=0) + 0.1 * difference.abs()
        heard = heard * torch.where(difference > 0, 1.5, 1.0)
        return (heard.square().mean(1) + 1e-9).sqrt().mean() / b.mean()


def magnitude(spectrum: Tensor) -> Tensor:
    return torch.sqrt(spectrum.square().sum(-1) + 1e-9)


def spectrum_distance(ours: Tensor, theirs: Tensor, mask: Tensor) -> Tensor:
    """Of the values the generator computes itself: logarithms of magnitudes, and sines of phases where it is loud."""
    sizes, reference = ours[:, :11].clamp(min=-9), theirs[:, :11].clamp(-9, 8)
    weight = torch.exp(0.5 * reference) * mask
    weight = weight / weight.mean()
    phases = (torch.sin(ours[:, 11:]) - torch.sin(theirs[:, 11:])).abs()
    return ((sizes - reference).abs() * (0.3 * mask + 0.7 * weight)).mean() + (phases * weight).mean()


def relative(ours: Tensor, theirs: Tensor, mask: Tensor) -> Tensor:
    """Energy of the difference over that of the reference."""
    return ((ours - theirs).square() * mask).sum() / (theirs.square() * mask).sum()


def masks(lengths: Tensor, longest: int) -> tuple[Tensor, Tensor]:
    """Of both steps, for utterances of so many half-frames."""
    return mask_of(10 * lengths, 10 * longest), mask_of(60 * lengths + 1, 60 * longest + 1)
