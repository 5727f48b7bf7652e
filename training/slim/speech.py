"""Utterances -> what the generator hears: the trunk and the harmonic source, in padded batches, on the GPU.

Kokoro's text encoder, trunk and source in torch, for data only: nothing here has a gradient.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

RATE_HZ = 24_000
HARMONICS = 9
HALF_FRAME = 300  # samples
HOP, FFT = 5, 20
EPSILON = 1e-5
VOICED_HZ = 10
NEGATIVE_SHARE = 0.79


def read_weights(folder: Path, device: str) -> dict[str, Tensor]:
    weights: dict[str, Tensor] = {}
    for path in sorted(folder.glob("weights.*.npz")):
        with np.load(path) as arrays:
            weights |= {name: torch.from_numpy(arrays[name]).float().to(device) for name in arrays.files}
    return weights


def section(weights: dict[str, Tensor], part: str) -> dict[str, Tensor]:
    return {name.removeprefix(part + "/"): value for name, value in weights.items() if name.startswith(part + "/")}


def mask_of(lengths: Tensor, longest: int) -> Tensor:
    """[B, 1, longest]: 1 where an utterance has values."""
    return (torch.arange(longest, device=lengths.device)[None] < lengths[:, None]).float()[:, None]


@dataclass
class Batch:
    """Padded: half-frames L for the trunk, 60 L + 1 hops for the source."""

    trunk: Tensor  # [B, 512, L]
    source: Tensor  # [B, 22, 60 L + 1]
    style: Tensor  # [B, 128]
    lengths: Tensor  # [B], half-frames
    prosody: PaddedProsody


@dataclass
class PaddedProsody:
    """What the trunk was computed from, and how the tokens share the frames."""

    phonemes: Tensor  # [B, 512, L / 2]
    pitch_hz: Tensor  # [B, L]
    energy: Tensor  # [B, L]
    voice: Tensor  # [B, 256]
    tokens: Tensor  # [B, 4]: their number, and the frames of the first, the last and the one before it


class Encoder:
    """Tokens of one utterance -> [N, 512]."""

    def __init__(self, weights: dict[str, Tensor]) -> None:
        self._w = weights
        device = weights["embedding"].device
        self._lstm = torch.nn.LSTM(512, 256, bidirectional=True, batch_first=True).to(device).requires_grad_(False)
        for number, suffix in enumerate(("", "_reverse")):
            for name, part in (("weight_ih_l0", "W"), ("weight_hh_l0", "R")):
                getattr(self._lstm, name + suffix).copy_(_gates(weights[f"lstm.{part}"][number]))
            bias = weights["lstm.B"][number]
            self._lstm.get_parameter("bias_ih_l0" + suffix).copy_(_gates(bias[:1024]))
            self._lstm.get_parameter("bias_hh_l0" + suffix).copy_(_gates(bias[1024:]))

    @torch.no_grad()
    def __call__(self, tokens: Tensor) -> Tensor:
        """[B, N] of equal lengths -> [B, N, 512]"""
        w = self._w
        x = w["embedding"][tokens].transpose(1, 2)
        for number in range(3):
            x = F.conv1d(x, w[f"cnn.{number}.weight"], w[f"cnn.{number}.bias"], padding=2).transpose(1, 2)
            x = F.layer_norm(x, (512,), w[f"cnn.{number}.gamma"], w[f"cnn.{number}.beta"], EPSILON).transpose(1, 2)
            x = F.leaky_relu(x, 0.2)
        return self._lstm(x.transpose(1, 2))[0]


def _gates(values: Tensor) -> Tensor:
    """ONNX has the gates in the order input, output, forget, cell; torch input, forget, cell, output."""
    i, o, f, c = values.chunk(4)
    return torch.cat([i, f, c, o])


class Trunk:
    def __init__(self, weights: dict[str, Tensor]) -> None:
        self._w = weights

    def _conv(self, name: str, x: Tensor, **options: int) -> Tensor:
        return F.conv1d(x, self._w[f"{name}.weight"], self._w.get(f"{name}.bias"), **options)

    def _norm(self, name: str, x: Tensor, style: Tensor, mask: Tensor, count: Tensor) -> Tensor:
        gain, bias = F.linear(style, self._w[f"{name}/fc.weight"], self._w[f"{name}/fc.bias"])[:, :, None].chunk(2, 1)
        mean = (x * mask).sum(2, keepdim=True) / count
        variance = ((x - mean).square() * mask).sum(2, keepdim=True) / count
        y = (1 + gain) * ((x - mean) / torch.sqrt(variance + EPSILON)) + bias
        return F.leaky_relu(y, 0.2) * mask

    def _block(self, name: str, x: Tensor, style: Tensor, frames: Tensor, doubles: bool) -> Tensor:
        mask = mask_of(frames, x.shape[2])
        count = frames[:, None, None].float()
        y = self._norm(f"{name}/norm1", x, style, mask, count)
        if doubles:
            pool, bias = self._w[f"{name}/pool.weight"], self._w[f"{name}/pool.bias"]
            y = F.conv_transpose1d(y, pool, bias, stride=2, padding=1, output_padding=1, groups=len(pool))
            x, count = x.repeat_interleave(2, 2), 2 * count
            mask = mask_of(2 * frames, x.shape[2])
            y = y * mask
        y = self._conv(f"{name}/conv1", y, padding=1)
        y = self._norm(f"{name}/norm2", y, style, mask, count)
        y = self._conv(f"{name}/conv2", y, padding=1)
        return (y + self._conv(f"{name}/conv1x1", x)) / math.sqrt(2) * mask

    @torch.no_grad()
    def __call__(self, phonemes: Tensor, pitch_hz: Tensor, energy: Tensor, style: Tensor, frames: Tensor) -> Tensor:
        """[B, 512, T], [B, 2T], [B, 2T], [B, 128], [B] -> [B, 512, 2T]"""
        mask = mask_of(frames, phonemes.shape[2])
        melody = self._conv("F0_conv", pitch_hz[:, None], stride=2, padding=1) * mask
        level = self._conv("N_conv", energy[:, None], stride=2, padding=1) * mask
        residual = self._conv("asr_res/asr_res.0", phonemes) * mask
        x = self._block("encode", torch.cat([phonemes, melody, level], 1), style, frames, doubles=False)
        for number in range(4):
            x = torch.cat([x, residual, melody, level], 1)
            x = self._block(f"decode.{number}", x, style, frames, doubles=number == 3)
        return x


@torch.no_grad()
def harmonic_source(pitch_hz: Tensor, weights: dict[str, Tensor]) -> Tensor:
    """[B, L] half-frames -> magnitude and phase [B, 22, 60 L + 1]. The phase is summed in double precision."""
    count = pitch_hz.shape[1]
    harmonics = torch.arange(1, HARMONICS + 1, device=pitch_hz.device, dtype=torch.float64)
    turns = pitch_hz.double()[:, None] * harmonics[:, None] / RATE_HZ
    total = (turns - turns.floor()).cumsum(2) * HALF_FRAME
    place = ((torch.arange(count * HALF_FRAME, device=pitch_hz.device) + 0.5) / HALF_FRAME - 0.5).clamp(0, count - 1)
    left = place.floor().long()
    right = (left + 1).clamp(max=count - 1)
    share = (place - left).double()
    phase = total[:, :, left] * (1 - share) + total[:, :, right] * share
    waves = torch.sin((phase - phase.floor()).float() * (2 * math.pi)) * 0.1
    voiced = (pitch_hz > VOICED_HZ).float().repeat_interleave(HALF_FRAME, 1)
    waves = waves * voiced[:, None]
    wave = torch.tanh(torch.einsum("bhn,h->bn", waves, weights["linear.weight"][:, 0]) + weights["linear.bias"])
    window = torch.hann_window(FFT, device=wave.device)
    spectrum = torch.stft(wave, FFT, HOP, window=window, center=True, pad_mode="reflect", return_complex=True)
    source = torch.cat([spectrum.abs(), _angle(spectrum)], 1)
    # Without a voice the wave is constant, and most angles are those of rounding errors, the same at every place: the
    # published graph's own take their place.
    sounding = F.max_pool1d(F.pad(voiced, (FFT // 2, FFT // 2)), FFT, HOP)
    return torch.where(sounding[:, None] > 0, source, weights["unvoiced"][None, :, None])


def _angle(spectrum: Tensor) -> Tensor:
    """The angles as ONNX Runtime computes them. At half the sampling rate the imaginary part is a rounding error there,
    so that the angle of a negative number is π or -π; measured on voiced hops, -π in four of five."""
    angle = spectrum.angle()
    negative = (torch.arange(angle.shape[2], device=angle.device) * 0.618034) % 1 < NEGATIVE_SHARE
    angle[:, -1] = torch.where(negative & (spectrum.real[:, -1] < 0), -math.pi, angle[:, -1])
    return angle


class Utterances:
    """The utterances of a file on the device; batches of them, as they are or in other voices and at other pitches."""

    def __init__(self, path: Path, weights: dict[str, Tensor], device: str, limit: int | None = None) -> None:
        with np.load(path) as file:
            arrays = {name: file[name] for name in file.files}
        self.frame_counts = arrays["frame_counts"][:limit]
        count = len(self.frame_counts)
        token_counts = arrays["token_counts"][:count]
        self._device = device
        self._trunk = Trunk(section(weights, "trunk"))
        self._source = section(weights, "source")
        self._voice = torch.from_numpy(arrays["style"][:count]).float().to(device)
        token_starts = np.concatenate([[0], np.cumsum(token_counts)])
        frame_starts = np.concatenate([[0], np.cumsum(self.frame_counts)])
        edges = [token_starts[:-1], token_starts[1:] - 1, token_starts[1:] - 2]
        shares = np.stack([token_counts, *(arrays["frames"][edge] for edge in edges)], 1)
        self._tokens = torch.from_numpy(shares.astype(np.float32)).to(device)
        self._frame_starts = torch.from_numpy(frame_starts[:-1]).to(device)
        self._pitch = torch.from_numpy(arrays["pitch_hz"]).float().to(device)
        self._energy = torch.from_numpy(arrays["energy"]).float().to(device)
        owner = np.repeat(np.arange(token_starts[-1]), arrays["frames"][: token_starts[-1]])
        self._token_of_frame = torch.from_numpy(owner).to(device)
        tokens = torch.from_numpy(arrays["tokens"][: token_starts[-1]].astype(np.int64)).to(device)
        self._phonemes = torch.empty(len(tokens), 512, dtype=torch.float16, device=device)
        encoder = Encoder(section(weights, "encoder"))
        for length in np.unique(token_counts):  # equal lengths together: the LSTM reads backwards too
            members = np.flatnonzero(token_counts == length)
            for some in np.array_split(members, -(-len(members) // 256)):
                places = torch.from_numpy(token_starts[some][:, None] + np.arange(length)[None]).to(device)
                self._phonemes[places] = encoder(tokens[places]).half()

    def _sent(self, values: np.ndarray) -> Tensor:
        """On the device, without waiting for it."""
        tensor = torch.from_numpy(values)
        return tensor.pin_memory().to(self._device, non_blocking=True) if self._device == "cuda" else tensor

    @torch.no_grad()
    def batch(self, members: np.ndarray, longest: int, chance: np.random.Generator | None = None) -> Batch:
        """Padded to `longest` frames. With `chance`, half of them change voice, pitch or both."""
        device = self._device
        who = self._sent(members)
        frames = self._sent(self.frame_counts[members].astype(np.int64))
        place = torch.arange(longest, device=device)[None]
        inside = place < frames[:, None]
        flat = torch.where(inside, self._frame_starts[who][:, None] + place, 0)
        phonemes = self._phonemes[self._token_of_frame[flat]].float() * inside[:, :, None]
        halves = (2 * flat[:, :, None] + torch.arange(2, device=device)).reshape(len(members), -1)
        inside_halves = inside.repeat_interleave(2, 1)
        pitch, energy = (values[halves] * inside_halves for values in (self._pitch, self._energy))
        voice = self._voice[who]
        if chance is not None:
            n = len(members)
            share = np.where(chance.random(n) < 0.5, 0, np.where(chance.random(n) < 0.5, 1, chance.random(n)))
            other = self._sent(chance.integers(len(self._voice), size=n))
            share_of = self._sent(share.astype(np.float32))[:, None]
            voice = voice * (1 - share_of) + self._voice[other] * share_of
            raised = np.where(chance.random(n) < 0.5, 1.0, np.exp(chance.normal(0, 0.12, n)))
            pitch = pitch * self._sent(raised.astype(np.float32))[:, None]
        phonemes, style = phonemes.transpose(1, 2), voice[:, :128]
        trunk = self._trunk(phonemes, pitch, energy, style, frames)
        prosody = PaddedProsody(phonemes, pitch, energy, voice, self._tokens[who])
        return Batch(trunk, harmonic_source(pitch, self._source), style, 2 * frames, prosody)
