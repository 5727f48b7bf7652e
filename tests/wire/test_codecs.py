"""Every format is decoded by independent decoders (FFmpeg, libsndfile), complete and in time."""

from __future__ import annotations

import gc
import io
import struct
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
import soundfile
import soxr
from numpy.typing import NDArray

from koe.wire.codecs import FORMATS, encode_whole, open_encoder
from koe.wire.coding import Encoder, Pcm
from memory import linux_only, resident_bytes

Decoded = tuple[NDArray[np.float64], int]

EVERY = [(name, rate_hz) for name, fmt in FORMATS.items() for rate_hz in fmt.sample_rates_hz]
LOSSY = ["mp3", "opus", "aac", "ogg", "m4a", "webm"]
COMPRESSED = [*LOSSY, "flac"]
TAIL_S = 0.05
# Samples that decoders return before the first one and, at most, after the last one: the stream has no field for it.
PADDING = {"mp3": (1105, 3 * 1152), "aac": (1024, 1024), "m4a": (0, 1024)}
# Samples that these codecs need before they return the first bytes.
LOOKAHEAD = {"mp3": 1152, "aac": 2048, "m4a": 3072}
TASKS = Path("/proc/self/task")


def speech_like(rate_hz: int, duration_s: float = 1.3) -> Pcm:
    """Harmonics of changing pitch and level, an odd number of samples, and a tone of 1 kHz in the last 50 ms."""
    time_s = np.arange(round(duration_s * rate_hz) + 7) / rate_hz
    phase = 2 * np.pi * (140 * time_s + 6 * np.sin(2 * np.pi * 1.5 * time_s))
    sound = sum(np.sin(number * phase) / number for number in range(1, 12)) * np.sin(2 * np.pi * 2.2 * time_s) ** 2
    tail = time_s >= time_s[-1] - TAIL_S
    floats = np.where(tail, 0.3 * np.sin(2 * np.pi * 1000 * time_s), 0.2 * sound)
    return np.asarray(np.rint(32767 * floats), dtype=np.int16)


def streamed(name: str, samples: Pcm, rate_hz: int, size: int, serial: int | None = None) -> bytes:
    encoder = open_encoder(name, rate_hz, serial)
    chunks = [encoder.encode(samples[start : start + size]) for start in range(0, len(samples), size)]
    return b"".join([*chunks, encoder.flush()])


def ffmpeg(data: bytes) -> Decoded:
    with av.open(io.BytesIO(data), "r") as container:
        frames = list(container.decode(audio=0))
    scale = {"s16": 2**15, "s16p": 2**15, "s32": 2**31, "s32p": 2**31}.get(frames[0].format.name, 1)
    return np.concatenate([frame.to_ndarray().reshape(-1) for frame in frames]) / scale, frames[0].sample_rate


class _Forwards(soundfile.SoundFile):  # type: ignore[misc]
    """Reads without seeking to the end: libsndfile takes a FLAC stream for one of 2^63 samples."""

    def seekable(self) -> bool:
        return False


def libsndfile(data: bytes) -> Decoded:
    blocks = []
    with _Forwards(io.BytesIO(data)) as file:
        while len(block := file.read(5000)):
            blocks.append(block)
        return np.concatenate(blocks), file.samplerate


DECODERS: dict[str, Callable[[bytes], Decoded]] = {"ffmpeg": ffmpeg, "libsndfile": libsndfile}
# libsndfile can decode neither AAC nor WebM.
ONLY_FFMPEG = ("aac", "m4a", "webm")
DECODED_BY = [
    (name, decoder)
    for name in FORMATS
    for decoder in DECODERS
    if name != "pcm" and (name not in ONLY_FFMPEG or decoder == "ffmpeg")
]


def at_rate(decoded: Decoded, rate_hz: int) -> NDArray[np.float64]:
    samples, decoded_hz = decoded
    return np.asarray(samples if decoded_hz == rate_hz else soxr.resample(samples, decoded_hz, rate_hz))


def lag_of(decoded: NDArray[np.float64], source: NDArray[np.float64]) -> int:
    size = len(decoded) + len(source)
    likeness = np.fft.irfft(np.fft.rfft(decoded, size) * np.conj(np.fft.rfft(source, size)), size)
    return int(likeness[: len(decoded)].argmax())


