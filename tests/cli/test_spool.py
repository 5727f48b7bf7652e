"""The spool: speech on disk while it is made, playable at every moment."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from decoding import decoded
from koe.cli.spool import Spool
from koe.types import Samples


def noise(count: int) -> Samples:
    return (np.random.default_rng(1).normal(size=count) * 0.1).astype(np.float32)


@pytest.mark.parametrize("count", [0, 1, 5000, 600_001])
def test_what_was_added_comes_back(tmp_path: Path, count: int) -> None:
    samples = noise(count)
    with Spool(tmp_path, "a.mp3", 24_000) as spool:
        for start in range(0, count, 70_001):
            spool.add(samples[start : start + 70_001])
        for _ in range(2):  # it is read several times
            assert np.array_equal(np.concatenate([samples[:0], *spool.parts()]), samples)
        assert (spool.samples, spool.duration_s) == (count, count / 24_000)
        assert spool.size_bytes == spool.path.stat().st_size
    assert list(tmp_path.iterdir()) == []


def test_a_file_left_by_a_killed_process_can_be_played(tmp_path: Path) -> None:
    samples = noise(5000)
    with Spool(tmp_path, "a.mp3", 24_000) as spool:
        spool.add(samples)
        left = spool.path.read_bytes()
        assert spool.path.name.endswith(".part.wav")
    assert np.array_equal(decoded(left, "wav", 24_000), samples)


def test_a_full_disk_costs_only_the_last_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    samples = noise(5000)
    with Spool(tmp_path, "a.mp3", 24_000) as spool:
        spool.add(samples)
        real = spool._file

        class Full(io.RawIOBase):
            def seek(self, *place: Any) -> int:
                return real.seek(*place)

            def read(self, size: int = -1) -> bytes | None:
                return real.read(size)

            def write(self, data: Any) -> int:
                if len(data) <= 100:
                    raise OSError(28, "No space left on device")
                return real.write(data[:-100])

        monkeypatch.setattr(spool, "_file", Full())
        with pytest.raises(OSError, match="No space left"):
            spool.add(samples)
        assert np.array_equal(np.concatenate(list(spool.parts())), samples)


def test_a_kept_spool_stays(tmp_path: Path) -> None:
    with Spool(tmp_path, "a.mp3", 24_000) as spool:
        spool.add(noise(100))
        spool.keep()
    assert [path.stat().st_size for path in tmp_path.iterdir()] == [444]
