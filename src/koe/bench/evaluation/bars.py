"""The quality that a build must reach, compared with the full-precision model.

A build that computes the same function in another way keeps the waveform, up to the model's own noise. One with fewer
or other weights speaks as well, but other samples: there the distance of the spectra says little, and PESQ says how
much of the difference is heard.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Limits of a verdict. None: the measure is reported and not judged."""

    most_added_word_errors: float = 0.005  # difference of the word error rates: half a point
    most_lost_mos: float = 0.05
    most_added_clicks: int = 0
    largest_distance_db: float | None = None  # mean log-spectral distance
    lowest_pesq: float | None = None  # mean
    lowest_pesq_p5: float | None = None  # 5th percentile


SAME_WAVEFORM = Bars(largest_distance_db=1.3)
OTHER_WAVEFORM = Bars(lowest_pesq=4.2, lowest_pesq_p5=3.8)
