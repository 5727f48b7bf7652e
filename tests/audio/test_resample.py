"""Another rate: the same sound at the same time."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koe.audio.resample import Resampler
from koe.types import SAMPLE_RATES_HZ, AudioBlock, Cue, Samples

PAIRS = list(permutations(SAMPLE_RATES_HZ, 2))


def tone(hz: float, rate_hz: int, length: int, amplitude: float = 0.5) -> Samples:
    return (amplitude * np.sin(2 * np.pi * hz * np.arange(length) / rate_hz)).astype(np.float32)


def resampled(blocks: list[AudioBlock], from_hz: int, to_hz: int) -> list[AudioBlock]:
    resampler = Resampler(from_hz, to_hz)
    return [*(resampler.process(block) for block in blocks), resampler.flush()]


def cut(samples: Samples, rate_hz: int, size: int) -> list[AudioBlock]:
    return [AudioBlock(samples[start : start + size], rate_hz) for start in range(0, len(samples), size)]


def joined(blocks: list[AudioBlock]) -> Samples:
    return np.concatenate([block.samples for block in blocks])


def cues_in_the_stream(blocks: list[AudioBlock]) -> list[Cue]:
    start_s, cues = 0.0, []
    for block in blocks:
        cues += [cue.later(start_s) for cue in block.cues]
        start_s += block.duration_s
    return cues


@pytest.mark.parametrize(("from_hz", "to_hz"), PAIRS)
def test_a_tone_stays_the_same_tone_where_it_was(from_hz: int, to_hz: int) -> None:
    length = from_hz // 2 + 13
    sound = joined(resampled(cut(tone(440, from_hz, length), from_hz, 1000), from_hz, to_hz))
    expected = tone(440, to_hz, len(sound))
    inside = slice(to_hz // 20, -(to_hz // 20))
    assert np.abs(sound - expected)[inside].max() < 0.005
    assert sound.dtype == np.float32


@pytest.mark.parametrize(("from_hz", "to_hz"), PAIRS)
@given(lengths=st.lists(st.integers(0, 3000), max_size=6))
@settings(max_examples=8)
def test_the_length_is_exact(from_hz: int, to_hz: int, lengths: list[int]) -> None:
    blocks = [AudioBlock(tone(300, from_hz, length), from_hz) for length in lengths]
    out = resampled(blocks, from_hz, to_hz)
    assert len(joined(out)) == pytest.approx(sum(lengths) * to_hz / from_hz, abs=0.5)
    assert {block.sample_rate_hz for block in out} == {to_hz}


@pytest.mark.parametrize("to_hz", [rate for rate in SAMPLE_RATES_HZ if rate != 24_000])
@pytest.mark.parametrize("size", [1, 7, 240, 4800])
def test_pieces_make_no_difference(to_hz: int, size: int) -> None:
    samples = np.random.default_rng(2).uniform(-0.3, 0.3, 6000).astype(np.float32)
    whole = joined(resampled([AudioBlock(samples, 24_000)], 24_000, to_hz))
    pieces = joined(resampled(cut(samples, 24_000, size), 24_000, to_hz))
    assert np.allclose(pieces, whole, atol=1e-6)


@pytest.mark.parametrize("to_hz", SAMPLE_RATES_HZ)
@pytest.mark.parametrize("size", [100, 2400, 24_000, 10**6])
@pytest.mark.parametrize("click", [0, 10, 11_111, 47_990])
def test_a_cue_stays_on_its_click(to_hz: int, size: int, click: int) -> None:
    samples = np.zeros(48_000, dtype=np.float32)
    samples[click] = 0.9
    blocks = cut(samples, 24_000, size)
    number, place = divmod(click, size)
    cue = Cue("click", 2, 7, place / 24_000, place / 24_000 + 0.25)
    blocks[number] = AudioBlock(blocks[number].samples, 24_000, cues=(cue,))

    out = resampled(blocks, 24_000, to_hz)
    (moved,) = cues_in_the_stream(out)
    assert moved.start_s == pytest.approx(np.argmax(np.abs(joined(out))) / to_hz, abs=0.002)
    assert moved.start_s == pytest.approx(click / 24_000, abs=1e-6)
    assert moved.end_s - moved.start_s == pytest.approx(0.25)
    (covering,) = (block for block in out if block.cues)
    assert 0 <= covering.cues[0].start_s < covering.duration_s + 1e-9


def test_cues_keep_their_order_and_none_is_lost() -> None:
    blocks = [
        AudioBlock(tone(200, 24_000, 2400), 24_000, cues=(Cue("a", 0, 1, 0.0, 0.05), Cue("b", 1, 2, 0.09, 0.2))),
        AudioBlock(np.zeros(0, dtype=np.float32), 24_000, cues=(Cue("m", 2, 2, 0.0, 0.0, is_mark=True),)),
        AudioBlock(tone(200, 24_000, 2400), 24_000, cues=(Cue("c", 2, 3, 0.05, 0.1), Cue("behind", 3, 4, 5.0, 5.5))),
    ]
    cues = cues_in_the_stream(resampled(blocks, 24_000, 48_000))
    assert [cue.text for cue in cues] == ["a", "b", "m", "c", "behind"]
    assert [cue.start_s for cue in cues] == pytest.approx([0.0, 0.09, 0.1, 0.15, 5.1])
    assert [cue.is_mark for cue in cues] == [False, False, True, False, False]


def test_equal_rates_pass_through() -> None:
    block = AudioBlock(tone(200, 24_000, 100), 24_000, cues=(Cue("a", 0, 1, 0.0, 0.1),))
    resampler = Resampler(24_000, 24_000)
    assert resampler.process(block) is block
    assert (len(resampler.flush().samples), resampler.flush().cues) == (0, ())


def test_after_a_flush_a_new_stream_begins() -> None:
    samples = tone(440, 24_000, 5000)
    resampler = Resampler(24_000, 16_000)
    first, second = (joined([resampler.process(AudioBlock(samples, 24_000)), resampler.flush()]) for _ in range(2))
    assert np.array_equal(first, second)
    assert len(resampler.flush().samples) == 0


def test_a_sound_at_full_scale_stays_within_it() -> None:
    square = np.where(np.arange(9600) % 48 < 24, 1.0, -1.0).astype(np.float32)
    assert np.abs(joined(resampled([AudioBlock(square, 24_000)], 24_000, 44_100))).max() == 1.0


def test_what_the_new_rate_cannot_hold_is_gone() -> None:
    sound = joined(resampled([AudioBlock(tone(7000, 24_000, 24_000), 24_000)], 24_000, 8_000))
    assert np.abs(sound[800:-800]).max() < 1e-4


@pytest.mark.parametrize("rates", [(24_000, 96_000), (11_025, 24_000), (24_000, 0)])
def test_other_rates_are_refused_with_what_is_allowed(rates: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="one of 8000, 16000, 22050, 24000, 44100, 48000"):
        Resampler(*rates)


@pytest.mark.parametrize(
    "block",
    [AudioBlock(np.zeros(9, dtype=np.float32), 16_000), AudioBlock(np.zeros(9, dtype=np.float32), 24_000, overlap=3)],
)
def test_foreign_and_overlapping_blocks_are_refused(block: AudioBlock) -> None:
    with pytest.raises(ValueError, match="24000 Hz and no overlap"):
        Resampler(24_000, 48_000).process(block)
