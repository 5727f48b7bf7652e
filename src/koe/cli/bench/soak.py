"""koe bench soak: a server in mixed use for minutes: what drifts, what grows, what breaks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.calibration import Calibration
from koe.bench.client import SpeechClient
from koe.bench.soak.clients import SoakBench
from koe.bench.soak.mix import Mix
from koe.bench.soak.report import LimitedSoak, Soak
from koe.bench.speakers import ServedSpeaker
from koe.bench.texts import text_of
from koe.cli.assemble import ensure_stages
from koe.cli.bench.keep import keep_result
from koe.cli.child_server import ChildServer, warmed_server
from koe.cli.console import counting, err, out
from koe.cli.options import AsJson, require_extra
from koe.errors import EngineError
from koe.languages import LANGUAGES
from koe.memory import resident_bytes
from koe.settings import Settings, load_settings

COMMAND = "soak"
_TEXTS = tuple(text_of(characters, turn) for turn, characters in enumerate((70, 70, 190, 190, 460, 1000, 2000)))
_VOICES = ("af_heart", "am_michael", "bf_emma", "bm_george", "af_bella", "am_puck")
_MIB = 2**20
_FIRST_SOUNDS = 9
_NOT_DECIDED = 3


def soak(
    minutes: Annotated[float, typer.Option(min=0.1, max=24 * 60, help="How long the clients go on.")] = 10.0,
    clients: Annotated[int, typer.Option(min=1, max=64, help="Clients at the same time.")] = 2,
    room_mib: Annotated[
        int | None,
        typer.Option(
            min=1, help="Limit the memory to this many MiB more than the idle server takes. Default: no limit."
        ),
    ] = None,
    folder: Annotated[Path | None, typer.Option("--out", help="Folder for soak.json and a chart.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let clients speak for minutes, in all languages, voices and formats. One in twenty is cancelled in mid-stream,
    one in fifty is nonsense, one in twenty loses its connection and resumes. Every 20 seconds a marker is timed alone.
    Exit code 1 if something broke, grew or drifted; 3 if that may be the machine, or the time was too short to say."""
    require_extra("bench", ["httpx", *(["matplotlib"] if folder else [])])
    if folder is not None:
        _make(folder)
    limited = None if room_mib is None else _measure_limited(_settings(), minutes, clients, room_mib)
    result = measure_soak(minutes, clients) if limited is None else limited.soak
    report = result.to_json() if limited is None else limited.to_json()
    keep_result(COMMAND, result.summary())
    if as_json:
        out.print_json(json.dumps(report))
    else:
        print_soak(result, limited)
    if folder is not None:
        write_soak(result, report, folder)
    exit_by(result)


def exit_by(result: Soak) -> None:
    if not result.is_passed:
        raise typer.Exit(_NOT_DECIDED if result.is_passed is None else 1)


def _settings() -> Settings:
    """Those of the user, caches included."""
    settings = load_settings(host="127.0.0.1", port=0, log_level="warning")
    ensure_stages(settings)
    return settings


def measure_soak(minutes: float, clients: int = 2) -> Soak:
    settings = _settings()
    with warmed_server(settings) as server:
        with SpeechClient(server.address, settings.voice) as client:
            client.wait_until_ready()
        return _soaked(server, settings, minutes, clients)


def _measure_limited(settings: Settings, minutes: float, clients: int, room_mib: int) -> LimitedSoak:
    import httpx

    with warmed_server(settings) as server, SpeechClient(server.address, settings.voice, server.settle) as client:
        client.wait_until_ready()
        before_s = _first_audible_s(client)
        idle_bytes = _memory(server)
    limit_bytes = idle_bytes + room_mib * _MIB
    limited = settings.model_copy(update={"memory_limit_bytes": limit_bytes})
    with warmed_server(limited) as server, SpeechClient(server.address, settings.voice, server.settle) as client:
        client.wait_until_ready()
        soaked = _soaked(server, limited, minutes, clients)
        client.wait_until_ready()  # the guard has recovered
        after_s = _first_audible_s(client)
        memory = httpx.get(f"{server.address}/status").raise_for_status().json()["memory"]
    return LimitedSoak(soaked, idle_bytes, limit_bytes, memory, before_s, after_s)


