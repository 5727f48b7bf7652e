"""Loudness agrees with an independent meter (libebur128), and gains reach the target."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyebur128.pyebur128 import MeasurementMode, R128State, get_loudness_global, get_true_peak

from koe.audio.limiter import limited
from koe.audio.loudness import LoudnessMeter, StreamLeveller, gain_to_target, loudness_lufs, normalized
from koe.types import AudioBlock, Cue, Samples

RATE = 24_000


def metered(samples: Samples, rate: int = RATE) -> tuple[float, float]:
    """LUFS and dBTP."""
    state = R128State(1, rate, MeasurementMode.MODE_I | MeasurementMode.MODE_TRUE_PEAK)
    state.add_frames(samples, len(samples))
    return get_loudness_global(state), float(20 * np.log10(get_true_peak(state, 0)))


def speech_like(duration_s: float, level_db: float = -22, rate: int = RATE, seed: int = 1) -> Samples:
    """Harmonics that rise and fall with syllables, a hiss now and then, a pause every two seconds."""
    generator = np.random.default_rng(seed)
    time_s = np.arange(round(duration_s * rate)) / rate
    pitch_hz = 140 + 30 * np.sin(2 * np.pi * 0.7 * time_s)
    phase = 2 * np.pi * np.cumsum(pitch_hz) / rate
    voice = np.sum([np.cos(n * phase + n * n) / n for n in range(1, 30)], axis=0)
    hiss = generator.standard_normal(len(time_s)) * (np.sin(2 * np.pi * 1.3 * time_s) > 0.9)
    spoken = (voice + 0.5 * hiss) * np.sin(2 * np.pi * 2.1 * time_s) ** 2 * (time_s % 2 < 1.7)
    return np.asarray(spoken / np.sqrt(np.mean(spoken**2)) * 10 ** (level_db / 20), dtype=np.float32)


def noise(duration_s: float, level_db: float) -> Samples:
    samples = np.random.default_rng(2).standard_normal(round(duration_s * RATE))
    return (samples * 10 ** (level_db / 20)).astype(np.float32)


CLIPS = {
    "speech": speech_like(7.77),
    "loud speech": speech_like(3, -10),
    "faint speech": speech_like(3, -50),
    "noise": noise(2, -20),
    "rumble": (0.5 * np.sin(2 * np.pi * 30 * np.arange(2 * RATE) / RATE)).astype(np.float32),
    "high": (0.5 * np.sin(2 * np.pi * 9000 * np.arange(2 * RATE) / RATE)).astype(np.float32),
    "an offset": (speech_like(3) + 0.3).astype(np.float32),
    "far apart": np.concatenate([speech_like(3, -15), speech_like(6, -40), noise(5, -72)]),
    "one block": speech_like(0.4),
}


@pytest.mark.parametrize("name", CLIPS)
def test_loudness_agrees_with_an_independent_meter(name: str) -> None:
    assert loudness_lufs(CLIPS[name], RATE) == pytest.approx(metered(CLIPS[name])[0], abs=0.005)


@pytest.mark.parametrize("rate", [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000])
def test_loudness_agrees_at_every_sample_rate(rate: int) -> None:
    samples = speech_like(4, rate=rate)
    assert loudness_lufs(samples, rate) == pytest.approx(metered(samples, rate)[0], abs=0.01)


def test_a_full_scale_sine_reads_as_the_standard_says() -> None:
    samples = np.sin(2 * np.pi * 997 * np.arange(48_000 * 5) / 48_000).astype(np.float32)
    assert loudness_lufs(samples, 48_000) == pytest.approx(-3.01, abs=0.01)


@pytest.mark.parametrize("samples", [np.zeros(RATE), np.zeros(0), noise(3, -80)])
def test_audio_below_the_gates_has_no_loudness(samples: Samples) -> None:
    assert loudness_lufs(samples.astype(np.float32), RATE) is None


def test_pause_does_not_lower_the_loudness_of_speech() -> None:
    speech = speech_like(4)
    longer = np.concatenate([speech, np.zeros(10 * RATE, dtype=np.float32)])
    assert loudness_lufs(longer, RATE) == pytest.approx(loudness_lufs(speech, RATE) or 0, abs=0.3)


def test_meter_counts_the_seconds_that_passed_the_gates() -> None:
    meter = LoudnessMeter(RATE)
    meter.add(np.concatenate([noise(1, -20), np.zeros(5 * RATE, dtype=np.float32)]))
    assert meter.gated_s == pytest.approx(1.0, abs=0.31)


@settings(max_examples=20)
@given(st.lists(st.integers(0, 2 * RATE), max_size=20))
def test_block_size_does_not_change_the_measured_loudness(cuts: list[int]) -> None:
    samples = CLIPS["speech"][: 2 * RATE]
    meter = LoudnessMeter(RATE)
    for part in np.split(samples, sorted(cuts)):
        meter.add(part)
    assert meter.integrated_lufs == loudness_lufs(samples, RATE)


@pytest.mark.parametrize("level_db", [-35, -22, -16, -8, 0])
@pytest.mark.parametrize("duration_s", [0.5, 2, 8])
def test_whole_clip_is_brought_to_the_target(level_db: float, duration_s: float) -> None:
    samples = speech_like(duration_s, level_db)
    lufs, dbtp = metered(normalized(samples, RATE))
    assert lufs == pytest.approx(-16, abs=0.1)
    assert dbtp <= -0.95


@pytest.mark.parametrize(("target", "ceiling"), [(-23.0, -1.0), (-14.0, -1.0), (-18.0, -6.0)])
def test_other_targets_and_ceilings_are_reached(target: float, ceiling: float) -> None:
    lufs, dbtp = metered(normalized(speech_like(4), RATE, target, ceiling))
    assert lufs == pytest.approx(target, abs=0.1)
    assert dbtp <= ceiling + 0.05


def test_clip_keeps_its_length_and_its_waveform() -> None:
    samples = speech_like(3.0001, -30)
    output = normalized(samples, RATE, target_lufs=-25)
    assert len(output) == len(samples)
    assert output.dtype == np.float32
    gains = output[np.abs(samples) > 1e-3] / samples[np.abs(samples) > 1e-3]
    assert np.ptp(gains) < 1e-5


def test_gain_makes_up_for_what_the_limiter_removes() -> None:
    """Clicks over quiet speech: most of the gain goes into the limiter."""
    samples = speech_like(5, -30)
    samples[::2000] += 0.15
    lufs, dbtp = metered(normalized(samples, RATE))
    assert lufs == pytest.approx(-16, abs=0.1)
    assert dbtp <= -0.95


def peaky(level_db: float) -> Samples:
    samples = speech_like(10, level_db)
    samples[::1000] *= 5
    return samples


def test_loss_is_the_loudness_that_the_limiter_removes() -> None:
    samples = peaky(-22)
    found = gain_to_target(samples, RATE)
    amplified = samples * np.float32(10 ** (found.gain_db / 20))
    assert found.loss_lu > 0.2
    assert metered(amplified)[0] == pytest.approx(-16 + found.loss_lu, abs=0.01)
    assert metered(limited(amplified, RATE))[0] == pytest.approx(-16, abs=0.05)


def test_stream_with_gain_and_loss_is_at_the_target_after_the_limiter() -> None:
    samples = peaky(-22)
    found = gain_to_target(samples, RATE)
    leveller = StreamLeveller(RATE, found.gain_db, voice_loss_lu=found.loss_lu)
    output = limited(leveller.process(AudioBlock(samples, RATE)).samples, RATE)
    assert metered(output)[0] == pytest.approx(-16, abs=0.15)


def test_clip_below_the_ceiling_has_no_loss() -> None:
    assert gain_to_target(speech_like(4, -30), RATE, target_lufs=-28).loss_lu < 0.01


@pytest.mark.parametrize(
    ("samples", "gain_db"),
    [
        (np.zeros(RATE, dtype=np.float32), 0),
        (np.zeros(0, dtype=np.float32), 0),
        (noise(2, -80), 0),  # too faint to be measured
        (noise(2, -60), 20),  # needs more than the largest gain
        (noise(0.05, -50), 20),
    ],
)
def test_gain_of_near_silence_is_bounded(samples: Samples, gain_db: float) -> None:
    assert np.allclose(normalized(samples, RATE), samples * 10 ** (gain_db / 20), rtol=1e-5)


def test_short_clip_is_padded_with_silence() -> None:
    whole, half = noise(0.4, -20), noise(0.2, -20)
    assert loudness_lufs(half, RATE) == pytest.approx((loudness_lufs(whole, RATE) or 0) - 3, abs=0.3)
    padded = np.pad(normalized(half, RATE), (0, len(half)))
    assert metered(padded)[0] == pytest.approx(-16, abs=0.1)


def levelled(samples: Samples, gain_db: float, cuts: list[int] | None = None) -> Samples:
    leveller = StreamLeveller(RATE, gain_db)
    blocks = [AudioBlock(part, RATE) for part in np.split(samples, sorted(cuts or []))]
    return np.concatenate([leveller.process(block).samples for block in blocks])


def gain_of(samples: Samples, output: Samples) -> Samples:
    """The gain in dB for every 100 ms."""
    power = [np.add.reduceat(np.asarray(x, np.float64) ** 2, range(0, len(x), 2400)) for x in (samples, output)]
    audible = power[0] > 1e-6
    return np.asarray(10 * np.log10(power[1][audible] / power[0][audible]), dtype=np.float32)


def test_stream_begins_with_the_start_gain() -> None:
    samples = speech_like(3, -30)
    gains = gain_of(samples, levelled(samples, 6.0))
    assert gains == pytest.approx(np.full(len(gains), 6.0), abs=1e-3)


@pytest.mark.parametrize("wrong_db", [-2.0, 0.0, 1.5])
def test_stream_moves_to_the_target(wrong_db: float) -> None:
    samples = speech_like(20, -22)
    right_db = -16 - (loudness_lufs(samples, RATE) or 0)
    output = levelled(samples, right_db + wrong_db)
    assert loudness_lufs(output[-8 * RATE :], RATE) == pytest.approx(-16, abs=0.4)


@pytest.mark.parametrize(("level_db", "bound_db"), [(-40, 9.0), (-5, 3.0)])
def test_correction_is_slow_and_bounded(level_db: float, bound_db: float) -> None:
    samples = speech_like(20, level_db)
    gains = gain_of(samples, levelled(samples, 6.0))
    assert np.abs(np.diff(gains)).max() < 0.5 * 0.45  # pauses, whose gain cannot be measured, are 0.3 s
    assert gains[-1] == pytest.approx(bound_db, abs=0.01)


def test_gain_has_no_steps() -> None:
    samples = np.concatenate([speech_like(5, -40), np.full(10 * RATE, 0.01, dtype=np.float32)])
    constant = levelled(samples, 6.0)[-10 * RATE :]
    steps = np.diff(20 * np.log10(constant))
    assert steps.max() > 1e-6
    assert np.abs(steps).max() < 3 * 0.5 / RATE


def test_silence_does_not_raise_the_gain() -> None:
    samples = np.concatenate([speech_like(4), np.zeros(20 * RATE, dtype=np.float32), noise(20, -75)])
    leveller = StreamLeveller(RATE, 6.0)
    leveller.process(AudioBlock(samples[: 5 * RATE], RATE))
    settled = StreamLeveller(RATE, 6.0)
    settled.process(AudioBlock(np.tile(samples[: 4 * RATE], 10), RATE))
    leveller.process(AudioBlock(samples[5 * RATE :], RATE))
    assert leveller.gain_db == pytest.approx(settled.gain_db, abs=0.3)


@settings(max_examples=25)
@given(st.lists(st.integers(0, 6 * RATE), max_size=30))
def test_block_size_does_not_change_the_levelled_samples(cuts: list[int]) -> None:
    samples = speech_like(6, -30)
    assert np.array_equal(levelled(samples, 5.0, cuts), levelled(samples, 5.0))


def test_leveller_keeps_cues_and_length() -> None:
    leveller = StreamLeveller(RATE, 3.0)
    cues = (Cue("a", 0, 1, 0.1, 0.2),)
    for length in (0, 1, 2400, 5000):
        block = leveller.process(AudioBlock(speech_like(1)[:length], RATE, cues=cues))
        assert (len(block.samples), block.cues) == (length, cues)
        assert block.samples.dtype == np.float32
