"""Two waveforms of the same speech -> how alike they are.

The log-spectral distance is the usual one: for each frame the root of the mean, over the bins, of the squared
difference of the power spectra in decibels; then the mean over the frames. What the literature leaves open is fixed
here: linear bins up to half the sample rate, a periodic Hann window of 1,024 samples (43 ms at 24 kHz), a hop of 256;
bins below the reference's loudest bin by more than 60 dB count as lying at that floor; and only the frames of active
speech count, those whose energy is within 40 dB of the reference's loudest frame. The size of the window changes
little. The floor changes much, because it decides how much of what nobody hears is counted: at -80 dB the distance is
1.6 times as large, over all frames 0.8 times. So a distance means something beside another one of the same definition
only.

Seams are looked at in two ways. `seams_above_usual` needs one waveform and sees what sticks out of speech, which is
much: clicks of a fifth of the peak are lost in it. `jumps_at` sees the cut itself in the difference from the uncut
waveform. With a context of 2 frames instead of 4 it finds every third seam, the first test none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from koe.types import Samples

FRAME_SAMPLES = 1024
HOP_SAMPLES = 256
FLOOR_DB = -60
ACTIVE_DB = -40
PERCEPTUAL_RATE_HZ = 16_000
STOI_UNMEASURED = 1e-5
SEAM_REACH_MS = 10
USUAL_STEPS = 0.999
UNUSUAL_JUMP = 4.0
SMALLEST_JUMP = 1 / 32_768  # one step of 16 bits

Spectra = NDArray[np.float64]


def place_in(whole: Samples, part: Samples) -> int:
    """At which sample of `whole` lies `part`, which is nearly a stretch of it: where their difference is least."""
    if len(part) > len(whole):
        raise ValueError(f"A part of {len(part)} samples does not lie within {len(whole)}.")
    size = 1 << (len(whole) + len(part)).bit_length()
    spectrum = np.fft.rfft(whole, size) * np.conj(np.fft.rfft(part, size))
    places = len(whole) - len(part) + 1
    agreement = np.fft.irfft(spectrum, size)[:places]
    energy = np.concatenate([[0.0], np.cumsum(np.square(whole, dtype=np.float64))])
    return int(np.argmin(energy[len(part) :] - energy[:places] - 2 * agreement))


def signal_to_noise_db(reference: Samples, other: Samples) -> float | None:
    """None when the two are equal, or the reference is silent."""
    signal = float(np.sum(np.square(reference, dtype=np.float64)))
    noise = float(np.sum(np.square(reference.astype(np.float64) - other)))
    return 10 * float(np.log10(signal / noise)) if signal and noise else None


def log_spectral_distance_db(reference: Samples, other: Samples) -> float | None:
    """As the module defines it. None when the reference is silent."""
    powers, others = _power_spectra(reference), _power_spectra(other)
    if not powers.any():
        return None
    floor = powers.max() * 10 ** (FLOOR_DB / 10)
    energies = powers.sum(axis=1)
    active = energies >= energies.max() * 10 ** (ACTIVE_DB / 10)
    difference_db = 10 * np.log10(np.maximum(powers[active], floor) / np.maximum(others[active], floor))
    return float(np.sqrt(np.mean(np.square(difference_db), axis=1)).mean())


def _power_spectra(samples: Samples) -> Spectra:
    """[frames, bins]"""
    padded = np.pad(samples.astype(np.float64), (0, max(0, FRAME_SAMPLES - len(samples))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME_SAMPLES)[::HOP_SAMPLES]
    window = np.hanning(FRAME_SAMPLES + 1)[:-1]
    return np.square(np.abs(np.fft.rfft(frames * window, axis=1)))


def pesq_wide_band(reference: Samples, other: Samples, sample_rate_hz: int) -> float | None:
    """ITU-T P.862.2, up to 4.64. None when it finds no speech, or less than a quarter of a second."""
    from pesq import BufferTooShortError, NoUtterancesError, pesq

    try:
        return float(pesq(PERCEPTUAL_RATE_HZ, *_for_perception(reference, other, sample_rate_hz), "wb"))
    except (BufferTooShortError, NoUtterancesError):
        return None


def stoi(reference: Samples, other: Samples, sample_rate_hz: int) -> float | None:
    """How much can be understood, up to 1. None when less than 0.4 s of speech is there."""
    import warnings

    from pystoi import stoi

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # too short; the value says so too
        value = float(stoi(*_for_perception(reference, other, sample_rate_hz), PERCEPTUAL_RATE_HZ))
    return None if value == STOI_UNMEASURED else value


def _for_perception(reference: Samples, other: Samples, sample_rate_hz: int) -> tuple[Samples, Samples]:
    import soxr

    first, second = (soxr.resample(samples, sample_rate_hz, PERCEPTUAL_RATE_HZ) for samples in (reference, other))
    return first, second


def seams_above_usual(samples: Samples, seams: Sequence[int], sample_rate_hz: int) -> int:
    """How many seams have a step between two samples, within 10 ms, that is larger than all but one in a thousand of
    the steps elsewhere. Speech has such steps too: the same places of an uncut waveform tell how many to expect."""
    steps = np.abs(np.diff(samples))
    reach = sample_rate_hz * SEAM_REACH_MS // 1000
    surroundings = [slice(max(0, seam - reach), seam + reach) for seam in seams]
    elsewhere = np.ones(len(steps), dtype=bool)
    for surrounding in surroundings:
        elsewhere[surrounding] = False
    if not elsewhere.any():
        return 0
    usual = np.quantile(steps[elsewhere], USUAL_STEPS)
    return sum(bool(steps[surrounding].max() > usual) for surrounding in surroundings)


def jumps_at(places: Sequence[int], reference: Samples, other: Samples, sample_rate_hz: int) -> int:
    """At how many places the difference of the two jumps by more than four times what it does within 10 ms around. At
    any place of speech that happens twice in a thousand times."""
    steps = np.abs(np.diff(other.astype(np.float64) - reference))
    reach = sample_rate_hz * SEAM_REACH_MS // 1000
    jumps = 0
    for into in (place - 1 for place in places):
        around = np.concatenate([steps[max(0, into - reach) : into], steps[into + 1 : into + 1 + reach]])
        usual = np.sqrt(np.mean(np.square(around)))
        jumps += bool(steps[into] > max(UNUSUAL_JUMP * usual, SMALLEST_JUMP))
    return jumps