def _first_audible_s(client: SpeechClient) -> float:
    """Of texts that differ from each other and from those of the soak: no opening is in a cache."""
    texts = [f"Number {number}: {_TEXTS[0]}" for number in range(_FIRST_SOUNDS)]
    return median(client.time_first_sound(text).first_audible_s for text in texts)


def _soaked(server: ChildServer, settings: Settings, minutes: float, clients: int) -> Soak:
    import httpx

    languages = [language for language in LANGUAGES.values() if language.is_readable]
    mixes = [Mix(seed, _TEXTS, languages, _VOICES) for seed in range(clients)]
    with (
        counting("Speaking", total=60 * minutes) as progress,
        httpx.Client(base_url=server.address, timeout=600.0, trust_env=False) as http,
        SpeechClient(server.address, settings.voice, server.settle) as marker,
        Calibration() as calibration,
    ):
        task = progress.task_ids[0]
        bench = SoakBench(http, ServedSpeaker(marker, server.pid), server.pid, calibration)
        return bench.measure(mixes, languages, 60 * minutes, lambda seconds: progress.advance(task, seconds))


def _memory(server: ChildServer) -> int:
    found = resident_bytes(server.pid)
    if found is None:
        raise EngineError("This system does not tell the memory of a process in /proc.")
    return found


def print_soak(result: Soak, limited: LimitedSoak | None = None) -> None:
    out.print(table_of_soak(result, limited))
    out.print(f"noise: {result.noise.told()}", soft_wrap=True)


def table_of_soak(result: Soak, limited: LimitedSoak | None) -> Table:
    table = Table("", "measured", "limit", "", box=None, pad_edge=False)
    for name, count in asdict(result.counts).items():
        table.add_row(name.replace("_", " "), str(count), "", "")
    for limit in result.limits():
        digits = 3 if limit.limit == round(limit.limit, 2) != round(limit.limit) else 1
        outcome = "" if limit.is_met else f"missed ({limit.doubt})" if limit.doubt else "missed"
        table.add_row(limit.name, f"{limit.measured:.{digits}f}", f"{limit.limit:g}", outcome)
    resident = [sample.resident_bytes for sample in result.samples if sample.resident_bytes is not None]
    table.add_row("memory after the warm-up", f"{result.warm_bytes / _MIB:,.0f} MiB", "", "")
    table.add_row("when every language was spoken once", _range(resident), "", "")
    if limited is not None:
        for name, value in _limited_rows(limited):
            table.add_row(name, value, "", "")
    return table


def _range(resident: Sequence[int]) -> str:
    return f"{min(resident) / _MIB:,.0f} to {max(resident) / _MIB:,.0f} MiB"


def _limited_rows(result: LimitedSoak) -> list[tuple[str, str]]:
    return [
        ("memory of the idle server", f"{result.idle_bytes / _MIB:,.0f} MiB"),
        ("limit", f"{result.limit_bytes / _MIB:,.0f} MiB"),
        ("times tight and short", f"{result.memory['times_tight']} and {result.memory['times_short']}"),
        ("refused for memory", f"{result.memory['refused']}"),
        ("shed from caches", f"{int(str(result.memory['shed_bytes'])) / _MIB:,.1f} MiB"),
        ("first sound before and after, s", f"{result.first_audible_s:.3f} and {result.first_audible_after_s:.3f}"),
    ]


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "soak.json").write_text("{}\n", "utf-8")
    except OSError as problem:
        raise typer.BadParameter(f"{folder} cannot be written ({problem.strerror}).", param_hint="--out") from None


def write_soak(result: Soak, report: dict[str, object], folder: Path) -> None:
    from koe.bench.soak.plots import draw_soak

    (folder / "soak.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    for path in (folder / "soak.json", *draw_soak(result, folder)):
        err.print(str(path), soft_wrap=True, markup=False)
