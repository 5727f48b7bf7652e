"""Held-out utterances -> how far a generator is from the teacher, with its own norms or with predicted ones."""

from __future__ import annotations

import numpy as np
import torch
from generator import Generator, choose_precision
from losses import SpectralDistance, magnitude
from predicted import NetworkNorms, PredictedNorms
from speech import Batch, Utterances
from torch import Tensor


class HeldOut:
    """Whole utterances one by one in single precision."""

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
    def measure(
        self, student: Generator, norms: PredictedNorms | NetworkNorms | None = None
    ) -> tuple[float, float, float, float]:
        """Mel distance, log-spectral distance in dB, the worst of it, and the signal-to-noise ratio in dB."""
        choose_precision(exact=True)
        rows = []
        for batch, wave in self._items:
            student.given = norms.of_batch(batch) if norms else None
            spectrum, _ = student(batch.trunk, batch.source, batch.style, batch.lengths)
            student.given = None
            ours = student.wave(spectrum, batch.lengths)
            a, b = (magnitude(self._spectra.spectrum(x, 1024)) for x in (ours, wave))
            mel = (self._spectra.log_mel(a, 1024) - self._spectra.log_mel(b, 1024)).abs().mean()
            distance = (20 * torch.log10(a + 3e-3) - 20 * torch.log10(b + 3e-3)).square().mean(1).sqrt().mean()
            noise = 10 * torch.log10(wave.square().sum() / (ours - wave).square().sum().clamp(min=1e-12))
            rows.append(torch.stack([mel, distance, noise]))
        choose_precision(exact=False)
        values = torch.stack(rows)
        mel, distance, noise = values.mean(0).tolist()
        return mel, distance, float(values[:, 1].max()), noise

    def __call__(self, student: Generator, norms: PredictedNorms | NetworkNorms | None = None) -> str:
        mel, distance, worst, noise = self.measure(student, norms)
        kind = "predicted norms" if norms else "own norms"
        return f"{kind}: mel {mel:.3f}, LSD {distance:.2f} dB (worst {worst:.2f}), SNR {noise:.1f} dB"
