"""koe dev simulate: listeners and replicas beyond this machine, by the scheduler's own arithmetic."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from koe.cli.bench.keep import bench_results
from koe.cli.bench.run_tables import table_of
from koe.cli.console import counting, out
from koe.cli.dev.simulate_check import check_here
from koe.cli.options import AsJson, require_extra
from koe.engine.costs import Costs
from koe.simulation.arrivals import DAY_S, PATTERNS, Habits, Pattern, Texts, arrivals
from koe.simulation.fleet import Fleet, FleetRun
from koe.simulation.outcome import Outcome
from koe.simulation.search import fewest_replicas, offered_replicas
from koe.tune.identity import usable_cores

# Of the default build on two cores: docs/performance.md#builds-beside-kokoro-onnx.
DOCUMENTED = Costs(start_s=0.111, share=0.122)
_EVERY_S = {"steady": 60.0, "bursts": 60.0, "day": 600.0}


@dataclass(frozen=True, slots=True)
class Case:
    """Everything but the numbers of listeners and replicas. `cores` are those of a replica."""

    habits: Habits
    fleet: Fleet
    cores: int
    seed: int
    source: str  # of the costs

    def simulate(self, listeners: int, replicas: int, progress: Callable[[float], None] = lambda _: None) -> Outcome:
        habits, fleet = replace(self.habits, listeners=listeners), replace(self.fleet, replicas=replicas)
        tally = FleetRun(fleet, self.seed).run(arrivals(habits, self.seed), progress)
        return Outcome.of(habits, fleet, tally)


def _numbers(text: str) -> list[int]:
    try:
        found = [int(part) for part in text.split(",")]
    except ValueError:
        found = []
    if not found or min(found) < 1 or max(found) > 100_000:
        raise typer.BadParameter("must be numbers with commas between them, such as 10,100.")
    return found


def _known_pattern(value: str) -> str:
    if value not in PATTERNS:
        raise typer.BadParameter(f"must be one of {', '.join(PATTERNS)}.")
    return value


def simulate(
    listeners: Annotated[str, typer.Option(help="Listeners, several with commas.")] = "10,50,100",
    replicas: Annotated[str, typer.Option(help="Replicas, several with commas.")] = "1,2,5,10",
    pattern: Annotated[str, typer.Option(help=f"{', '.join(PATTERNS)}.", callback=_known_pattern)] = "steady",
    every_s: Annotated[
        float | None,
        typer.Option(
            "--every",
            min=1,
            help="Seconds between two texts of a listener at the busiest hour. Default: 60; a day 600.",
        ),
    ] = None,
    hours: Annotated[float | None, typer.Option(min=0.01, max=168, help="Default: 1; a day 24.")] = None,
    characters: Annotated[float, typer.Option(min=1, max=20_000, help="Median length of a text.")] = 200.0,
    spread: Annotated[float, typer.Option(min=0, max=3, help="Spread of the lengths, of their logarithm.")] = 0.8,
    start_s: Annotated[
        float | None, typer.Option(min=0.001, help="Seconds of work to the first audio. Default: as last measured.")
    ] = None,
    share: Annotated[
        float | None,
        typer.Option(min=0.001, help="Seconds of work for a second of audio. Default: as last measured."),
    ] = None,
    jitter: Annotated[float, typer.Option(min=0, max=1, help="How much a step's time varies.")] = 0.1,
    cores: Annotated[
        int | None, typer.Option(min=1, help="Cores of a replica, for --target. Default: those here.")
    ] = None,
    stale_s: Annotated[float, typer.Option("--stale", min=0, help="Age of what the router knows, seconds.")] = 0.0,
    tries: Annotated[int, typer.Option(min=1, help="Replicas that are asked before 429.")] = 4,
    retries: Annotated[int, typer.Option(min=0, help="How often a client asks again after Retry-After.")] = 0,
    paced: Annotated[bool, typer.Option("--paced", help="Clients read no faster than they play.")] = False,
    target: Annotated[
        float | None, typer.Option(min=0, max=1, help="Find the fewest replicas with this share of refusals at most.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed, another day.")] = 1,
    plot: Annotated[Path | None, typer.Option(help="Also draw a picture: .png, .svg or .pdf.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Measure a server of this machine, and show the simulation beside it.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Simulate many listeners on many replicas: times to the first audio, refusals, and the replicas needed."""
    if plot is not None:
        require_extra("bench", ["matplotlib"])
    if check:
        require_extra("bench", ["httpx"])
        check_here(as_json=as_json, seed=seed)
        return
    costs, source = _costs(start_s, share)
    texts = Texts(characters, spread)
    duration_s = hours * 3600 if hours else DAY_S if pattern == "day" else 3600.0
    habits = Habits(1, cast(Pattern, pattern), every_s or _EVERY_S[pattern], duration_s, texts)
    fleet = Fleet(1, costs, stale_s, tries, retries, jitter, not paced)
    case = Case(habits, fleet, cores or usable_cores(), seed, source)
    counts = _numbers(listeners)
    outcomes = _searched(case, counts, target) if target is not None else _grid(case, counts, _numbers(replicas))
    if as_json:
        out.print_json(json.dumps(_report(case, outcomes)))
    else:
        _print(case, outcomes)
    if plot is not None:
        from koe.simulation.plot import draw_outcomes

        draw_outcomes(outcomes, f"{pattern}: a text every {habits.every_s:g} s", plot)


