"""Settings of the audio: loudness, ceiling and rounding."""

from __future__ import annotations

from pydantic import BaseModel, Field

from koe.engine.output import Mastering


class AudioSettings(BaseModel):
    loudness: bool = Field(True, description="Normalise every voice and text to one loudness.")
    loudness_lufs: float = Field(-16.0, ge=-30, le=-10, description="Target of the loudness normalisation, in LUFS.")
    peak_dbtp: float = Field(-1.0, ge=-9, le=0, description="Ceiling for true peaks, in dBTP.")
    noise_shaping: bool = Field(
        False,
        description="Noise shaping: move the noise of 16-bit rounding to high frequencies, where a voice masks it.",
    )

    @property
    def mastering(self) -> Mastering:
        return Mastering(self.loudness_lufs, self.peak_dbtp, self.loudness, self.noise_shaping)
