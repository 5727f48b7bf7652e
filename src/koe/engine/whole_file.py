"""A clip in parts -> a whole file, as `engine/output.py` makes it, without holding the clip in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from koe.audio.dither import Dither
from koe.audio.loudness import Parts, amplified_parts, gain_of_parts
from koe.audio.resample import Resampler
from koe.engine.output import DITHER_SEED, Mastering, OutputFormat
from koe.types import Samples
from koe.wire.codecs import write_whole


def write_file(
    file: BinaryIO, clip: Parts, form: OutputFormat, source_hz: int, mastering: Mastering, *, is_exact: bool = True
) -> None:
    """The bytes are those of `whole_output`. The clip is read again for each measurement of its loudness."""

    def resampled() -> Iterator[Samples]:
        resampler = Resampler(source_hz, form.sample_rate_hz)
        for samples in clip():
            yield resampler.process(samples)
        yield resampler.flush()

    rate_hz, ceiling_dbtp = form.sample_rate_hz, mastering.ceiling_dbtp
    gain_db = mastering.volume_db
    if is_exact and mastering.levels:
        gain_db = gain_of_parts(resampled, rate_hz, mastering.aim_lufs, ceiling_dbtp).gain_db
    dither = Dither(DITHER_SEED, mastering.shapes_noise)
    parts = amplified_parts(resampled(), rate_hz, gain_db, ceiling_dbtp)
    write_whole(form.name, file, (dither.to_int16(samples) for samples in parts), rate_hz)
