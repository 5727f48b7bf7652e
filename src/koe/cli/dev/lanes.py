"""koe dev lanes: measures whether a second lane for the same stream would be worth it on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Annotated

import typer

from koe.bench.calibration import Calibration, Noise
from koe.bench.estimates import Estimate, median_of, paired_ratio
from koe.bench.lanes import Decoded, LaneTrial
from koe.bench.texts import long_sentence
from koe.build.open_build import BuildOpener
from koe.cli.assemble import ensure_stages, voice_book
from koe.cli.bench.run_tables import ranged, table_of
from koe.cli.console import counting, out
from koe.cli.options import AsJson
from koe.model.backends.by_precision import load_backend
from koe.model.prosody import ProsodyPredictor
from koe.model.statistics import NormPredictor
from koe.model.vocoder import LIVE_WINDOWS, SpokenFrames, run_trunk, sizes_of, windows
from koe.settings import Settings, load_settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner, Sentence
from koe.tune.identity import usable_cores

_FRAME_S = 0.025


@dataclass(frozen=True, slots=True)
class LaneResult:
    """Seconds of the windows of a long sentence. Ratios below 1: two lanes are faster. `second_ratio` is that of the
    second window, which the listener needs first."""

    speech_s: float
    one_lane_s: Estimate
    two_lanes_s: Estimate
    ratio: Estimate
    second_ratio: Estimate
    noise: Noise


def lanes(
    trials: Annotated[int, typer.Option(min=2, max=200, help="Rounds in which both take turns.")] = 12,
    as_json: AsJson = False,
) -> None:
    """Decode the windows of one stream on one lane with all threads, and on two lanes with half of them each."""
    result = _measure(load_settings(), trials)
    if as_json:
        out.print_json(json.dumps(asdict(result)))
        return
    table = table_of(f"{result.speech_s:.1f} s of speech", "seconds", "ratio", "second window")
    table.add_row("one lane", ranged(result.one_lane_s), "", "")
    table.add_row("two lanes", ranged(result.two_lanes_s), ranged(result.ratio), ranged(result.second_ratio))
    out.print(table)
    out.print(f"noise: {result.noise.told()}", soft_wrap=True)


def _measure(settings: Settings, trials: int) -> LaneResult:
    threads = settings.threads or usable_cores()
    files = ensure_stages(settings)
    counts = (threads, max(1, threads // 2), max(1, threads // 2))
    opened = [BuildOpener(files, load_backend(count)).open(settings.build) for count in counts]
    (span,) = Planner(Phonemizer()).spans(Sentence.of(long_sentence(), "en-us"))
    style = voice_book(settings).style(settings.voice, len(span.tokens))
    first = opened[0]
    prosody = ProsodyPredictor(first.stages).predict(span.tokens, style, 1.0)
    trunk = run_trunk(first.stages, prosody)
    norms = NormPredictor(first.stages, first.table).predict(prosody, trunk)
    trial = LaneTrial.of([one.stages for one in opened], prosody, trunk, norms)
    spans = list(windows(SpokenFrames.of(prosody, frozenset()), sizes_of(LIVE_WINDOWS)))
    ways: tuple[Callable[..., Decoded], ...] = (trial.one_lane, trial.two_lanes)
    calibration, found = Calibration(), []
    with calibration, counting("Measuring", total=trials + 1) as progress:
        for turn in range(trials + 1):
            order = (0, 1) if turn % 2 else (1, 0)
            times = {way: ways[way](spans).ready_s for way in order}
            calibration.loop()
            if turn:
                found.append((times[0], times[1]))
            progress.advance(progress.task_ids[0])
    one, two = ([row[way] for row in found] for way in (0, 1))
    return LaneResult(
        speech_s=_FRAME_S * (spans[-1][1] - spans[0][0]),
        one_lane_s=median_of([row[-1] for row in one]),
        two_lanes_s=median_of([row[-1] for row in two]),
        ratio=paired_ratio([row[-1] for row in two], [row[-1] for row in one]),
        second_ratio=paired_ratio([row[1] for row in two], [row[1] for row in one]),
        noise=calibration.noise,
    )
