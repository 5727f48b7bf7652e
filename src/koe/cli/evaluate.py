"""koe models evaluate: the quality gate for a build of the model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from koe.bench.evaluation.clips import choose_clips
from koe.bench.evaluation.comparison import PARTS
from koe.bench.evaluation.measures import MeasuredClip
from koe.bench.evaluation.report import Evaluation, similarities, worst_clips
from koe.bench.evaluation.run import Evaluator
from koe.bench.evaluation.verdict import FEWEST_SENTENCES, FEWEST_VOICES, Verdict, judge
from koe.build.recipes import BUILDS, EXACT, find_build
from koe.cli.assemble import stage_cache, voice_book
from koe.cli.console import counting, out
from koe.cli.evaluated_build import load_evaluator
from koe.cli.options import AsJson, completed, require_extra
from koe.settings import Settings, load_settings

_MODULES = {
    "prosody": (),
    "similarity": ("pesq", "soxr"),
    "sound": (),
    "mos": ("soxr",),
    "words": ("faster_whisper", "jiwer"),
}
_OUTCOMES = {True: "passed", False: "failed", None: "not decided"}

BuildName = Annotated[
    str, typer.Argument(help=f"One of {', '.join(BUILDS)}.", autocompletion=completed(lambda: list(BUILDS)))
]
ReferenceName = Annotated[str, typer.Option("--reference", help="The build that it is compared with.")]


def evaluate(
    build: BuildName,
    reference: ReferenceName = EXACT,
    clips: Annotated[int, typer.Option(min=1, max=1000, help="Number of clips. A verdict needs about 110.")] = 120,
    part: Annotated[
        list[str] | None,
        typer.Option("--part", help=f"Measure only this part: {', '.join(PARTS)}. May be given several times."),
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option(help="Draw spectrograms of the worst clips into this folder.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare a build with the full-precision model on held-out sentences: PESQ, log-spectral distance, DNSMOS, word
    errors, loudness, clicks, durations and pitch. Exit code 1 if it misses a bar. Interrupted evaluations are resumed;
    docs/quality.md."""
    parts = _checked_parts(part)
    require_extra("quality", sorted({module for name in parts for module in _MODULES[name]}))
    if pictures is not None:
        _check_pictures(pictures, parts)
    settings = load_settings()
    evaluator = load_evaluator(settings, build, reference)
    chosen = choose_clips(voice_book(settings).voices, clips)
    with counting("Evaluating", total=len(chosen)) as progress:
        task = progress.task_ids[0]
        evaluation = evaluator.evaluate(chosen, parts, lambda: progress.advance(task))
    verdict = judge(evaluation, evaluator.candidate.build.bars)
    if verdict.is_enough and len(parts) == len(PARTS):
        _record(settings, build, {**evaluation.to_json(), "verdict": verdict.to_json()})
    if as_json:
        report = {**evaluation.to_json(), "verdict": verdict.to_json(), "each": evaluation.clips_to_json()}
        out.print_json(json.dumps(report))
    else:
        print_tables(evaluation, verdict)
    if pictures is not None:
        _draw(evaluator, evaluation, pictures)
    if verdict.is_passed is False:
        raise typer.Exit(1)


def _record(settings: Settings, build: str, quality: dict[str, object]) -> None:
    """Beside the files of the build, where `koe models verify` and the docs find it."""
    record = stage_cache(settings).build_record(find_build(build))
    if record is not None:
        record.write_measured(quality=quality, speed=None)


def _checked_parts(wanted: list[str] | None) -> list[str]:
    """In the order in which they are measured."""
    if unknown := set(wanted or ()) - set(PARTS):
        names = ", ".join(sorted(unknown))
        raise typer.BadParameter(f"must be one of {', '.join(PARTS)} (got {names}).", param_hint="--part")
    return [name for name in PARTS if not wanted or name in wanted]


def _check_pictures(folder: Path, parts: list[str]) -> None:
    """Refuses what cannot be drawn, before anything is measured."""
    if not folder.is_dir():
        raise typer.BadParameter("needs an existing folder.", param_hint="--pictures")
    if "similarity" not in parts:
        raise typer.BadParameter("needs --part similarity, which finds the worst clips.", param_hint="--pictures")
    require_extra("bench", ["matplotlib"])


def print_tables(evaluation: Evaluation, verdict: Verdict) -> None:
    out.print(
        f"{evaluation.build} compared with {evaluation.reference}: {len(evaluation.clips)} clips, "
        f"{evaluation.sentences} sentences, {len(evaluation.voices)} voices"
    )
    table = Table("", "mean", "spread", "5th", "worst", "worst clip", box=None, pad_edge=False)
    for one in evaluation.summaries():
        stats = one.stats
        numbers = (f"{value:.3f}" for value in (stats.mean, stats.spread, stats.p5, stats.worst))
        table.add_row(one.measure.label, *numbers, one.worst[0].clip.name)
    out.print(table)
    _print_words(evaluation)
    _print_sounds(evaluation)
    _print_worst(evaluation)
    out.print()
    out.print(_verdict_table(verdict))
    out.print(f"verdict: {_OUTCOMES[verdict.is_passed]}")
    if not verdict.is_enough:
        out.print(f"A verdict needs {FEWEST_SENTENCES} sentences and {FEWEST_VOICES} voices.")


def _print_words(evaluation: Evaluation) -> None:
    if (words := evaluation.words) is None:
        return
    out.print(
        f"{words.build.words} words in {words.clips} clips: {words.build.rate:.2%} wrong, {words.reference.rate:.2%} "
        f"in the reference; the difference is {100 * words.added:+.2f} ± {100 * words.standard_error:.2f} points"
    )
    for one in words.worst:
        out.print(*_transcripts(one), sep="\n")


def _transcripts(one: MeasuredClip) -> list[Text]:
    return [
        Text(f"  {one.clip.name}: {one.clip.sentence.text}"),
        Text(f"    heard: {one.build['words']['heard']}"),
        Text(f"    heard in the reference: {one.reference['words']['heard']}"),
    ]


def _print_worst(evaluation: Evaluation) -> None:
    for one in worst_clips(evaluation):
        numbers = ", ".join(f"{measure.label} {value:.2f}" for measure, value in similarities(one))
        out.print(Text(f"  {one.clip.name}: {numbers}: {one.clip.sentence.text}"))


def _print_sounds(evaluation: Evaluation) -> None:
    if (clicks := evaluation.clicks) is not None:
        out.print(f"clicks: {clicks.build}, in the reference {clicks.reference}")
    if (seams := evaluation.seams) is not None:
        out.print(
            f"{seams.count} seams: {seams.jumps} jumps away from the reference, {seams.jumps_elsewhere} at other "
            f"positions; {seams.above} unusual steps, {seams.above_in_whole} in the reference"
        )


def _verdict_table(verdict: Verdict) -> Table:
    table = Table("bar", "measured", "limit", "", box=None, pad_edge=False)
    for check in verdict.checks:
        measured = "–" if check.measured is None else f"{check.measured:.3f}"
        limit = f"{'≥' if check.more_is_better else '≤'} {check.limit:g}"
        table.add_row(
            check.bar, measured, limit, "not measured" if check.measured is None else _OUTCOMES[check.is_passed]
        )
    return table


def _draw(evaluator: Evaluator, evaluation: Evaluation, folder: Path) -> None:
    from koe.bench.evaluation.pictures import draw_worst

    with counting("Drawing", total=1) as progress:
        for path in draw_worst(evaluator, evaluation, folder):
            out.print(str(path), soft_wrap=True, markup=False)
        progress.advance(progress.task_ids[0])
