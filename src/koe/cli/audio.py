"""koe audio: measures an audio file: loudness, peaks, clicks, pauses, pitch, and a plot."""

from __future__ import annotations

import dataclasses
import io
import json
import struct
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.table import Table

from koe.audio.inspect import Inspection
from koe.audio.inspect import inspect as inspect_samples
from koe.cli.console import out
from koe.cli.options import AsJson, require_extra
from koe.types import Samples

app = typer.Typer(help="Measure audio files.", no_args_is_help=True, rich_markup_mode=None)

# Format tag and bits of a WAV file -> the dtype of its samples, and full scale.
_STORED = {(1, 16): ("<i2", 2.0**15), (1, 32): ("<i4", 2.0**31), (3, 32): ("<f4", 1.0), (3, 64): ("<f8", 1.0)}
_EXTENSIBLE = 0xFFFE  # the format tag is 24 bytes into the chunk
_MAX_LISTED = 8
_MAX_COLUMNS = 1600


@app.callback()
def root() -> None:
    """Measure audio files."""


@app.command()
def inspect(
    file: Annotated[str, typer.Argument(help="An audio file, or - for standard input. Channels are averaged.")],
    as_json: AsJson = False,
    plot: Annotated[Path | None, typer.Option(help="Also draw waveform and spectrogram into this .png file.")] = None,
) -> None:
    """Loudness, peaks, clicks, pauses and pitch of an audio file."""
    if plot is not None:
        _check_plot(plot)
    samples, rate = _samples_of(_content(file))
    inspection = inspect_samples(samples, rate)
    if as_json:
        out.print_json(json.dumps(dataclasses.asdict(inspection)))
    else:
        out.print(_table(inspection))
    if plot is not None:
        _draw(samples, inspection, plot)


