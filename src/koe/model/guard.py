"""Samples of the model -> BadOutput if they are not speech: not finite, constant, too loud or silent."""

from __future__ import annotations

import numpy as np

from koe.errors import BadOutput
from koe.types import Samples

# Speech of Kokoro has an RMS between 0.02 and 0.15; a pass of punctuation alone goes down to 1e-4.
LOWEST_RMS = 1e-6
HIGHEST_RMS = 0.7


def check_window(samples: Samples) -> None:
    """Check one window. It may lie in a pause, so there is no lower limit for its level."""
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
    """Check a whole utterance: it must also be loud enough to be heard."""
    check_window(samples)
    rms = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
    if rms < LOWEST_RMS:
        raise BadOutput(f"The model returned a signal of RMS {rms:.3g}, below {LOWEST_RMS:g}.")
