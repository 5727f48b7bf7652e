"""A latency report -> a chart: time to first sound over the length of the text."""

from __future__ import annotations

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator

from koe.bench.latency import Latency, Report
from koe.bench.timing import Timing

_KOE, _PEER = "#0b6e4f", "#6b6e73"


def plot_latency(report: Report, path: Path) -> None:
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot()
    axes.set_xscale("log")
    axes.set_yscale("log")
    peer = [(latency, latency.peer_first_audible_s) for latency in report.latencies]
    koe = [(latency, latency.first_audible_s) for latency in report.latencies]
    _draw(axes, peer, report.peer, _PEER)
    _draw(axes, koe, "koe", _KOE)
    axes.set_title(f"Time to the first audible sample, median and p95 (n = {report.trials})")
    axes.set_xlabel("characters of text")
    axes.set_ylabel("seconds, logarithmic")
    lengths = [latency.text.characters for latency in report.latencies if not latency.text.one_sentence]
    axes.set_xticks(lengths, [f"{length:,}" for length in lengths])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda seconds, _: f"{seconds:g}"))
    axes.margins(x=0.08, y=0.18)
    axes.grid(axis="y", which="both", alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150)


def _draw(axes: Axes, points: list[tuple[Latency, Timing]], label: str, colour: str) -> None:
    """A line through the texts of growing length; the long sentence is a point of its own. Error bars reach the p95."""
    for one_sentence in (False, True):
        chosen = [(latency, timing) for latency, timing in points if latency.text.one_sentence is one_sentence]
        if not chosen:
            continue
        lengths = [latency.text.characters for latency, _ in chosen]
        medians = [timing.median for _, timing in chosen]
        above = [max(0.0, timing.p95 - timing.median) for _, timing in chosen]
        axes.errorbar(
            lengths,
            medians,
            yerr=[[0.0] * len(above), above],
            label=f"{label}, one long sentence" if one_sentence else label,
            color=colour,
            marker="D" if one_sentence else "o",
            markerfacecolor="white" if one_sentence else colour,
            linestyle="none" if one_sentence else "-",
            markersize=7,
            capsize=3,
        )
        for length, seconds in zip(lengths, medians, strict=True):
            # Beside points of the line at the same length, not on top of them.
            place, align = ((9, -4), "left") if one_sentence else ((0, -16), "center")
            axes.annotate(
                f"{seconds:.3g} s", (length, seconds), place, textcoords="offset points", ha=align, color=colour, size=9
            )
