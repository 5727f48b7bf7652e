"""Outputs of the model -> BadOutput if they cannot be speech: not finite, constant, too loud, silent or too long."""

from __future__ import annotations

import numpy as np

from koe.errors import BadOutput
from koe.types import Samples

# Speech of Kokoro has an RMS between 0.02 and 0.15; a pass of punctuation alone goes down to 1e-4.
LOWEST_RMS = 1e-6
HIGHEST_RMS = 0.7
# The duration of a token is a sum of 50 sigmoids. With more, a damaged stage could ask for any amount of memory.
MOST_FRAMES_PER_TOKEN = 51


def check_window(samples: Samples) -> None:
    """Check one window. It may lie in a pause, so there is no lower limit for its level."""
    if samples.size == 0:
        raise BadOutput("The model returned no samples.", "empty")
    # One pass over the samples: the sum of squares is finite only if all of them are.
    rms = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
    if not np.isfinite(rms):
        raise BadOutput("The model returned samples that are not finite.", "not_finite")
    if np.ptp(samples) == 0:
        raise BadOutput("The model returned a constant signal.", "constant")
    if rms > HIGHEST_RMS:
        raise BadOutput(f"The model returned a signal of RMS {rms:.3g}, above {HIGHEST_RMS:g}.", "too_loud")


def check_speech(samples: Samples) -> None:
    """Check a whole utterance: it must also be loud enough to be heard."""
    check_window(samples)
    rms = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
    if rms < LOWEST_RMS:
        raise BadOutput(f"The model returned a signal of RMS {rms:.3g}, below {LOWEST_RMS:g}.", "too_soft")


def check_finite(stage: str, *outputs: Samples) -> None:
    """Check what a stage hands to the next one."""
    if not all(np.isfinite(output).all() for output in outputs):
        raise BadOutput(f"The {stage} stage returned values that are not finite.", "not_finite", stage)


def check_durations(durations: Samples) -> None:
    """Check the frames of each token, before speed and marks."""
    check_finite("text", durations)
    if durations.max(initial=0.0) > MOST_FRAMES_PER_TOKEN:
        message = f"The text stage returned a duration of more than {MOST_FRAMES_PER_TOKEN} frames for a token."
        raise BadOutput(message, "too_long", "text")
