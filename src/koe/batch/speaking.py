"""A job of a batch -> the bytes of its files, by an engine. Any number of jobs use the same memory."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import IO

import numpy as np

from koe.audio.pause import silence
from koe.batch.job import BatchJob
from koe.engine.engine import Engine
from koe.engine.output import Mastering
from koe.engine.speech import LEAD_IN_MS
from koe.engine.stream import Stream
from koe.engine.whole_file import WholeFile
from koe.errors import EngineError, KoeError, RequestError, described
from koe.types import Samples
from koe.wire.captions import CueSheet, encode_captions
from koe.wire.codecs import FORMATS

# A job with less audio than this does not touch the disk before it is finished: 87 s of speech.
_IN_MEMORY_BYTES = 8 << 20
_BYTES_PER_SAMPLE = 4
_PART_SAMPLES = 1 << 18  # 11 s


@dataclass(frozen=True, slots=True)
class SpokenJob:
    """The files of a job that was spoken. Warnings hold no user text."""

    audio: bytes
    captions: bytes | None
    duration_s: float
    warnings: tuple[str, ...] = ()

    def files(self, job: BatchJob) -> dict[str, bytes]:
        files = {job.audio_name: self.audio}
        if job.captions_name is not None and self.captions is not None:
            files[job.captions_name] = self.captions
        return files


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something was not spoken: an error as a value, which can leave the process. It holds no user text."""

    code: str
    message: str
    param: str | None = None
    is_request: bool = False  # the client can fix it

    @classmethod
    def of(cls, error: Exception) -> Problem:
        match error:
            case RequestError():
                return cls(error.code, error.message, error.param, is_request=True)
            case EngineError():
                return cls(error.code, str(error))
            case KoeError():
                return cls("error", str(error))
        return cls("internal_error", f"Something failed inside koe: {described(error)}.")

    def to_error(self) -> KoeError:
        return RequestError(self.message, self.param) if self.is_request else EngineError(self.message)


def _nothing(_: Stream) -> None:
    pass


def speak_job(
    engine: Engine, mastering: Mastering, job: BatchJob, begun: Callable[[Stream], None] = _nothing
) -> SpokenJob:
    """The audio has the bytes of the whole answer that the server gives to the same request. `begun` is given the
    stream, to cancel it."""
    prepared = engine.prepare(job.request)
    stream = engine.stream(prepared)
    begun(stream)
    sheet, rate_hz = CueSheet(), engine.sample_rate_hz
    with tempfile.SpooledTemporaryFile(_IN_MEMORY_BYTES) as spool, io.BytesIO() as file:
        samples = 0
        for block in stream:
            if not block.is_filler:
                sheet.add(block)
                samples += _add(spool, block.samples)
        if not samples:  # of nothing but symbols: a file is never empty
            samples = _add(spool, silence(LEAD_IN_MS, rate_hz).samples)
        form = replace(job.sound.form, serial=prepared.serial)
        whole = WholeFile(lambda: _parts(spool, samples), samples, rate_hz, form)
        mastered = replace(mastering, volume_db=job.sound.volume_db)
        whole.write(file, mastered, is_exact=not prepared.has_volumes)
        audio = file.getvalue()
    return SpokenJob(audio, _captions(job, sheet), samples / rate_hz, tuple(map(str, prepared.warnings)))


def _captions(job: BatchJob, sheet: CueSheet) -> bytes | None:
    """In the time of the file: some decoders put samples before the first one."""
    if job.captions is None:
        return None
    form = job.sound.form
    lead_s = FORMATS[form.name].lead_samples / form.sample_rate_hz
    words = [word.later(lead_s) for word in sheet.words]
    return encode_captions(words, job.request.text, job.captions).encode()


def _add(spool: IO[bytes], samples: Samples) -> int:
    spool.write(samples.astype("<f4", copy=False).tobytes())
    return len(samples)


def _parts(spool: IO[bytes], samples: int) -> Iterator[Samples]:
    for start in range(0, samples, _PART_SAMPLES):
        spool.seek(start * _BYTES_PER_SAMPLE)
        data = spool.read(min(_PART_SAMPLES, samples - start) * _BYTES_PER_SAMPLE)
        yield np.frombuffer(data, dtype="<f4").astype(np.float32, copy=False)
