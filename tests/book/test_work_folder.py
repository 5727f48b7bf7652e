"""Speech on disk: what is whole counts after a crash, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from koe.book.work_folder import WorkFolder
from koe.errors import AudioFileError
from koe.types import Samples

RATE_HZ = 24_000
KEY = "k"
ONE, TWO, NOTHING = (np.full(count, value, dtype=np.float32) for count, value in ((300_000, 0.1), (500, 0.2), (0, 0.0)))


def folder(path: Path, key: str = KEY) -> WorkFolder:
    return WorkFolder(path / "book.m4b.x.part", key, RATE_HZ)


def heard(work: WorkFolder) -> Samples:
    return np.concatenate([np.zeros(0, dtype=np.float32), *work.parts()()])


def filled(path: Path) -> WorkFolder:
    with folder(path) as work:
        for samples in (ONE, NOTHING, TWO):
            work.add(samples)
    return work


def test_what_was_added_is_there_again(tmp_path: Path) -> None:
    filled(tmp_path)
    with folder(tmp_path) as work:
        assert [(one.passage, one.start, one.samples) for one in work.recorded] == [
            (0, 0, 300_000),
            (1, 300_000, 0),
            (2, 300_000, 500),
        ]
        assert np.array_equal(heard(work), np.concatenate([ONE, TWO]))
        assert work.duration_s == pytest.approx(300_500 / RATE_HZ)
        assert np.array_equal(
            np.concatenate(list(work.parts(299_999, 300_001)())), np.array([0.1, 0.2], dtype=np.float32)
        )


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_torn_line_of_the_journal_is_spoken_again(tmp_path: Path, cut: int) -> None:
    work = filled(tmp_path)
    journal = work.path / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-cut])
    with folder(tmp_path) as work:
        assert len(work.recorded) == 2
        work.add(ONE)
    with folder(tmp_path) as work:
        assert np.array_equal(heard(work), np.concatenate([ONE, ONE]))


def test_samples_without_a_line_are_cut_off(tmp_path: Path) -> None:
    work = filled(tmp_path)
    with (work.path / "speech.f32").open("ab") as file:
        file.write(b"half a passage that was never finished")
    with folder(tmp_path) as work:
        work.add(TWO)
        assert np.array_equal(heard(work), np.concatenate([ONE, TWO, TWO]))


@pytest.mark.parametrize("damage", ["flipped", "short"])
def test_damaged_samples_are_spoken_again_with_all_after_them(tmp_path: Path, damage: str) -> None:
    work = filled(tmp_path)
    speech = work.path / "speech.f32"
    data = bytearray(speech.read_bytes())
    if damage == "flipped":
        data[1000] ^= 1
    speech.write_bytes(data if damage == "flipped" else data[:-4])
    with folder(tmp_path) as work:
        assert len(work.recorded) == (0 if damage == "flipped" else 2)


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"[]\n", b"\xff\xfe\n", b'{"version": 1, "key": "other", "rate_hz": 1}\n']
)
def test_a_foreign_journal_is_begun_anew(tmp_path: Path, content: bytes) -> None:
    work = filled(tmp_path)
    (work.path / "journal.jsonl").write_bytes(content)
    with folder(tmp_path) as work:
        assert work.recorded == []
        work.add(TWO)
    with folder(tmp_path) as work:
        assert np.array_equal(heard(work), TWO)


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    with folder(tmp_path), pytest.raises(AudioFileError, match="Another koe"), folder(tmp_path):
        pass
    with folder(tmp_path):
        pass


def test_nothing_is_left_after_the_book_is_done(tmp_path: Path) -> None:
    with folder(tmp_path) as work:
        work.add(ONE)
        work.remove()
    assert list(tmp_path.iterdir()) == []
