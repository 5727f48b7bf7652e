"""The tables of `koe bench run`."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from koe.bench.estimates import Estimate, Percentiles
from koe.bench.run.comparison import Comparison
from koe.bench.run.report import Ratios, RunReport, TextReport
from koe.cli.console import out


def table_of(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=not number)
    return table


def ranged(estimate: Estimate | None, digits: int = 3) -> str:
    """`0.205 (0.199–0.214)`"""
    if estimate is None:
        return "–"
    value, low, high = (f"{one:.{digits}f}" for one in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low}–{high})"


def print_run(report: RunReport) -> None:
    conditions = report.conditions
    how = "streamed" if conditions.is_streamed else "whole"
    out.print(f"{conditions.voice}, {how}, {report.trials} trials, {conditions.machine.kind}", soft_wrap=True)
    for text in report.texts:
        out.print()
        out.print(_text_table(text))
        if text.ratios is not None:
            out.print(f"koe / peer, round by round: {_ratios(text.ratios)}", soft_wrap=True)
    if report.concurrency:
        out.print()
        out.print(_concurrency_table(report))
    if resident := [sample.resident_bytes for sample in report.samples if sample.resident_bytes is not None]:
        out.print(f"memory of the server: {min(resident) / 2**20:,.0f} to {max(resident) / 2**20:,.0f} MiB")
    out.print(f"\nnoise: {report.noise.told()}", soft_wrap=True)


def print_comparisons(comparisons: Sequence[Comparison]) -> None:
    for comparison in comparisons:
        differences = f" ({', '.join(comparison.differences)})" if comparison.differences else ""
        out.print(f"\ncompared with {comparison.name}{differences}", soft_wrap=True, markup=False)
        table = table_of("text", "", "now / then", "")
        for change in comparison.changes:
            measure = f"{change.measure.upper()}{' / peer' if change.against_peer else ''}"
            table.add_row(change.preset, measure, ranged(change.ratio), change.verdict)
        out.print(table)


def _text_table(text: TextReport) -> Table:
    table = table_of(f"{text.preset}, {text.characters:,}", "p50", "p95", "p99")
    for name, figures in text.speakers.items():
        rows: list[tuple[str, Percentiles, int]] = [
            (f"{name}: first byte, s", figures.first_byte_s, 3),
            ("  first sound (TTFA), s", figures.ttfa_s, 3),
            ("  complete, s", figures.complete_s, 2),
            ("  RTF", figures.rtf, 3),
        ]
        for label, values, digits in rows:
            tail = (f"{one.value:.{digits}f}" for one in (values.p95, values.p99))
            table.add_row(label, ranged(values.p50, digits), *tail)
        if figures.cpu is not None:
            table.add_row("  CPU s per s of speech", ranged(figures.cpu), "", "")
        late = figures.punctuality
        table.add_row("  underruns", f"{late.underruns} ({late.underrun_ms:.0f} ms)", "", "")
    return table


def _ratios(ratios: Ratios) -> str:
    cpu = "" if ratios.cpu is None else f", CPU {ranged(ratios.cpu)}"
    return f"TTFA {ranged(ratios.ttfa)}, RTF {ranged(ratios.rtf)}{cpu}"


def _concurrency_table(report: RunReport) -> Table:
    table = table_of("clients at once", "TTFA, s", "RTF", "refused", "underruns", "speech, s/s")
    for point in report.concurrency:
        known = (f"{point.ttfa_s:.3f}", f"{point.rtf:.3f}") if point.ttfa_s and point.rtf else ("–", "–")
        table.add_row(str(point.clients), *known, str(point.refused), str(point.underruns), f"{point.speech_per_s:.1f}")
    return table
