"""koe bench provider: every installed provider beside the CPU: speed, memory, and how near its speech is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import numpy as np
import typer

from koe.bench.calibration import Calibration, Noise
from koe.bench.run.report import Figures, Ratios
from koe.bench.run.turns import Round, take_turns
from koe.bench.similarity import log_spectral_distance_db, place_in
from koe.bench.speakers import Spoken
from koe.bench.switching import BORDER_CHARACTERS, SwitchingCost, measure_switching
from koe.bench.texts import SWEEP, Preset
from koe.cli.assemble import ensure_stages
from koe.cli.bench.keep import keep_result
from koe.cli.bench.run_tables import ranged, table_of
from koe.cli.bench.speakers import OwnServer, own_server
from koe.cli.child_server import bench_settings
from koe.cli.console import counting, out, working
from koe.cli.options import AsJson, require_extra
from koe.memory import resident_bytes
from koe.model.backends import Precision
from koe.model.backends.choice import CHOSEN_STAGES
from koe.model.backends.openvino import missing
from koe.model.backends.providers import CPU, PROVIDERS, installed
from koe.settings import Settings

COMMAND = "provider"
_COLUMNS = ("", "characters", "TTFA, s", "ratio", "RTF", "ratio", "CPU ratio", "memory", "distance, dB", "failures")
_SIXTEEN_BITS: tuple[Precision, ...] = ("bf16", "f16")
# Two seconds of speech are compared. Where speech begins and ends is a matter of single samples, so they are aligned.
_COMPARED = slice(12_000, 60_000)


@dataclass(frozen=True, slots=True)
class ProviderRow:
    """`ratios`: compared with the CPU. `distance_db`: the log-spectral distance of its speech from the CPU's. Where
    `failures` is not 0, the CPU has spoken in its place."""

    name: str
    characters: int
    resident_bytes: int | None
    figures: Figures
    ratios: Ratios | None
    distance_db: float | None
    failures: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """`worth_from`: the shortest measured text that each provider speaks faster than the CPU, from the first sound to
    the last; None: none."""

    rows: tuple[ProviderRow, ...]
    worth_from: Mapping[str, int | None]
    switching: Mapping[str, SwitchingCost]
    noise: Noise


def provider(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Names of providers. Default: all that are installed.", show_default=False),
    ] = None,
    stage: Annotated[
        list[str] | None,
        typer.Option(help="Stage that the provider computes; several are allowed.", show_default="generator"),
    ] = None,
    sweep: Annotated[
        bool,
        typer.Option("--sweep", help="Texts of 200, 500 and 1,000 characters, and what a change of provider costs."),
    ] = False,
    trials: Annotated[int, typer.Option(min=2, max=60, help="Rounds in which all take turns.")] = 6,
    as_json: AsJson = False,
) -> None:
    """Compare the providers that are installed with the CPU, in speed, memory and sound. Each has a server of its own,
    and all take turns."""
    require_extra("bench", ["httpx"])
    stages = stage or ["generator"]
    _check(names or [], stages)
    settings = bench_settings()
    candidates = dict(_candidates(settings, names or installed(), stages))
    for one in candidates.values():
        ensure_stages(one)
    lengths = [Preset(name) for name in (SWEEP if sweep else ["medium"])]
    found = _compare(candidates, lengths, trials, switches=sweep)
    result = {"build": settings.build, "stages": stages, "trials": trials, **asdict(found)}
    keep_result(COMMAND, result)
    if as_json:
        out.print_json(json.dumps(result))
    else:
        print_comparison(found)


def _check(names: Sequence[str], stages: Sequence[str]) -> None:
    here = installed()
    for name in names:
        if name not in here:
            raise typer.BadParameter(f"{name} is not installed here. Installed: {', '.join(here)}.")
    for one in stages:
        if one not in CHOSEN_STAGES:
            raise typer.BadParameter(f"must be one of {', '.join(CHOSEN_STAGES)} (got {one}).", param_hint="--stage")


def _candidates(settings: Settings, names: Sequence[str], stages: Sequence[str]) -> Iterator[tuple[str, Settings]]:
    """The CPU first. OpenVINO once more for each type of sixteen bits that its device multiplies."""
    yield CPU, settings.model_copy(update=_on(CPU, CHOSEN_STAGES))
    for name in names:
        if name == CPU:
            continue
        changes = {**_on(CPU, CHOSEN_STAGES), **_on(name, stages), "provider_from_characters": 0}
        yield name, settings.model_copy(update=changes)
        if PROVIDERS[name].is_openvino and "generator" in stages:
            for precision in _SIXTEEN_BITS:
                if missing(precision, PROVIDERS[name].library_name) is None:
                    changed = {**changes, "openvino_precision": precision}
                    yield f"{name} {precision}", settings.model_copy(update=changed)


def _on(name: str, stages: Sequence[str]) -> dict[str, Any]:
    return {f"provider_{stage}": name for stage in stages}


def _compare(
    candidates: Mapping[str, Settings], lengths: Sequence[Preset], trials: int, *, switches: bool
) -> Comparison:
    calibration, first = Calibration(), _FirstSpeech()
    with ExitStack() as stack:
        with working("Starting the servers"):
            servers = {name: stack.enter_context(own_server(one)) for name, one in candidates.items()}
        speakers = {name: server.speaker for name, server in servers.items()}
        total = (trials + 1) * len(speakers) * len(lengths)
        with calibration, counting("Measuring", total=total) as progress:

            def on_turn(name: str, preset: Preset, spoken: Spoken) -> None:
                first.keep(name, preset, spoken)
                progress.advance(progress.task_ids[0])

            rounds = take_turns(speakers, lengths, trials, calibration, on_turn)
        rows = tuple(_row(name, one, rounds, servers[name], first) for one in lengths for name in speakers)
    switching = dict(_switching(candidates, trials)) if switches else {}
    return Comparison(rows, _worth_from(rows), switching, calibration.noise)


class _FirstSpeech:
    """The samples of the first round of each text: all have spoken the same."""

    def __init__(self) -> None:
        self._samples: dict[tuple[str, str], Any] = {}

    def keep(self, name: str, preset: Preset, spoken: Spoken) -> None:
        self._samples.setdefault((name, preset.name), spoken.samples)

    def distance_db(self, name: str, preset: Preset) -> float | None:
        """None: that of the CPU itself, or of too little speech."""
        own, cpu = (self._samples[one, preset.name].astype(np.float32) / 32_768 for one in (name, CPU))
        part = own[_COMPARED]
        if name == CPU or len(part) > len(cpu):
            return None
        place = place_in(cpu, part)
        return log_spectral_distance_db(cpu[place : place + len(part)], part)


def _row(name: str, preset: Preset, rounds: Sequence[Round], server: OwnServer, first: _FirstSpeech) -> ProviderRow:
    of_text = [one.spoken for one in rounds if one.preset == preset.name]
    spoken, on_cpu = [one[name] for one in of_text], [one[CPU] for one in of_text]
    failures = [one["failures"] for one in server.client.status()["providers"]]
    return ProviderRow(
        name,
        preset.characters,
        resident_bytes(server.server.pid),
        Figures.of(spoken),
        ratios=None if name == CPU else Ratios.of(spoken, on_cpu),
        distance_db=first.distance_db(name, preset),
        failures=sum(count for causes in failures for count in causes.values()),
    )


def _worth_from(rows: Sequence[ProviderRow]) -> dict[str, int | None]:
    """Faster beyond doubt: the whole interval of the ratio is below 1, without a failure."""
    others = {row.name: None for row in rows if row.ratios is not None}
    found: dict[str, int | None] = dict(others)
    for row in sorted(rows, key=lambda one: -one.characters):
        is_faster = row.ratios is not None and row.ratios.rtf.high < 1 and not row.failures
        if row.name in found:
            found[row.name] = row.characters if is_faster else found[row.name]
    return found


def _switching(candidates: Mapping[str, Settings], trials: int) -> Iterator[tuple[str, SwitchingCost]]:
    """One server after another: each has the machine to itself."""
    for name, settings in candidates.items():
        if name == CPU:
            continue
        mixed = settings.model_copy(update={"provider_from_characters": BORDER_CHARACTERS})
        with own_server(mixed) as server, counting(f"Changing to {name} and back", total=trials + 1) as progress:
            yield name, measure_switching(server.speaker, trials, lambda: progress.advance(progress.task_ids[0]))


def print_comparison(found: Comparison) -> None:
    table = table_of(*_COLUMNS)
    for row in found.rows:
        ratios = row.ratios
        shown = ("", "", "") if ratios is None else tuple(map(ranged, (ratios.ttfa, ratios.rtf, ratios.cpu)))
        table.add_row(
            *(row.name, f"{row.characters:,}", f"{row.figures.ttfa_s.p50.value:.3f}", shown[0]),
            *(f"{row.figures.rtf.p50.value:.3f}", shown[1], shown[2]),
            "" if row.resident_bytes is None else f"{row.resident_bytes / 2**20:,.0f} MiB",
            "" if row.distance_db is None else f"{row.distance_db:.2f}",
            "" if row.ratios is None else str(row.failures),
        )
    out.print(table)
    for name, characters in found.worth_from.items():
        advice = f"from {characters:,} characters on" if characters is not None else "at no measured length"
        out.print(f"{name}: faster than the CPU {advice}", soft_wrap=True)
    for name, cost in found.switching.items():
        to_provider, to_cpu = (f"{1000 * one:+.0f} ms" for one in (cost.to_provider_s, cost.to_cpu_s))
        out.print(f"{name}: first sound after a change {to_provider}, after one back {to_cpu}", soft_wrap=True)
    out.print(f"noise: {found.noise.told()}", soft_wrap=True)
