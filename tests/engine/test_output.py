"""The output chain: loudness, peaks, formats; none of it depends on how the audio is cut into blocks."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koe.audio.limiter import true_peak
from koe.audio.loudness import loudness_lufs, normalized
from koe.engine.output import Mastering, Output, OutputFormat, whole_output
from koe.types import AudioBlock, Samples

RATE = 24_000
PCM = OutputFormat("pcm")


def voice(seconds: float, level: float) -> Samples:
    """Noisy harmonics that swell four times a second, as syllables do."""
    time_s = np.arange(round(seconds * RATE)) / RATE
    tone = sum(np.sin(2 * np.pi * 140 * number * time_s + number) / number for number in range(1, 12))
    noise = np.random.default_rng(1).normal(size=len(time_s)) * 0.2
    return (level * (np.asarray(tone) + noise) * np.abs(np.sin(2 * np.pi * 2 * time_s))).astype(np.float32)


def cut(samples: Samples, sizes: list[int]) -> list[AudioBlock]:
    blocks, start = [], 0
    for size in sizes:
        blocks.append(AudioBlock(samples[start : start + size], RATE))
        start += size
    return [*blocks, AudioBlock(samples[start:], RATE)]


def streamed(blocks: list[AudioBlock], mastering: Mastering, form: OutputFormat = PCM, follows: bool = True) -> bytes:
    output = Output(form, RATE, mastering, follows=follows)
    data = output.begin(0) + b"".join(output.add(block) for block in blocks) + output.end()
    output.close()
    return data


def heard(data: bytes) -> Samples:
    return np.frombuffer(data, dtype="<i2").astype(np.float32) / np.float32(32768)


@pytest.mark.parametrize("level", [0.03, 0.1, 0.6])
@pytest.mark.parametrize("target_lufs", [-16.0, -23.0])
def test_whole_clip_has_exactly_the_target_loudness(level: float, target_lufs: float) -> None:
    mastering = Mastering(target_lufs)
    samples = heard(whole_output([AudioBlock(voice(4, level), RATE)], PCM, RATE, mastering))
    assert loudness_lufs(samples, RATE) == pytest.approx(target_lufs, abs=0.1)
    assert 20 * np.log10(true_peak(samples)) <= mastering.ceiling_dbtp + 0.05


def test_gain_is_at_most_20_db() -> None:
    faint = voice(4, 0.003)
    before, after = (
        loudness_lufs(samples, RATE)
        for samples in (faint, heard(whole_output([AudioBlock(faint, RATE)], PCM, RATE, Mastering())))
    )
    assert before is not None
    assert after == pytest.approx(before + 20, abs=0.3)


def test_stream_moves_towards_the_target_loudness_and_keeps_its_length() -> None:
    samples = voice(20, 0.06)
    before = loudness_lufs(samples, RATE)
    after = heard(streamed([AudioBlock(samples, RATE)], Mastering()))
    later = loudness_lufs(after[10 * RATE :], RATE)
    assert before is not None
    assert later is not None
    assert len(after) == len(samples)
    assert abs(later + 16) < abs(before + 16)


@pytest.mark.parametrize("is_on", [True, False])
def test_peaks_stay_below_the_ceiling(is_on: bool) -> None:
    samples = heard(streamed([AudioBlock(voice(2, 2.5), RATE)], Mastering(levels=is_on)))
    assert 20 * np.log10(true_peak(samples)) <= -0.95


def test_volume_in_the_text_is_not_corrected() -> None:
    soft = voice(12, 0.01)
    kept = heard(streamed([AudioBlock(soft, RATE)], Mastering(), follows=False))
    assert np.abs(kept - soft).max() < 2e-4
    whole = heard(whole_output([AudioBlock(soft, RATE)], PCM, RATE, Mastering(), is_exact=False))
    assert np.abs(whole - soft).max() < 2e-4


@settings(max_examples=25)
@given(st.lists(st.integers(0, 20_000), max_size=8), st.sampled_from(["pcm", "wav", "flac"]))
def test_bytes_do_not_depend_on_the_cut_of_the_blocks(sizes: list[int], name: str) -> None:
    samples = voice(1.5, 0.4)
    form = OutputFormat(name)
    assert streamed(cut(samples, sizes), Mastering(), form) == streamed(cut(samples, []), Mastering(), form)


def test_equal_requests_give_equal_bytes() -> None:
    blocks = cut(voice(1, 0.2), [5000])
    for name in ("mp3", "aac", "flac", "wav"):
        assert streamed(blocks, Mastering(), OutputFormat(name)) == streamed(blocks, Mastering(), OutputFormat(name))


@pytest.mark.parametrize("rate", [8_000, 22_050, 44_100])
def test_no_sample_is_lost_at_another_rate(rate: int) -> None:
    data = streamed(cut(voice(1.3, 0.2), [7000, 1]), Mastering(), OutputFormat("pcm", rate))
    assert len(data) // 2 == round(1.3 * rate)


def test_no_audio_gives_a_valid_file() -> None:
    assert whole_output([], OutputFormat("wav"), RATE, Mastering())[:4] == b"RIFF"


def test_output_can_be_closed_while_a_block_is_encoded() -> None:
    """As when a client disconnects. Ten seconds take Opus 100 ms; `close` comes in the middle and waits."""
    for name in ("opus", "mp3"):
        output = Output(OutputFormat(name), RATE, Mastering())
        output.begin(0)
        encoded: list[bytes] = []
        block = AudioBlock(voice(10, 0.1), RATE)
        worker = threading.Thread(target=lambda: encoded.append(output.add(block)))  # noqa: B023  joined below
        worker.start()
        while not output._busy.locked() and worker.is_alive():
            time.sleep(0)
        output.close()
        worker.join()
        assert [bool(data) for data in encoded] == [True]


def test_noise_shaping_lowers_the_noise_at_low_frequencies() -> None:
    time_s = np.arange(4 * RATE) / RATE
    tone = (0.0005 * np.sin(2 * np.pi * 997 * time_s)).astype(np.float32)

    def lows(shapes_noise: bool) -> float:
        mastering = Mastering(levels=False, shapes_noise=shapes_noise)
        noise = heard(whole_output([AudioBlock(tone, RATE)], PCM, RATE, mastering)) - tone
        return float(np.sum(np.abs(np.fft.rfft(noise))[: 4 * 800] ** 2))

    assert lows(shapes_noise=True) < lows(shapes_noise=False) / 20


@pytest.mark.parametrize("volume_db", [-20.0, -6.0, 4.0])
def test_volume_moves_the_target_of_a_whole_clip(volume_db: float) -> None:
    mastering = Mastering(volume_db=volume_db)
    samples = heard(whole_output([AudioBlock(voice(4, 0.2), RATE)], PCM, RATE, mastering))
    assert loudness_lufs(samples, RATE) == pytest.approx(-16 + volume_db, abs=0.15)
    assert 20 * np.log10(true_peak(samples)) <= -0.95


@pytest.mark.parametrize("volume_db", [-20.0, -6.0, 4.0])
def test_stream_keeps_its_volume_to_the_end(volume_db: float) -> None:
    """A leveller that aimed at the usual loudness, where this voice already is, would undo the volume."""
    samples = normalized(voice(20, 0.1), RATE)
    usual, moved = (heard(streamed([AudioBlock(samples, RATE)], Mastering(volume_db=db))) for db in (0.0, volume_db))
    for part in (slice(0, 2 * RATE), slice(16 * RATE, None)):
        before, after = (loudness_lufs(clip[part], RATE) for clip in (usual, moved))
        assert before is not None
        assert after is not None
        assert after - before == pytest.approx(volume_db, abs=0.6)  # the limiter takes a little of the loud one
    assert 20 * np.log10(true_peak(moved)) <= -0.95


@pytest.mark.parametrize("mastering", [Mastering(levels=False, volume_db=-12.0), Mastering(volume_db=-12.0)])
def test_volume_applies_without_loudness_correction(mastering: Mastering) -> None:
    block = AudioBlock(voice(1, 0.3), RATE)
    soft = block.samples * np.float32(10 ** (-12 / 20))
    whole = heard(whole_output([block], PCM, RATE, mastering, is_exact=False))
    assert np.abs(heard(streamed([block], mastering, follows=False)) - soft).max() < 2e-4
    assert np.abs(whole - soft).max() < 2e-4


def test_loudest_volume_stays_under_the_ceiling() -> None:
    loud = Mastering(volume_db=12.04)
    for data in (
        streamed([AudioBlock(voice(3, 0.5), RATE)], loud),
        whole_output([AudioBlock(voice(3, 0.5), RATE)], PCM, RATE, loud),
        whole_output([AudioBlock(voice(3, 0.5), RATE)], PCM, RATE, loud, is_exact=False),
    ):
        assert 20 * np.log10(true_peak(heard(data))) <= -0.95


@pytest.mark.parametrize("rate", [8_000, 16_000, 48_000])
def test_whole_clip_has_the_same_loudness_at_every_rate(rate: int) -> None:
    samples = heard(whole_output([AudioBlock(voice(4, 0.1), RATE)], OutputFormat("pcm", rate), RATE, Mastering()))
    assert loudness_lufs(samples, rate) == pytest.approx(-16, abs=0.1)
    assert 20 * np.log10(true_peak(samples)) <= -0.95
