"""A soak test -> charts: markers, speed of the machine, memory, threads and descriptors over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from koe.bench.run.profile import Sample
from koe.bench.soak.report import Soak

_COLOURS = ("#0b6e4f", "#b3541e")
_GREY = "#6b6e73"
_MIB = 1 << 20


def draw_soak(report: Soak, folder: Path) -> Iterator[Path]:
    figure = Figure(figsize=(8, 10), layout="constrained")
    times, machine, memory, counts = figure.subplots(4, 1, sharex=True, height_ratios=(3, 1.5, 3, 3))
    minutes = [one.at_s / 60 for one in report.markers]
    times.plot(minutes, [one.ttfa_s for one in report.markers], "o-", color=_COLOURS[0], ms=3, lw=1, label="TTFA, s")
    times.plot(minutes, [one.rtf for one in report.markers], "o-", color=_COLOURS[1], ms=3, lw=1, label="RTF")
    _finish(times, "Markers: one request alone on the server")
    slowdowns = [one.calibration_s / report.noise.fastest_s for one in report.markers]
    machine.plot(minutes, slowdowns, "o-", color=_GREY, ms=3, lw=1, label="× its fastest")
    _finish(machine, "Machine: time of a fixed piece of work beside each marker")
    _plot(memory, report.samples, "resident_bytes", _MIB, _COLOURS[0], "MiB in RAM")
    _finish(memory, "Memory of the server")
    for name, colour in zip(("threads", "descriptors"), _COLOURS, strict=True):
        _plot(counts, report.samples, name, 1, colour, name)
    _finish(counts, "Threads and descriptors of the server")
    counts.yaxis.set_major_locator(MaxNLocator(integer=True))
    counts.set_xlabel("minutes")
    if not report.noise.is_quiet:
        figure.supxlabel("The machine was noisy: drift and underruns prove nothing.", fontsize=8, color=_COLOURS[1])
    figure.savefig(path := folder / "soak.png", dpi=120)
    yield path


def _plot(axes: Axes, samples: Sequence[Sample], name: str, unit: int, colour: str, label: str) -> None:
    points = [(one.at_s / 60, getattr(one, name) / unit) for one in samples if getattr(one, name) is not None]
    if points:
        axes.plot(*zip(*points, strict=True), color=colour, linewidth=1, label=label)


def _finish(axes: Axes, title: str) -> None:
    axes.set_title(title)
    axes.set_ylim(0, 1.15 * axes.get_ylim()[1])
    axes.grid(axis="y", alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    if axes.lines:
        axes.legend(frameon=False, loc="lower left", ncols=2)
