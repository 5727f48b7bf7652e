"""Outcomes of simulated fleets -> a picture: time to first audio and refusals over the number of replicas."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator, PercentFormatter

from koe.simulation.outcome import Outcome

_COLOURS = ("#0b6e4f", "#b3541e", "#3b5b92", "#7a4988", "#6b6e73")


def draw_outcomes(outcomes: Sequence[Outcome], title: str, path: Path) -> None:
    figure = Figure(figsize=(8, 8), layout="constrained")
    above, below = figure.subplots(2, sharex=True)
    counts = list(dict.fromkeys(one.listeners for one in outcomes))
    for at, listeners in enumerate(counts):
        rows = sorted((one for one in outcomes if one.listeners == listeners), key=lambda one: one.replicas)
        colour, label = _COLOURS[at % len(_COLOURS)], f"{listeners:,} listeners"
        replicas = [one.replicas for one in rows]
        above.plot(replicas, [_number(one.ttfa_p50_s) for one in rows], color=colour, marker="o", label=label)
        above.plot(replicas, [_number(one.ttfa_p95_s) for one in rows], color=colour, marker="o", linestyle=":")
        below.plot(replicas, [one.refused for one in rows], color=colour, marker="o", label=label)
    above.set_yscale("log")
    above.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    above.set_ylabel("seconds to the first audio, p50 and p95 (dotted)")
    above.set_title(title)
    above.legend(frameon=False, fontsize=8)
    below.set_xscale("log")
    ticks = sorted({one.replicas for one in outcomes})
    below.set_xticks(ticks, [f"{one:,}" for one in ticks])
    below.xaxis.set_minor_locator(NullLocator())
    below.yaxis.set_major_formatter(PercentFormatter(1))
    below.set_ylim(-0.02, 1.02)
    below.set_ylabel("refused (429)")
    below.set_xlabel("replicas")
    for axes in (above, below):
        axes.grid(axis="y", which="major", alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=120)


def _number(value: float | None) -> float:
    return float("nan") if value is None else value
