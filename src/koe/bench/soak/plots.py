"""A soak test -> charts: TTFA and RTF of the markers, memory, threads and descriptors over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from koe.bench.run.profile import Sample
from koe.bench.soak.report import Soak

_COLOURS = ("#0b6e4f", "#b3541e")
_MIB = 1 << 20


def draw_soak(report: Soak, folder: Path) -> Iterator[Path]:
    figure = Figure(figsize=(8, 9), layout="constrained")
    times, memory, counts = figure.subplots(3, 1, sharex=True)
    minutes = [one.at_s / 60 for one in report.markers]
    times.plot(minutes, [one.ttfa_s for one in report.markers], "o-", color=_COLOURS[0], ms=3, lw=1, label="TTFA, s")
    times.plot(minutes, [one.rtf for one in report.markers], "o-", color=_COLOURS[1], ms=3, lw=1, label="RTF")
    _finish(times, "Markers: the server alone")
    _plot(memory, report.samples, "resident_bytes", _MIB, _COLOURS[0], "MiB in RAM")
    _finish(memory, "Memory")
    for name, colour in zip(("threads", "descriptors"), _COLOURS, strict=True):
        _plot(counts, report.samples, name, 1, colour, name)
    _finish(counts, "Threads and descriptors")
    counts.set_xlabel("minutes")
    figure.savefig(path := folder / "soak.png", dpi=120)
    yield path


def _plot(axes: Axes, samples: Sequence[Sample], name: str, unit: int, colour: str, label: str) -> None:
    points = [(one.at_s / 60, getattr(one, name) / unit) for one in samples if getattr(one, name) is not None]
    if points:
        axes.plot(*zip(*points, strict=True), color=colour, linewidth=1, label=label)


def _finish(axes: Axes, title: str) -> None:
    axes.set_title(title)
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
