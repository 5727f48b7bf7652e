"""Trials -> a picture of the Pareto front: time to the first sound and RTF, compared with the default."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

from koe.tune.report import changes_of
from koe.tune.space import Space
from koe.tune.trials import Trial, pareto_front

_FRONT, _OTHERS, _DEFAULT = "#0b6e4f", "#b9bcc0", "#a33b20"


def draw_front(trials: Sequence[Trial], space: Space, path: Path) -> None:
    """Memory is the area of a point."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot()
    front = {one.number for one in pareto_front(trials)}
    for one in trials:
        if not one.is_usable:
            continue
        x, y = math.exp(one.ratio("ttfa")), math.exp(one.ratio("rtf"))
        colour = _DEFAULT if one.kind == "default" else _FRONT if one.number in front else _OTHERS
        axes.scatter([x], [y], s=(one.memory_mb or 500) / 5, color=colour, alpha=0.7)
        if one.number in front or one.kind == "default":
            axes.annotate(changes_of(one.point, space), (x, y), (7, 5), textcoords="offset points", size=8)
    axes.axvline(1.0, color=_DEFAULT, alpha=0.3)
    axes.axhline(1.0, color=_DEFAULT, alpha=0.3)
    axes.set_title("Trials beside the default, medians of ratios; the area is the memory")
    axes.set_xlabel("time to the first audible sample / that of the default")
    axes.set_ylabel("RTF / that of the default")
    axes.margins(x=0.15, y=0.15)
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=150)
