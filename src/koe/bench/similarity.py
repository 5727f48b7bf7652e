"""Two waveforms of the same speech -> similarity measures: log-spectral distance, SNR, PESQ, STOI, jumps at seams.

The log-spectral distance is the usual one: for each frame the root of the mean, over the bins, of the squared
difference of the power spectra in decibels; then the mean over the frames. What the literature leaves open is fixed
here: linear bins up to half the sample rate, a periodic Hann window of 1,024 samples (43 ms at 24 kHz), a hop of 256;
bins below the reference's loudest bin by more than 60 dB count as lying at that floor; and only the frames of active
speech count, those whose energy is within 40 dB of the reference's loudest frame. The size of the window changes
little. The floor changes much, because it decides how much of the inaudible part is counted: at -80 dB the distance is
1.6 times as large, over all frames 0.8 times. So distances can be compared only with others of the same definition.

Seams are tested in two ways. `seams_above_usual` needs one waveform and finds steps larger than those of speech, which
are large: it misses clicks of a fifth of the peak. `jumps_at` finds the cut itself in the difference from the uncut
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
    """The sample of `whole` at which `part` begins: where their difference is smallest."""
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
    """Defined in the module's docstring. None when the reference is silent."""
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
    """ITU-T P.862.2, up to 4.64. None without speech, or with less than a quarter of a second of it."""
    from pesq import BufferTooShortError, NoUtterancesError, pesq

    try:
        pair = (resampled(samples, sample_rate_hz) for samples in (reference, other))
        return float(pesq(PERCEPTUAL_RATE_HZ, *pair, "wb"))
    except (BufferTooShortError, NoUtterancesError):
        return None


def stoi(reference: Samples, other: Samples, sample_rate_hz: int) -> float | None:
    """Short-time objective intelligibility, up to 1. None with less than 0.4 s of speech."""
    import warnings

    from pystoi import stoi

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # too short; the value says so too
        pair = (resampled(samples, sample_rate_hz) for samples in (reference, other))
        value = float(stoi(*pair, PERCEPTUAL_RATE_HZ))
    return None if value == STOI_UNMEASURED else value


def resampled(samples: Samples, sample_rate_hz: int) -> Samples:
    """At 16 kHz, the rate of the perceptual measures."""
    import soxr

    at_16_khz: Samples = soxr.resample(samples, sample_rate_hz, PERCEPTUAL_RATE_HZ)
    return at_16_khz


def seams_above_usual(samples: Samples, seams: Sequence[int], sample_rate_hz: int) -> int:
    """Number of seams with a step between two samples, within 10 ms, that is larger than 99.9 % of the steps elsewhere.
    Speech has such steps too: the same positions of an uncut waveform show how many to expect."""
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
    """Number of positions at which the difference of the two jumps by more than four times its RMS step within 10 ms.
    At random positions of speech that happens twice in a thousand times."""
    steps = np.abs(np.diff(other.astype(np.float64) - reference))
    reach = sample_rate_hz * SEAM_REACH_MS // 1000
    jumps = 0
    for into in (place - 1 for place in places):
        around = np.concatenate([steps[max(0, into - reach) : into], steps[into + 1 : into + 1 + reach]])
        usual = np.sqrt(np.mean(np.square(around)))
        jumps += bool(steps[into] > max(UNUSUAL_JUMP * usual, SMALLEST_JUMP))
    return jumps