def _content(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "not a file name"
        raise typer.BadParameter(f"the file could not be read ({reason}).", param_hint="FILE") from None


def _samples_of(content: bytes) -> tuple[Samples, int]:
    samples, rate = _read_wav(content) or _decode(content)
    if not np.isfinite(samples).all():
        raise typer.BadParameter("some samples are NaN or infinite.", param_hint="FILE")
    return samples, rate


def _read_wav(content: bytes) -> tuple[Samples, int] | None:
    """None if it is not a WAV file, or has an unusual sample format."""
    chunks = dict(_chunks(content))
    header, data = chunks.get(b"fmt ", b""), chunks.get(b"data")
    if len(header) < 16 or data is None:
        return None
    tag, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", header)
    if tag == _EXTENSIBLE and len(header) >= 26:
        (tag,) = struct.unpack_from("<H", header, 24)
    stored = _STORED.get((tag, bits))
    if stored is None or channels == 0 or rate == 0:
        return None
    kind, largest = stored
    frames = len(data) // (channels * bits // 8)
    values = np.frombuffer(data, kind, frames * channels).reshape(frames, channels)
    return (values.mean(axis=1, dtype=np.float64) / largest).astype(np.float32), rate


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The header of a streamed WAV file is written before its length is known: its last chunk ends with the file."""
    if content[:4] != b"RIFF" or content[8:12] != b"WAVE":
        return
    place = 12
    while place + 8 <= len(content):
        name, size = struct.unpack_from("<4sI", content, place)
        yield name, content[place + 8 : place + 8 + size]
        place += 8 + size + size % 2


def _decode(content: bytes) -> tuple[Samples, int]:
    try:
        import av
    except ImportError:
        problem = "it is not a WAV file with 16-bit, 32-bit or float samples; other formats need pip install av."
        raise typer.BadParameter(problem, param_hint="FILE") from None
    try:
        with av.open(io.BytesIO(content), "r") as container:
            resampler = av.AudioResampler(format="fltp")
            rate = container.streams.audio[0].rate
            frames = [piece for frame in container.decode(audio=0) for piece in resampler.resample(frame)]
            frames += resampler.resample(None)
    except (av.error.FFmpegError, IndexError, ValueError):  # IndexError: no audio stream
        raise typer.BadParameter("it contains no audio that can be decoded.", param_hint="FILE") from None
    parts = [frame.to_ndarray().mean(axis=0, dtype=np.float32) for frame in frames]
    return np.concatenate([np.zeros(0, dtype=np.float32), *parts]), rate


def _table(inspection: Inspection) -> Table:
    table = Table(show_header=False, box=None, pad_edge=False)
    for row in _rows(inspection):
        table.add_row(*row)
    return table


def _rows(inspection: Inspection) -> list[tuple[str, str]]:
    pauses = [pause.start_s for pause in inspection.pauses]
    return [
        ("duration", f"{inspection.duration_s:.2f} s at {inspection.sample_rate_hz} Hz"),
        ("loudness", _measured(inspection.loudness_lufs, "LUFS")),
        ("true peak", _measured(inspection.true_peak_dbtp, "dBTP")),
        ("RMS", _measured(inspection.rms_dbfs, "dBFS")),
        ("clipped samples", str(inspection.clipped_samples)),
        ("DC offset", f"{inspection.dc_offset:.5f}"),
        ("clicks", _listed(inspection.clicks_s)),
        ("silence before", f"{inspection.leading_silence_s:.3f} s"),
        ("silence after", f"{inspection.trailing_silence_s:.3f} s"),
        ("pauses", _listed(pauses)),
        ("median pitch", _measured(inspection.median_pitch_hz, "Hz", digits=0)),
    ]


def _measured(value: float | None, unit: str, digits: int = 2) -> str:
    return "-" if value is None else f"{value:.{digits}f} {unit}"


def _listed(places_s: Sequence[float]) -> str:
    shown = [f"{place:.3f}" for place in places_s[:_MAX_LISTED]] + ["…"] * (len(places_s) > _MAX_LISTED)
    return f"{len(places_s)} (at {', '.join(shown)} s)" if shown else "0"


def _check_plot(path: Path) -> None:
    """Refuses a file that cannot be written, before anything is measured."""
    if path.suffix.lower() != ".png" or not path.parent.is_dir():
        raise typer.BadParameter("needs a .png file in an existing folder.", param_hint="--plot")
    require_extra("bench", ["matplotlib"])


def _draw(samples: Samples, inspection: Inspection, path: Path) -> None:
    from matplotlib.figure import Figure

    end_s = max(inspection.duration_s, 1e-3)
    figure = Figure(figsize=(12, 6), layout="constrained")
    wave, spectrum = figure.subplots(2, 1, sharex=True)
    wave.plot(np.arange(len(samples)) / inspection.sample_rate_hz, samples, linewidth=0.4, color="#0b6e4f")
    wave.set(ylim=(-1.05, 1.05), xlim=(0, end_s), ylabel="full scale")
    for pause in inspection.pauses:
        wave.axvspan(pause.start_s, pause.start_s + pause.duration_s, color="#6b6e73", alpha=0.2)
    for click_s in inspection.clicks_s:
        wave.axvline(click_s, color="#c1121f", linewidth=0.8)
    wave.set_title(", ".join(f"{name} {value}" for name, value in _rows(inspection)[:3]))
    extent = (0, end_s, 0, inspection.sample_rate_hz / 2000)
    spectrum.imshow(_spectrogram_db(samples), origin="lower", aspect="auto", extent=extent, vmin=-100, vmax=-10)
    spectrum.set(xlabel="seconds", ylabel="kHz")
    try:
        figure.savefig(path, dpi=120)
    except OSError as problem:
        raise typer.BadParameter(f"the file could not be written ({problem.strerror}).", param_hint="--plot") from None


def _spectrogram_db(samples: Samples, size: int = 512) -> Samples:
    """A column per quarter window, or fewer if the picture has not enough pixels."""
    padded = np.pad(samples, (size // 2, size))
    step = max(size // 4, len(samples) // _MAX_COLUMNS)
    window = np.hanning(size).astype(np.float32)
    starts = range(0, max(1, len(samples)), step)
    columns = [np.abs(np.fft.rfft(padded[start : start + size] * window)) / (size / 4) for start in starts]
    return (20 * np.log10(np.maximum(np.stack(columns, axis=1), 1e-6))).astype(np.float32)
