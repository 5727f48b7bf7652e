"""A file written in parts has the bytes of one that is encoded from memory, however the clip is cut."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
import pytest

from decoding import decoded
from koe.engine.output import Mastering, OutputFormat, whole_output
from koe.engine.whole_file import WholeFile
from koe.types import AudioBlock, Samples
from koe.wire.codecs import FORMATS

RATE_HZ = 24_000


def clip(duration_s: float) -> Samples:
    """Bursts with peaks that the limiter must hold, and silence between them."""
    time_s = np.arange(round(duration_s * RATE_HZ)) / RATE_HZ
    noise = np.random.default_rng(0).normal(size=len(time_s)) * 0.05
    sound = 0.7 * np.sin(2 * np.pi * 180 * time_s) ** 9 + noise
    return np.asarray(sound * (np.sin(2 * np.pi * 0.7 * time_s) > -0.5), dtype=np.float32)


def cut(samples: Samples, size: int) -> Iterator[Samples]:
    for start in range(0, len(samples), size):
        yield samples[start : start + size]


def written(samples: Samples, size: int, form: OutputFormat, mastering: Mastering, is_exact: bool = True) -> bytes:
    file = io.BytesIO()
    whole = WholeFile(lambda: cut(samples, size), len(samples), RATE_HZ, form)
    whole.write(file, mastering, is_exact=is_exact)
    return file.getvalue()


def assert_same(one: bytes, other: bytes, name: str) -> None:
    """Ogg and Matroska give every stream a number by chance: of those the samples are compared."""
    assert len(one) == len(other)
    if one != other:
        assert one[:4] in (b"OggS", b"\x1aE\xdf\xa3")
        assert (decoded(one, name, RATE_HZ) == decoded(other, name, RATE_HZ)).all()


def encoded(samples: Samples, form: OutputFormat, mastering: Mastering, is_exact: bool = True) -> bytes:
    return whole_output([AudioBlock(samples, RATE_HZ)], form, RATE_HZ, mastering, is_exact=is_exact)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("size", [1, 977, 10**9])
def test_every_format_has_the_bytes_of_a_whole_answer(name: str, size: int) -> None:
    samples = clip(0.3 if size == 1 else 3.1)
    form = OutputFormat(name)
    assert_same(written(samples, size, form, Mastering()), encoded(samples, form, Mastering()), name)


@pytest.mark.parametrize("rate_hz", [8_000, 44_100])
@pytest.mark.parametrize(
    ("mastering", "is_exact"),
    [
        (Mastering(volume_db=6.0), True),
        (Mastering(volume_db=6.0), False),
        (Mastering(levels=False, shapes_noise=True), True),
    ],
)
def test_other_rates_and_volumes_do_too(rate_hz: int, mastering: Mastering, is_exact: bool) -> None:
    form = OutputFormat("wav", rate_hz)
    samples = clip(2.3)
    assert written(samples, 4801, form, mastering, is_exact) == encoded(samples, form, mastering, is_exact)


@pytest.mark.parametrize("name", FORMATS)
def test_a_clip_without_samples_is_a_file_too(name: str) -> None:
    form = OutputFormat(name)
    nothing = np.zeros(0, dtype=np.float32)
    assert len(written(nothing, 1, form, Mastering())) == len(encoded(nothing, form, Mastering()))