def _costs(start_s: float | None, share: float | None) -> tuple[Costs, str]:
    """Those that are given, else those that `koe bench streaming` has measured here, else the documented ones."""
    source, known = "documented", DOCUMENTED
    last = bench_results().last("streaming")
    try:
        if last is not None:
            capacity: Any = last.result["capacity"]
            known, source = Costs(float(capacity["idle_first_s"]), float(capacity["rtf"])), "koe bench streaming"
    except (KeyError, TypeError, ValueError):
        pass
    if start_s is not None and share is not None:
        source = "given"
    return Costs(start_s or known.start_s, share or known.share), source


def _grid(case: Case, listeners: Sequence[int], replicas: Sequence[int]) -> list[Outcome]:
    total = sum(replace(case.habits, listeners=one).expected for one in listeners) * len(replicas)
    found = []
    with counting("Simulating", total=total) as progress:
        task, done = progress.task_ids[0], 0.0
        for one in listeners:
            habits = replace(case.habits, listeners=one)
            for count in replicas:
                begun = done

                def moved(at_s: float, begun: float = begun, size: float = habits.expected) -> None:
                    progress.update(task, completed=begun + size * at_s / case.habits.duration_s)

                found.append(case.simulate(one, count, moved))
                done = begun + habits.expected
                progress.update(task, completed=done)
    return found


def _searched(case: Case, listeners: Sequence[int], target: float) -> list[Outcome]:
    found = []
    with counting("Searching", total=len(listeners)) as progress:
        for one in listeners:
            first = max(1, round(offered_replicas(replace(case.habits, listeners=one), case.fleet.costs)))

            def run(count: int, one: int = one) -> Outcome:
                return case.simulate(one, count)

            outcome = fewest_replicas(run, first, target)
            found += [] if outcome is None else [outcome]
            progress.advance(progress.task_ids[0])
    return found


def _report(case: Case, outcomes: Sequence[Outcome]) -> dict[str, object]:
    costs = case.fleet.costs
    return {
        "costs": {"start_s": costs.start_s, "share": costs.share, "source": case.source},
        "habits": {name: value for name, value in asdict(case.habits).items() if name != "listeners"},
        "fleet": {
            name: getattr(case.fleet, name) for name in ("stale_s", "tries", "retries", "jitter", "reads_at_once")
        },
        "seed": case.seed,
        "outcomes": [one.to_json() | {"cores": one.replicas * case.cores} for one in outcomes],
    }


def _print(case: Case, outcomes: Sequence[Outcome]) -> None:
    columns = (
        "listeners",
        "replicas",
        "cores",
        "texts",
        "TTFA p50, s",
        "p95",
        "p99",
        "refused",
        "Retry-After",
        "underruns",
    )
    table = table_of(*columns, "in use")
    for one in outcomes:
        table.add_row(
            *(f"{number:,}" for number in (one.listeners, one.replicas, one.replicas * case.cores, one.requests)),
            *(_seconds(value) for value in (one.ttfa_p50_s, one.ttfa_p95_s, one.ttfa_p99_s)),
            f"{one.refused:.2%}",
            "–" if one.retry_after_p50_s is None else f"{one.retry_after_p50_s:.0f} s",
            f"{one.underruns:.2%}",
            f"{one.used:.0%}",
        )
    out.print(table)
    costs = case.fleet.costs
    out.print(
        f"costs ({case.source}): {costs.start_s:.3f} s to the first audio, {costs.share:.3f} s for a second of audio; "
        f"{case.habits.pattern}, a text of about {case.habits.texts.characters:.0f} characters every "
        f"{case.habits.every_s:g} s",
        soft_wrap=True,
    )


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
