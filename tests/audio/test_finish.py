"""SpanFinisher equals its parts, one after the other; its last block merges what stretcher and trimmer still hold."""

from __future__ import annotations

import numpy as np
import pytest

from koe.audio.finish import SpanFinisher
from koe.audio.gain import amplified
from koe.audio.join import Joiner
from koe.audio.stretch import BlockStretcher
from koe.audio.trim import Trimmer
from koe.types import AudioBlock, Cue, Samples
from koe.wire.captions import CueSheet

RATE = 24_000
GAP_MS = 300.0
OVERLAP = 240


def voice(duration_s: float) -> Samples:
    time_s = np.arange(round(duration_s * RATE)) / RATE
    return (0.2 * np.sin(2 * np.pi * 170 * time_s)).astype(np.float32)


def windows() -> list[AudioBlock]:
    """Near-silence, speech, near-silence, cut into blocks that overlap; the last word begins in the last block."""
    quiet = np.zeros(round(0.3 * RATE), dtype=np.float32)
    samples = np.concatenate([quiet, voice(1.0), quiet])
    size = 9_000
    blocks = [
        AudioBlock(samples[start : start + size + OVERLAP], RATE, min(OVERLAP, max(0, len(samples) - start - size)))
        for start in range(0, len(samples), size)
    ]
    first_cues = (Cue("one", 0, 3, 0.31, 0.5), Cue("two", 4, 7, 0.9, 1.2))
    blocks[0] = AudioBlock(blocks[0].samples, RATE, blocks[0].overlap, first_cues)
    blocks[-1] = AudioBlock(blocks[-1].samples, RATE, 0, (Cue("end", 8, 8, 0.05, 0.05, is_mark=True),))
    return blocks


def by_finisher(blocks: list[AudioBlock], factor: float, gain_db: float) -> list[AudioBlock | None]:
    finisher = SpanFinisher(factor, gain_db, GAP_MS)
    return [*map(finisher.process, blocks), finisher.flush()]


def by_parts(blocks: list[AudioBlock], factor: float, gain_db: float) -> list[AudioBlock]:
    joiner, stretcher, trimmer = Joiner(), BlockStretcher(factor), Trimmer(GAP_MS)
    stretched = [stretcher.process(joiner.process(block)) for block in blocks] + [stretcher.flush()]
    trimmed = [trimmer.process(amplified(block, gain_db)) for block in stretched if block is not None]
    return [block for block in (*trimmed, trimmer.flush()) if block is not None]


def joined(blocks: list[AudioBlock]) -> tuple[Samples, list[tuple[str, float, float]]]:
    sheet = CueSheet()
    for block in blocks:
        sheet.add(block)
    cues = [(cue.text, round(cue.start_s, 6), round(cue.end_s, 6)) for cue in sheet.cues]
    return np.concatenate([block.samples for block in blocks]), cues


@pytest.mark.parametrize("gain_db", [0.0, -6.0])
@pytest.mark.parametrize("factor", [1.0, 1.5])
def test_samples_and_cues_are_those_of_the_parts(factor: float, gain_db: float) -> None:
    finished = [block for block in by_finisher(windows(), factor, gain_db) if block is not None]
    samples, cues = joined(finished)
    expected_samples, expected_cues = joined(by_parts(windows(), factor, gain_db))
    assert np.array_equal(samples, expected_samples)
    assert cues == expected_cues
    assert [text for text, _, _ in cues] == ["one", "two", "end"]


@pytest.mark.parametrize("factor", [1.0, 1.5])
def test_last_block_ends_with_the_gap(factor: float) -> None:
    last = by_finisher(windows(), factor, 0.0)[-1]
    assert last is not None
    assert not last.samples[-round(0.2 * RATE) :].any()


def test_stretched_speech_that_was_still_held_comes_with_the_last_block() -> None:
    """The stretcher holds the end of the speech back; the trimmer's tail follows it in the same block."""
    speech = [AudioBlock(voice(0.5), RATE, cues=(Cue("all", 0, 3, 0.0, 0.5),))]
    *_, last = by_finisher(speech, 1.5, 0.0)
    parts = by_parts(speech, 1.5, 0.0)
    assert last is not None
    assert len(parts) == 3
    assert np.array_equal(last.samples, np.concatenate([parts[1].samples, parts[2].samples]))
    assert np.abs(last.samples).max() > 0.1


@pytest.mark.parametrize("factor", [1.0, 1.5])
def test_span_without_audible_sound_gives_no_block(factor: float) -> None:
    silent = [AudioBlock(np.zeros(9_000, dtype=np.float32), RATE)] * 2
    assert by_finisher(silent, factor, 0.0) == [None] * 3


def test_gain_decides_what_is_audible() -> None:
    faint = [AudioBlock(voice(0.5) * np.float32(0.01), RATE)]
    assert by_finisher(faint, 1.0, 0.0) == [None, None]
    assert by_finisher(faint, 1.0, 20.0)[0] is not None
