"""Audio from the model -> the same audio, or BadOutput: a provider that returns garbage must not be heard."""

from __future__ import annotations

import numpy as np

from koe.errors import BadOutput
from koe.types import Samples

# Speech of Kokoro lies between 0.02 and 0.15 RMS; a pass of nothing but punctuation falls to 1e-4.
LOWEST_RMS = 1e-6
HIGHEST_RMS = 0.7


def check_window(samples: Samples) -> None:
    """A window may fall into a pause: it may be as quiet as it likes."""
    if samples.size == 0:
        raise BadOutput("The model returned no samples.")
    # One pass over the samples: the sum of squares is finite only if all of them are.
    rms = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
    if not np.isfinite(rms):
        raise BadOutput("The model returned samples that are not finite.")
    if np.ptp(samples) == 0:
        raise BadOutput("The model returned a constant signal.")
    if rms > HIGHEST_RMS:
        raise BadOutput(f"The model returned a signal of RMS {rms:.3g}, above {HIGHEST_RMS:g}.")


def check_speech(samples: Samples) -> None:
    """A whole utterance must also be loud enough to be heard."""
    check_window(samples)
    rms = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
    if rms < LOWEST_RMS:
        raise BadOutput(f"The model returned a signal of RMS {rms:.3g}, below {LOWEST_RMS:g}.")
