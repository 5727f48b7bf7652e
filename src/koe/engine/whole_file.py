"""A clip in parts -> a whole file, as `engine/output.py` makes it, without holding the clip in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from koe.audio.dither import Dither
from koe.audio.loudness import Parts, amplified_parts, gain_of_parts
from koe.audio.resample import Resampler, resampled_length
from koe.engine.output import DITHER_SEED, Mastering, OutputFormat
from koe.types import Samples
from koe.wire.codecs import write_whole
from koe.wire.coding import Clip


class WholeFile:
    """The mastered audio of a clip, whose `parts` have `samples` samples in all. The bytes that `write` writes are
    those of `whole_output`; the clip is read again for each measurement of its loudness."""

    def __init__(self, parts: Parts, samples: int, source_hz: int, form: OutputFormat) -> None:
        self._parts = parts
        self._source_hz = source_hz
        self._form = form
        self._samples = resampled_length(samples, source_hz, form.sample_rate_hz)

    def write(self, file: BinaryIO, mastering: Mastering, *, is_exact: bool = True) -> None:
        gain_db = self.gain_db(mastering) if is_exact else mastering.volume_db
        write_whole(self._form.name, file, self.clip(gain_db, mastering), self._form.sample_rate_hz, self._form.serial)

    def gain_db(self, mastering: Mastering) -> float:
        """The gain that brings the clip to the target loudness."""
        if not mastering.levels:
            return mastering.volume_db
        rate_hz = self._form.sample_rate_hz
        return gain_of_parts(self._resampled, rate_hz, mastering.aim_lufs, mastering.ceiling_dbtp).gain_db

    def clip(self, gain_db: float, mastering: Mastering) -> Clip:
        """Its 16-bit samples at a gain, with limited peaks. They can be read once."""
        dither = Dither(DITHER_SEED, mastering.shapes_noise)
        mastered = amplified_parts(self._resampled(), self._form.sample_rate_hz, gain_db, mastering.ceiling_dbtp)
        return Clip((dither.to_int16(part) for part in mastered), self._samples)

    def _resampled(self) -> Iterator[Samples]:
        resampler = Resampler(self._source_hz, self._form.sample_rate_hz)
        for part in self._parts():
            yield resampler.process(part)
        yield resampler.flush()