def likeness(decoded: NDArray[np.float64], source: NDArray[np.float64]) -> float:
    return float(np.corrcoef(decoded, source)[0, 1])


@pytest.mark.parametrize(("name", "rate_hz"), EVERY)
@pytest.mark.parametrize("whole", [True, False])
def test_decoded_audio_is_complete(name: str, rate_hz: int, whole: bool) -> None:
    samples = speech_like(rate_hz)
    data = encode_whole(name, samples, rate_hz) if whole else streamed(name, samples, rate_hz, rate_hz // 25)
    if name == "pcm":
        assert data == samples.astype("<i2").tobytes()
        return
    source = samples / 2**15
    decoded = at_rate(ffmpeg(data), rate_hz)
    lag = lag_of(decoded, source)
    before, after = (0, 32) if (name, whole) == ("mp3", True) else PADDING.get(name, (0, 0))
    assert lag == before
    if whole:
        assert FORMATS[name].lead_samples == before  # captions are shifted by it
    assert 0 <= len(decoded) - lag - len(source) <= after
    assert likeness(decoded[lag : lag + len(source)], source) >= 0.99
    tail = slice(-round(TAIL_S * rate_hz), -round(TAIL_S * rate_hz / 10))
    decoded_tail = decoded[lag : lag + len(source)][tail]
    assert likeness(decoded_tail, source[tail]) >= 0.97
    assert decoded_tail.std() == pytest.approx(source[tail].std(), rel=0.15)


@pytest.mark.parametrize(("name", "decoder"), DECODED_BY)
@pytest.mark.parametrize("whole", [True, False])
def test_independent_decoders_agree(name: str, decoder: str, whole: bool) -> None:
    samples = speech_like(24_000)
    data = encode_whole(name, samples, 24_000) if whole else streamed(name, samples, 24_000, 2400)
    decoded = at_rate(DECODERS[decoder](data), 24_000)
    assert len(decoded) == len(at_rate(ffmpeg(data), 24_000))
    if name not in PADDING or (name == "mp3" and whole):
        assert len(decoded) == len(samples)
    # At eight times the rate: libsndfile decodes Opus directly to 24 kHz, which moves it by one sample and a quarter.
    fine_decoded = np.pad(soxr.resample(decoded, 24_000, 192_000), (100, 100))
    fine_source = soxr.resample(samples / 2**15, 24_000, 192_000)
    lag = lag_of(fine_decoded, fine_source)
    assert likeness(fine_decoded[lag : lag + len(fine_source)], fine_source) >= 0.99


@pytest.mark.parametrize("decoder", DECODERS)
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("name", ["wav", "flac"])
def test_lossless_formats_keep_every_bit(name: str, decoder: str, whole: bool) -> None:
    samples = np.random.default_rng(4).integers(-32768, 32768, 5001).astype(np.int16)
    data = encode_whole(name, samples, 16_000) if whole else streamed(name, samples, 16_000, 333)
    decoded, rate_hz = DECODERS[decoder](data)
    assert rate_hz == 16_000
    assert np.array_equal(np.rint(decoded * 2**15), samples)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("size", [1, 17, 576, 577, 1152, 5000])
def test_block_size_does_not_change_the_bytes(name: str, size: int) -> None:
    samples = speech_like(24_000, 0.3)
    blocks, at_once = (streamed(name, samples, 24_000, size, serial=5) for size in (size, len(samples)))
    assert blocks == at_once


@pytest.mark.parametrize("name", FORMATS)
def test_same_samples_and_serial_give_the_same_file(name: str) -> None:
    samples = speech_like(24_000, 0.3)
    assert encode_whole(name, samples, 24_000, serial=5) == encode_whole(name, samples, 24_000, serial=5)


@pytest.mark.parametrize("name", ["opus", "ogg"])
def test_ogg_streams_have_serial_numbers_of_their_own(name: str) -> None:
    samples = speech_like(24_000, 0.3)
    files = [encode_whole(name, samples, 24_000, serial) for serial in (5, 2**32 + 6, None, None)]
    assert len({file[14:18] for file in files}) == 4
    assert all(np.array_equal(ffmpeg(file)[0], ffmpeg(files[0])[0]) for file in files)


@pytest.mark.parametrize(("name", "rate_hz"), EVERY)
def test_first_audio_comes_within_100_ms_or_as_soon_as_the_codec_can(name: str, rate_hz: int) -> None:
    """At 8 and 16 kHz the look-ahead of MP3 and AAC takes longer."""
    length = max(rate_hz // 10, LOOKAHEAD.get(name, 0))
    encoder = open_encoder(name, rate_hz)
    encoder.encode(np.zeros(1, dtype=np.int16))  # the header comes with it
    assert encoder.encode(speech_like(rate_hz)[: length - 1])
    encoder.close()


@pytest.mark.parametrize("name", FORMATS)
def test_every_block_of_input_gives_output(name: str) -> None:
    samples = speech_like(24_000, 2.0)
    encoder = open_encoder(name, 24_000)
    sizes = [len(encoder.encode(samples[start : start + 2400])) for start in range(0, 48_000, 2400)]
    assert all(size > 0 for size in sizes[1:])
    assert len(encoder.flush()) < 3 * max(sizes)


HEADERS = [
    ("wav", b"RIFF"),
    ("flac", b"fLaC"),
    ("opus", b"OpusHead"),
    ("ogg", b"OpusHead"),
    ("m4a", b"ftypM4A "),
    ("webm", b"\x1aE\xdf\xa3"),
]


@pytest.mark.parametrize(("name", "header"), HEADERS)
def test_stream_begins_with_its_only_header(name: str, header: bytes) -> None:
    data = streamed(name, speech_like(24_000), 24_000, 1000)
    assert data.count(header) == 1
    assert header in data[:60]


@pytest.mark.parametrize(("name", "foreign"), [("mp3", (b"ID3", b"Xing", b"Info")), ("aac", (b"ID3",))])
def test_mp3_and_aac_streams_begin_with_a_frame(name: str, foreign: tuple[bytes, ...]) -> None:
    data = streamed(name, speech_like(24_000), 24_000, 1000)
    assert data[0] == 0xFF
    assert data[1] & 0xE0 == 0xE0
    assert not any(tag in data[:200] for tag in foreign)


def test_wav_file_has_its_length_and_a_stream_has_none() -> None:
    samples = speech_like(22_050)
    stream, file = streamed("wav", samples, 22_050, 500), encode_whole("wav", samples, 22_050)
    assert [struct.unpack("<I", stream[at : at + 4])[0] for at in (4, 40)] == [0xFFFFFFFF] * 2
    assert [struct.unpack("<I", file[at : at + 4])[0] for at in (4, 40)] == [len(file) - 8, 2 * len(samples)]
    assert stream[44:] == file[44:]


def test_flac_file_has_its_length_and_a_stream_has_none() -> None:
    samples = speech_like(24_000)
    totals = [
        int.from_bytes(data[21:26], "big") & (1 << 36) - 1
        for data in (encode_whole("flac", samples, 24_000), streamed("flac", samples, 24_000, 1000))
    ]
    assert totals == [len(samples), 0]


def test_opus_header_has_the_input_sample_rate() -> None:
    head = streamed("opus", speech_like(16_000), 16_000, 500)
    at = head.index(b"OpusHead")
    channels, _pre_skip, rate_hz = struct.unpack("<xBHI", head[at + 8 : at + 16])
    assert (channels, rate_hz) == (1, 16_000)


@pytest.mark.parametrize("name", FORMATS)
def test_empty_input_gives_a_valid_empty_stream(name: str) -> None:
    encoder = open_encoder(name, 24_000)
    data = encoder.encode(np.zeros(0, dtype=np.int16)) + encoder.flush()
    assert len(data) < 1000
    assert encoder.flush() == b""
    assert len(encode_whole(name, np.zeros(0, dtype=np.int16), 24_000)) < 1200


@pytest.mark.parametrize("name", FORMATS)
def test_samples_need_not_be_contiguous(name: str) -> None:
    samples = speech_like(24_000, 0.3)
    apart = np.repeat(samples, 3)[::3]
    assert not apart.flags.c_contiguous
    assert len(streamed(name, apart, 24_000, 1000)) == len(streamed(name, samples, 24_000, 1000))


@pytest.mark.parametrize("name", COMPRESSED)
def test_closed_encoder_refuses_samples(name: str) -> None:
    encoder = open_encoder(name, 24_000)
    encoder.encode(speech_like(24_000, 0.2))
    encoder.close()
    encoder.close()
    assert encoder.flush() == b""
    with pytest.raises(ValueError, match="closed"):
        encoder.encode(np.zeros(10, dtype=np.int16))


def drop(encoder: Encoder) -> None:
    """Only drops its reference."""


@linux_only
@pytest.mark.parametrize("name", COMPRESSED)
@pytest.mark.parametrize("end", [drop, lambda encoder: encoder.close(), lambda encoder: encoder.flush()])
def test_encoder_leaves_no_thread_behind(name: str, end: Callable[[Encoder], object]) -> None:
    before = len(list(TASKS.iterdir()))
    gc.disable()
    try:
        encoder = open_encoder(name, 24_000)
        encoder.encode(speech_like(24_000, 0.2))
        end(encoder)
        del encoder
        assert len(list(TASKS.iterdir())) <= before  # one of another test may have ended meanwhile
    finally:
        gc.enable()


@linux_only
@pytest.mark.parametrize("name", COMPRESSED)
def test_dropped_encoders_leak_no_memory(name: str) -> None:
    samples = speech_like(24_000, 0.1)

    def bytes_after(rounds: int) -> int:
        for _ in range(rounds):
            open_encoder(name, 24_000).encode(samples)
        return resident_bytes()

    warm = bytes_after(30)
    assert bytes_after(120) - warm < 2_000_000  # one encoder alone takes more than 20 kB


@pytest.mark.parametrize("name", ["", "MP3", "vorbis", "secret words"])
def test_unknown_format_is_refused_with_the_allowed_ones(name: str) -> None:
    for attempt in (lambda: open_encoder(name, 24_000), lambda: encode_whole(name, speech_like(8000), 24_000)):
        with pytest.raises(ValueError, match=r"one of mp3, opus, aac, flac, wav, pcm, ogg, m4a, webm\.$"):
            attempt()


@pytest.mark.parametrize(
    ("name", "rate_hz", "allowed"),
    [
        ("opus", 22_050, "8000, 16000, 24000, 48000"),
        ("opus", 44_100, "8000, 16000, 24000, 48000"),
        ("wav", 96_000, "8000, 16000, 22050, 24000, 44100, 48000"),
        ("mp3", 0, "8000, 16000, 22050, 24000, 44100, 48000"),
    ],
)
def test_unsupported_sample_rate_is_refused_with_the_allowed_ones(name: str, rate_hz: int, allowed: str) -> None:
    with pytest.raises(ValueError, match=rf"sample rate of {name} must be one of {allowed}\.$"):
        open_encoder(name, rate_hz)


def test_lossy_formats_are_small() -> None:
    samples = speech_like(24_000, 3.0)
    sizes = {name: 8 * len(encode_whole(name, samples, 24_000)) / 3 for name in LOSSY}
    assert sizes["opus"] < 75_000
    assert sizes["mp3"] == pytest.approx(97_000, rel=0.05)
    assert sizes["aac"] < 125_000
    assert sizes["ogg"] == sizes["opus"]
    assert sizes["webm"] < 65_000
    assert sizes["m4a"] < 125_000


def boxes(data: bytes) -> list[str]:
    """The names of the boxes of an MP4 file, in order."""
    names, place = [], 0
    while place < len(data):
        size, name = struct.unpack(">I4s", data[place : place + 8])
        names.append(name.decode())
        place += size
    return names


def test_m4a_file_has_its_index_before_the_audio_and_a_stream_comes_in_fragments() -> None:
    samples = speech_like(24_000, 90.0)
    file = boxes(encode_whole("m4a", samples, 24_000))
    assert file.index("moov") < file.index("mdat")
    assert file.count("mdat") == 1
    stream = boxes(streamed("m4a", samples[:48_000], 24_000, 2400))
    assert stream[:4] == ["ftyp", "moov", "moof", "mdat"]
    assert stream.count("moof") == stream.count("mdat") >= 40


@pytest.mark.parametrize("name", ["ogg", "m4a", "webm"])
def test_whole_file_tells_its_duration(name: str) -> None:
    samples = speech_like(24_000, 3.0)
    with av.open(io.BytesIO(encode_whole(name, samples, 24_000)), "r") as file:
        assert file.duration is not None
        assert file.duration / 1e6 == pytest.approx(len(samples) / 24_000, abs=0.01)
