"""A run -> charts: latency distribution, TTFA over length, RTF over time, memory over time, concurrency."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator, PercentFormatter

from koe.bench.run.report import RunReport
from koe.bench.texts import SENTENCE

_COLOURS = ("#0b6e4f", "#6b6e73", "#b3541e", "#3b5b92", "#7a4988")
_MIB = 1 << 20
_NOISY = "The machine was too noisy to conclude anything from this run."

Draw = Callable[[RunReport, Axes], None]


def draw_run(report: RunReport, folder: Path) -> Iterator[Path]:
    """Only what was measured is drawn."""
    charts: dict[str, Draw] = {"latency": _latency, "ttfa-over-length": _lengths, "rtf-over-time": _rtf}
    if any(sample.resident_bytes is not None for sample in report.samples):
        charts["memory-over-time"] = _memory
    if report.concurrency:
        charts["concurrency"] = _concurrency
    for name, draw in charts.items():
        figure = Figure(figsize=(8, 5), layout="constrained")
        axes = figure.add_subplot()
        draw(report, axes)
        axes.grid(axis="y", which="both", alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
        if not report.noise.is_quiet:
            figure.supxlabel(_NOISY, fontsize=8, color=_COLOURS[2])
        figure.savefig(path := folder / f"{name}.png", dpi=120)
        yield path


def _colours(report: RunReport) -> dict[str, str]:
    names = list(report.texts[0].speakers)
    return {name: _COLOURS[at % len(_COLOURS)] for at, name in enumerate(names)}


def _latency(report: RunReport, axes: Axes) -> None:
    """The share of answers that were heard by then."""
    for name, colour in _colours(report).items():
        for text, style in zip(report.texts, ("-", "--", ":", "-.", (0, (1, 4))), strict=False):
            times = sorted(one.spoken[name].first_audible_s for one in report.rounds if one.preset == text.preset)
            shares = np.arange(len(times) + 1) / len(times)
            label = f"{name}, {text.preset}"
            axes.step([times[0], *times], shares, where="post", color=colour, linestyle=style, label=label)
    axes.set_xscale("log")
    _label_decades(axes.xaxis)
    axes.set_ylim(0, 1.02)
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.set_title(f"Share of answers that are heard within this time (n = {report.trials})")
    axes.set_xlabel("seconds to the first audible sample, logarithmic")
    axes.legend(frameon=False, fontsize=8)


def _lengths(report: RunReport, axes: Axes) -> None:
    """A line through the texts of growing length; the long sentence is a point of its own. Bars reach the p95."""
    growing = sorted((text for text in report.texts if text.preset != SENTENCE), key=lambda text: text.characters)
    alone = [text for text in report.texts if text.preset == SENTENCE]
    for name, colour in _colours(report).items():
        for texts, marker, line in ((growing, "o", "-"), (alone, "D", "")):
            if not texts:
                continue
            times = [text.speakers[name].ttfa_s for text in texts]
            medians = [one.p50.value for one in times]
            above = [max(0.0, one.p95.value - one.p50.value) for one in times]
            label = f"{name}, one long sentence" if texts is alone else name
            axes.errorbar(
                [text.characters for text in texts],
                medians,
                yerr=[[0.0] * len(above), above],
                fmt=f"{marker}{line}",
                color=colour,
                capsize=3,
                label=label,
            )
    axes.set_xscale("log")
    axes.set_yscale("log")
    counts = sorted({text.characters for text in report.texts})
    axes.set_xticks(counts, [f"{count:,}" for count in counts])
    axes.xaxis.set_minor_locator(NullLocator())
    _label_decades(axes.yaxis)
    axes.set_title(f"Time to the first audible sample, median and p95 (n = {report.trials})")
    axes.set_xlabel("characters of text")
    axes.set_ylabel("seconds, logarithmic")
    axes.legend(frameon=False)


def _rtf(report: RunReport, axes: Axes) -> None:
    """A line for each speaker, interrupted where another text begins."""
    for name, colour in _colours(report).items():
        for text in report.texts:
            points = [(one.at_s / 60, one.spoken[name].rtf) for one in report.rounds if one.preset == text.preset]
            label = name if text is report.texts[0] else None
            axes.plot(*zip(*points, strict=True), color=colour, marker="o", markersize=3, linewidth=1, label=label)
    for text in report.texts:
        began_s = min(one.at_s for one in report.rounds if one.preset == text.preset)
        axes.annotate(
            text.preset, (began_s / 60, 0), (0, 4), xycoords="data", textcoords="offset points", size=8, color="#6b6e73"
        )
    axes.set_title("Real-time factor over the run")
    axes.set_xlabel("minutes")
    axes.set_ylabel("seconds of waiting for a second of speech")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)


def _memory(report: RunReport, axes: Axes) -> None:
    points = [(one.at_s / 60, one.resident_bytes / _MIB) for one in report.samples if one.resident_bytes is not None]
    axes.plot(*zip(*points, strict=True), color=_COLOURS[0], linewidth=1.5)
    axes.set_title(f"Memory of {report.own}")
    axes.set_xlabel("minutes")
    axes.set_ylabel("MiB in RAM")
    axes.set_ylim(bottom=0)


def _concurrency(report: RunReport, axes: Axes) -> None:
    for name, colour in (("ttfa_s", _COLOURS[0]), ("rtf", _COLOURS[2])):
        values = [(point.clients, getattr(point, name)) for point in report.concurrency if point.ttfa_s is not None]
        if values:
            axes.plot(*zip(*values, strict=True), color=colour, marker="o", label={"rtf": "RTF"}.get(name, "TTFA, s"))
    for point in report.concurrency:
        if point.refused:
            told = f"{point.refused} of {point.clients} refused"
            axes.annotate(told, (point.clients, 0), (0, 6), textcoords="offset points", ha="center", size=8)
    axes.set_xticks([point.clients for point in report.concurrency])
    axes.set_title("Clients at once: medians of those that were not refused")
    axes.set_xlabel("clients")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)


def _label_decades(axis: Axis) -> None:
    """0.1, 0.2, 0.5, 1 … where a logarithmic axis would show powers of ten alone."""
    axis.set_major_locator(LogLocator(10, (1, 2, 5)))
    axis.set_major_formatter(FuncFormatter(_seconds))
    axis.set_minor_formatter(NullFormatter())


def _seconds(value: float, _: int | None) -> str:
    return f"{value:g}"
