"""Blocks -> encoded bytes: loudness normalisation, true-peak limiter, sample rate, dither, format.

Whole clips are measured and brought to the target exactly. A stream begins with the gain of its voice, which the
pipeline has applied, and moves slowly towards the target; a limiter with 2 ms of look-ahead holds the peaks. Volumes
that a text asks for itself (SSML) must survive: such a text keeps the gain of its voice.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from koe.audio.dither import Dither
from koe.audio.gain import amplitude
from koe.audio.gap import GapFiller
from koe.audio.limiter import CEILING_DBTP, Limiter, limited
from koe.audio.loudness import TARGET_LUFS, StreamLeveller, normalized
from koe.audio.pause import silence
from koe.audio.resample import Resampler
from koe.constants import AUDIBLE
from koe.types import AudioBlock, Samples
from koe.wire.codecs import encode_whole, open_encoder

# The same seed for all: equal requests give equal bytes.
DITHER_SEED = 0
_AUDIBLE_16_BIT = AUDIBLE * 32_767


@dataclass(frozen=True, slots=True)
class Mastering:
    """Loudness target and peak ceiling. Without `levels`, speech is as loud as the model makes it, with limited peaks.
    `volume_db` is a request's own gain on top."""

    target_lufs: float = TARGET_LUFS
    ceiling_dbtp: float = CEILING_DBTP
    levels: bool = True
    shapes_noise: bool = False  # moves the dither's noise from low to high frequencies
    volume_db: float = 0.0

    @property
    def aim_lufs(self) -> float:
        return self.target_lufs + self.volume_db


@dataclass(frozen=True, slots=True)
class OutputFormat:
    name: str = "wav"
    sample_rate_hz: int = 24_000
    serial: int | None = None  # of an Ogg stream; None: a random one


class Output:
    """The output chain of one stream. `follows`: the loudness is corrected while it is spoken.

    `close` may come from another thread while a block is encoded, as it does when a client disconnects: it waits for
    the block. A codec that is freed while it encodes crashes the process.
    """

    def __init__(
        self, form: OutputFormat, source_hz: int, mastering: Mastering, *, follows: bool = True, loss_lu: float = 0.0
    ) -> None:
        self._busy = threading.Lock()
        self.is_audible = False  # a sample above -50 dBFS has gone to the encoder
        self._encoder = open_encoder(form.name, form.sample_rate_hz, form.serial)
        self._source_hz = source_hz
        self._sample_rate_hz = form.sample_rate_hz
        self._gap = GapFiller(form.sample_rate_hz)
        follows = follows and mastering.levels
        volume_db = mastering.volume_db
        self._leveller = StreamLeveller(source_hz, volume_db, mastering.aim_lufs, loss_lu) if follows else None
        self._volume = amplitude(volume_db)
        self._limiter = Limiter(source_hz, mastering.ceiling_dbtp)
        self._resampler = Resampler(source_hz, form.sample_rate_hz)
        self._dither = Dither(DITHER_SEED, mastering.shapes_noise)

    def begin(self, lead_in_ms: float) -> bytes:
        """The header, where the format has one, and silence that lets the player open its device."""
        with self._busy:
            return self._encoded(self._resampler.process(silence(lead_in_ms, self._source_hz).samples))

    def add(self, block: AudioBlock) -> bytes:
        return b"".join(self.parts(block))

    def parts(self, block: AudioBlock) -> tuple[bytes, bytes]:
        """Filler and speech, encoded. A block of speech brings filler where it ends a gap. Filler goes around loudness,
        limiter and resampler, so that the speech is the same with and without it."""
        _require_rate(block, self._source_hz)
        with self._busy:
            if block.is_filler:
                count = round(block.duration_s * self._sample_rate_hz)
                return self._encoder.encode(self._gap.filler(count)), b""
            samples = self._leveller.process(block).samples if self._leveller else block.samples * self._volume
            speech = self._dither.to_int16(self._resampler.process(self._limiter.process(samples)))
            self.is_audible = self.is_audible or bool(np.any(np.abs(speech.astype(np.int32)) > _AUDIBLE_16_BIT))
            edge = self._gap.edge_before(speech)
            return self._encoder.encode(edge) if len(edge) else b"", self._encoder.encode(speech)

    def end(self) -> bytes:
        with self._busy:
            last = self._encoded(self._resampler.process(self._limiter.flush()))
            return last + self._encoded(self._resampler.flush()) + self._encoder.flush()

    def close(self) -> None:
        """Free the encoder, however the stream ended."""
        with self._busy:
            self._encoder.close()

    def _encoded(self, samples: Samples) -> bytes:
        """The lead-in and the end of a stream: no gap ends here."""
        return self._encoder.encode(self._dither.to_int16(samples))


def whole_output(
    blocks: Iterable[AudioBlock], form: OutputFormat, source_hz: int, mastering: Mastering, *, is_exact: bool = True
) -> bytes:
    """A whole file. `is_exact`: brought to the target by measurement; else at the gain of its voice."""
    resampler, rate = Resampler(source_hz, form.sample_rate_hz), form.sample_rate_hz
    parts: list[Samples] = []
    for block in blocks:
        _require_rate(block, source_hz)
        parts.append(resampler.process(block.samples))
    # Measured at the output rate: 8 kHz lacks the high frequencies, and 0.8 LU of loudness with them.
    samples = np.concatenate([np.zeros(0, dtype=np.float32), *parts, resampler.flush()])
    if is_exact and mastering.levels:
        samples = normalized(samples, rate, mastering.aim_lufs, mastering.ceiling_dbtp)
    else:
        samples = limited(samples * amplitude(mastering.volume_db), rate, mastering.ceiling_dbtp)
    dither = Dither(DITHER_SEED, mastering.shapes_noise)
    return encode_whole(form.name, dither.to_int16(samples), form.sample_rate_hz, form.serial)


def _require_rate(block: AudioBlock, rate_hz: int) -> None:
    if block.sample_rate_hz != rate_hz or block.overlap:
        raise ValueError(f"blocks must have {rate_hz} Hz and no overlap")
